// Files that could not be read: found by a query, counted with the filters, and followed when they fail or are mended.

import Foundation
import Testing

@testable import Catalog
@testable import Pixels
@testable import Platform
@testable import Tiling

@Suite struct UnreadableQueryTests {
    private static let garbage = [UInt8]("no picture at all".utf8)
    /// A picture of one pixel.
    private static let pixmap = [UInt8]("P6 1 1 255\nabc".utf8)

    private func names(_ client: APIClient, _ collection: String, _ query: String) throws -> [String] {
        let escaped = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? query
        let page = try client.get("/api/collections/\(collection)/items?limit=100&q=\(escaped)").object()
        let items = try #require(page["items"] as? [[String: Any]])
        return items.compactMap { $0["name"] as? String }
    }

    private func unreadable(_ client: APIClient, _ collection: String, _ query: String = "") throws -> Int? {
        let escaped = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? query
        return try client.get("/api/collections/\(collection)/facets?q=\(escaped)").object()["unreadable"] as? Int
    }

    @Test func aFolderFindsAndCountsThem() throws {
        let folder = try TemporaryFolder()
        for name in ["1.png", "b/2.png"] { try folder.write(name) }
        for name in ["bad.png", "b/bad too.png"] { try folder.write(name, Self.garbage) }
        let client = try APIClient([try folder.scanned()])
        #expect(try names(client, "f", "is:unreadable") == ["bad.png", "b/bad too.png"])
        #expect(try names(client, "f", "-is:unreadable") == ["1.png", "b/2.png"])
        #expect(try names(client, "f", "is:unreadable folder:b") == ["b/bad too.png"])
        #expect(try names(client, "f", "1 | is:Unreadable") == ["1.png", "bad.png", "b/bad too.png"])
        // The condition itself does not narrow the number, others do.
        #expect(try unreadable(client, "f") == 2 && unreadable(client, "f", "is:unreadable") == 2)
        #expect(try unreadable(client, "f", "folder:b") == 1 && unreadable(client, "f", "-is:unreadable") == 0)
        #expect(try unreadable(client, "f", "is:unreadable folder:b") == 1)
    }

