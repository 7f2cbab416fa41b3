// Files that could not be read: found by a query, counted with the filters, and followed when they fail or are mended.

import Foundation
import Testing

@testable import Catalog
@testable import Platform

@Suite struct UnreadableQueryTests {
    private static let garbage = [UInt8]("no picture at all".utf8)

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
}
