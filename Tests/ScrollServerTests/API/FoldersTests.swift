// The folders of a collection, one level at a time.

import Foundation
import Testing

@testable import Catalog

@Suite struct FoldersTests {
    private struct Folder: Decodable, Equatable {
        var path: String
        var name: String
        var count: Int
        var first: Int
        var item: String
        var hasFolders: Bool
    }
    private struct Level: Decodable {
        var count: Int
        var folders: [Folder]
        var hasMore: Bool
        var revision: Int
    }

    private func level(_ client: APIClient, _ path: String) throws -> Level {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        let text = try #require(path.addingPercentEncoding(withAllowedCharacters: allowed))
        return try client.get("/api/collections/f/folders?path=\(text)").decoded(Level.self)
    }

    /// Every level of a random tree is as a walk of the disk finds it, and an item where the folder begins lies in it.
    @Test(arguments: 0..<6) func levelsAreTheDisk(round: Int) throws {
        let folder = try TemporaryFolder()
        let seed = TestSeed.seed()
        var state = seed
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let names = ["a", "B", "ä", "a b", "a&b=c", "10", "9", "x.y", "ö", "100 %", "日本"]
        var paths: Set<String> = []
        for number in 0..<[0, 1, 5, 60, 200, 400][round] {
            let depth = next(4)
            let path = (0..<depth).map { _ in names[next(names.count)] } + ["\(number).png"]
            try folder.write(path.joined(separator: "/"))
            paths.insert(path.joined(separator: "/"))
        }
        let collection = try folder.scanned()
        let client = try APIClient([collection])
        var waiting = [""]
        while let path = waiting.popLast() {
            let prefix = path.isEmpty ? "" : path + "/"
            let below = paths.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
            let level = try level(client, path)
            #expect(!level.hasMore)
            #expect(level.count == below.filter { !$0.contains("/") }.count, "\(path), seed \(seed)")
            let counts = Dictionary(grouping: below.filter { $0.contains("/") }) { $0.split(separator: "/")[0] }
            #expect(Set(level.folders.map(\.name)) == Set(counts.keys.map(String.init)), "\(path), seed \(seed)")
            for found in level.folders {
                let inside = counts[found.name[...]] ?? []
                #expect(found.count == inside.count && found.path == prefix + found.name)
                #expect(found.hasFolders == inside.contains { $0.split(separator: "/").count > 2 })
                #expect(collection.details(ofItem: found.item)?.index == found.first)
                #expect(collection.details(at: found.first)?.name.hasPrefix(found.path + "/") == true)
                waiting.append(found.path)
            }
        }
    }

    /// Two folders that look alike, from a Mac and from elsewhere, are two; and a name may begin with an accent alone.
    @Test func composedAndDecomposed() throws {
        let folder = try TemporaryFolder()
        for (name, count) in [("\u{E9}", 2), ("e\u{301}", 3), ("\u{301}x", 4)] {
            for number in 0..<count {
                try folder.write("in/\(name)/\(number).png", TinyImage.png(width: 300, height: 900))
            }
        }
        let collection = try folder.scanned()
        let client = try APIClient([collection])
        let found = try level(client, "in").folders
        #expect(found.count == 3 && found.map(\.count).reduce(0, +) == 9)
        for folder in found {
            let isInside = collection.names.map { $0.utf8.starts(with: "\(folder.path)/".utf8) }
            #expect(isInside.filter { $0 }.count == folder.count && isInside[folder.first])
            #expect(try level(client, folder.path).count == folder.count)
        }
        let marks = try client.get("/api/collections/f/marks?width=300&height=200&layout=stack&length=5000").object()
        #expect((marks["marks"] as? [Any])?.count ?? 0 >= 2)
    }

    @Test func whatIsNotThere() throws {
        let folder = try TemporaryFolder()
        try folder.write("a/1.png")
        let client = try APIClient([try folder.scanned(), #require(DemoCollection(count: 10))])
        #expect(try client.get("/api/collections/f/folders?path=b").status == 404)
        #expect(try client.get("/api/collections/f/folders?path=a/1.png").status == 404)
        #expect(try client.get("/api/collections/f/folders?path=a&path=b").status == 400)
        #expect(try client.get("/api/collections/f/folders?paht=a").status == 400)
        #expect(try client.get("/api/collections/demo/folders").status == 400)
        #expect(try level(client, "/a//").count == 1)
    }
}
