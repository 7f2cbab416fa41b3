// Pictures of HEIC files: what they are made of, crops and turns, alpha, colours, and what is refused.

import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite struct HEICDecoderTests {
    /// The picture of a file, upright.
    private static func picture(_ file: HEICFile) throws -> PixelBuffer {
        let source = ByteSource(file.bytes)
        let header = try ImageHeader.read(from: source)
        var decoder = try HEICDecoder(source: source)
        #expect(decoder.width == header.width && decoder.height == header.height)
        #expect(decoder.orientation == header.orientation && header.format == .heic)
        let pixels = try decoder.readAll()
        #expect(pixels.height == decoder.height && !decoder.isPartial)
        return try #require(Orientation(rawValue: decoder.orientation)).apply(to: pixels)
    }

    /// Expects colours at places of a picture, each within 4 of 255: x265 keeps no more.
    private static func expect(
        _ pixels: PixelBuffer, _ colours: [(x: Int, y: Int, colour: Int)], at place: SourceLocation = #_sourceLocation
    ) {
        for (x, y, colour) in colours {
            let found = pixels.colour(x, y)
            let wanted = [colour >> 16 & 255, colour >> 8 & 255, colour & 255]
            #expect(isNear(found, wanted, within: 4), "at \(x), \(y): \(found), not \(wanted)", sourceLocation: place)
        }
    }

    private static func corners(_ pixels: PixelBuffer, _ order: [Int], at place: SourceLocation = #_sourceLocation) {
        let (right, bottom) = (pixels.width * 3 / 4, pixels.height * 3 / 4)
        let places = [(right / 3, bottom / 3), (right, bottom / 3), (right / 3, bottom), (right, bottom)]
        expect(
            pixels, zip(places, order).map { ($0.0, $0.1, HEICFile.firstColours[$1]) }, at: place)
    }

    private static func single(_ properties: [[UInt8]] = []) -> HEICFile {
        var item = HEICFile.first
        item.properties += properties
        return HEICFile(items: [item])
    }

    @Test func `a coded picture is decoded, also from several extents and from the header's data`() throws {
        var file = Self.single()
        Self.corners(try Self.picture(file), [0, 1, 2, 3])
        file.items[0].extentCount = 3
        Self.corners(try Self.picture(file), [0, 1, 2, 3])
        file.items[0].isInside = true
        Self.corners(try Self.picture(file), [0, 1, 2, 3])
    }

    @Test func `turns, mirrors and crops apply in their order`() throws {
        Self.corners(try Self.picture(Self.single([HEICFile.turn(1)])), [1, 3, 0, 2])
        Self.corners(try Self.picture(Self.single([HEICFile.turn(2)])), [3, 2, 1, 0])
        Self.corners(try Self.picture(Self.single([HEICFile.mirror(1)])), [1, 0, 3, 2])
        Self.corners(try Self.picture(Self.single([HEICFile.mirror(0)])), [2, 3, 0, 1])
        Self.corners(try Self.picture(Self.single([HEICFile.turn(1), HEICFile.mirror(1)])), [3, 1, 2, 0])
        // The right half; of the picture that is turned left, that is the part on top.
        let half = HEICFile.crop([32, 1, 64, 1, 16, 1, 0, 1])
        let right = try Self.picture(Self.single([half, HEICFile.turn(1)]))
        #expect(right.width == 64 && right.height == 32)
        Self.expect(right, [(16, 16, HEICFile.firstColours[1]), (48, 16, HEICFile.firstColours[3])])
        let below = try Self.picture(Self.single([HEICFile.turn(1), half]))
        #expect(below.width == 32 && below.height == 64)
        Self.expect(below, [(16, 16, HEICFile.firstColours[3]), (16, 48, HEICFile.firstColours[2])])
    }

    /// Two by two tiles, of which the right and the lower ones are cut.
    private static func grid(_ width: Int = 100, _ height: Int = 90) -> HEICFile {
        var second = HEICFile.second
        second.extentCount = 2
        return HEICFile(
            items: [HEICFile.grid(2, 2, width, height), HEICFile.first, second, second, HEICFile.first],
            references: [("dimg", 1, [2, 3, 4, 5])])
    }

    @Test func `a grid is put together and cut`() throws {
        let pixels = try Self.picture(Self.grid())
        #expect(pixels.width == 100 && pixels.height == 90)
        Self.expect(
            pixels,
            [
                (10, 10, HEICFile.firstColours[0]), (50, 50, HEICFile.firstColours[3]),
                (70, 10, HEICFile.secondColours[0]), (98, 50, HEICFile.secondColours[3]),
                (10, 70, HEICFile.secondColours[0]), (70, 70, HEICFile.firstColours[0]),
                (98, 85, HEICFile.firstColours[1]),
            ])
    }

    @Test func `a part of a grid is the same as in the whole, whatever is beside it`() throws {
        let source = ByteSource(Self.grid().bytes)
        let whole = try Self.picture(Self.grid())
        for (first, columns) in [(0, 0..<10), (63, 70..<100), (64, 0..<100), (80, 60..<70), (89, 99..<100)] {
            var decoder = try HEICDecoder(source: source)
            decoder.useProcessors { 3 }
            let row = decoder.begin(at: first, columns: columns)
            #expect(row == first / 64 * 64)
            var rows: [UInt8] = []
            #expect(try decoder.readRows(into: &rows) == min(64, 90 - row))
            for y in first..<min(row + 64, 90) {
                for x in columns {
                    let (one, other) = (((y - row) * 100 + x) * 3, (y * 100 + x) * 3)
                    #expect(rows[one..<one + 3] == whole.bytes[other..<other + 3])
                }
            }
        }
    }

    @Test func `a damaged tile is grey, and all damaged ones are refused`() throws {
        var file = Self.grid()
        file.items[1].data = [0, 0, 0, 2, 0x28, 1]
        var decoder = try HEICDecoder(source: ByteSource(file.bytes))
        let pixels = try decoder.readAll()
        #expect(decoder.isPartial && pixels.height == 90)
        #expect(decoder.damage?.isOfPart == true && decoder.damage?.explanation.contains("a tile is grey") == true)
        Self.expect(pixels, [(10, 10, 0x80_8080), (70, 10, HEICFile.secondColours[0])])
        file.items[2].data = file.items[1].data
        decoder = try HEICDecoder(source: ByteSource(file.bytes))
        #expect(throws: ImageError.self) { try decoder.readAll() }
    }

    @Test func `the same picture again, with what it was made into and more turns`() throws {
        var turned = HEICFile.first
        turned.properties.append(HEICFile.turn(1))
        var file = HEICFile(
            items: [HEICFile.identity(64, 64), turned], references: [("dimg", 1, [2])])
        Self.corners(try Self.picture(file), [1, 3, 0, 2])
        file.items[0].properties.append(HEICFile.turn(1))
        Self.corners(try Self.picture(file), [3, 2, 1, 0])
    }

    @Test func `pictures are laid on a canvas, in part beyond its edges`() throws {
        let file = HEICFile(
            items: [
                HEICFile.overlay(120, 80, fill: [10, 20, 30, 255], [(-32, -32), (40, 10)]), HEICFile.first,
                HEICFile.second,
            ], references: [("dimg", 1, [2, 3])])
        let pixels = try Self.picture(file)
        #expect(pixels.width == 120 && pixels.height == 80 && pixels.format == .rgb)
        Self.expect(
            pixels,
            [
                (16, 16, HEICFile.firstColours[3]), (50, 20, HEICFile.secondColours[0]),
                (95, 60, HEICFile.secondColours[3]), (16, 60, 0x0A_141E), (115, 5, 0x0A_141E),
            ])
    }

    @Test func `alpha comes from an auxiliary picture, other auxiliary pictures are left out`() throws {
        var mask = HEICFile.mask
        mask.properties.append(HEICFile.alpha)
        let file = HEICFile(items: [HEICFile.first, mask], references: [("auxl", 2, [1])])
        let pixels = try Self.picture(file)
        #expect(pixels.format == .rgba)
        let row = 16 * pixels.rowByteCount
        #expect(pixels.bytes[row + 10 * 4 + 3] < 4 && pixels.bytes[row + 50 * 4 + 3] > 251)
        Self.corners(pixels, [0, 1, 2, 3])
        // One of another size is scaled.
        let large = HEICFile(
            items: Self.grid(128, 128).items + [mask], references: [("dimg", 1, [2, 3, 4, 5]), ("auxl", 6, [1])])
        let scaled = try Self.picture(large)
        #expect(scaled.format == .rgba && scaled.width == 128)
        #expect(scaled.bytes[20 * 4 + 3] < 4 && scaled.bytes[100 * 4 + 3] > 251)
        let other = HEICFile(items: [HEICFile.first, HEICFile.mask], references: [("auxl", 2, [1])])
        #expect(try Self.picture(other).format == .rgb)
    }

    @Test func `a picture without colours is grey`() throws {
        let pixels = try Self.picture(HEICFile(items: [HEICFile.mask]))
        #expect(pixels.format == .gray && pixels.bytes[10] < 4 && pixels.bytes[50] > 251)
    }

    @Test func `the container's colours count before the stream's`() throws {
        // x265 wrote BT.601 of full range: as BT.709 its colours differ, as video its darks become black.
        let plain = try Self.picture(Self.single())
        let same = try Self.picture(Self.single([HEICFile.codePoints(1, 13, 6, isFull: true)]))
        #expect(plain == same)
        let other = try Self.picture(Self.single([HEICFile.codePoints(1, 13, 1, isFull: true)]))
        #expect(!isNear(plain.colour(10, 10), other.colour(10, 10), within: 6))
        let video = try Self.picture(Self.single([HEICFile.codePoints(1, 13, 6, isFull: false)]))
        #expect(video.colour(10, 10)[0] > plain.colour(10, 10)[0] && video.colour(10, 10)[1] < plain.colour(10, 10)[1])
        for (points, hasProfile) in [
            ((12, 13), true), ((9, 1), true), ((1, 1), false), ((2, 2), false), ((9, 16), true), ((1, 16), false),
        ] {
            let file = Self.single([HEICFile.codePoints(points.0, points.1, 6, isFull: true)])
            #expect(try (HEICDecoder(source: ByteSource(file.bytes)).profile != nil) == hasProfile)
        }
    }

    @Test func `a smaller copy is taken if it is large enough and of the same proportions`() throws {
        let grid = Self.grid(128, 128)
        var file = HEICFile(
            items: grid.items + [HEICFile.second], references: grid.references + [("thmb", 6, [1])])
        let decoder = try HEICDecoder(source: ByteSource(file.bytes))
        var copy = try #require(decoder.thumbnail(width: 60, height: 60))
        Self.expect(try copy.readAll(), [(10, 10, HEICFile.secondColours[0])])
        #expect(decoder.thumbnail(width: 65, height: 60) == nil)
        file.items[5].properties.append(HEICFile.turn(1))
        #expect(try HEICDecoder(source: ByteSource(file.bytes)).thumbnail(width: 60, height: 60) == nil)
        file.items[5] = HEICFile.second
        file.items[0] = HEICFile.grid(2, 2, 128, 80)
        #expect(try HEICDecoder(source: ByteSource(file.bytes)).thumbnail(width: 40, height: 40) == nil)
    }

    @Test(arguments: [("av01", "AV1"), ("jpeg", "JPEG"), ("unci", "uncompressed"), ("zzzz", "'zzzz'")])
    func `what is not decoded is named`(type: String, name: String) throws {
        var file = Self.single()
        file.items[0].type = type
        #expect(throws: ImageError.unsupported("a picture coded as \(name) in a HEIF file")) {
            try HEICDecoder(source: ByteSource(file.bytes))
        }
    }
}
