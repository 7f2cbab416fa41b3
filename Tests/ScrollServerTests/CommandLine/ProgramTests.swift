// The program from outside: exit status, messages, signals, where it is started from.

import Foundation
import Testing

@testable import Platform
@testable import ScrollServer

@Suite(.needs(.builtProgram))
struct ProgramTests {
    private func isOneLine(_ text: some StringProtocol) -> Bool {
        text.hasPrefix("ScrollServer: ") && text.hasSuffix("\n") && text.dropLast().allSatisfy { !$0.isNewline }
    }

    private func photos(_ count: Int = 3) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        for number in 0..<count { try folder.write("p\(number).png", TinyImage.png(width: 30 + number, height: 20)) }
        return folder
    }

    @Test func helpAndVersion() throws {
        let help = try ProgramRun(["--help"]).ending()
        #expect(help == .init(status: 0, output: Options.help, errors: ""))
        let version = try ProgramRun(["--version", "/nowhere"]).ending()
        #expect(version == .init(status: 0, output: Build.description + "\n", errors: ""))
    }

    @Test(arguments: [["--none"], ["--port=70000"], ["--port"], ["--demo=0"], ["--help=1"], ["--cache-limit=much"]])
    func mistakes(arguments: [String]) throws {
        let ending = try ProgramRun(arguments).ending()
        #expect(ending.status == 2 && ending.output.isEmpty)
        #expect(isOneLine(ending.errors), "\(ending.errors)")
    }

    /// What cannot be shown is said in a line each, and does not keep the others from being served.
    @Test func theOthersAreServed() throws {
        let folder = try photos()
        try folder.write("text.csv", Array("only,text\na,b\n".utf8))
        let run = try ProgramRun([
            "--port=0", "\(folder.path)/nowhere", folder.path, "", "\(folder.path)/p0.png", "\(folder.path)/text.csv",
        ])
        let connection = try PlainConnection(try run.address())
        connection.get("/api/collections")
        struct Listing: Decodable {
            struct Unshown: Decodable {
                var name: String
                var reason: String
            }
            var collections: [CollectionDocument]
            var unshown: [Unshown]
        }
        let list = try JSONDecoder().decode(Listing.self, from: Data(try #require(connection.receive()).body))
        #expect(list.collections.map(\.kind) == ["folder"])
        // Those who look at the others learn why, by the names alone.
        #expect(list.unshown.map(\.name) == ["nowhere", "p0.png", "text.csv"])
        #expect(list.unshown.allSatisfy { $0.reason.contains("'\($0.name)'") && !$0.reason.contains(folder.path) })
        run.send(SIGTERM)
        let ending = try run.ending()
        let lines = ending.errors.split(separator: "\n")
        #expect(ending.status == 0 && lines.count == 4 && lines.allSatisfy { isOneLine($0 + "\n") }, "\(ending)")
        #expect(run.log.contains { $0.contains("shows '") && $0.contains("Ctrl-C stops") }, "\(run.log)")
        // The demo is asked for by name here.
        let demo = try ProgramRun(["--port=0", "--demo=5", "\(folder.path)/nowhere"])
        _ = try demo.address()
        demo.send(SIGTERM)
        #expect(try demo.ending().status == 0)
        // Where nothing can be shown there is nothing to serve; each reason is said.
        let nothing = try ProgramRun(["--port=0", "\(folder.path)/nowhere", ""]).ending()
        #expect(nothing.status == 1 && nothing.errors.split(separator: "\n").count == 2, "\(nothing)")
    }

    /// A folder that a camera fills later is shown at once, as empty, and a list that has no line yet.
    @Test func emptyFoldersFillLater() throws {
        let folder = try ScratchFolder()
        try folder.write("card/notes.txt", Array("no picture".utf8))
        try folder.write("list.txt", [])
        let run = try ProgramRun(["--port=0", "\(folder.path)/card", "\(folder.path)/list.txt"])
        let connection = try PlainConnection(try run.address())
        func counts() throws -> [Int] {
            connection.get("/api/collections")
            return try JSONDecoder().decode(
                [String: [CollectionDocument]].self, from: Data(try #require(connection.receive()).body)
            )["collections"]?.map(\.count) ?? []
        }
        #expect(try counts() == [0, 0])
        try folder.write("card/DCIM/100/1.png", TinyImage.png(width: 30, height: 20))
        #expect(try eventually { try counts() == [1, 0] })
        try folder.write("list.txt", Array("card/DCIM/100/1.png\n".utf8))
        #expect(try eventually { try counts() == [1, 1] })
        run.send(SIGTERM)
        let ending = try run.ending()
        #expect(ending.errors.split(separator: "\n").count == 2 && ending.errors.contains("no picture in"), "\(ending)")
    }

    @Test func pathsThatCannotBeShown() throws {
        let folder = try photos()
        let empty = try ScratchFolder()
        try empty.write("notes/readme.txt", Array("no picture".utf8))
        for (path, word) in [
            ("\(folder.path)/nowhere", "does not exist"), ("\(folder.path)/p0.png", "is not a folder"),
            ("", "does not exist"), ("\(folder.path)/a\nb", "does not exist"),
        ] {
            let ending = try ProgramRun(["--port=0", path]).ending()
            #expect(ending.status == 1 && isOneLine(ending.errors), "\(path): \(ending)")
            #expect(ending.errors.contains(word), "\(ending.errors)")
        }
        let page = try ProgramRun(["--port=0", "--public", empty.path]).ending()
        #expect(page.status == 1 && isOneLine(page.errors) && page.errors.contains("index.html"))
    }

    @Test(.needs(.permissions)) func unreadableFolder() throws {
        let folder = try photos()
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path) }
        let ending = try ProgramRun(["--port=0", folder.path]).ending()
        #expect(ending.status == 1 && isOneLine(ending.errors) && ending.errors.contains("permission"))
        #expect(!ending.errors.contains("unreadable(") && ending.errors.contains("denied"), "\(ending.errors)")
    }

    @Test func portInUse() throws {
        let first = try ProgramRun(["--port=0", "--demo=3"])
        let port = try #require(first.address().port)
        let second = try ProgramRun(["--port=\(port)", "--demo=3"]).ending()
        #expect(second.status == 1 && isOneLine(second.errors) && second.output.isEmpty)
        #expect(second.errors.contains("\(port)") && second.errors.contains("--port"))
        let host = try ProgramRun(["--port=0", "--host=203.0.113.7", "--demo=3"]).ending()
        #expect(host.status == 1 && isOneLine(host.errors) && host.errors.contains("--host"))
    }

    /// The address is printed when the server answers; a signal lets the answer under way be finished.
    @Test(arguments: [SIGINT, SIGTERM]) func answersAndStops(signal: Int32) throws {
        let run = try ProgramRun(["--port=0", "--demo=1000"])
        let url = try run.address()
        #expect(url.path == "/" && url.host == "127.0.0.1")
        let connection = try PlainConnection(url)
        connection.get("/healthz", "/api/collections/demo/tiles/13/1/0/0")
        let health = try #require(connection.receive())
        #expect(health.status == 200 && health.body.elementsEqual("ok\n".utf8))
        // The picture is under way: both requests came in one piece.
        run.send(signal)
        let picture = try #require(connection.receive(), "the answer under way was cut off")
        #expect(picture.status == 200 && picture.body.starts(with: [0x89, 0x50]))
        #expect(picture.body.suffix(8).starts(with: Array("IEND".utf8)))
        let ending = try run.ending()
        #expect(ending.status == 0 && ending.errors.isEmpty)
        #expect(ending.output == "\(url.absoluteString)\n")
    }

    /// A client that never takes its answer does not keep the program from stopping.
    @Test func stopsWithoutTheClient() throws {
        let run = try ProgramRun(["--port=0", "--demo=1000"])
        let connection = try PlainConnection(try run.address())
        connection.send("GET /healthz HTTP/1.1\r\nHost: loc")
        run.send(SIGTERM)
        #expect(try run.ending().status == 0)
    }

    @Test func severalFoldersFromAnotherDirectory() throws {
        let (first, second) = (try photos(3), try photos(5))
        try second.write("below/deep.png", TinyImage.png())
        let run = try ProgramRun(["--port=0", "below", "--demo", "9", "--", first.path, "."], in: second.path)
        let connection = try PlainConnection(try run.address())
        connection.get("/api/collections")
        let list = try JSONDecoder().decode(
            [String: [CollectionDocument]].self, from: Data(try #require(connection.receive()).body))
        let collections = try #require(list["collections"])
        #expect(collections.map(\.kind) == ["folder", "folder", "folder", "demo"])
        #expect(collections[0].id == "below" && Set(collections.map(\.id)).count == 4)
        // The folder is being listed while the page is there.
        #expect(
            try eventually {
                connection.get("/api/collections/below/items")
                return String(decoding: try #require(connection.receive()).body, as: UTF8.self).contains("deep.png")
            })
        connection.get("/")
        #expect(
            String(decoding: try #require(connection.receive()).body, as: UTF8.self).contains("<title>ScrollServer"))
    }

    /// A program that was copied away from its checkout brings its page along.
    @Test func copiedProgram() throws {
        let folder = try ScratchFolder()
        let copy = folder.path + "/copy"
        // By another process: a file that this one has open for writing cannot be run, and what another test starts in that
        // moment has it open for a while longer.
        let copying = Process()
        copying.executableURL = URL(fileURLWithPath: "/bin/cp")
        copying.arguments = [try #require(ProgramRun.program), copy]
        try copying.run()
        copying.waitUntilExit()
        try #require(copying.terminationStatus == 0)
        let run = try ProgramRun(["--port=0", "--demo=3"], program: copy, in: folder.path)
        let connection = try PlainConnection(try run.address())
        for name in EmbeddedPage.files.keys.sorted() {
            connection.get("/\(name)")
            let reply = try #require(connection.receive())
            #expect(reply.status == 200 && reply.body.elementsEqual((EmbeddedPage.files[name] ?? "").utf8), "\(name)")
        }
        // Nothing is left behind where it was started.
        #expect(folder.files() == ["copy"])
    }

    @Test func tilesAreKept() throws {
        let cache = try ScratchFolder()
        let run = try ProgramRun(["--port=0", "--demo=3", "--cache=\(cache.path)/new/tiles", "--cache-limit=1M"])
        _ = try run.address()
        #expect(FileManager.default.fileExists(atPath: cache.path + "/new/tiles"))
        try cache.write("file", [])
        #expect(try complaint(["--cache=\(cache.path)/file"]).contains("carrying on"))
    }

    /// The program says in one line at the start that it cannot use its state folder.
    @Test(.needs(.permissions)) func statesCannotBeKept() throws {
        let folder = try ScratchFolder()
        try folder.write("file", [])
        #expect(try complaint(["--state=\(folder.path)/file"]).contains("state folder"))
        #expect(try complaint(["--state=\(folder.path)/file/below"]).contains("state folder"))
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path) }
        #expect(try complaint(["--state=\(folder.path)"]).contains("state folder"))
    }

    /// The only line that a run with these options complains with; it starts and ends as others do.
    private func complaint(_ options: [String]) throws -> String {
        let run = try ProgramRun(["--port=0", "--demo=3"] + options)
        _ = try run.address()
        run.send(SIGINT)
        let ending = try run.ending()
        #expect(ending.status == 0 && isOneLine(ending.errors), "\(ending.errors)")
        return ending.errors
    }

    /// At the level `debug` the log names each picture that cannot be decoded; at `info` it has none of them.
    @Test(arguments: ["info", "debug"]) func logLevel(level: String) throws {
        let folder = try ScratchFolder()
        var damaged = TinyImage.png(width: 40, height: 30)
        // The header stays as it is; the compressed rows are not those of a PNG any more.
        for index in damaged.indices.dropFirst(41).dropLast(16) { damaged[index] = 0xFF }
        try folder.write("damaged.png", damaged)
        let run = try ProgramRun(["--port=0", "--log-level", level, folder.path])
        let connection = try PlainConnection(try run.address())
        struct Items: Decodable { var items: [Item] }
        struct Item: Decodable {
            var url: String
            var preview: String?
            var error: String?
        }
        func answer<Value: Decodable>(_ path: String) throws -> Value {
            connection.get(path)
            return try JSONDecoder().decode(Value.self, from: Data(try #require(connection.receive()).body))
        }
        struct Listing: Decodable { var collections: [CollectionDocument] }
        let list: Listing = try answer("/api/collections")
        let id = try #require(list.collections.first).id
        // The program answers before it has listed and measured everything; a preview has an address after that, until a
        // look at the pixels fails: that asked for here, or the one that the program takes by itself.
        let isKnown = try eventually {
            let items: Items = try answer("/api/collections/\(id)/items")
            guard let url = items.items.first?.url else { return false }
            let item: Item = try answer(url)
            if let preview = item.preview {
                connection.get(preview)
                #expect(try #require(connection.receive()).status >= 400)
            }
            return item.error != nil
        }
        #expect(isKnown)
        run.send(SIGTERM)
        _ = try run.ending()
        #expect(run.log.contains { $0.contains("debug: no tile of") } == (level == "debug"), "\(run.log)")
    }

    /// The same answers over a socket as without one, asked by another program.
    @Test(.needs(.curl))
    func curl() throws {
        let run = try ProgramRun(["--port=0", "--demo=1000000"])
        let base = try run.address().absoluteString.dropLast()
        let client = try APIClient(demo: 1_000_000)
        for (target, status) in [
            ("/api/collections", 200), ("/api/collections/demo/plan?width=400&height=300&y=5000", 200),
            ("/api/collections/demo/plan?width=nan&height=300", 400), ("/api/collections/demo/items?limit=3", 200),
            ("/api/collections/demo/items/zz", 200), ("/api/collections/demo/items/zzzzz", 404),
            ("/api/collections/demo/tiles/0/3/0/0?v=2", 200), ("/api/collections/demo/tiles/0/x/0/0", 400),
            ("/%2e%2e/%2e%2e/etc/passwd", 400), ("/..%2f..%2fetc%2fpasswd", 404), ("/index.html", 200),
        ] {
            let (code, body) = try curl(["-sS", "--path-as-is", "-w", "%{http_code}", base + target])
            #expect(code == status, "\(target)")
            if let reply = try? client.get(target), !target.hasSuffix("collections") {
                #expect(body == reply.body, "\(target)")
            }
        }
        let (code, _) = try curl(["-sS", "-X", "DELETE", "-w", "%{http_code}", "\(base)/api/collections/demo"])
        #expect(code == 405)
        let (other, _) = try curl(["-sS", "-H", "Host: evil.example", "-w", "%{http_code}", "\(base)/api/collections"])
        #expect((400..<500).contains(other))
    }

    private func curl(_ arguments: [String]) throws -> (code: Int, body: [UInt8]) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Requirement.path(of: "curl")))
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = [UInt8](try output.fileHandleForReading.readToEnd() ?? Data())
        process.waitUntilExit()
        return (Int(String(decoding: bytes.suffix(3), as: UTF8.self)) ?? 0, bytes.dropLast(3))
    }
}
