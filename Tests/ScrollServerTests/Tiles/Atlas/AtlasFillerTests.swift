// The atlas fills itself, follows what changes, and goes on where it was.

import Foundation
import Synchronization
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Pixels
@testable import Platform
@testable import Tiles

@Suite struct AtlasFillerTests {
    /// A photograph of blocks of noise; the same for the same number.
    private static func photograph(_ number: Int, width: Int = 96, height: Int = 72) -> [UInt8] {
        var noise = RepeatableNoise(seed: UInt64(number) + 41)
        var pixels = PixelBuffer(width: width, height: height, format: .rgb)
        let blocks = (0..<12 * 9).map { _ in (0..<3).map { _ in UInt8.random(in: 0...255, using: &noise) } }
        let rows = (0..<9).map { row in (0..<width).flatMap { blocks[row * 12 + $0 * 12 / width] } }
        pixels.bytes = (0..<height).flatMap { rows[$0 * 9 / height] }
        return JPEGEncoder.encode(pixels, quality: 90)
    }

    /// What an item's picture must be, read from its file without an atlas.
    private static func expected(_ item: ItemSummary, _ collection: FolderCollection) throws -> TinyPicture {
        try #require(try TinyPictureReader.picture(of: item, in: collection))
    }

    private static func isFilled(_ filler: AtlasFiller, _ collection: FolderCollection) -> Bool {
        filler.progress(of: collection).map { $0.done == $0.total && $0.secondsLeft == nil } ?? false
    }

    @Test func allThatCanBeReadAndNothingElse() throws {
        let folder = try TemporaryFolder()
        for number in 0..<20 { try folder.write("\(number).jpg", Self.photograph(number)) }
        try folder.write("damaged.jpg", [0xFF, 0xD8, 0xFF, 0xE0, 0, 3, 7])
        try folder.write("other.gif", TinyImage.gif(width: 30, height: 20))
        try folder.write("empty.png", TinyImage.png())
        let collection = try folder.scanned()
        let atlas = Atlas()
        let filler = AtlasFiller(atlas, threads: 2, isBusy: { false }, collections: { [collection] })
        defer { filler.stop() }
        #expect(filler.progress(of: collection) == FillingProgress(done: 0, total: 23))
        try filler.start()
        #expect(eventually { Self.isFilled(filler, collection) })
        for item in collection.summaries(in: 0..<23) where item.format == .jpeg && item.error == nil {
            let expected = try Self.expected(item, collection)
            #expect(atlas.picture(item, in: collection.source) == expected)
        }
        #expect(atlas.count == 23)
        // Rewritten: another version, another picture. The old one is of the old version.
        let changed = try #require(collection.summary(at: 0))
        try folder.write("0.jpg", Self.photograph(500))
        collection.examine(item: changed.id)
        let now = try #require(collection.summary(at: 0))
        #expect(now.version != changed.version)
        #expect(eventually { atlas.picture(now, in: collection.source) != nil })
        let expected = try Self.expected(now, collection)
        #expect(atlas.picture(now, in: collection.source) == expected)
    }

    /// A collection of pages that nobody looks at any more is let go, though it was not filled to its end, and one that is
    /// opened again under its id is another.
    @Test func whatIsClosedIsLetGo() throws {
        let open = Mutex<[any ItemCollection]>([])
        let isBusy = Mutex(false)
        let filler = AtlasFiller(
            Atlas(), threads: 1, isBusy: { isBusy.withLock { $0 } }, collections: { open.withLock { $0 } })
        defer { filler.stop() }
        func collection(_ count: Int) throws -> FolderCollection {
            let folder = try TemporaryFolder()
            for number in 0..<count { try folder.write("\(number).jpg", Self.photograph(number)) }
            return try folder.scanned()
        }
        weak var first: FolderCollection?
        do {
            let collection = try collection(40)
            first = collection
            open.withLock { $0 = [collection] }
            try filler.start()
            #expect(eventually { filler.progress(of: collection).map { $0.done > 0 } ?? false })
            isBusy.withLock { $0 = true }
        }
        open.withLock { $0 = [] }
        isBusy.withLock { $0 = false }
        #expect(eventually { first == nil })
        let second = try collection(2)
        open.withLock { $0 = [second] }
        #expect(eventually { Self.isFilled(filler, second) && filler.isSettled(second) })
    }

