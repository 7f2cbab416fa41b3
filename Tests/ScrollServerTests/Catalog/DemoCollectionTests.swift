// The demo: ids, sizes, and pictures that fit together.

import Testing
import Tiling

@testable import Catalog
@testable import Metadata
@testable import Pixels
@testable import Platform
@testable import Tiles

@Suite struct DemoCollectionTests {
    @Test func firstAndLastOfABillion() throws {
        let demo = try #require(DemoCollection(count: 1_000_000_000))
        #expect(demo.status == CollectionStatus(count: 1_000_000_000, isComplete: true, revision: 1))
        for (index, id) in [(0, "0"), (35, "z"), (36, "10"), (999_999_999, "gjdgxr")] {
            let summary = try #require(demo.summary(at: index))
            #expect(summary.id == id)
            #expect(summary.size == DemoCollection.sizePattern[index % 16])
            #expect(demo.index(ofItem: id) == index)
            #expect(demo.details(at: index)?.name == "\(index + 1).png")
        }
        #expect(demo.summary(at: 1_000_000_000) == nil)
        #expect(demo.summary(at: -1) == nil)
        #expect(demo.summaries(in: 999_999_990..<1_000_000_005).count == 10)
        #expect(demo.sizes(in: -5..<3).count == 3)
    }

    @Test(arguments: ["", "00", "01", "A", "-1", "+1", " 1", "1 ", "gjdgxs", "zzzzzzzzzzzzzzzzzzzz", "é", "1.0"])
    func strictIds(id: String) throws {
        let demo = try #require(DemoCollection(count: 1_000_000_000))
        #expect(demo.index(ofItem: id) == nil)
    }

    @Test func countsOutOfRange() {
        #expect(DemoCollection(count: 0) == nil)
        #expect(DemoCollection(count: 1_000_000_001) == nil)
        #expect(DemoCollection(count: -1) == nil)
        #expect(DemoCollection(count: 1) != nil)
    }

    @Test func sizePatternSpansProportions() {
        let pattern = DemoCollection.sizePattern
        #expect(pattern.count == 16)
        #expect(pattern.contains { $0.width * 16 == $0.height * 9 })
        #expect(pattern.contains { $0.width * 9 == $0.height * 16 })
        #expect(pattern.contains { $0.width >= $0.height * 3 })
    }

    /// Regions of any cut give the same pixels as the whole, on every level down to a single pixel.
    @Test func regionsMeetWithoutSeam() {
        for (index, levels) in [(7, [2, 4, 6, 7, 8, 11]), (987_654_321, [2, 3, 5]), (13, [3])] {
            let picture = DemoPicture(index: index)
            for level in levels {
                let size = picture.size(level: level)
                let whole = picture.indices(
                    in: PixelRect(x: 0, y: 0, width: size.width, height: size.height), level: level)
                #expect(whole.count == size.width * size.height)
                for (stepX, stepY) in [(37, 41), (64, 23), (size.width, 1), (3, size.height)] {
                    var together = [UInt8](repeating: 255, count: whole.count)
                    for y in stride(from: 0, to: size.height, by: stepY) {
                        for x in stride(from: 0, to: size.width, by: stepX) {
                            let region = PixelRect(x: x, y: y, width: stepX, height: stepY)
                            let cut = region.clamped(to: size)
                            let part = picture.indices(in: region, level: level)
                            for row in 0..<cut.height {
                                let start = (y + row) * size.width + x
                                together.replaceSubrange(
                                    start..<start + cut.width, with: part[row * cut.width..<(row + 1) * cut.width])
                            }
                        }
                    }
                    #expect(together == whole, "picture \(index), level \(level), cuts of \(stepX) × \(stepY)")
                }
            }
        }
    }

