// The whole program while its reads fail: no wrong tile, nothing kept from a failed read, nothing lost for good.

import Foundation
import Testing

@testable import Imaging
@testable import Pixels
@testable import Platform

@Suite(.needs(.faults), .needs(.builtProgram))
struct ProgramFaultTests {
    /// The program on a folder, and the faults that it meets there.
    private struct Setup {
        let faults: Faults
        let run: ProgramRun
        let address: URL

        init(_ folder: String, _ arguments: [String] = [], _ prepare: (inout Faults.Control) -> Void = { _ in }) throws
        {
            faults = try Faults(in: folder)
            prepare(&faults.control)
            run = try ProgramRun(
                ["--port=0"] + arguments + [folder], environment: try faults.environment(), limit: 240)
            address = try run.address()
        }

        func get(_ target: String) throws -> (status: Int, head: String, body: [UInt8]) {
            let connection = try PlainConnection(address)
            connection.get(target)
            return try #require(connection.receive())
        }

        func object(_ target: String) throws -> [String: Any] {
            let reply = try get(target)
            let value = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
            return try #require(value, "\(reply.status) \(String(decoding: reply.body, as: UTF8.self))")
        }

        /// The folder's own entry in the list of collections.
        func collection() throws -> [String: Any] {
            let all = try #require(try object("/api/collections")["collections"] as? [[String: Any]])
            return try #require(all.first { $0["kind"] as? String == "folder" })
        }

        func isSettled(_ count: Int) throws -> Bool {
            let collection = try collection()
            return collection["complete"] as? Bool == true && collection["count"] as? Int == count
                && collection["pending"] as? Int == 0
        }
    }

