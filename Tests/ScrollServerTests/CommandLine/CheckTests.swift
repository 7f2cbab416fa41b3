// --check, from outside: what it counts, what it refuses, and its exit status.

import Foundation
import Testing

@testable import Platform

@Suite(.needs(.builtProgram)) struct CheckTests {
    private func check(_ paths: [String]) throws -> ProgramRun.Ending {
        var ending = try ProgramRun(["--check"] + paths).ending()
        // The time differs.
        ending.output = ending.output.replacing(/\ in \d+\.\d s;/, with: ";")
        // Many tests at once may use up the system's watches, which adds a note.
        ending.output = ending.output.replacing(/\ \ note: Changes in '[^\n]*\n/, with: "")
        return ending
    }

    @Test func aSoundFolder() throws {
        let folder = try ScratchFolder()
        for number in 0..<700 { try folder.write("\(number % 7)/\(number).png", TinyImage.png(width: 3, height: 2)) }
        try folder.write("one.gif", TinyImage.gif(width: 3, height: 2))
        try folder.write("notes.md", Array("no picture".utf8))
        let real = try #require(FileSystem.realPath(folder.path))
        let ending = try check([folder.path])
        #expect(
            ending.output == """
                \(real): folder, 701 pictures
                  PNG 700, GIF 1
                  note: 1 entry that is no picture
                701 pictures looked at; 0 refused

                """)
        #expect(ending.status == 0 && ending.errors.isEmpty)
    }

    /// Everything that is refused is named, once, with the reason.
    @Test func whatIsRefused() throws {
        let folder = try ScratchFolder()
        try folder.write("pictures/good.png", TinyImage.png(width: 3, height: 2))
        try folder.write("pictures/cut.png", Array(TinyImage.png(width: 3, height: 2).prefix(20)))
        try folder.write("list.txt", Array("pictures/good.png\npictures/none.png\n".utf8))
        try folder.write(
            "table.csv", Array("time,value\n\((10...28).map { "2024-01-\($0),1\n" }.joined())soon,2\n".utf8))
        let ending = try check(["pictures", "list.txt", "table.csv", "nowhere"].map { "\(folder.path)/\($0)" })
        #expect(ending.status == 1 && ending.errors.isEmpty)
        let lines = ending.output.split(separator: "\n").map(String.init)
        let refused = lines.filter { $0.contains("refused: ") }
        #expect(refused.count == 4, "\(ending.output)")
        for text in ["cut.png: ", "none.png: ", "line 21: ", "/nowhere' does not exist"] {
            #expect(refused.contains { $0.contains(text) }, "\(text): \(ending.output)")
        }
        #expect(lines.contains { $0.hasSuffix("table.csv: chart, 19 rows, x axis 'time' (time)") }, "\(ending.output)")
        #expect(lines.contains("  read: cells divided by ',', names in line 1"), "\(ending.output)")
        #expect(lines.contains("  lines: value") && lines.last == "4 pictures looked at; 4 refused", "\(ending.output)")
    }

    @Test func nothingToShow() throws {
        let nowhere = try check(["/nowhere/at/all"])
        #expect(nowhere.status == 1 && nowhere.output.hasPrefix("refused: '/nowhere/at/all'"))
        let nothing = try check([])
        #expect(nothing.status == 2 && nothing.errors.contains("PATH") && nothing.output.isEmpty)
    }

    /// Nothing is written to the folder that is looked at.
    @Test func theFolderIsOnlyRead() throws {
        let folder = try ScratchFolder()
        try folder.write("a.png", TinyImage.png(width: 3, height: 2))
        let before = folder.files()
        #expect(try check([folder.path]).status == 0)
        #expect(folder.files() == before)
    }

    /// A terminal sees how far the search has come; a pipe does not.
    @Test(.needs(.script)) func progress() throws {
        let folder = try ScratchFolder()
        let picture = "\(folder.path)/first/0.png"
        try folder.write("first/0.png", TinyImage.png(width: 3, height: 2))
        for number in 1...20_000 { try #require(link(picture, "\(folder.path)/first/\(number).png") == 0) }
        let program = try #require(ProgramRun.program)
        let text = try ToolRun(
            "script", ["-qec", "'\(program)' --check '\(folder.path)/first'", "/dev/null"],
            environment: ["TERM": "xterm", "HOME": folder.path]
        ).output
        #expect(
            text.contains("of 20001 headers read") && text.contains("20001 pictures looked at"), "\(text.suffix(400))")
        #expect(text.contains("\r\u{1B}[K"))
        let piped = try check(["\(folder.path)/first"])
        #expect(piped.errors.isEmpty && !piped.output.contains("\u{1B}") && !piped.output.contains("headers read"))
    }
}