    /// A level looks like the level above it halved: no jump in brightness, nothing displaced.
    @Test func levelsAgree() {
        let picture = DemoPicture(index: 1_234_566)
        for level in 3...5 {
            let size = picture.size(level: level)
            let upper = picture.size(level: level - 1)
            let all = PixelRect(x: 0, y: 0, width: 4096, height: 4096)
            let small = picture.pixels(in: all, level: level)
            let large = picture.pixels(in: all, level: level - 1)
            var far = 0
            for y in 0..<size.height - 1 {
                for x in 0..<size.width - 1 {
                    for channel in 0..<3 {
                        let corner = (y * 2 * upper.width + x * 2) * 3 + channel
                        let below = corner + upper.width * 3
                        let sum = [corner, corner + 3, below, below + 3].reduce(0) { $0 + Int(large.bytes[$1]) }
                        let value = Int(small.bytes[(y * size.width + x) * 3 + channel])
                        if abs(value - sum / 4) > 8 { far += 1 }
                    }
                }
            }
            // A step of a stripe and half a step of a digit are 8 of 255. Where two strokes of a digit meet within a
            // pixel, both are counted, which the next level does in a larger pixel.
            #expect(far * 200 < small.bytes.count, "level \(level): \(far) of \(small.bytes.count)")
        }
    }

    /// The file is one a decoder takes, and the same one every time.
    @Test func originalIsAPNG() throws {
        let demo = try #require(DemoCollection(count: 1_000_000_000))
        for index in [3, 999_999_999] {
            guard case .bytes(let bytes, .png) = try demo.original(at: index),
                case .bytes(let again, _) = try demo.original(at: index)
            else {
                Issue.record("no bytes")
                continue
            }
            #expect(bytes == again)
            #expect(bytes.count < 32_000)
            let size = DemoCollection.size(at: index)
            #expect(
                try ImageHeader.read(from: ByteSource(bytes))
                    == ImageHeader(format: .png, width: size.width, height: size.height))
            guard case .drawing(let drawing) = try demo.content(ofItem: Base36.encode(index), version: "1") else {
                Issue.record("a demo picture is drawn")
                continue
            }
            #expect(drawing.size == DemoCollection.size(at: index))
        }
        #expect(throws: ImageError.self) { try demo.original(at: 1_000_000_000) }
        #expect(throws: ImageError.self) { try demo.original(at: -1) }
    }

    @Test func picturesDiffer() {
        let all = PixelRect(x: 0, y: 0, width: 4096, height: 4096)
        var seen: Set<[UInt8]> = []
        let indices = Array(0..<48) + [999_999_951, 999_999_967, 999_999_983, 999_999_999]
        for index in indices {
            seen.insert(DemoPicture(index: index).pixels(in: all, level: 4).bytes)
        }
        #expect(seen.count == indices.count)
    }

    /// The colour that is shown while a picture is waited for is the one that it has from afar, beside its number.
    @Test(arguments: [0, 1, 17, 999_999])
    func coloursAreKnownBeforehand(index: Int) throws {
        let corner = DemoPicture(index: index).pixels(in: PixelRect(x: 0, y: 0, width: 1, height: 1), level: 7)
        let colour = corner.bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let demo = try #require(DemoCollection(count: 1_000_000))
        #expect(demo.summary(at: index)?.colour == colour)
        #expect(Atlas().colours(of: demo.summaries(in: index..<index + 1), source: "demo") == [colour])
    }

    @Test func regionsOutsideAreCut() {
        let picture = DemoPicture(index: 0)
        #expect(picture.pixels(in: PixelRect(x: 960, y: 0, width: 5, height: 5), level: 0).bytes.isEmpty)
        #expect(picture.pixels(in: PixelRect(x: -4, y: -4, width: 5, height: 6), level: 0).bytes.count == 6)
        let far = PixelRect(x: .max - 1, y: .min, width: .max, height: .max)
        #expect(picture.pixels(in: far, level: 0).bytes.isEmpty)
        #expect(picture.pixels(in: PixelRect(x: 0, y: 0, width: 9, height: 9), level: 99).width == 1)
        let one = DemoCollection(count: 1)
        #expect(one?.picture(at: 1, region: far, level: 0).bytes.isEmpty == true)
    }
}
