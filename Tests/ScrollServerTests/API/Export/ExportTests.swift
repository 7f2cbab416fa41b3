// Lists, tables and archives of what was found, as other programs read them.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Platform
@testable import ScrollServer

@Suite struct ExportTests {
    /// A folder with pictures of hostile names, two with the same one, and one that is no picture.
    static let names = [
        "1.png", "a 'quote' \"x\".png", "b/1.png", "b/ü, ä;.png", "b/#1.png", "b/-n.png", "$(touch owned).png",
        "c/`touch owned`.png", "d\ne/f.png", "d/line\nbreak.png", "e/\u{2018}curly\u{2019}.png",
    ]

    let files: ScratchFolder
    let collection: FolderCollection
    let client: APIClient

    init() throws {
        files = try ScratchFolder()
        for (number, name) in Self.names.enumerated() {
            try files.write("p/" + name, TinyImage.png(width: number + 1, height: 2))
        }
        try files.write("p/b/broken.png", [1, 2, 3])
        try files.write(
            "p/b/1.png.xmp", Array("<x:xmpmeta><rdf:RDF><rdf:Description xmp:Rating='4'/></rdf:RDF></x:xmpmeta>".utf8))
        collection = try FolderCollection(root: files.path + "/p", id: "photos", name: "Photos")
        collection.waitForScan()
        client = try APIClient([collection])
    }

    private func get(_ name: String, _ query: String = "") throws -> APIClient.Reply {
        try client.get("/api/collections/photos/export?as=\(name)\(query.isEmpty ? "" : "&" + query)")
    }

    /// The paths of all items, in the collection's order.
    private var paths: [String] {
        (0..<collection.status.count).compactMap { collection.details(at: $0)?.name }
    }

    // MARK: Paths

    @Test func pathsAreInTheOrderAskedFor() throws {
        let own = try get("paths.txt", "null=true")
        #expect(own.text.split(separator: "\0").map(String.init) == paths)
        #expect(own.headers["Content-Disposition"] == "attachment; filename=\"photos-paths.txt\"")
        let turned = try get("paths.txt", "null=true&order=-name").text.split(separator: "\0").map(String.init)
        #expect(turned == paths.reversed())
        let wide = try get("paths.txt", "null=true&q=width:>4&order=-width").text.split(separator: "\0")
        #expect(wide.count == Self.names.count - 4 && wide.first.map(String.init) == Self.names.last)
    }

    /// A path with a line break would be two lines.
    @Test func linesAreWholePaths() throws {
        let lines = try get("paths.txt").text.split(separator: "\n").map(String.init)
        #expect(lines == paths.filter { !$0.contains("\n") })
    }

