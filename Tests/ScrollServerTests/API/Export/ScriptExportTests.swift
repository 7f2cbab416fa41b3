// Scripts that move, copy and discard files, run on files of hostile names.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import ScrollServer

@Suite(.serialized) struct ScriptExportTests {
    private let world: ExportTests

    init() throws { world = try ExportTests() }

    private var folder: String { world.files.path + "/p" }

    private func script(_ query: String) throws -> String {
        let reply = try world.client.get("/api/collections/photos/export?as=script&\(query)")
        try #require(reply.status == 200, "\(reply.text)")
        return reply.text
    }

    /// Runs a script in the collection's folder.
    private func run(_ script: String, environment: [String: String] = [:]) throws -> ToolRun {
        try world.files.write("script.sh", Array(script.utf8))
        return try ToolRun(
            "sh", ["-c", "cd \"$1\" && exec sh ../script.sh", "sh", folder], environment: environment)
    }

    /// The files of a folder in the scratch folder, by path.
    private func files(in folder: String) -> Set<String> {
        Set(world.files.files().filter { $0.hasPrefix(folder + "/") }.map { String($0.dropFirst(folder.count + 1)) })
    }

    @Test(arguments: ["to", "-to 'x' $HOME", "t\no"]) func copies(target: String) throws {
        let to = target.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let before = files(in: "p")
        let text = try script("action=copy&to=\(to)")
        let first = try run(text)
        #expect(first.status == 0 && first.output.isEmpty, "\(first.output)")
        let copied = Set(ExportTests.names + ["b/broken.png"])
        #expect(files(in: "p/\(target)") == copied)
        #expect(files(in: "p") == before.union(copied.map { "\(target)/\($0)" }))
        for name in copied { #expect(try world.files.bytes("p/\(name)") == world.files.bytes("p/\(target)/\(name)")) }
        // Nothing is replaced by a second run, which says so.
        try world.files.write("p/\(target)/1.png", [7])
        let second = try run(text)
        #expect(second.status == 1 && second.output.contains("1.png"))
        #expect(try world.files.bytes("p/\(target)/1.png") == [7])
    }

    @Test func movesWithWhatBelongsToThem() throws {
        let result = try run(try script("action=move&to=\(world.files.path)/away&flat=true&companions=true&q=name:1"))
        #expect(result.status == 0, "\(result.output)")
        #expect(files(in: "away") == ["1.png", "1 (2).png", "#1.png", "1.png.xmp"])
        #expect(files(in: "p").isDisjoint(with: ["1.png", "b/1.png", "b/#1.png", "b/1.png.xmp"]))
        #expect(files(in: "p").contains("b/-n.png"))
    }

    /// With a program in place of the desktop's, which notes what it is given.
    @Test func discards() throws {
        try world.files.write("bin/gio", Array("#!/bin/sh\nfor last; do :; done\nmv -- \"$last\" \"$TRASH/\"\n".utf8))
        chmod(world.files.path + "/bin/gio", 0o755)
        try FileManager.default.createDirectory(atPath: world.files.path + "/trash", withIntermediateDirectories: true)
        let path = "\(world.files.path)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        let result = try run(
            try script("action=trash&q=-name:1"), environment: ["PATH": path, "TRASH": world.files.path + "/trash"])
        #expect(result.status == 0, "\(result.output)")
        #expect(files(in: "p") == ["1.png", "b/1.png", "b/#1.png", "b/1.png.xmp"])
        #expect(files(in: "trash").count == ExportTests.names.count + 1 - 3)
    }

    /// No line break ends a comment.
    @Test func commentsAreComments() throws {
        let text = try script("action=copy&to=to%0Atouch%20owned&q=name:1")
        _ = try run(text)
        #expect(!world.files.files().contains { $0.hasSuffix("owned") && !$0.contains("\n") })
        #expect(text.hasPrefix("#!/bin/sh\n# Copies files to to touch owned."))
    }

    @Test func powerShellQuotesItsOwnQuotes() throws {
        #expect(PowerShell.quoted("a'b\u{2018}c\u{2019}\n$(x)`") == "'a''b\u{2018}\u{2018}c\u{2019}\u{2019}\n$(x)`'")
        let text = try script("action=move&to=D:%5Cout&shell=powershell&q=name:curly")
        #expect(text.hasPrefix("\u{FEFF}# Moves files to D:\\out."))
        #expect(
            text.contains(
                "Take './e/\u{2018}\u{2018}curly\u{2019}\u{2019}.png' 'e/\u{2018}\u{2018}curly\u{2019}\u{2019}.png'\n"))
        let reply = try world.client.get("/api/collections/photos/export?as=script&action=trash&shell=powershell")
        #expect(reply.headers["Content-Disposition"] == "attachment; filename=\"photos-script.ps1\"")
    }

    @Test func namesAreGivenOnce() {
        var names = UniqueNames()
        let given = ["a.jpg", "A.JPG", "a (2).jpg", "b/a.jpg", ".x", ".X", "e\u{301}.png", "é.png"].map {
            String(decoding: names.name(for: Array($0.utf8)), as: UTF8.self)
        }
        #expect(
            given == ["a.jpg", "A (2).JPG", "a (2) (2).jpg", "b/a.jpg", ".x", ".X (2)", "e\u{301}.png", "é (2).png"])
    }
}
