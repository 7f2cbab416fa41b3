// Tiles of mosaics, held against what an independent sum says of them.

import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Tiles

@Suite struct MosaicTests {
    private static let count = 4000

    /// Items of which some have a colour, and what each of them shows.
    private struct World {
        let collection = StagedCollection(
            sizes: [PixelSize](repeating: PixelSize(width: 40, height: 30), count: MosaicTests.count))
        let atlas = Atlas()
        let view: CatalogView
        var colours = [UInt32](repeating: TinyPicture.neutral, count: MosaicTests.count)

        init(_ noise: inout RepeatableNoise) {
            view = CatalogView(collection)
            for (index, item) in collection.summaries(in: 0..<MosaicTests.count).enumerated()
            where index % 5 != 3 {
                colours[index] = UInt32.random(in: 0...0xFF_FFFF, using: &noise)
                atlas.note(colour: colours[index], of: item, in: collection.source)
            }
        }
    }

    private static func samples(_ colour: UInt32) -> [Double] { [16, 8, 0].map { Double(colour >> $0 & 255) } }

    /// A scene of rows of `columns` cells, cut off anywhere.
    private static func scene(
        _ noise: inout RepeatableNoise, size: PixelSize, side: Double, gap: Double, columns: Int
    ) -> MosaicScene {
        let pitch = side + gap
        let x = -Double.random(
            in: 0...max(0, Double(columns) * pitch - Double(size.width)), using: &noise)
        let top = -Double.random(in: 0...pitch * 3, using: &noise)
        let rows = (0..<(count + columns - 1) / columns).compactMap { row -> MosaicRow? in
            let y = top + Double(row) * pitch
            guard y < Double(size.height), y + pitch > 0 else { return nil }
            return MosaicRow(items: row * columns..<min(count, (row + 1) * columns), x: x, y: y)
        }
        return MosaicScene(size: size, side: side, pitch: pitch, rows: rows)
    }

    /// The area of the cells within a rectangle, and the sum of their samples over it.
    private static func sum(
        _ scene: MosaicScene, _ colours: [UInt32], _ x: Range<Int>, _ y: Range<Int>
    ) -> (area: Double, samples: [Double]) {
        func overlap(_ start: Double, _ range: Range<Int>) -> Double {
            max(
                0, min(start + scene.side, Double(range.upperBound)) - max(start, Double(range.lowerBound)))
        }
        var (area, sums) = (0.0, [0.0, 0, 0])
        for row in scene.rows {
            let height = overlap(row.y, y)
            guard height > 0 else { continue }
            for (place, item) in row.items.enumerated() {
                let part = height * overlap(row.x + Double(place) * scene.pitch, x)
                guard part > 0 else { continue }
                area += part
                for (channel, value) in samples(colours[item]).enumerated() { sums[channel] += part * value }
            }
        }
        return (area, sums)
    }

    @Test("The average over any rectangle is that of the cells in it", arguments: 0..<60)
    func averages(seed: Int) throws {
        var noise = RepeatableNoise(seed: UInt64(seed) + 17)
        let world = World(&noise)
        let side = [0.05, 0.11, 0.24, 0.5, 0.77, 1, 1.3, 1.9][seed % 8]
        let gap = seed % 3 == 0 && side > 0.7 ? 0.4 : 0
        let columns = Int.random(in: 20...400, using: &noise)
        let scene = Self.scene(
            &noise, size: PixelSize(width: 61, height: 43), side: side, gap: gap, columns: columns)
        let pixels = Mosaics(atlas: world.atlas).pixels(scene, of: world.view, in: world.collection)
        let channelCount = pixels.format.channelCount
        for _ in 0..<12 {
            let x0 = Int.random(in: 0..<61, using: &noise)
            let y0 = Int.random(in: 0..<43, using: &noise)
            let x = x0..<Int.random(in: x0 + 1...61, using: &noise)
            let y = y0..<Int.random(in: y0 + 1...43, using: &noise)
            let (area, sums) = Self.sum(scene, world.colours, x, y)
            var (alpha, found) = (0.0, [0.0, 0, 0])
            for row in y {
                for column in x {
                    let place = (row * 61 + column) * channelCount
                    let own = channelCount == 4 ? Double(pixels.bytes[place + 3]) / 255 : 1
                    alpha += own
                    for channel in 0..<3 { found[channel] += own * Double(pixels.bytes[place + channel]) }
                }
            }
            #expect(abs(alpha - area) <= 0.01 * Double(x.count * y.count), "seed \(seed)")
            guard area > 0.5 else { continue }
            for channel in 0..<3 {
                let (own, expected) = (found[channel] / alpha, sums[channel] / area)
                // Each sample is rounded; cells of a twentieth of a pixel are weighted in whole 32,768ths.
                #expect(abs(own - expected) <= 1, "seed \(seed): \(x) \(y), channel \(channel)")
            }
        }
    }

