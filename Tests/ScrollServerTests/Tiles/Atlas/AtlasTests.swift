// Tiny pictures and colours that survive a restart.

import Dispatch
import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Pixels
@testable import Platform
@testable import Tiles

@Suite struct AtlasTests {
    private static let source = "/photos"

    private static func item(_ number: Int) -> ItemSummary {
        ItemSummary(id: "i\(number)", version: "v\(number % 3)", size: nil, error: nil, format: .jpeg)
    }

    private static func note(_ numbers: Range<Int>, in atlas: Atlas) {
        atlas.note(numbers.map { (item($0), .noise($0)) }, in: source)
    }

    /// How many of these items have their own picture; none may have another one.
    private static func known(_ numbers: Range<Int>, in atlas: Atlas, _ at: SourceLocation = #_sourceLocation) -> Int {
        let colours = atlas.colours(of: numbers.map(item), source: source)
        return numbers.count { number in
            guard let picture = atlas.picture(item(number), in: source) else { return false }
            #expect(picture == .noise(number), "\(number)", sourceLocation: at)
            if !colours.isEmpty {
                #expect(colours[number - numbers.lowerBound] == picture.colour, sourceLocation: at)
            }
            return true
        }
    }

    private static func atlas(_ folder: ScratchFolder, byteLimit: Int = 1 << 30) -> Atlas {
        Atlas(file: AtlasFile(folder: folder.path, byteLimit: byteLimit))
    }

    @Test func theNextStartHasThem() throws {
        let folder = try ScratchFolder()
        let first = Self.atlas(folder)
        #expect(first.count == 0)
        Self.note(0..<300, in: first)
        let bytes = try folder.bytes("atlas-3")
        // The same once more is nothing new.
        Self.note(0..<300, in: first)
        #expect(try folder.bytes("atlas-3") == bytes)
        let second = Self.atlas(folder)
        #expect(Self.known(0..<300, in: first) == 300)
        #expect(Self.known(0..<300, in: second) == 300)
        #expect(second.picture(Self.item(1), in: "/other") == nil)
        Self.note(2000..<2010, in: second)
        #expect(Self.known(2000..<2010, in: Self.atlas(folder)) == 10)
        #expect(folder.files() == ["atlas-3", "atlas-3.lock"])
    }

    /// Another version is another picture, whatever the item is called.
    @Test func aVersionHasItsOwn() throws {
        let folder = try ScratchFolder()
        let atlas = Self.atlas(folder)
        Self.note(0..<3, in: atlas)
        var item = Self.item(1)
        item.version = "v9"
        #expect(atlas.picture(item, in: Self.source) == nil)
        atlas.note([(item, .noise(77))], in: Self.source)
        #expect(atlas.picture(item, in: Self.source) == .noise(77))
        #expect(Self.known(0..<3, in: Self.atlas(folder)) == 3)
    }

    /// What a picture takes on the disk, as the system counts it.
    @Test func aPictureTakesLittle() throws {
        let folder = try ScratchFolder()
        let atlas = Self.atlas(folder)
        let count = 5000
        Self.note(0..<count, in: atlas)
        #expect(atlas.diskByteCount <= count * 1100 + 16_384)
        let allocated = try #require(allocatedByteCount(folder.path + "/atlas-3"))
        #expect(allocated <= count * 1100 + 5 * 16_384)
    }

    /// Whatever is damaged: no wrong picture is shown, what is whole is found, and the file goes on.
    @Test func damage() throws {
        let folder = try ScratchFolder()
        Self.note(0..<40, in: Self.atlas(folder))
        let sound = try folder.bytes("atlas-3")
        var noise = RepeatableNoise(seed: 4)
        var wrong: [(bytes: [UInt8], mostLost: Int)] = []
        // A file cut off anywhere.
        for _ in 0..<12 { wrong.append((Array(sound.prefix(Int.random(in: 0..<sound.count, using: &noise))), 40)) }
        // One bit of what is written: at most one picture.
        let chunk = FileSystem.pageByteCount
        let written =
            (chunk..<chunk + 40 * 32).map { $0 }
            + AtlasRecord.Part.allCases.flatMap { part in
                let start = chunk + AtlasChunk.start(of: part)
                return Array(start..<start + 40 * part.byteCount)
            }
        for _ in 0..<40 {
            var bytes = sound
            bytes[written.randomElement(using: &noise) ?? 0] ^= 1 << UInt8.random(in: 0..<8, using: &noise)
            wrong.append((bytes, 1))
        }
        wrong += [
            ([UInt8](repeating: 0, count: 500), 40), ([UInt8](repeating: 255, count: 50_000), 40), ([], 40),
            (sound + [1, 2, 3], 0),
        ]
        for (number, (bytes, mostLost)) in wrong.enumerated() {
            try folder.write("atlas-3", bytes)
            let atlas = Self.atlas(folder)
            let found = Self.known(0..<40, in: atlas)
            #expect(found >= 40 - mostLost, "\(number)")
            // What was lost is made anew.
            Self.note(0..<41, in: atlas)
            #expect(Self.known(0..<41, in: atlas) == 41, "\(number)")
            #expect(Self.known(0..<41, in: Self.atlas(folder)) == 41, "\(number)")
        }
    }

