// The pictures of a JPEG with several over HTTP: as pages, each with its own bytes.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import ScrollServer

@Suite struct MultiPictureRouteTests {
    private typealias File = MultiPictureFile

    private static let tones: [UInt8] = [20, 100, 180]

    /// Grey pictures of 20, 21 and 22 × 16 pixels, the second one of more bytes than are sent from memory.
    private static func stereo(_ tones: [UInt8] = tones) -> [UInt8] {
        let comment = File.segment(0xFE, [UInt8](repeating: 0x20, count: 60_000))
        let pictures = tones.enumerated().map { number, tone in
            let segments = number == 1 ? comment + comment : []
            return (type: File.disparity, bytes: File.grey(tone, 20 + number, segments: segments))
        }
        return File.file(pictures[0].bytes, Array(pictures.dropFirst()))
    }

    private final class World {
        let files: ScratchFolder
        let folder: FolderCollection
        let client: APIClient

        init() throws {
            files = try ScratchFolder()
            try files.write("a/stereo.MPO", stereo())
            try files.write("one.mpo", File.file(File.grey(9, 30), []))
            try files.write("plain.jpg", File.grey(9, 31))
            let adobe = File.xmp("xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\" hdrgm:Version=\"1.0\"")
            try files.write("phone.jpg", File.file(File.grey(9, 32), [(0, File.grey(50, 8, segments: adobe))]))
            folder = try FolderCollection(root: files.path, id: "f", name: "F", watch: FileSystem.makeWatch())
            folder.start()
            folder.waitForScan()
            folder.measure(Array(0..<4))
            client = try APIClient([folder])
        }

        func item(_ name: String) throws -> String { try folder.id(named: name) }

        func details(_ name: String) throws -> [String: Any] {
            try client.get("/api/collections/f/items/\(try item(name))").object()
        }

        /// The pages once all are there.
        func pages(_ id: String, count: Int) throws -> [[String: Any]] {
            try #require(
                try eventually {
                    let object = try client.get("/api/collections/\(id)").object()
                    return object["complete"] as? Bool == true && object["count"] as? Int == count
                })
            let object = try client.get("/api/collections/\(id)/items?limit=100").object()
            return try #require(object["items"] as? [[String: Any]])
        }

