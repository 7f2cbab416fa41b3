// Annotations of files that are renamed, moved, copied and replaced.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import ScrollServer

@Suite struct MovedFileTests {
    /// A picture whose content no other number has.
    private static func picture(_ number: Int) -> [UInt8] {
        TinyImage.png() + [UInt8](repeating: UInt8(number), count: number + 1)
    }

    /// A program that follows a folder of pictures.
    private struct Bench {
        let files: TemporaryFolder
        let watch = TellingWatch(FileSystem.makeWatch())
        let collection: FolderCollection
        let client: APIClient

        init(_ files: TemporaryFolder, _ state: ScratchFolder) throws {
            self.files = files
            collection = try FolderCollection(root: files.path, id: "f", name: "F", watch: watch, zone: .universal)
            collection.waitForScan()
            client = try APIClient([collection], stateFolder: state.path)
        }

        /// What the program does every second.
        func look() throws { try #require(client.wiring.mover).look() }

        func ids(_ query: String) throws -> [String: String] {
            let page = try JSONReader.value(of: client.get("/api/collections/f/items?limit=1000\(query)").body)
            let pairs = (page["items"]?.elements ?? []).map { ($0["name"]?.text ?? "", $0["id"]?.text ?? "") }
            return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        }

        func found(_ query: String) throws -> [String] { try ids("&q=\(query)").keys.sorted() }

        func rate(_ name: String, _ rating: Int) throws {
            let id = try #require(try ids("")[name])
            let body = #"{"items":["\#(id)"],"rating":\#(rating)}"#
            let reply = try client.ask(.patch, "/api/collections/f/annotations", body: Array(body.utf8))
            try #require(reply.status == 200, "\(reply.text)")
        }

        func move(_ old: String, _ new: String) throws {
            try FileManager.default.moveItem(atPath: "\(files.path)/\(old)", toPath: "\(files.path)/\(new)")
        }

        func copy(_ old: String, _ new: String) throws {
            try FileManager.default.copyItem(atPath: "\(files.path)/\(old)", toPath: "\(files.path)/\(new)")
        }

        func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(files.path)/\(name)") }

        /// Waits until the folder has these pictures.
        func has(_ names: [String]) -> Bool {
            watch.news.comesTrue { (try? ids("").keys.sorted()) == names.sorted() }
        }
    }

    private static func bench(_ names: [String]) throws -> (bench: Bench, state: ScratchFolder) {
        let (files, state) = (try TemporaryFolder(), try ScratchFolder())
        for (number, name) in names.enumerated() { try files.write(name, picture(number)) }
        return (try Bench(files, state), state)
    }

