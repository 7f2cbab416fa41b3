// Colours that survive a restart.

import Dispatch
import Foundation
import Testing
import Tiling

@testable import ScrollServer

@Suite struct ColourFileTests {
    private static func item(_ number: Int) -> ItemSummary {
        ItemSummary(id: "i\(number)", version: "v\(number % 3)", size: nil, error: nil, format: .jpeg)
    }

    private static func note(_ numbers: Range<Int>, in table: ColourTable, source: String = "/photos") {
        for number in numbers {
            table.note(UInt32(number), source: source, item: "i\(number)", version: "v\(number % 3)")
        }
    }

    private static func known(_ numbers: Range<Int>, in table: ColourTable, source: String = "/photos") -> Int {
        let colours = table.colours(of: numbers.map(item), source: source)
        return zip(colours, numbers).count { $0 == UInt32($1) }
    }

    private static func table(_ folder: ScratchFolder, byteLimit: Int = 1 << 24) -> ColourTable {
        ColourTable(file: ColourFile(folder: folder.path, byteLimit: byteLimit))
    }

    @Test func theNextStartHasThem() throws {
        let folder = try ScratchFolder()
        let first = Self.table(folder)
        #expect(first.count == 0)
        Self.note(0..<1000, in: first)
        first.note(0x123456, source: "demo", item: "x", version: "1", isLasting: false)
        first.save()
        let byteCount = try folder.bytes("colours-1").count
        // The same once more is nothing new.
        Self.note(0..<1000, in: first)
        first.save()
        #expect(try folder.bytes("colours-1").count == byteCount)
        let second = Self.table(folder)
        #expect(Self.known(0..<1000, in: first) == 1000)
        #expect(Self.known(0..<1000, in: second) == 1000)
        #expect(Self.known(0..<1000, in: second, source: "/other") == 0)
        #expect(second.colours(of: [Self.item(5)], source: "/photos").count == 1)
        Self.note(2000..<2010, in: second)
        second.save()
        #expect(Self.known(2000..<2010, in: Self.table(folder)) == Self.known(2000..<2010, in: second))
        #expect(folder.files() == ["colours-1"])
    }

    /// Without `save`, as when the program is killed: all but the last portion is there.
    @Test func aProgramThatIsKilledLosesLittle() throws {
        let folder = try ScratchFolder()
        let table = Self.table(folder)
        Self.note(0..<300, in: table)
        #expect(Self.table(folder).count >= table.count - 64)
    }

    /// Whatever is damaged: nothing wrong is read, and the file is whole again after the next colour.
    @Test func damage() throws {
        let folder = try ScratchFolder()
        let first = Self.table(folder)
        Self.note(0..<40, in: first)
        first.save()
        let sound = try folder.bytes("colours-1")
        var noise = RepeatableNoise(seed: 4)
        var wrong = stride(from: 0, to: sound.count, by: 7).map { Array(sound.prefix($0)) }
        for _ in 0..<60 {
            var bytes = sound
            bytes[Int.random(in: 0..<sound.count, using: &noise)] ^= 1 << UInt8.random(in: 0..<8, using: &noise)
            wrong.append(bytes)
        }
        wrong += [sound + [1, 2, 3], [UInt8](repeating: 0, count: 500), [UInt8](repeating: 255, count: 500), []]
        for bytes in wrong {
            try folder.write("colours-1", bytes)
            let table = Self.table(folder)
            let colours = table.colours(of: (0..<40).map(Self.item), source: "/photos")
            #expect(zip(colours, 0..<40).allSatisfy { $0 == nil || $0 == UInt32($1) })
            Self.note(50..<51, in: table)
            table.save()
            let again = Self.table(folder)
            #expect(Self.known(50..<51, in: again) == 1 && again.count == table.count)
            #expect((try folder.bytes("colours-1").count - 12) % ColourFile.recordByteCount == 0)
        }
        #expect(folder.files() == ["colours-1"])
    }

    @Test(arguments: [0, 20, 1000, 5000]) func theFileIsBounded(byteLimit: Int) throws {
        let folder = try ScratchFolder()
        let table = Self.table(folder, byteLimit: byteLimit)
        for round in 0..<20 {
            Self.note(round * 50..<round * 50 + 50, in: table)
            table.save()
            let byteCount = folder.files().isEmpty ? 0 : try folder.bytes("colours-1").count
            #expect(byteCount <= byteLimit, "after \(round)")
        }
        if byteLimit == 5000 { #expect(Self.table(folder, byteLimit: byteLimit).count > 100) }
    }

    @Test func twoProgramsAddToOneFile() throws {
        let folder = try ScratchFolder()
        let first = Self.table(folder)
        Self.note(0..<1, in: first)
        first.save()
        let tables = [Self.table(folder), Self.table(folder)]
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            for start in stride(from: 100 + number * 1000, to: 1000 + number * 1000, by: 90) {
                Self.note(start..<start + 90, in: tables[number])
            }
            tables[number].save()
        }
        let all = Self.table(folder)
        #expect(Self.known(100..<1000, in: all) == 900)
        #expect(Self.known(1100..<2000, in: all) == 900)
    }

    @Test func aFolderThatGoesAwayIsNoObstacle() throws {
        let table = ColourTable(file: ColourFile(folder: "/proc/nowhere", byteLimit: 1000))
        Self.note(0..<300, in: table)
        table.save()
        #expect(Self.known(0..<10, in: table) == 10)
        let folder = try ScratchFolder()
        let other = Self.table(folder)
        Self.note(0..<10, in: other)
        try FileManager.default.removeItem(atPath: folder.path + "/colours-1")
        Self.note(10..<200, in: other)
        other.save()
        #expect(Self.known(0..<200, in: Self.table(folder)) == Self.known(0..<200, in: other))
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
            let colours = Self.table(cache)
            let client = try APIClient([collection], colours: colours)
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
}