        func tone(_ id: String, _ page: [String: Any]) throws -> Int {
            let item = try #require(page["id"] as? String)
            let reply = try client.get("/api/collections/\(id)/tiles/\(item)/0/0/0")
            guard reply.status == 200 else { return -1 }
            return try #require(MatrixTile.pixels(reply.body)).colour(8, 8)[0]
        }
    }

    @Test("The pictures are pages, and each one's original is what exiftool extracts", .needs(.exiftool))
    func pages() throws {
        let world = try World()
        let pages = try #require(try world.details("a/stereo.MPO")["pages"] as? [String: Any])
        #expect(pages["count"] as? Int == 3)
        let id = try #require(pages["collection"] as? String)
        let items = try world.pages(id, count: 3)
        #expect(items.map { $0["name"] as? String } == ["Page 1", "Page 2", "Page 3"])
        #expect(items.map { $0["width"] as? Int } == [20, 21, 22])
        let file = try world.files.bytes("a/stereo.MPO")
        var byteCount = 0
        for (number, item) in items.enumerated() {
            #expect(abs(try world.tone(id, item) - Int(Self.tones[number])) <= 2)
            let original = try world.client.get(try #require(item["original"] as? String))
            #expect(original.status == 200 && original.headers["Content-Type"] == "image/jpeg")
            #expect(original.body.count == item["bytes"] as? Int)
            byteCount += original.body.count
            if number == 0 {
                #expect(file.starts(with: original.body))
            } else {
                let path = world.files.path + "/a/stereo.MPO"
                #expect(try File.extracted("MPImage\(number + 1)", from: path) == original.body)
            }
            let alone = try world.client.get(try #require(item["url"] as? String)).object()
            #expect(alone["pages"] == nil && alone["format"] as? String == "jpeg" && alone["misnamed"] == nil)
        }
        #expect(byteCount == file.count)
        // The badge, and the query.
        let summary = try #require(world.folder.summary(ofItem: try world.item("a/stereo.MPO")))
        #expect(world.folder.badge(of: summary).pages == 3)
        let found = try world.client.get("/api/collections/f/items?q=pages:%3E1").object()
        #expect((found["items"] as? [[String: Any]])?.count == 1)
    }

    @Test("Parts of an original can be asked for")
    func ranges() throws {
        let world = try World()
        let id = "f~\(try world.item("a/stereo.MPO"))"
        let second = try world.pages(id, count: 3)[1]
        let target = try #require(second["original"] as? String)
        let whole = try world.client.get(target)
        let part = try world.client.get(target, [("Range", "bytes=2-9")])
        #expect(part.status == 206 && part.body == Array(whole.body[2...9]))
        #expect(part.headers["Content-Range"] == "bytes 2-9/\(whole.body.count)")
        let head = try world.client.ask(.head, target)
        #expect(head.status == 200 && head.byteCount == whole.body.count)
        #expect(try world.client.get(target, [("Range", "bytes=\(whole.body.count)-")]).status == 416)
        let tag = try #require(whole.headers["ETag"])
        #expect(try world.client.get(target, [("If-None-Match", tag)]).status == 304)
    }

    @Test("One picture has no pages, with an index or a gain map, too")
    func single() throws {
        let world = try World()
        for name in ["one.mpo", "plain.jpg", "phone.jpg"] {
            let details = try world.details(name)
            #expect(details["pages"] == nil && details["misnamed"] == nil, "\(name)")
            #expect(try world.client.get("/api/collections/f~\(try world.item(name))").status == 404, "\(name)")
            let original = try world.client.get(try #require(details["original"] as? String))
            #expect(original.body == (try world.files.bytes(name)))
        }
        let found = try world.client.get("/api/collections/f/items?q=extras:%22gain%20map%22").object()
        #expect((found["items"] as? [[String: Any]])?.map { $0["name"] as? String } == ["phone.jpg"])
    }

    @Test("A file that is rewritten has other pages, and its bad entries are said")
    func rewritten() throws {
        let world = try World()
        let id = "f~\(try world.item("a/stereo.MPO"))"
        let before = try world.pages(id, count: 3)
        for tones in [[60, 70, 80, 90], [200, 210]] as [[UInt8]] {
            try world.files.write("a/new", Self.stereo(tones))
            try #require(rename(world.files.path + "/a/new", world.files.path + "/a/stereo.MPO") == 0)
            let now = try world.pages(id, count: tones.count)
            #expect(now[1]["id"] as? String == before[1]["id"] as? String)
            #expect(try eventually { abs(try world.tone(id, now[1]) - Int(tones[1])) <= 2 })
        }
        let broken = File.file(File.grey(9, 30), [(File.angle, File.grey(70, 31)), (File.angle, File.grey(90, 32))]) {
            $0[2].offset = 1 << 30
        }
        try world.files.write("a/new", broken)
        try #require(rename(world.files.path + "/a/new", world.files.path + "/a/stereo.MPO") == 0)
        #expect(
            try eventually {
                let notice = try world.client.get("/api/collections/\(id)").object()["notice"] as? String
                return notice?.contains("1 entry of its index leads to no picture of its own") == true
            })
        #expect(try world.pages(id, count: 2).count == 2)
    }

    @Test("Named on the command line, a JPEG with several pictures shows them; one without is refused")
    func paths() throws {
        let files = try ScratchFolder()
        try files.write("stereo.jpg", Self.stereo())
        try files.write("plain.jpg", File.grey(9, 31))
        let sources = try CollectionSources(try Options(["\(files.path)/stereo.jpg", "\(files.path)/plain.jpg"]))
        #expect(sources.collections.map(\.kind) == [.pages] && sources.problems.count == 1)
        #expect(sources.problems.first?.contains("nor a picture with several pages") == true)
        #expect(sources.start().isEmpty)
        #expect(try eventually { try #require(sources.collections.first).status.count == 3 })
    }
}
