// The films of motion and live photos over HTTP.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import ScrollServer

@Suite struct FilmRouteTests {
    private final class World {
        let files: ScratchFolder
        let folder: FolderCollection
        let client: APIClient
        let film: [UInt8]

        init(film: [UInt8] = MotionPhotoFile.tinyFilm) throws {
            self.film = film
            files = try ScratchFolder()
            try files.write("a/motion.jpg", MotionPhotoFile.microVideo(film))
            try files.write("still.jpg", MultiPictureFile.grey(40, 300, 200))
            try files.write("lost.jpg", MotionPhotoFile.microVideo([], offset: "\(film.count)"))
            try files.write("IMG_1.JPG", MultiPictureFile.grey(90, 300, 200))
            try files.write("IMG_1.mov", film)
            folder = try FolderCollection(root: files.path, id: "f", name: "F", watch: FileSystem.makeWatch())
            folder.start()
            folder.waitForScan()
            folder.measure(Array(0..<5))
            client = try APIClient([folder])
        }

        func item(_ name: String) throws -> String { try folder.id(named: name) }

        func details(_ name: String) throws -> [String: Any] {
            try client.get("/api/collections/f/items/\(try item(name))").object()
        }

        /// The address of an item's film.
        func address(_ name: String) throws -> String { try #require(try details(name)["film"] as? String) }
    }

    @Test("The film is a part of the file, with ranges, conditions and HEAD", .needs(.ffmpeg))
    func film() throws {
        let world = try World(film: try MotionPhotoFile.film())
        let film = world.film
        let address = try world.address("a/motion.jpg")
        let whole = try world.client.get(address)
        #expect(whole.status == 200 && whole.body == film && whole.headers["Content-Type"] == "video/mp4")
        let version = try #require(world.folder.summary(ofItem: try world.item("a/motion.jpg"))?.version)
        let tag = try #require(whole.headers["ETag"])
        #expect(tag.contains(version))
        let part = try world.client.get(address, [("Range", "bytes=4-7")])
        #expect(part.status == 206 && part.body == Array("ftyp".utf8))
        #expect(part.headers["Content-Range"] == "bytes 4-7/\(film.count)")
        let end = try world.client.get(address, [("Range", "bytes=-5"), ("If-Range", tag)])
        #expect(end.status == 206 && end.body == Array(film.suffix(5)))
        #expect(try world.client.get(address, [("Range", "bytes=\(film.count)-")]).status == 416)
        let head = try world.client.ask(.head, address)
        #expect(head.status == 200 && head.body.isEmpty && head.byteCount == film.count)
        #expect(try world.client.get(address, [("If-None-Match", tag)]).status == 304)
        #expect(try world.client.ask(.post, address).status == 405)
        #expect(try world.client.get("\(address)?x=1").status == 400)
        // The original stays as it is.
        let original = try world.client.get(try #require(try world.details("a/motion.jpg")["original"] as? String))
        #expect(original.body == (try world.files.bytes("a/motion.jpg")))
    }

    @Test("A long film is sent from the disk")
    func long() throws {
        let film = MotionPhotoFile.tinyFilm + TinyImage.box("mdat", [UInt8](repeating: 9, count: 200_000))
        let world = try World(film: film)
        let whole = try world.client.get(try world.address("a/motion.jpg"))
        #expect(whole.body == film && whole.headers["Accept-Ranges"] == "bytes")
        let part = try world.client.get(try world.address("a/motion.jpg"), [("Range", "bytes=100000-100009")])
        #expect(part.body == [UInt8](repeating: 9, count: 10))
    }

    @Test("The film beside a live photo is played as one in the file is")
    func besides() throws {
        let world = try World()
        let film = try world.client.get(try world.address("IMG_1.JPG"))
        #expect(film.status == 200 && film.body == world.film)
        try FileManager.default.removeItem(atPath: world.files.path + "/IMG_1.mov")
        #expect(try eventually { try world.details("IMG_1.JPG")["film"] == nil })
    }

    @Test("Pictures without a film have no address of one, and none is there")
    func without() throws {
        let world = try World()
        for name in ["still.jpg", "lost.jpg", "IMG_1.mov"] {
            #expect(try world.details(name)["film"] == nil, "\(name)")
            let address = "/api/collections/f/items/\(try world.item(name))/film"
            #expect(try world.client.get(address).status == 404, "\(name)")
        }
        #expect(try world.client.get("/api/collections/f/items/nothing/film").status == 404)
    }

    @Test("They are found, have a badge, and are played in lists")
    func found() throws {
        let world = try World()
        let live = try world.client.get("/api/collections/f/items?q=is:live").object()
        #expect((live["items"] as? [[String: Any]])?.map { $0["name"] as? String } == ["a/motion.jpg"])
        let item = try world.item("a/motion.jpg")
        let summary = try #require(world.folder.summary(ofItem: item))
        #expect(world.folder.badge(of: summary).kind == .live)
        #expect(
            try world.client.ask(.post, "/api/collections", body: Array(#"{"name":"L"}"#.utf8)).status == 201)
        let body = #"{"items":[{"collection":"f","item":"\#(item)"}]}"#
        #expect(try world.client.ask(.post, "/api/collections/l/items", body: Array(body.utf8)).status < 300)
        let list = try world.client.get("/api/collections/l/items").object()
        let own = try #require((list["items"] as? [[String: Any]])?.first?["url"] as? String)
        let address = try #require(try world.client.get(own).object()["film"] as? String)
        #expect(try world.client.get(address).body == world.film)
    }

    @Test("A file that is rewritten has another film, and then none")
    func rewritten() throws {
        let world = try World()
        let address = try world.address("a/motion.jpg")
        let tag = try #require(try world.client.get(address).headers["ETag"])
        let other = world.film + TinyImage.box("free", [1, 2, 3])
        try world.files.write("a/new", MotionPhotoFile.microVideo(other))
        try #require(rename(world.files.path + "/a/new", world.files.path + "/a/motion.jpg") == 0)
        let now = try world.client.get(address, [("If-None-Match", tag)])
        #expect(now.status == 200 && now.body == other)
        try world.files.write("a/new", MultiPictureFile.grey(50, 300, 200))
        try #require(rename(world.files.path + "/a/new", world.files.path + "/a/motion.jpg") == 0)
        #expect(try eventually { try world.details("a/motion.jpg")["film"] == nil })
        #expect(try world.client.get(address).status == 404)
    }
}