    @Test func aListFindsFilesThatAreMissing() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png")
        try folder.write("bad.png", Self.garbage)
        let list = try folder.list("l.txt", "a.png\nmissing.png\nbad.png\n")
        _ = list.measure(Array(0..<3))
        let client = try APIClient([list])
        #expect(try names(client, "l", "is:unreadable") == ["missing.png", "bad.png"])
        #expect(try unreadable(client, "l") == 2)
    }

    /// An arrangement that is shown gains files that fail and loses those that are mended or removed.
    @Test func changesAreFollowed() throws {
        let folder = try TemporaryFolder()
        for name in ["1.png", "2.png"] { try folder.write(name) }
        try folder.write("3.png", Self.garbage)
        let watch = TellingWatch(FileSystem.makeWatch())
        defer { watch.stop() }
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F", watch: watch)
        collection.waitForScan()
        let order = ArrangedOrder(arrangement: Arrangement(query: .unreadable), key: .name)
        collection.arrange(order)
        let view = try #require(collection.arranged(order))
        func found() -> [String] { view.details(in: 0..<9).details.map(\.name) }
        #expect(found() == ["3.png"])
        try folder.write("1.png", Self.garbage)
        #expect(watch.news.comesTrue { found() == ["1.png", "3.png"] })
        try folder.write("3.png")
        #expect(watch.news.comesTrue { found() == ["1.png"] })
        try FileManager.default.removeItem(atPath: "\(folder.path)/1.png")
        #expect(watch.news.comesTrue { found().isEmpty })
        #expect(collection.facts?.unreadable.count == 0)
    }

    // MARK: Sound headers

    /// Asks for the tile of each item, which decodes it.
    private func decodeAll(_ client: APIClient, _ collection: String) throws -> [Int] {
        let page = try client.get("/api/collections/\(collection)/items?limit=100").object()
        let ids = try #require(page["items"] as? [[String: Any]]).compactMap { $0["id"] as? String }
        return try ids.map { try client.get("/api/collections/\(collection)/tiles/\($0)/0/0/0").status }
    }

    private func error(_ client: APIClient, _ collection: String, _ index: Int) throws -> String? {
        let page = try client.get("/api/collections/\(collection)/items?limit=100").object()
        let items = try #require(page["items"] as? [[String: Any]])
        return items[index]["error"] as? String
    }

    /// A file that fails only when it is decoded counts from then on, until it changes.
    @Test func filesThatCannotBeDecoded() throws {
        let folder = try TemporaryFolder()
        try folder.write("1.ppm", Self.pixmap)
        // Both end before the first sample.
        for name in ["2.jpg", "3.jpg"] { try folder.write(name, TinyImage.jpeg()) }
        let watch = TellingWatch(FileSystem.makeWatch())
        defer { watch.stop() }
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F", watch: watch)
        collection.waitForScan()
        let client = try APIClient([collection])
        #expect(try names(client, "f", "is:unreadable").isEmpty && unreadable(client, "f") == 0)
        let revision = collection.status.revision
        #expect(try decodeAll(client, "f") == [200, 422, 422])
        #expect(try names(client, "f", "is:unreadable") == ["2.jpg", "3.jpg"])
        #expect(try names(client, "f", "-is:unreadable") == ["1.ppm"])
        #expect(try unreadable(client, "f") == 2)
        #expect(try error(client, "f", 0) == nil)
        #expect(try error(client, "f", 1)?.contains("damaged") == true)
        for (index, isSound) in [true, false].enumerated() {
            let item = try #require(collection.summary(at: index))
            let details = try client.get("/api/collections/f/items/\(item.id)").object()
            #expect((details["histogram"] != nil) == isSound && (details["preview"] != nil) == isSound)
        }
        // Who shows the counts learns of them, and a second failure is no news.
        let after = collection.status.revision
        #expect(after > revision)
        #expect(try decodeAll(client, "f") == [200, 422, 422])
        #expect(collection.status.revision == after)
        // The size stays: what is looked at does not move.
        #expect(collection.sizes(in: 1..<2) == [PixelSize(width: 40, height: 30)])
        // Reading the header again finds nothing new.
        let id = try #require(collection.summary(at: 1)?.id)
        collection.examine(item: id)
        #expect(try names(client, "f", "is:unreadable") == ["2.jpg", "3.jpg"])
        try folder.write("2.jpg", Self.pixmap)
        #expect(watch.news.comesTrue { collection.facts?.unreadable.count == 1 })
        #expect(try names(client, "f", "is:unreadable") == ["3.jpg"])
        #expect(try error(client, "f", 1) == nil)
    }

    /// A HEIC with a grey tile is shown, and says what is wrong with it.
    @Test func picturesThatAreDamagedInPart() throws {
        let folder = try TemporaryFolder()
        var file = HEICFile(
            items: [HEICFile.grid(2, 2, 100, 90), HEICFile.first, HEICFile.second, HEICFile.first, HEICFile.second],
            references: [("dimg", 1, [2, 3, 4, 5])])
        try folder.write("1.heic", file.bytes)
        file.items[1].data = [0, 0, 0, 2, 0x28, 1]
        try folder.write("2.heic", file.bytes)
        let collection = try folder.scanned()
        let client = try APIClient([collection])
        #expect(try decodeAll(client, "f") == [200, 200])
        // The tile is sent while the rest of the picture may still be read.
        #expect(eventually { (try? names(client, "f", "is:unreadable")) == ["2.heic"] })
        #expect(try error(client, "f", 0) == nil && unreadable(client, "f") == 1)
        #expect(try error(client, "f", 1)?.contains("a part of the picture is damaged") == true)
        for item in collection.summaries(in: 0..<2) {
            #expect(item.error == nil)
            let details = try client.get("/api/collections/f/items/\(item.id)").object()
            #expect(details["histogram"] != nil && details["preview"] != nil)
        }
        #expect(try decodeAll(client, "f") == [200, 200])
    }

    /// The arrangement that is shown gains the file while it is shown.
    @Test func anArrangementGainsFilesThatCannotBeDecoded() throws {
        let folder = try TemporaryFolder()
        try folder.write("1.ppm", Self.pixmap)
        try folder.write("2.jpg", TinyImage.jpeg())
        let collection = try folder.scanned()
        let order = ArrangedOrder(arrangement: Arrangement(query: .unreadable), key: .name)
        collection.arrange(order)
        let view = try #require(collection.arranged(order))
        let item = try #require(collection.summary(at: 1))
        #expect(view.status.count == 0)
        collection.noteUndecodable(item: item.id, version: "00000000", .notAnImage("of another version"))
        #expect(view.status.count == 0)
        collection.noteUndecodable(item: item.id, version: item.version, .notAnImage("it has no scan"))
        #expect(view.status.count == 1 && view.details(at: 0)?.error == .notAnImage("it has no scan"))
        // It can still be asked for: the failure of one decode does not take its tiles away.
        #expect(view.summaries(in: 0..<1).first?.error == nil)
    }

    @Test func filesOfListsThatCannotBeDecoded() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.ppm", Self.pixmap)
        try folder.write("bad.jpg", TinyImage.jpeg())
        let list = try folder.list("l.txt", "a.ppm\nbad.jpg\n")
        let client = try APIClient([list])
        #expect(try names(client, "l", "is:unreadable").isEmpty)
        #expect(try decodeAll(client, "l") == [200, 422])
        #expect(try names(client, "l", "is:unreadable") == ["bad.jpg"])
        #expect(try unreadable(client, "l") == 1)
    }

    /// Tiny pictures are made of all files, so those that nobody has looked at are found as well.
    @Test func filesThatTheAtlasCannotDecode() throws {
        let folder = try TemporaryFolder()
        try folder.write("1.ppm", Self.pixmap)
        try folder.write("2.jpg", TinyImage.jpeg())
        let client = try APIClient([try folder.scanned()])
        #expect(try client.fill())
        #expect(try names(client, "f", "is:unreadable") == ["2.jpg"])
    }

    /// A reason that may pass says nothing about the file, nor does a file that cannot be opened just now.
    @Test func reasonsThatCount() {
        let others = [ImageError.unavailable("later"), .changed, .unreadable("gone"), .shownElsewhere("a link")]
        #expect(others.allSatisfy { !$0.isOfContent })
        let own = [ImageError.notAnImage("a"), .unsupported("b"), .damaged("c", offset: 1), .tooLarge("d")]
        #expect(own.allSatisfy { $0.isOfContent })
    }
}