    @Test("Nothing is made while somebody waits for something else")
    func itWaits() throws {
        let folder = try TemporaryFolder()
        for number in 0..<4 { try folder.write("\(number).jpg", Self.photograph(number)) }
        let collection = try folder.scanned()
        let isBusy = Watched(true)
        let asked = Watched(0)
        let atlas = Atlas()
        let filler = AtlasFiller(
            atlas, threads: 2,
            isBusy: {
                asked.change { $0 += 1 }
                return isBusy.current
            }, collections: { [collection] })
        defer { filler.stop() }
        try filler.start()
        #expect(asked.comesTrue { $0 > 20 })
        #expect(atlas.count == 0)
        isBusy.change { $0 = false }
        #expect(eventually { Self.isFilled(filler, collection) })
    }

    @Test("What is looked at comes first: one item in 64, then one in 8, then all of it, then the rest")
    func whatIsLookedAt() {
        let collection = StagedCollection(
            sizes: [PixelSize](repeating: PixelSize(width: 4, height: 3), count: 1000))
        var walk = FillingWalk(200..<456, of: collection, in: collection, strides: [64, 8, 1])
        var order: [Int] = []
        var seen: Set<Int> = []
        while !walk.isDone {
            let step = walk.step { numbers in
                seen.contains { ItemNumbers.number(ofItem: "i\($0)") == numbers.item }
            }
            order += step
            seen.formUnion(step)
        }
        #expect(order.prefix(4) == [200, 264, 328, 392])
        #expect(Set(order.prefix(32)) == Set(stride(from: 200, to: 456, by: 8)))
        #expect(order.sorted() == Array(200..<456))
    }

    /// `kill -9` in the middle, several times: what is there is right, and in the end all is there.
    @Test(.needs(.builtProgram), .needs(.curl)) func killedWhileItFills() throws {
        let (folder, cache, sockets) = (try TemporaryFolder(), try ScratchFolder(), try ScratchFolder())
        let count = 200
        // So large that they are not all done before the first is asked for.
        let scale = isOptimised ? 20 : 1
        for number in 0..<count {
            try folder.write("\(number).jpg", Self.photograph(number, width: 96 * scale, height: 72 * scale))
        }
        let collection = try folder.scanned()
        collection.measure(Array(0..<count))
        let items = collection.summaries(in: 0..<count)
        let expected = try items.map { try Self.expected($0, collection) }
        func known() -> Int {
            let atlas = Atlas(file: AtlasFile(folder: cache.path, byteLimit: 1 << 28))
            var found = 0
            for (item, expected) in zip(items, expected) {
                guard let picture = atlas.picture(item, in: collection.source) else { continue }
                #expect(picture == expected)
                found += 1
            }
            return found
        }
        var before = 0
        var interrupted = 0
        for start in 0..<20 {
            let socket = sockets.path + "/\(start)"
            let run = try ProgramRun(
                ["--unix-socket", socket, "--cache", cache.path, folder.path], limit: 120)
            _ = try run.line()
            func progress() throws -> (done: Int, total: Int) {
                let reply = try Curl.ask("http://localhost/api/collections", ["--unix-socket", socket])
                let list = try JSONReader.value(of: Array(reply.body))
                let id = try #require(list["collections"]?.elements.first?["id"]?.text)
                let one = try Curl.ask("http://localhost/api/collections/\(id)", ["--unix-socket", socket])
                let atlas = try #require(try JSONReader.value(of: Array(one.body))["atlas"])
                return (try #require(atlas["done"]?.integer), try #require(atlas["total"]?.integer))
            }
            var last = (done: 0, total: 0)
            if start < 2 {
                // As soon as something is written, or something more: to ask the program would take longer than the rest.
                #expect(eventually { known() > before }, "start \(start)")
            } else {
                // A few more than there were.
                let wanted = start < 4 ? min(count, before + 20) : count
                let hasCome = try eventually {
                    last = try progress()
                    return last.total == count && last.done >= wanted
                }
                #expect(hasCome, "start \(start): \(last)")
            }
            run.send(SIGKILL)
            run.wait()
            let now = known()
            #expect(now >= before && now >= last.done, "start \(start)")
            if now < count { interrupted += 1 }
            before = now
            if now == count, start >= 1 { break }
        }
        #expect(before == count)
        #expect(interrupted >= 1)
    }
}