    @Test func absolutePathsAreToldHereAlone() throws {
        let application = try Application(
            try Options(["--port=0", "--cache-limit=0", "--state=\(files.path)/state", "\(files.path)/p"]),
            page: .program)
        let address = try application.start()
        defer { withExtendedLifetime(address) {} }
        func ask(_ fields: [(String, String)] = []) throws -> APIClient.Reply {
            var reply = try APIClient.ask(
                application.router, .get, "/api/collections/p/export?as=paths.txt&paths=absolute&null=true", fields)
            // The folder is being read at first.
            #expect(
                eventually {
                    if reply.status == 503 {
                        reply =
                            (try? APIClient.ask(
                                application.router, .get,
                                "/api/collections/p/export?as=paths.txt&paths=absolute&null=true", fields)) ?? reply
                    }
                    return reply.status != 503
                })
            return reply
        }
        let root = try #require(FileSystem.realPath(files.path + "/p"))
        let told = try ask().text.split(separator: "\0").map(String.init)
        #expect(Set(told) == Set(paths.map { root + "/" + $0 }))
        #expect(try ask([("X-Forwarded-For", "10.0.0.1")]).status == 403)
        // By default, clients of a router learn nothing of this machine.
        #expect(try get("paths.txt", "paths=absolute").status == 403)
    }

    /// What is exported as a list shows the same pictures when it is opened as one.
    @Test(arguments: ["list.m3u", "table.csv", "paths.txt"]) func exportedListsCanBeOpened(name: String) throws {
        let ending = name.split(separator: ".").last.map(String.init) ?? ""
        try files.write("p/list.\(ending)", try get(name, "order=-name").body)
        let list = try ListFileCollection(path: files.path + "/p/list.\(ending)", id: "list", name: "List")
        #expect(list.waitForFirstItem() && eventually { list.status.isComplete })
        let listed = (0..<list.status.count).compactMap { list.path(ofItem: list.details(at: $0)?.id ?? "") }
        let expected = paths.reversed().filter { name == "table.csv" || !$0.contains("\n") }
        #expect(listed.map { String(decoding: $0.relative, as: UTF8.self) } == Array(expected))
    }

    /// A part of a list would be taken for all of it.
    @Test func listsAreReadToTheirEnd() throws {
        let count = 30_000
        let lines = String(repeating: "1.png\n", count: count)
        try files.write("p/long.txt", Array(lines.utf8))
        let list = try ListFileCollection(path: files.path + "/p/long.txt", id: "long", name: "Long")
        let client = try APIClient([list])
        var reply = try client.get("/api/collections/long/export?as=paths.txt")
        #expect([200, 503].contains(reply.status))
        #expect(
            try eventually {
                if reply.status == 503 { reply = try client.get("/api/collections/long/export?as=paths.txt") }
                return reply.status == 200
            })
        #expect(reply.text == lines)
    }

    // MARK: Tables

    @Test(.needs(.python)) func tablesHaveTheFieldsAskedFor() throws {
        let rows = try PythonOracle.run(
            "import csv, io, json, sys; json.dump(list(csv.reader(io.StringIO(sys.stdin.read(), newline=''))), sys.stdout)",
            input: try get("table.csv", "fields=width,rating,name").body)
        let table = try JSONDecoder().decode([[String]].self, from: Data(rows))
        #expect(table.first == ["path", "width", "rating", "name"])
        #expect(table.dropFirst().map(\.[0]) == paths)
        for row in table.dropFirst() {
            let number = Self.names.firstIndex(of: row[0])
            #expect(row[1] == (number.map { "\($0 + 1)" } ?? ""), "\(row)")
            #expect(row[2] == (row[0] == "b/1.png" ? "4" : ""), "\(row)")
            #expect(row[3] == row[0].split(separator: "/").last.map(String.init), "\(row)")
        }
        let lines = try get("table.jsonl").text.split(separator: "\n")
        #expect(lines.count == paths.count)
        for (line, path) in zip(lines, paths) {
            let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(object["path"] as? String == path)
            #expect(Set(object.keys) == Set(["path"] + collection.factFields.map(\.name)))
            #expect(object["rating"] as? Double == (path == "b/1.png" ? 4 : nil))
        }
    }

    // MARK: Archives

    private struct Archived: Decodable {
        var name: String
        var text: String
        var modified: [Int]
    }

    /// What Python finds in an archive, whose checksums it tests.
    private func contents(_ archive: [UInt8]) throws -> [Archived] {
        let output = try PythonOracle.run(
            """
            import io, json, sys, zipfile
            archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
            assert archive.testzip() is None
            json.dump([{"name": i.filename, "text": archive.read(i).hex(), "modified": list(i.date_time)}
                for i in archive.infolist()], sys.stdout)
            """, input: archive)
        return try JSONDecoder().decode([Archived].self, from: Data(output))
    }

    private static func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }

    @Test(.needs(.python)) func archivesHaveTheFilesAsTheyAre() throws {
        let reply = try get("files.zip", "companions=true")
        #expect(reply.byteCount == reply.body.count && reply.headers["Content-Type"] == "application/zip")
        let head = try client.ask(.head, "/api/collections/photos/export?as=files.zip&companions=true")
        #expect(head.status == 200 && head.body.isEmpty && head.byteCount == reply.body.count)
        // No part of it can be had: the whole answers a request for one.
        let part = try client.get(
            "/api/collections/photos/export?as=files.zip&companions=true", [("Range", "bytes=0-9")])
        #expect(part.status == 200 && part.body.count == reply.body.count && part.headers["Accept-Ranges"] == "none")
        let found = try contents(reply.body)
        #expect(Set(found.map(\.name)) == Set(paths + ["b/1.png.xmp"]))
        for one in found { #expect(one.text == Self.hex(try files.bytes("p/" + one.name)), "\(one.name)") }
    }

    @Test(.needs(.python)) func oneFolderHasEachNameOnce() throws {
        let found = try contents(try get("files.zip", "flat=true&q=name:1").body)
        #expect(Set(found.map(\.name)) == ["1.png", "1 (2).png", "#1.png"])
    }

    @Test(.needs(.python), .needs(.permissions)) func filesThatCannotBeReadAreListed() throws {
        chmod(files.path + "/p/1.png", 0)
        let found = try contents(try get("files.zip", "q=width:<3").body)
        #expect(found.map(\.name) == ["a 'quote' \"x\".png", "not-included.txt"])
        #expect(found.last?.text.hasPrefix(Self.hex(Array("1.png: ".utf8))) == true)
    }

    /// A file that changes while the archive is sent ends it too early.
    @Test func changesEndTheArchive() throws {
        let contents = ArchiveContents(collection: collection, isFlat: false, choice: .originals(hasCompanions: false))
        let body = try contents.body(of: collection)
        guard case .bytes(let first) = body.next() else {
            Issue.record("no first part")
            return
        }
        #expect(first.count < body.count ?? 0)
        for name in Self.names { try files.write("p/" + name, TinyImage.png(width: 50, height: 50)) }
        var isFailed = false
        parts: while true {
            switch body.next() {
            case .bytes: continue
            case .end: break parts
            case .failed:
                isFailed = true
                break parts
            }
        }
        #expect(isFailed)
    }

    // MARK: Errors

    @Test(arguments: [
        ("files.tar", 400), ("", 400), ("paths.txt&fields=name", 400), ("table.csv&fields=nme", 400),
        ("files.zip&flat=1", 400),
        ("script", 400), ("script&action=move", 400), ("script&action=move&to=", 400),
        ("script&action=trash&to=x", 400),
        ("script&action=delete", 400), ("script&action=copy&to=x&shell=cmd", 400),
        ("paths.txt&q=width:%3E%3E", 400),
    ]) func badQuestions(target: String, status: Int) throws {
        let reply = try client.get("/api/collections/photos/export?as=\(target)")
        #expect(reply.status == status && reply.headers["Content-Type"] == "application/problem+json", "\(reply.text)")
    }

    @Test(arguments: ["paths.txt", "list.m3u", "files.zip", "script&action=trash"])
    func drawnPicturesAreNoFiles(target: String) throws {
        let client = try APIClient(demo: 1_000_000_000)
        #expect(try client.get("/api/collections/demo/export?as=\(target)").status == 404)
    }
}
