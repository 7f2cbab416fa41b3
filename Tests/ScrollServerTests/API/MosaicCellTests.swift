// The cells of mosaics over a folder: each has the colour of the file that the order puts there, whatever happens to the file.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Pixels
@testable import Platform
@testable import Tiles

@Suite struct MosaicCellTests {
    private static let base = "/api/collections/f"

    private struct Page: Decodable {
        struct Item: Decodable { var name: String }
        var items: [Item]
        var nextCursor: String?
    }

    /// A folder of pictures of one colour each, and the colours by name.
    private final class World {
        let folder: TemporaryFolder
        private(set) var colours: [String: UInt32] = [:]

        init(_ count: Int, seed: UInt64) throws {
            folder = try TemporaryFolder()
            var noise = RepeatableNoise(seed: seed)
            for number in 0..<count {
                let name = "\(1000 + number).png"
                try write(name, UInt32.random(in: 0...0xFF_FFFF, using: &noise), height: 20 + number % 7)
                // Dates in another order than the names.
                let date = Date(timeIntervalSince1970: Double(number * 7919 % count) * 86_400 + 1e9)
                try FileManager.default.setAttributes(
                    [.modificationDate: date], ofItemAtPath: "\(folder.path)/\(name)")
            }
        }

        /// `height` makes files of different sizes.
        func write(_ name: String, _ colour: UInt32, height: Int = 20) throws {
            var pixels = PixelBuffer(width: 20, height: height, format: .rgb)
            for place in pixels.bytes.indices {
                pixels.bytes[place] = UInt8(truncatingIfNeeded: colour >> UInt32(16 - place % 3 * 8))
            }
            try folder.write(name, PNGEncoder.encode(pixels))
            colours[name] = colour
        }

        func remove(_ name: String) throws {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
            colours[name] = nil
        }
    }

    private static func pixels(_ bytes: [UInt8]) throws -> PixelBuffer {
        if bytes.first == 0xFF {
            var decoder = try JPEGDecoder(source: ByteSource(bytes))
            return try decoder.readAll()
        }
        var decoder = try PNGDecoder(source: ByteSource(bytes))
        return try decoder.readAll()
    }

    private static func names(_ client: APIClient, _ order: String) throws -> [String] {
        var (names, cursor): ([String], String?) = ([], nil)
        repeat {
            let after = cursor.map { "&after=\($0)" } ?? ""
            let page: Page = try client.get("\(base)/items?order=\(order)&limit=500\(after)").decoded()
            names += page.items.map(\.name)
            cursor = page.items.isEmpty ? nil : page.nextCursor
        } while cursor != nil
        return names
    }

    /// The average colour that the tiles of a plan show in each cell of at least four pixels that lies in one tile, by index.
    private static func shown(
        _ client: APIClient, _ query: String, _ grid: GridLayout, scale: Double
    ) throws -> [Int: [Int]] {
        let plan = try client.get("\(base)/plan?\(query)").plan()
        var shown: [Int: [Int]] = [:]
        for tile in plan.tiles {
            let pixels = try pixels(try client.get(tile.url).body)
            for index in 0..<grid.count {
                let frame = grid.frame(of: index).scaled(by: scale)
                func pixelRange(_ start: Double, _ end: Double, _ tile: Int) -> Range<Int> {
                    let first = Int(clamping: start.rounded()) - tile * 512
                    return first..<max(first, Int(clamping: end.rounded()) - tile * 512)
                }
                let columns = pixelRange(frame.minX, frame.maxX, tile.column)
                let rows = pixelRange(frame.minY, frame.maxY, tile.row)
                guard columns.count >= 4, columns.lowerBound >= 0, columns.upperBound <= pixels.width,
                    rows.lowerBound >= 0, rows.upperBound <= pixels.height
                else { continue }
                // A JPEG blurs single pixels, but not their average.
                var sums = [0, 0, 0]
                for y in rows {
                    for x in columns {
                        let start = y * pixels.rowByteCount + x * pixels.format.channelCount
                        for channel in 0..<3 { sums[channel] += Int(pixels.bytes[start + channel]) }
                    }
                }
                shown[index] = sums.map { $0 / (columns.count * rows.count) }
            }
        }
        return shown
    }