    @Test("Only files that are there are annotated, in whatever order they are named")
    func goneFilesHaveNoKey() throws {
        let (bench, _) = try Self.bench(["a.png", "b.png", "c.png", "d.png"])
        let ids = try bench.ids("")
        let numbers = try ["d.png", "a.png", "b.png", "c.png"].map { ItemNumbers.number(ofItem: try #require(ids[$0])) }
        #expect(Set(bench.collection.fileKeys(of: numbers)).count == 4)
        let keys = numbers.map { bench.collection.fileKeys(of: [$0]) }
        try bench.remove("b.png")
        #expect(bench.has(["a.png", "c.png", "d.png"]))
        #expect(bench.collection.fileKeys(of: numbers) == keys[0] + keys[1] + keys[3])
        #expect(bench.collection.fileKeys(of: [numbers[2]]).isEmpty)
        // The place of the removed item is taken by another one.
        try bench.files.write("e.png", Self.picture(9))
        #expect(bench.has(["a.png", "c.png", "d.png", "e.png"]))
        #expect(bench.collection.fileKeys(of: numbers) == keys[0] + keys[1] + keys[3])
    }

    @Test("A picture that is renamed keeps its marks, also for another program and for undoing")
    func renamed() throws {
        let (bench, state) = try Self.bench(["a.png", "b.png"])
        try bench.rate("a.png", 4)
        try bench.look()
        try bench.move("a.png", "c.png")
        #expect(bench.has(["b.png", "c.png"]))
        try bench.look()
        #expect(try bench.found("rating:4") == ["c.png"])
        let other = AnnotationStore(folder: state.path + "/annotations")
        #expect(other.annotation(of: FileKey(path: bench.collection.root.realPath + Array("/c.png".utf8))).rating == 4)
        #expect(other.count == 1)
        #expect(try bench.client.ask(.post, "/api/collections/f/annotations/undo").status == 200)
        #expect(try bench.found("has:rating").isEmpty)
        #expect(try bench.client.ask(.post, "/api/collections/f/annotations/redo").status == 200)
        #expect(try bench.found("rating:4") == ["c.png"])
        // And once more.
        try bench.move("c.png", "d.png")
        #expect(bench.has(["b.png", "d.png"]))
        try bench.look()
        #expect(try bench.found("rating:4") == ["d.png"])
    }

    @Test("A picture that is renamed while no program runs keeps its marks")
    func renamedMeanwhile() throws {
        let (files, state) = (try TemporaryFolder(), try ScratchFolder())
        for number in 0..<3 { try files.write("\(number).png", Self.picture(number)) }
        do {
            let bench = try Bench(files, state)
            for number in 0..<3 { try bench.rate("\(number).png", number + 1) }
            try bench.look()
            bench.collection.cancel()
            try bench.move("0.png", "new.png")
            // Two that change places are others now: what is at a path keeps its marks.
            try bench.move("1.png", "x")
            try bench.move("2.png", "1.png")
            try bench.move("x", "2.png")
        }
        let bench = try Bench(files, state)
        try bench.look()
        #expect(try bench.found("rating:1") == ["new.png"])
        #expect(try bench.found("rating:2") == ["1.png"] && bench.found("rating:3") == ["2.png"])
    }

    @Test("A folder that is renamed keeps the marks of its pictures, also of equal ones")
    func renamedFolder() throws {
        let names = (0..<40).map { "\($0).png" }
        let (bench, state) = try Self.bench(names.map { "old/\($0)" })
        defer { withExtendedLifetime(state) {} }
        try bench.files.write("old/equal.png", Self.picture(0))
        #expect(bench.has((names + ["equal.png"]).map { "old/\($0)" }))
        for (number, name) in names.enumerated() { try bench.rate("old/\(name)", number % 5 + 1) }
        try bench.rate("old/equal.png", 5)
        try bench.look()
        try bench.move("old", "new")
        #expect(bench.has((names + ["equal.png"]).map { "new/\($0)" }))
        try bench.look()
        for rating in 1...5 {
            let rated = names.enumerated().filter { $0.offset % 5 + 1 == rating }.map(\.element)
            let expected = (rated + (rating == 5 ? ["equal.png"] : [])).map { "new/\($0)" }.sorted()
            #expect(try bench.found("rating:\(rating)") == expected)
        }
    }

    @Test("A copy has no marks; where the first one is removed, it was moved")
    func copied() throws {
        let (bench, state) = try Self.bench(["a.png"])
        defer { withExtendedLifetime(state) {} }
        try bench.rate("a.png", 4)
        try bench.look()
        try bench.copy("a.png", "b.png")
        #expect(bench.has(["a.png", "b.png"]))
        try bench.look()
        #expect(try bench.found("has:rating") == ["a.png"])
        try bench.remove("a.png")
        #expect(bench.has(["b.png"]))
        try bench.look()
        #expect(try bench.found("rating:4") == ["b.png"])
    }

    @Test("Of two equal pictures that appear, the first takes the marks")
    func twoAppear() throws {
        let (bench, state) = try Self.bench(["a.png"])
        defer { withExtendedLifetime(state) {} }
        try bench.rate("a.png", 4)
        try bench.look()
        try bench.move("a.png", "c.png")
        try bench.copy("c.png", "b.png")
        #expect(bench.has(["b.png", "c.png"]))
        try bench.look()
        #expect(try bench.found("has:rating") == ["b.png"])
    }

    @Test("Where two equal pictures are gone, nobody knows which one appears")
    func twoAreGone() throws {
        let (bench, state) = try Self.bench(["a.png", "x.png"])
        defer { withExtendedLifetime(state) {} }
        try bench.copy("a.png", "b.png")
        #expect(bench.has(["a.png", "b.png", "x.png"]))
        try bench.rate("a.png", 2)
        try bench.rate("b.png", 3)
        try bench.look()
        try bench.remove("b.png")
        try bench.move("a.png", "c.png")
        #expect(bench.has(["c.png", "x.png"]))
        try bench.look()
        #expect(try bench.found("has:rating").isEmpty)
    }

    @Test("A picture that is edited in its place keeps its marks, and when it is renamed afterwards")
    func edited() throws {
        let (bench, state) = try Self.bench(["a.png"])
        defer { withExtendedLifetime(state) {} }
        try bench.rate("a.png", 4)
        try bench.look()
        let new = Self.picture(77)
        try bench.files.write("a.png", new)
        #expect(
            bench.watch.news.comesTrue {
                SidecarTests.facts(bench.collection, "a.png")["bytes"] == .number(Double(new.count))
            })
        try bench.look()
        #expect(try bench.found("rating:4") == ["a.png"])
        try bench.move("a.png", "b.png")
        #expect(bench.has(["b.png"]))
        try bench.look()
        #expect(try bench.found("rating:4") == ["b.png"])
        // Another picture of the old name is another one.
        try bench.files.write("a.png", Self.picture(3))
        #expect(bench.has(["a.png", "b.png"]))
        try bench.look()
        #expect(try bench.found("has:rating") == ["b.png"])
    }

    @Test("A picture with marks of its own keeps those")
    func otherMarks() throws {
        let (bench, state) = try Self.bench(["a.png"])
        defer { withExtendedLifetime(state) {} }
        try bench.rate("a.png", 4)
        try bench.look()
        try bench.move("a.png", "b.png")
        #expect(bench.has(["b.png"]))
        try bench.rate("b.png", 2)
        try bench.look()
        #expect(try bench.found("rating:2") == ["b.png"] && bench.found("rating:4").isEmpty)
    }

    @Test("The program itself does it every second")
    func running() throws {
        let (bench, state) = try Self.bench(["a.png"])
        defer { withExtendedLifetime(state) {} }
        try bench.client.wiring.start()
        try bench.rate("a.png", 4)
        let store = AnnotationStore(folder: state.path + "/annotations")
        let key = FileKey(path: bench.collection.root.realPath + Array("/a.png".utf8))
        #expect(
            eventually {
                _ = try? store.refresh()
                return store.annotation(of: key).rating == 4
                    && !store.needsContent(key, byteCount: Self.picture(0).count)
            })
        try bench.move("a.png", "b.png")
        #expect(try eventually { try bench.found("rating:4") == ["b.png"] })
    }
}
