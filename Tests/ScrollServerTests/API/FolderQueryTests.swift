// A folder as a place of its own: the query that finds what is in it.

import Foundation
import Testing

@testable import Catalog

@Suite struct FolderQueryTests {
    private struct Level: Decodable {
        struct Folder: Decodable {
            var path: String
            var count: Int
            var item: String
            var query: String
        }
        var folders: [Folder]
        var query: String?
        var item: String?
    }

    private static func escaped(_ text: String) throws -> String {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        return try #require(text.addingPercentEncoding(withAllowedCharacters: allowed))
    }

    /// Every folder of a tree is found by the query that is sent for it: as many pictures as the tree says, all of them in it.
    @Test func everyFolderIsFoundByItsQuery() throws {
        let folder = try TemporaryFolder()
        let names = [
            "a", "a b", "ab", "a/b", "a&b=c", "x \"y\"", "x.y", "x", "日本", "(c)", "-d", "e|f", "tiles", "items",
        ]
        for name in names {
            for number in 0..<3 { try folder.write("\(name)/\(number).png", TinyImage.png(width: 9, height: 9)) }
            try folder.write("\(name)/deep/er/1.png", TinyImage.png(width: 9, height: 9))
        }
        let collection = try folder.scanned()
        let client = try APIClient([collection])
        var waiting = [""]
        var seen = 0
        while let path = waiting.popLast() {
            let address = "/api/collections/f/folders?path=\(try Self.escaped(path))"
            let level: Level = try client.get(address).decoded()
            #expect((level.query == nil) == path.isEmpty)
            for found in level.folders {
                seen += 1
                waiting.append(found.path)
                let query = try Self.escaped(found.query)
                let plan = try client.get("/api/collections/f/plan?width=800&height=600&q=\(query)").object()
                #expect(plan["count"] as? Int == found.count, "\(found.path)")
                #expect(plan["folder"] as? String == found.path)
                let page = try client.get("/api/collections/f/items?limit=1000&q=\(query)").object()
                let items = try #require(page["items"] as? [[String: Any]])
                #expect(items.allSatisfy { ($0["name"] as? String)?.hasPrefix("\(found.path)/") == true })
                let own: Level = try client.get(
                    "/api/collections/f/folders?path=\(try Self.escaped(found.path))"
                ).decoded()
                #expect(own.query == found.query && own.item == found.item)
            }
        }
        #expect(seen > names.count * 2)
    }

    @Test func otherQueriesAreNoFolder() throws {
        let folder = try TemporaryFolder()
        for name in ["a/1.png", "a/b/2.png", "ab/3.png"] { try folder.write(name, TinyImage.png(width: 9, height: 9)) }
        let client = try APIClient([try folder.scanned()])
        for (query, count) in [
            ("folder:=\"a\"", 1), ("folder:=\"a/\" 1", 1), ("-folder:=\"a/\"", 1), ("folder:=\"b/\"", 0),
            ("folder:=\"/\"", 0),
        ] {
            let address = "/api/collections/f/plan?width=800&height=600&q=\(try Self.escaped(query))"
            let plan = try client.get(address).object()
            #expect(plan["count"] as? Int == count, "\(query)")
            #expect((plan["folder"] != nil) == (query == "folder:=\"b/\""), "\(query)")
        }
    }

    @Test func itemsAndCollectionsByTheirIds() throws {
        let folder = try TemporaryFolder()
        try folder.write("a/1.png", TinyImage.png(width: 600, height: 300))
        let collection = try folder.scanned()
        let client = try APIClient([collection])
        let listed = try #require(try client.get("/api/collections").object()["collections"] as? [[String: Any]])
        let links = try #require(listed[0]["links"] as? [String: String])
        let id = try #require(collection.summary(at: 0)?.id)
        let item = try client.get("\(links["item"] ?? "")?id=\(id)").object()
        #expect(item["name"] as? String == "a/1.png")
        #expect((item["preview"] as? String)?.hasPrefix("/api/collections/f/tiles/\(id)/1/0/0?v=") == true)
        for name in ["url", "original", "companions"] {
            #expect(try client.get(try #require(item[name] as? String)).status == 200, "\(name)")
        }
        #expect(try client.get("\(links["item"] ?? "")?id=none").status == 404)
        #expect(try client.get(links["item"] ?? "").status == 400)
        #expect(try client.get("/api/collections?id=f").object()["id"] as? String == "f")
        #expect(try client.get("/api/collections?id=none").status == 404)
    }

    @Test func undatedPicturesAreHeadedNoDate() throws {
        let folder = try TemporaryFolder()
        for number in 0..<3 { try folder.write("\(number).png", TinyImage.png(width: 9, height: 9)) }
        let client = try APIClient([try folder.scanned()])
        for (group, title) in [("taken:month", "No date"), ("taken:year", "No date"), ("camera", "No camera")] {
            let plan = try client.get("/api/collections/f/plan?width=800&height=600&group=\(group)").object()
            let headings = try #require(plan["headings"] as? [[String: Any]])
            #expect(headings.map { $0["title"] as? String } == [title], "\(group)")
        }
    }
}