    private static func channels(_ colour: UInt32) -> [Int] { [16, 8, 0].map { Int(colour >> $0 & 255) } }

    @Test("Each cell shows the picture that the order puts there, at fifty widths, columns, scales and orders")
    func orders() throws {
        let world = try World(240, seed: 11)
        let client = try APIClient([try world.folder.scanned()])
        #expect(try client.fill())
        var (wrong, checked): ([String], Int) = ([], 0)
        for seed in UInt64(0)..<50 {
            var noise = RepeatableNoise(seed: seed)
            let width = Int.random(in: 90...300, using: &noise)
            let scale: Double = [1, 1, 1.25, 1.5, 2].randomElement(using: &noise) ?? 1
            let spacing = Int.random(in: 0...6, using: &noise)
            let fewest = width / (24 + spacing) + 2
            let columns = Int.random(in: fewest...max(fewest, min(3 * fewest, width / 4)), using: &noise)
            let lead = Int.random(in: 0..<columns, using: &noise)
            let order =
                ["name", "-name", "date", "-date", "size", "-size", "colour", "-colour", "likeness"]
                .randomElement(using: &noise) ?? "name"
            let names = try Self.names(client, order)
            #expect(names.count == 240, "seed \(seed)")
            let ground = ["", "&ground=fafafa", "&ground=101010"].randomElement(using: &noise) ?? ""
            let query =
                "width=\(width)&height=700&columns=\(columns)&scale=\(scale)&spacing=\(spacing)&lead=\(lead)"
                + "&order=\(order)\(ground)"
            let grid = GridLayout(
                count: 240, width: Double(width), columns: columns, spacing: Double(spacing), scale: scale, lead: lead)
            let shown = try Self.shown(client, query, grid, scale: scale)
            checked += shown.count
            for (index, found) in shown {
                let expected = Self.channels(try #require(world.colours[names[index]]))
                if !isNear(found, expected, within: 12) {
                    wrong.append("seed \(seed): \(query): item \(index): \(found), not \(expected)")
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) of \(checked): \(wrong.prefix(3))")
        #expect(checked > 50 * 150)
    }

    /// A file that is rewritten, one that comes and one that goes: the mosaic shows it, and nothing else moves out of its place.
    @Test func changesReachTheMosaic() throws {
        let world = try World(200, seed: 12)
        let collection = try FolderCollection(
            root: world.folder.path, id: "f", name: "F", watch: FileSystem.makeWatch(), zone: .universal)
        collection.waitForScan()
        let client = try APIClient([collection])
        #expect(try client.fill())
        let query = "width=480&height=400&columns=40&scale=1&spacing=2&ground=fafafa"
        /// How many cells are not what their files are.
        func wrong() throws -> Int {
            let names = world.colours.keys.sorted()
            guard try Self.names(client, "name") == names else { return .max }
            let grid = GridLayout(count: names.count, width: 480, columns: 40, spacing: 2, scale: 1, lead: 0)
            let shown = try Self.shown(client, query, grid, scale: 1)
            return names.enumerated().count { index, name in
                guard let found = shown[index], let colour = world.colours[name] else { return true }
                return !isNear(found, Self.channels(colour), within: 12)
            }
        }
        #expect(try wrong() == 0)
        let before = try client.get("\(Self.base)/plan?\(query)").plan().tiles.map(\.url)
        try world.write("1007.png", 0xFF_00_FF)
        let isRewritten = try eventually { try wrong() == 0 }
        #expect(isRewritten)
        let after = try client.get("\(Self.base)/plan?\(query)").plan().tiles.map(\.url)
        // An address with the old version would be taken from the browser's cache.
        #expect(after.count == before.count && after.first != before.first)
        try world.write("1003b.png", 0x00_FF_00)
        let hasCome = try eventually { try wrong() == 0 }
        #expect(hasCome)
        try world.remove("1100.png")
        let hasGone = try eventually { try wrong() == 0 }
        #expect(hasGone)
    }

    /// A cell that is far larger than a tile, for which no picture of its size can be made.
    @Test func cellsOfAnySize() throws {
        let world = try World(50, seed: 14)
        let client = try APIClient([try world.folder.scanned()])
        #expect(try client.fill())
        // At these places there is a cell, or the margin before the first.
        for (zoom, columns) in [(10, [0, 1, 2]), (100, [0, 10, 20]), (1000, [0, 100, 200])] {
            var seen = 0
            for column in columns {
                let query = "width=800&columns=40&scale=10&zoom=\(zoom)&ground=fafafa"
                let pixels = try Self.pixels(try client.get("\(Self.base)/mosaic/\(column)/0?\(query)").body)
                #expect(pixels.width == 512 && pixels.height == 512)
                let start = (256 * 512 + 256) * 3
                let middle = pixels.bytes[start..<start + 3].map { Int($0) }
                if world.colours.values.contains(where: { isNear(middle, Self.channels($0), within: 12) }) {
                    seen += 1
                } else {
                    #expect(isNear(middle, [250, 250, 250], within: 3), "\(zoom), \(column): \(middle)")
                }
            }
            #expect(seen >= 1, "\(zoom)")
        }
    }

    /// Bytes of the atlas's file that become others, between two runs or in one: their cells are neutral until they are made
    /// anew, and never show anything else.
    @Test(arguments: [false, true]) func damageIsNeverShown(whileItRuns: Bool) throws {
        let world = try World(300, seed: 13)
        let cache = try ScratchFolder()
        func client() throws -> APIClient {
            try APIClient(
                [try world.folder.scanned()], atlas: Atlas(file: AtlasFile(folder: cache.path, byteLimit: 1 << 28)),
            )
        }
        var current = try client()
        #expect(try current.fill())
        let names = world.colours.keys.sorted()
        // In a run each size is verified once. The server has read the largest already, to find alike pictures.
        let columns = whileItRuns ? 60 : 30
        let grid = GridLayout(count: 300, width: 400, columns: columns, spacing: 1, scale: 1, lead: 0)
        let query = "width=400&height=400&columns=\(columns)&scale=1&spacing=1"
        if !whileItRuns { current = try client() }
        // Every second picture, in all its sizes.
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: cache.path + "/atlas-3"))
        for part in AtlasRecord.Part.allCases {
            for place in stride(from: 0, to: 300, by: 2) {
                try handle.seek(
                    toOffset: UInt64(
                        FileSystem.pageByteCount + AtlasChunk.start(of: part) + place * part.byteCount))
                try handle.write(contentsOf: Data(repeating: 0x5A, count: part.byteCount))
            }
        }
        try handle.close()
        /// The cells that show what they should, and those that are neutral.
        func count() throws -> (right: Int, neutral: Int) {
            var (right, neutral) = (0, 0)
            for (index, found) in try Self.shown(current, query, grid, scale: 1) {
                let expected = Self.channels(try #require(world.colours[names[index]]))
                if isNear(found, expected, within: 12) {
                    right += 1
                } else if isNear(found, Self.channels(TinyPicture.neutral), within: 12) {
                    neutral += 1
                }
            }
            return (right, neutral)
        }
        let first = try count()
        #expect(first.right + first.neutral == 300 && first.neutral >= 100, "\(first)")
        if !whileItRuns { #expect(try current.fill()) }
        let isMended = try eventually {
            let now = try count()
            #expect(now.right + now.neutral == 300, "\(now)")
            return now.right == 300
        }
        #expect(isMended)
    }
}