    /// Bytes that change under a program that has them mapped are noticed when they are first shown.
    @Test func damageWhileItRuns() throws {
        let folder = try ScratchFolder()
        Self.note(0..<20, in: Self.atlas(folder))
        let atlas = Self.atlas(folder)
        #expect(Self.known(0..<5, in: atlas) == 5)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/atlas-3"))
        try handle.seek(toOffset: UInt64(FileSystem.pageByteCount + AtlasChunk.start(of: .large) + 10 * 768))
        try handle.write(contentsOf: Data(repeating: 9, count: 768))
        try handle.close()
        #expect(Self.known(5..<20, in: atlas) == 14)
        #expect(atlas.damageCount == 1)
        // A file cut short, too.
        #expect(truncate(folder.path + "/atlas-3", 20_000) == 0)
        _ = Self.known(0..<20, in: atlas)
        Self.note(0..<20, in: atlas)
        #expect(Self.known(0..<20, in: Self.atlas(folder)) >= 1)
    }

    @Test(arguments: [0, 20, 20_000, 60_000, 500_000]) func theFileIsBounded(byteLimit: Int) throws {
        let folder = try ScratchFolder()
        for round in 0..<20 {
            // Each start looks at other items.
            let atlas = Self.atlas(folder, byteLimit: byteLimit)
            for first in stride(from: round * 50, to: round * 50 + 50, by: 10) {
                Self.note(first..<first + 10, in: atlas)
            }
            #expect(atlas.diskByteCount <= byteLimit, "after \(round)")
            // What has no room in the file is in memory.
            #expect(Self.known(round * 50..<round * 50 + 50, in: atlas) == 50)
            #expect(folder.files().filter { $0.hasSuffix(".part") } == [])
        }
        if byteLimit == 500_000 {
            #expect(Self.known(900..<1000, in: Self.atlas(folder, byteLimit: byteLimit)) >= 50)
        }
    }

    /// A search reads all records: where all pictures are looked at, a picture more is no reason for one.
    @Test func aFullFileIsSeldomSearchedForRoom() throws {
        let folder = try ScratchFolder()
        let file = AtlasFile(folder: folder.path, byteLimit: 500_000)
        let atlas = Atlas(file: file)
        for number in 0..<2 * file.limit { Self.note(number..<number + 1, in: atlas) }
        #expect((1...20).contains(file.searchCount), "\(file.searchCount) searches")
        #expect(atlas.diskByteCount <= 500_000)
        #expect(Self.known(0..<2 * file.limit, in: atlas) == 2 * file.limit)
        // The next start looks at others, and makes room for them once.
        let next = AtlasFile(folder: folder.path, byteLimit: 500_000)
        Self.note(5000..<5100, in: Atlas(file: next))
        #expect(next.searchCount == 1)
        #expect(Self.known(5000..<5100, in: Self.atlas(folder, byteLimit: 500_000)) == 100)
    }