    /// Pictures of each kind of decoder, too large for one read.
    private func pictures() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        var pixels = PixelBuffer(width: 400, height: 150, format: .rgb)
        var noise: UInt32 = 7
        for place in pixels.bytes.indices {
            noise = noise &* 1_664_525 &+ 1_013_904_223
            pixels.bytes[place] = UInt8(noise >> 27) &+ UInt8(truncatingIfNeeded: place / 1200)
        }
        try folder.write("a.png", PNGEncoder.encode(pixels))
        try folder.write("b.jpg", JPEGEncoder.encode(pixels, quality: 97))
        for name in ["progressive", "interlaced"] where Requirement.corpus.isThere {
            let all = try FileManager.default.subpathsOfDirectory(atPath: Corpus.folder.path).sorted()
            let path = all.first { $0.contains(name) && ($0.hasSuffix(".jpg") || $0.hasSuffix(".png")) }
            if let path {
                let bytes = try Data(contentsOf: Corpus.folder.appendingPathComponent(path))
                try folder.write("c-\(name).\(path.suffix(3))", [UInt8](bytes))
            }
        }
        return folder
    }

    @Test(arguments: [EIO, 0]) func everyReadOfATile(code: Int32) throws {
        let folder = try pictures()
        let setup = try Setup(folder.path)
        // The same files without faults, in a process and with caches of its own.
        let right = try Setup(folder.path)
        #expect(try eventually { try setup.collection()["complete"] as? Bool == true })
        let base = try #require(try setup.collection()["id"] as? String)
        let items = try #require(
            try setup.object("/api/collections/\(base)/items")["items"] as? [[String: Any]])
        #expect(items.count >= 2)
        // Tiny pictures are made of the same files: a fault that comes to these comes to no tile.
        let isFilled = try eventually {
            let atlas = try setup.object("/api/collections/\(base)")["atlas"] as? [String: Any]
            return atlas?["done"] as? Int == items.count
        }
        #expect(isFilled)
        let tiles = try #require(
            try setup.object("/api/collections/\(base)/plan?width=900&height=900&columns=1&overscan=9000")["tiles"]
                as? [[String: Any]])
        var faults = 0
        for item in items {
            let (id, name) = (try #require(item["id"] as? String), try #require(item["name"] as? String))
            let address = try #require(tiles.first { $0["item"] as? String == id }?["url"] as? String)
            let version = try #require(address.split(separator: "=").last)
            let status = try FileSystem.status(of: "\(folder.path)/\(name)")
            // The header is read before the faults begin.
            for level in [0, 1] {
                let target = "/api/collections/\(base)/tiles/\(id)/\(level)/0/0?v=\(version)"
                let wanted = try right.get(target)
                guard wanted.status == 200 else { continue }
                for failing in 0..<200 {
                    setup.faults.control.inode = status.identity.inode
                    setup.faults.control.readCode = code
                    setup.faults.control.readsLeft = Int32(failing)
                    let before = setup.faults.control.faults
                    let reply = try setup.get(target)
                    setup.faults.control.readsLeft = -1
                    let isFaulty = setup.faults.control.faults > before
                    if isFaulty { faults += 1 }
                    if reply.status == 200 {
                        #expect(reply.body == wanted.body, "\(name), level \(level), read \(failing)")
                        // A read that failed is an error; one that came short is read anew at once.
                        #expect(!isFaulty || code == 0)
                    } else {
                        #expect(reply.status == 503 && isFaulty, "\(name), read \(failing): \(reply.head)")
                        #expect(reply.head.lowercased().contains("retry-after:"))
                        #expect(reply.head.lowercased().contains("no-store"))
                    }
                    if !isFaulty { break }
                }
            }
        }
        #expect(faults >= (code == 0 ? 4 : 10), "\(faults)")
    }

    /// Errors while the folder is scanned are not facts: all pictures come, and the program says that some are pending.
    @Test(arguments: [EIO, EMFILE, ENFILE, ENOMEM, ETIMEDOUT]) func aScanWithErrors(code: Int32) throws {
        let folder = try ScratchFolder()
        for directory in 0..<6 {
            for number in 0..<50 {
                try folder.write("d\(directory)/\(number).png", TinyImage.png(width: 10 + number, height: 10))
            }
        }
        let setup = try Setup(folder.path) {
            $0.openCode = code
            $0.opensToFail = 60
        }
        #expect(try eventually { try setup.isSettled(300) })
        #expect(setup.faults.control.faults == 60)
        let plan = try setup.object(
            "/api/collections/\(try #require(try setup.collection()["id"] as? String))/plan?width=900&height=700")
        #expect(plan["count"] as? Int == 300)
    }

    /// What cannot be read for long stays pending, with the rest shown; asking again helps at once.
    @Test func whatStaysUnreadableStaysPending() throws {
        let folder = try ScratchFolder()
        let picture = PNGEncoder.encode(PixelBuffer(width: 30, height: 20, format: .gray))
        for number in 0..<20 { try folder.write("\(number).png", picture) }
        let status = try FileSystem.status(of: "\(folder.path)/7.png")
        let setup = try Setup(folder.path) {
            $0.inode = status.identity.inode
            $0.failingOneIn = 1
        }
        let id = try #require(try setup.collection()["id"] as? String)
        #expect(try eventually { try setup.collection()["pending"] as? Int == 1 })
        #expect(try setup.collection()["count"] as? Int == 20)
        let items = try #require(try setup.object("/api/collections/\(id)/items")["items"] as? [[String: Any]])
        let item = try #require(items.first { $0["name"] as? String == "7.png" })
        let tile = "/api/collections/\(id)/tiles/\(try #require(item["id"] as? String))/0/0/0"
        #expect(try setup.get(tile).status == 503)
        setup.faults.control.failingOneIn = 0
        let connection = try PlainConnection(setup.address)
        connection.send("POST /api/collections/\(id)/retry HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
        _ = connection.receive()
        #expect(try eventually { try setup.isSettled(20) })
        #expect(try setup.get(tile).status == 200)
    }

    /// One read in three fails while many tiles are asked for: each answer is the right tile or an error.
    @Test func oneReadInThreeFails() throws {
        let folder = try pictures()
        let (setup, right) = (try Setup(folder.path), try Setup(folder.path))
        #expect(try eventually { try setup.collection()["complete"] as? Bool == true })
        let base = try #require(try setup.collection()["id"] as? String)
        let items = try #require(
            try setup.object("/api/collections/\(base)/items")["items"] as? [[String: Any]])
        setup.faults.control.failingOneIn = 3
        var (sound, failed) = (0, 0)
        for _ in 0..<6 {
            for item in items {
                for level in 0..<4 {
                    let target = "/api/collections/\(base)/tiles/\(try #require(item["id"] as? String))/\(level)/0/0"
                    let reply = try setup.get(target)
                    if reply.status == 503 { failed += 1 }
                    guard reply.status == 200 else { continue }
                    sound += 1
                    #expect(reply.body == (try right.get(target).body))
                }
            }
        }
        #expect(sound > 0 && failed > 0, "\(sound) right, \(failed) failed")
    }

    /// Files that do not answer hold up nobody but those who ask for them, and those are told after a while.
    @Test func filesThatDoNotAnswer() throws {
        let folder = try ScratchFolder()
        var pixels = PixelBuffer(width: 120, height: 80, format: .rgb)
        for place in pixels.bytes.indices { pixels.bytes[place] = UInt8(truncatingIfNeeded: place &* 7 &+ place / 120) }
        let picture = PNGEncoder.encode(pixels)
        // More slow files than there are workers, in one folder, and sound ones beside it.
        for number in 0..<8 {
            try folder.write("slow/\(number).png", picture)
            try folder.write("sound/\(number).png", picture)
        }
        // All slow files are one inode, since the faults know one.
        for number in 1..<8 {
            try FileManager.default.removeItem(atPath: "\(folder.path)/slow/\(number).png")
            try FileManager.default.linkItem(
                atPath: "\(folder.path)/slow/0.png", toPath: "\(folder.path)/slow/\(number).png")
        }
        let setup = try Setup(folder.path)
        #expect(try eventually { try setup.isSettled(16) })
        let base = try #require(try setup.collection()["id"] as? String)
        let items = try #require(
            try setup.object("/api/collections/\(base)/items")["items"] as? [[String: Any]])
        func tiles(_ folder: String) -> [String] {
            items.filter { ($0["name"] as? String)?.hasPrefix(folder) == true }.compactMap { $0["id"] as? String }
                .map { "/api/collections/\(base)/tiles/\($0)/0/0/0" }
        }
        setup.faults.control.delay = 60_000
        setup.faults.control.inode = try FileSystem.status(of: "\(folder.path)/slow/0.png").identity.inode
        setup.faults.control.readsLeft = .max
        let waiting = try tiles("slow/").map { target in
            let connection = try PlainConnection(setup.address)
            connection.get(target)
            return connection
        }
        #expect(waiting.count == 8)
        #expect(eventually { setup.faults.control.reads > 0 })
        let start = System.monotonicNanoseconds()
        for target in tiles("sound/") {
            #expect(try setup.get(target).status == 200)
        }
        // Plans and lists of items go on as well.
        #expect(try setup.get("/api/collections/\(base)/plan?width=900&height=700").status == 200)
        // Not a bound on speed: without room for the sound ones, they come after a minute.
        #expect(System.monotonicNanoseconds() - start < 9_000_000_000)
        for connection in waiting {
            let reply = try #require(connection.receive())
            #expect(reply.status == 503)
            #expect(String(decoding: reply.body, as: UTF8.self).contains("has not answered"))
        }
    }

    /// Few descriptors, most of them held by idle clients: those go, and every picture comes.
    @Test func fewDescriptors() throws {
        let folder = try ScratchFolder()
        let picture = PNGEncoder.encode(PixelBuffer(width: 60, height: 40, format: .gray))
        for number in 0..<60 { try folder.write("\(number).png", picture) }
        let program = try #require(ProgramRun.program)
        let run = try ProgramRun(
            ["-c", "ulimit -n 64; exec \"$0\" --port=0 --cache-limit=0 \"$1\"", program, folder.path],
            program: "/bin/sh", limit: 120)
        let address = try run.address()
        let first = try PlainConnection(address)
        var text = ""
        #expect(
            try eventually {
                first.get("/api/collections")
                let reply = try #require(first.receive(), "the program has ended")
                text = String(decoding: reply.body, as: UTF8.self)
                return text.contains(#""complete":true"#) && text.contains(#""count":60"#)
            })
        let all = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let id = try #require((all?["collections"] as? [[String: Any]])?.first?["id"] as? String)
        // More idle clients than there are descriptors left.
        var idle: [PlainConnection] = []
        for _ in 0..<80 {
            let connection = try PlainConnection(address)
            connection.get("/healthz")
            #expect(connection.receive()?.status == 200)
            idle.append(connection)
        }
        let last = try PlainConnection(address)
        last.get("/api/collections/\(id)/items?limit=60")
        let items =
            try (JSONSerialization.jsonObject(with: Data(try #require(last.receive()).body)) as? [String: Any])?[
                "items"]
            as? [[String: Any]]
        for item in try #require(items) {
            let tile = "/api/collections/\(id)/tiles/\(try #require(item["id"] as? String))/0/0/0"
            var status = 0
            #expect(
                try eventually {
                    let connection = try PlainConnection(address)
                    connection.get(tile)
                    status = connection.receive()?.status ?? 0
                    return status == 200 || status != 503 && status != 0
                })
            #expect(status == 200)
        }
        #expect(idle.count == 80)
    }
}