    @Test("Larger cells are the pictures of their items, each in its place", arguments: 0..<24)
    func pictures(seed: Int) throws {
        let collection = StagedCollection(
            sizes: [PixelSize](repeating: PixelSize(width: 40, height: 30), count: 200))
        let atlas = Atlas()
        let items = collection.summaries(in: 0..<200)
        let known = items.indices.filter { $0 % 4 != 2 }
        atlas.note(known.map { (items[$0], .noise($0)) }, in: collection.source)
        let side = [2, 3.3, 4, 5.5, 8, 11, 16, 24][seed % 8]
        let gap = Double(seed % 3)
        let size = PixelSize(width: 120, height: 90)
        let rows = (0..<20).map { row in
            MosaicRow(items: row * 10..<row * 10 + 10, x: -7.3, y: -5.2 + Double(row) * (side + gap))
        }
        let scene = MosaicScene(size: size, side: side, pitch: side + gap, rows: rows)
        let pixels = Mosaics(atlas: atlas).pixels(scene, of: CatalogView(collection), in: collection)
        let channelCount = pixels.format.channelCount
        var painted = [Bool](repeating: false, count: 120 * 90)
        var compared = 0
        for row in rows {
            for (place, item) in row.items.enumerated() {
                let x = row.x + Double(place) * scene.pitch
                // An edge in the middle of a pixel goes the same way however it was computed.
                let columns = Int(clamping: (x + 1e-6).rounded())..<Int(clamping: (x + side + 1e-6).rounded())
                let lines = Int(clamping: (row.y + 1e-6).rounded())..<Int(clamping: (row.y + side + 1e-6).rounded())
                for y in lines.clamped(to: 0..<90) {
                    for x in columns.clamped(to: 0..<120) { painted[y * 120 + x] = true }
                }
                guard columns.lowerBound >= 0, columns.upperBound <= 120, lines.lowerBound >= 0,
                    lines.upperBound <= 90
                else { continue }
                compared += 1
                var sums = [0.0, 0, 0]
                for y in lines {
                    for x in columns {
                        let start = (y * 120 + x) * channelCount
                        for channel in 0..<3 { sums[channel] += Double(pixels.bytes[start + channel]) }
                    }
                }
                let colour = known.contains(item) ? TinyPicture.noise(item).colour : TinyPicture.neutral
                for (channel, expected) in Self.samples(colour).enumerated() {
                    let mean = sums[channel] / Double(columns.count * lines.count)
                    // Enlarged, the edges of a picture count for more than its middle.
                    #expect(abs(mean - expected) <= (side > 16 ? 9 : 2), "seed \(seed), item \(item)")
                }
            }
        }
        #expect(compared > 5)
        // On a ground it is the same, and the ground elsewhere.
        let ground: UInt32 = 0x20_40_80
        let onGround = Mosaics(atlas: atlas).pixels(
            scene, of: CatalogView(collection), in: collection, on: ground)
        #expect(onGround.format == .rgb)
        var wrong = 0
        for (pixel, isPainted) in painted.enumerated() {
            for channel in 0..<3 {
                let expected =
                    isPainted
                    ? pixels.bytes[pixel * channelCount + channel]
                    : UInt8(ground >> UInt32(16 - 8 * channel) & 255)
                if onGround.bytes[pixel * 3 + channel] != expected { wrong += 1 }
            }
        }
        #expect(wrong == 0, "seed \(seed): \(wrong) samples on a ground")
        // What is no cell is transparent, and all else is not.
        for (pixel, isPainted) in painted.enumerated() {
            let alpha = channelCount == 4 ? pixels.bytes[pixel * 4 + 3] : 255
            if (alpha == 255) != isPainted || (alpha == 0) == isPainted { wrong += 1 }
        }
        #expect(wrong == 0, "seed \(seed): \(wrong) pixels")
    }

