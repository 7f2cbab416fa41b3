// Exports from outside: names, going on, and what is made again.

import Foundation
import Testing

@testable import Imaging
@testable import Platform
@testable import ScrollServer

@Suite(.needs(.builtProgram)) struct ExportProgramTests {
    private static func picture(_ width: Int) -> [UInt8] { PictureFolder.squares(width: width, height: 20) }

    /// Whatever files are called, and wherever they are, their exports have plain names of their own.
    @Test func names() throws {
        let names = [
            "a b.png", "a/x.png", "b/x.png", "b/X.PNG", "\"quoted\" 'name'.png", "ünï çödé.png", "x..y.png", "x...png",
            "-rf.png", "a%2Fb.png", "<i>&amp;.png", "index.png", "con.png", "日本.png", "a\\b.png", "a\tb\nc.png",
            String(repeating: "long ", count: 40) + ".png",
        ]
        let export = try ExportedFolder(
            Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, Self.picture(20 + $0)) }))
        try export.exported()
        let index = try export.index()
        #expect(index.pictures.count == names.count)
        #expect(Set(index.pictures.map { $0.path.lowercased() }).count == names.count)
        for picture in index.pictures {
            #expect(picture.path.wholeMatch(of: /[a-z0-9][a-z0-9-]*\.dzi/) != nil, "\(picture.path)")
            // Each name leads to its own picture.
            let number = try #require(names.firstIndex(of: picture.name), "\(picture.name)")
            #expect(picture.width == 20 + number, "\(picture.name)")
            #expect(try !export.bytes(picture.path).isEmpty)
        }
    }

    /// Two runs give the same bytes, also over a copy of the folder; a second run makes nothing again.
    @Test(arguments: [[], ["--format=site"]]) func sameBytes(arguments: [String]) throws {
        let samples = try ExportedFolder.samples()
        let (first, second) = (try ExportedFolder(samples), try ExportedFolder(samples))
        try first.exported(arguments)
        try second.exported(arguments)
        let files = try first.files()
        #expect(try second.files() == files)
        let names = files.keys.sorted()
        let times = try names.map { try FileSystem.status(of: "\(first.output)/\($0)").stamp }
        let again = try first.export(arguments)
        #expect(again.status == 0 && again.output.contains("0 made, \(samples.count) there already"), "\(again.output)")
        #expect(try first.files().keys.sorted() == names)
        #expect(try names.map { try FileSystem.status(of: "\(first.output)/\($0)").stamp } == times)
    }

    /// A run that is killed leaves only whole files, and another one goes on to the same result.
    @Test(arguments: [[], ["--format=iiif", "--base-url=https://a.example"], ["--format=site"]])
    func killed(arguments: [String]) throws {
        var pictures: [String: [UInt8]] = [:]
        for number in 0..<6 {
            pictures["\(number).jpg"] = JPEGEncoder.encode(
                PictureFolder.photograph(width: 1100 + number, height: 400), quality: 90)
        }
        let (whole, cut) = (try ExportedFolder(pictures), try ExportedFolder(pictures))
        try whole.exported(arguments)
        let expected = try whole.files()
        let tileCount = expected.keys.count { $0.hasSuffix(".jpg") }
        for share in [1, 2] {
            let run = try ProgramRun(cut.arguments(arguments))
            // Until some more tiles are there.
            let wanted = expected.count * share / 4
            _ = eventually {
                let paths = FileManager.default.subpaths(atPath: cut.output) ?? []
                return paths.count { $0.hasSuffix(".jpg") } >= min(wanted, tileCount * share / 4)
            }
            run.send(SIGKILL)
            run.wait()
            for (path, bytes) in try cut.files() { #expect(expected[path] == bytes, "\(path)") }
        }
        let begun = Set(try cut.files().keys)
        #expect(begun.count < expected.count)
        let times = try begun.map { try FileSystem.status(of: "\(cut.output)/\($0)").stamp }
        try cut.exported(arguments)
        #expect(try cut.files() == expected)
        // What was there has not been written again.
        #expect(try begun.map { try FileSystem.status(of: "\(cut.output)/\($0)").stamp } == times)
        #expect(FileSystem.names(in: "\(cut.output)/.scrollserver-export").sorted() == ["lock", "manifest"])
    }

    /// What has changed since the last run is made again, and what has gone is removed.
    @Test func changes() throws {
        let export = try ExportedFolder([
            "a.png": Self.picture(20), "b.png": Self.picture(30), "c.png": Self.picture(40),
        ])
        try export.exported()
        try FileManager.default.removeItem(atPath: "\(export.pictures.path)/a.png")
        try export.pictures.write("b.png", Self.picture(300))
        try export.pictures.write("d.png", Self.picture(50))
        let ending = try export.export()
        #expect(ending.status == 0 && ending.output.contains("3 pictures in "), "\(ending.output)")
        #expect(ending.output.contains("2 made, 1 there already"), "\(ending.output)")
        let index = try export.index()
        #expect(index.pictures.map(\.name) == ["b.png", "c.png", "d.png"])
        #expect(index.pictures.map(\.width) == [300, 40, 50])
        let stems = Set(index.pictures.map(\.stem))
        for path in try export.files().keys where path != "index.json" {
            #expect(stems.contains { path.hasPrefix("\($0)_files/") || path == "\($0).dzi" }, "\(path)")
        }
        // Another quality makes all again.
        let other = try export.export(["--quality=50"])
        #expect(other.output.contains("3 made, 0 there already"), "\(other.output)")
    }

    /// What cannot be exported is named with its reason; damage is a failure, and a video is not.
    @Test func leftOut() throws {
        let export = try ExportedFolder([
            "good.png": Self.picture(20), "cut.png": Array(Self.picture(20).prefix(20)),
            "drawing.svg": TinyImage.svg("width=\"10\" height=\"10\""),
        ])
        let ending = try export.export()
        #expect(ending.status == 1)
        #expect(ending.output.contains("failed: cut.png: ") && ending.output.contains("left out: drawing.svg: "))
        #expect(ending.output.contains("1 picture in ") && ending.output.contains("1 left out, 1 failed"))
        let index = try export.index()
        #expect(index.pictures.map(\.name) == ["good.png"])
        #expect(index.leftOut.map(\.name) == ["cut.png", "drawing.svg"])
        #expect(index.leftOut.allSatisfy { !$0.reason.contains(export.pictures.path) })
    }

    /// The list for uploads names each file once.
    @Test(arguments: [[], ["--format=iiif", "--base-url=https://a.example"], ["--format=site"]])
    func uploads(arguments: [String]) throws {
        let export = try ExportedFolder([
            "a.png": Self.picture(600),
            "b/c.jpg": JPEGEncoder.encode(
                PictureFolder.photograph(width: 30, height: 20), quality: 80),
        ])
        let list = "\(export.pictures.path)-list.tsv"
        defer { try? FileManager.default.removeItem(atPath: list) }
        try export.exported(arguments + ["--upload-list=\(list)"])
        let lines = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(lines.allSatisfy { $0.count == 3 })
        #expect(lines.map { $0[0] }.sorted() == (try export.files().keys.sorted()))
        for line in lines {
            let isTile = line[0].hasSuffix(".jpg")
            #expect(isTile == (line[1] == "image/jpeg"), "\(line)")
            #expect(isTile == (line[2] == "public, max-age=86400") && isTile == (line[2] != "no-cache"), "\(line)")
        }
    }

    /// One picture, the pages of a file, and a list are exported as a folder is.
    @Test func otherPaths() throws {
        let export = try ExportedFolder(["x.png": Self.picture(20), "y.png": Self.picture(30)])
        try export.exported(of: "y.png")
        #expect(try export.index().pictures.map(\.name) == ["y.png"])
        let list = try ExportedFolder(["x.png": Self.picture(20), "list.txt": Array("x.png\n".utf8)])
        try list.exported(of: "list.txt")
        #expect(try list.index().pictures.map(\.width) == [20])
        let text = try ExportedFolder(["notes.md": Array("text".utf8), "t.csv": Array("t,v\n1,2\n2,3\n".utf8)])
        let ending = try text.export(of: "notes.md")
        #expect(ending.status == 1, "\(ending.output)\(ending.errors)")
        let table = try text.export(of: "t.csv")
        #expect(table.status == 1 && table.errors.contains("measurements"), "\(table.errors)")
    }

    /// Folders are only read.
    @Test func theFolderIsOnlyRead() throws {
        let export = try ExportedFolder(["a.png": Self.picture(20), "b/c.png": Self.picture(30)])
        let before = export.pictures.files()
        try export.exported()
        #expect(export.pictures.files() == before)
    }

    @Test(.needs(.script)) func progress() throws {
        let export = try ExportedFolder([
            "a.jpg": JPEGEncoder.encode(
                PictureFolder.photograph(width: 1500, height: 700), quality: 80)
        ])
        let program = try #require(ProgramRun.program)
        let words = export.arguments([]).map { "'\($0)'" }.joined(separator: " ")
        let text = try ToolRun(
            "script", ["-qec", "'\(program)' \(words)", "/dev/null"],
            environment: ["TERM": "xterm", "HOME": export.pictures.path + "-home"]
        ).output
        #expect(text.contains("exporting: 0 of 1 pictures") && text.contains("1 picture in "), "\(text.suffix(300))")
        try? FileManager.default.removeItem(atPath: export.pictures.path + "-home")
    }

    @Test(arguments: [(0.4, "1 s"), (89, "89 s"), (90, "2 min"), (5399, "90 min"), (5400, "2 h"), (1e300, " h")])
    func durations(seconds: Double, text: String) {
        #expect(ExportProgress.duration(seconds).hasSuffix(text))
    }
}