    @Test func twoProgramsAddToOneFile() throws {
        let folder = try ScratchFolder()
        let atlases = [Self.atlas(folder), Self.atlas(folder)]
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            for start in stride(from: number * 1000, to: number * 1000 + 180, by: 9) {
                Self.note(start..<start + 9, in: atlases[number])
            }
        }
        let all = Self.atlas(folder)
        #expect(Self.known(0..<180, in: all) == 180)
        #expect(Self.known(1000..<1180, in: all) == 180)
        // What the other one has added is found with the next picture of one's own.
        Self.note(5000..<5001, in: atlases[0])
        #expect(Self.known(1000..<1180, in: atlases[0]) == 180)
    }

    @Test func aFolderThatGoesAwayIsNoObstacle() throws {
        let nowhere = Atlas(file: AtlasFile(folder: "/proc/nowhere", byteLimit: 1 << 20))
        Self.note(0..<30, in: nowhere)
        #expect(Self.known(0..<30, in: nowhere) == 30)
        let folder = try ScratchFolder()
        let atlas = Self.atlas(folder)
        Self.note(0..<10, in: atlas)
        try FileManager.default.removeItem(atPath: folder.path + "/atlas-3")
        Self.note(10..<30, in: atlas)
        #expect(Self.known(10..<30, in: atlas) == 20)
        #expect(Self.known(10..<30, in: Self.atlas(folder)) == 20)
    }

    /// Without a folder the first are kept in memory, and of the others the colours.
    @Test func memoryIsBounded() {
        let atlas = Atlas()
        let (limit, picture) = (Atlas.memoryLimit, TinyPicture.noise(1))
        for first in stride(from: 0, to: limit + 1000, by: 1000) {
            atlas.note((first..<first + 1000).map { (Self.item($0), picture) }, in: Self.source)
        }
        let ends = [0, limit - 1, limit + 500].map { Self.item($0) }
        #expect(ends.map { atlas.picture($0, in: Self.source) } == [picture, picture, nil])
        #expect(atlas.colours(of: ends, source: Self.source) == [picture.colour, picture.colour, picture.colour])
        #expect(ends.allSatisfy { atlas.isKnown(AtlasKey(source: Self.source, $0)) })
    }

    /// A page of a second start has the colours before anything is decoded, in at most 32 bytes a tile.
    @Test func theFirstPlanOfTheNextStartHasThem() throws {
        let (folder, cache) = (try TemporaryFolder(), try ScratchFolder())
        for number in 0..<6 {
            let picture = PixelBuffer(width: 90, height: 60, format: .rgb, repeating: UInt8(number * 40))
            try folder.write("\(number).jpg", JPEGEncoder.encode(picture, quality: 90))
        }
        let query = "width=800&height=600&columns=3&scale=1"
        var earlier: [String: String] = [:]
        for start in 0..<2 {
            let collection = try folder.scanned()
            collection.measure(Array(0..<6))
            let client = try APIClient([collection], atlas: Self.atlas(cache))
            let target = "/api/collections/\(collection.id)/plan?\(query)"
            if start == 0 {
                let plain = try client.get(target)
                for tile in try plain.plan().tiles { #expect(try client.get(tile.url).status == 200) }
                let plan = try client.get(target + "&x=0")
                for tile in try plan.plan().tiles { earlier[tile.item] = tile.colour }
                #expect(earlier.count == 6 && Set(earlier.values).count == 6)
                #expect(plan.body.count - plain.body.count <= 32 * 6)
                client.pipeline.stop()
            } else {
                let tiles = try client.get(target).plan().tiles
                #expect(tiles.count == 6 && tiles.allSatisfy { $0.colour == earlier[$0.item] })
                #expect(client.pipeline.counters.passesStarted == 0)
                // The tiles of the first start have brought the pictures as well.
                for item in collection.summaries(in: 0..<6) {
                    #expect(client.pipeline.atlas.picture(item, in: collection.source) != nil)
                }
            }
        }
    }

    /// Where the file is lost, the tiles' own entries on disk bring the colours back.
    @Test func tilesOnDiskKnowTheirColours() throws {
        let folder = try ScratchFolder()
        let cache = try DiskCache(folder: folder.path, byteLimit: 1 << 20)
        let key = DiskKey(
            source: "/photos", TileKey(collection: "c", item: "i", version: "v", level: 2, column: 1, row: 0))
        for colour: UInt32? in [0, 0xFF_FFFF, 0x12_3456, nil] {
            let tile = EncodedTile(bytes: [1, 2, 3], mediaType: "image/png", colour: colour)
            cache.store(tile, for: key)
            #expect(cache.tile(key) == tile)
        }
    }

    /// Tiles and tiny pictures together take no more than the limit.
    @Test func tilesLeaveRoomForIt() throws {
        let folder = try ScratchFolder()
        let cache = try DiskCache(folder: folder.path, byteLimit: 100_000)
        cache.share { 70_000 }
        cache.sweep()
        for level in 0..<40 {
            let key = DiskKey(
                source: "/photos", TileKey(collection: "c", item: "i", version: "v", level: level, column: 0, row: 0))
            cache.store(
                EncodedTile(bytes: [UInt8](repeating: 1, count: 4000), mediaType: "image/png", colour: nil), for: key)
            let sum = try folder.files().reduce(0) { try $0 + folder.bytes($1).count }
            #expect(sum <= 30_000, "\(level)")
        }
    }
}