    /// At the size of a level a cell is that level, byte by byte.
    @Test(arguments: [2, 4, 8, 16]) func wholeLevels(side: Int) {
        let collection = StagedCollection(sizes: [PixelSize(width: 40, height: 30)])
        let (atlas, picture) = (Atlas(), TinyPicture.noise(5))
        atlas.note([(collection.summaries(in: 0..<1)[0], picture)], in: collection.source)
        let scene = MosaicScene(
            size: PixelSize(width: side, height: side), side: Double(side), pitch: Double(side),
            rows: [MosaicRow(items: 0..<1, x: 0, y: 0)])
        let pixels = Mosaics(atlas: atlas).pixels(scene, of: CatalogView(collection), in: collection)
        let start = TinyPicture.start(ofSide: side)
        #expect(pixels.bytes == Array(picture.bytes[start..<start + side * side * 3]))
    }

    @Test("A version changes with what is painted, and with nothing else")
    func versions() throws {
        var noise = RepeatableNoise(seed: 3)
        let world = World(&noise)
        let mosaics = Mosaics(atlas: world.atlas)
        func version(_ range: Range<Int>) -> String {
            // Looked up before, as by the first tile.
            let scene = MosaicScene(
                size: PixelSize(width: 1, height: 1), side: 1, pitch: 1,
                rows: [MosaicRow(items: range, x: 0, y: 0)])
            _ = mosaics.pixels(scene, of: world.view, in: world.collection)
            return mosaics.version(ofItems: range, of: world.view, in: world.collection)
        }
        let before = version(0..<100)
        #expect(
            before.utf8.count <= 15 && before.utf8.allSatisfy { $0 < 128 } && !before.hasPrefix("~"))
        #expect(version(0..<100) == before)
        #expect(version(0..<99) != before)
        // Sizes that become known change the revision, but nothing that is painted.
        world.collection.measure([1, 2, 3])
        #expect(version(0..<100) == before)
        // The next run of the program says the same of the same.
        let again = Mosaics(atlas: world.atlas)
        _ = again.pixels(
            MosaicScene(
                size: PixelSize(width: 1, height: 1), side: 1, pitch: 1,
                rows: [MosaicRow(items: 0..<100, x: 0, y: 0)]),
            of: CatalogView(world.collection), in: world.collection)
        #expect(
            again.version(ofItems: 0..<100, of: CatalogView(world.collection), in: world.collection)
                == before)
        // An item that becomes known.
        let item = try #require(world.collection.summary(at: 3))
        world.atlas.note([(item, .noise(1))], in: world.collection.source)
        #expect(version(0..<100) != before)
        #expect(version(100..<200) == version(100..<200))
    }

    @Test(
        "Of a billion computed items as many are looked at as there are pixels, and the middle of each colour is kept"
    )
    func computed() throws {
        let demo = try #require(DemoCollection(count: 1_000_000_000))
        let columns = 31_623
        let side = 0.004
        let rows = (0..<columns).map {
            MosaicRow(
                items: $0 * columns..<min(demo.count, ($0 + 1) * columns), x: 0, y: Double($0) * side)
        }
        let scene = MosaicScene(
            size: PixelSize(width: 64, height: 64), side: side, pitch: side, rows: rows)
        let pixels = Mosaics().pixels(scene, of: CatalogView(demo), in: demo)
        #expect(pixels.format == .rgb)
        var (found, expected) = ([0.0, 0, 0], [0.0, 0, 0])
        for (place, byte) in pixels.bytes.enumerated() {
            found[place % 3] += Double(byte) / 4096
        }
        for index in 0..<4096 {
            let colour = try #require(demo.summary(at: index * 7919)?.colour)
            for (channel, sample) in Self.samples(colour).enumerated() { expected[channel] += sample / 4096 }
        }
        for channel in 0..<3 { #expect(abs(found[channel] - expected[channel]) <= 3) }
    }

    /// A picture that is drawn by its items, of which there are hundreds in a pixel.
    @Test(arguments: [0.004, 0.03, 0.2, 0.7, 3]) func samplesAreWhereTheirItemsAre(side: Double) {
        let columns = Int(clamping: (64 / side).rounded(.up))
        let rows = (0..<columns).map {
            MosaicRow(items: $0 * columns..<($0 + 1) * columns, x: 0, y: Double($0) * side)
        }
        let scene = MosaicScene(
            size: PixelSize(width: 64, height: 64), side: side, pitch: side, rows: rows)
        // Red grows to the right, and green downwards.
        let pixels = MosaicPainter(
            scene: scene,
            source: .computed(
                { index in
                    UInt32(index % columns * 255 / columns) << 16 | UInt32(index / columns * 255 / columns) << 8
                }, nil), forgetCell: { _, _ in }
        ).paint()
        #expect(pixels.format == .rgb)
        var wrong: [(Int, Int)] = []
        for y in 0..<64 {
            for x in 0..<64 {
                let place = (y * 64 + x) * pixels.format.channelCount
                let (red, green) = (Int(pixels.bytes[place]), Int(pixels.bytes[place + 1]))
                // A cell of several pixels has one colour.
                let tolerance = side > 1 ? 22 : 9
                if abs(red - (x * 4 + 2)) > tolerance || abs(green - (y * 4 + 2)) > tolerance { wrong.append((x, y)) }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) of 4096, the first at \(wrong.first ?? (0, 0))")
    }

    /// Rows of a cell are filled by vectors, whose last ones overlap.
    @Test(arguments: 2...40) func aCellIsFilledToItsEdges(side: Int) {
        let scene = MosaicScene(
            size: PixelSize(width: 64, height: 50), side: Double(side), pitch: Double(side),
            rows: [MosaicRow(items: 0..<1, x: 3, y: 5)])
        let painter = MosaicPainter(
            scene: scene, source: .computed({ _ in 0x0A_1E32 }, nil), forgetCell: { _, _ in })
        for ground in [UInt32?.some(0x40_5060), nil] {
            let pixels = painter.paint(on: ground)
            let count = pixels.format.channelCount
            for y in 0..<50 {
                for x in 0..<64 {
                    let isCell = (3..<3 + side).contains(x) && (5..<5 + side).contains(y)
                    let outside: [UInt8] = ground == nil ? [0, 0, 0, 0] : [0x40, 0x50, 0x60]
                    let expected: [UInt8] = isCell ? [0x0A, 0x1E, 0x32, 255] : outside
                    let found = pixels.bytes[(y * 64 + x) * count..<(y * 64 + x + 1) * count]
                    #expect(found.elementsEqual(expected.prefix(count)))
                }
            }
        }
    }

    @Test("Insertions, removals and moves leave each cell with its own item", arguments: 0..<8)
    func orders(seed: Int) {
        var noise = RepeatableNoise(seed: UInt64(seed) + 5)
        var cells = MosaicItems()
        var expected = (0..<Int.random(in: 0...6000, using: &noise)).map { UInt32($0) }
        cells.reset(count: expected.count)
        func settle() {
            for (index, item) in expected.enumerated() {
                cells.set(index, AtlasEntry(pictureNumber: item, colour: item), colour: nil)
            }
        }
        settle()
        var next = UInt32(expected.count)
        for round in 0..<4 {
            var difference = OrderDifference()
            var from = 0
            // Removed runs, in old indices.
            while from < expected.count, difference.removed.count < 4 {
                let start = Int.random(in: from...expected.count, using: &noise)
                let end = min(expected.count, start + Int.random(in: 1...700, using: &noise))
                if end > start {
                    difference.removed.append(start..<end)
                    difference.removedIDs += expected[start..<end].map { UInt64($0) }
                }
                from = end + 1
            }
            for run in difference.removed.reversed() { expected.removeSubrange(run) }
            var start = 0
            for _ in 0..<3 {
                let place = Int.random(in: min(start, expected.count)...expected.count, using: &noise)
                let count = Int.random(in: 1...900, using: &noise)
                expected.insert(contentsOf: (0..<count).map { next + UInt32($0) }, at: place)
                next += UInt32(count)
                difference.inserted.append(place..<place + count)
                start = place + count + 1
            }
            cells.apply(difference)
            #expect(cells.count == expected.count, "seed \(seed), round \(round)")
            // New items are unread; all others are where they belong.
            var wrong = 0
            for (index, item) in expected.enumerated() {
                let isNew = difference.inserted.contains { $0.contains(index) }
                if cells.pictureNumber(of: index) != (isNew ? MosaicItems.unread : item) { wrong += 1 }
            }
            #expect(wrong == 0, "seed \(seed), round \(round)")
            #expect(
                cells.unreadCount(in: 0..<cells.count) == difference.inserted.reduce(0) { $0 + $1.count })
            settle()
        }
    }
}
