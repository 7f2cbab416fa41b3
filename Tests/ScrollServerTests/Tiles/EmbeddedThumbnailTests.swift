// Thumbnails that photographs bring along.

import Testing
import Tiling

@testable import Imaging
@testable import Pixels
@testable import Tiles

@Suite struct EmbeddedThumbnailTests {
    private static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// A JPEG of 64 × 48 pixels with a thumbnail of the given bytes in its EXIF data.
    static func photograph(thumbnail: [UInt8], orientation: Int = 1) -> [UInt8] {
        let picture = JPEGEncoder.encode(PixelBuffer(width: 64, height: 48, format: .gray, repeating: 90), quality: 80)
        func entry(_ tag: Int, _ type: Int, _ value: [UInt8]) -> [UInt8] {
            big(tag, 2) + big(type, 2) + big(1, 4) + value + [UInt8](repeating: 0, count: 4 - value.count)
        }
        let first = big(1, 2) + entry(0x112, 3, big(orientation, 2)) + big(26, 4)
        let second = big(2, 2) + entry(0x201, 4, big(56, 4)) + entry(0x202, 4, big(thumbnail.count, 4)) + big(0, 4)
        let tiff = [0x4D, 0x4D] + big(42, 2) + big(8, 4) + first + second + thumbnail
        let block = Array("Exif\0\0".utf8) + tiff
        return Array(picture[..<2]) + [0xFF, 0xE1] + big(block.count + 2, 2) + block + Array(picture[2...])
    }

    static func thumbnail(width: Int, height: Int) -> [UInt8] {
        // Dark above, light below.
        var pixels = PixelBuffer(width: width, height: height, format: .gray, repeating: 40)
        for place in width * height / 2..<width * height { pixels.bytes[place] = 210 }
        return JPEGEncoder.encode(pixels, quality: 95)
    }

    private static func decoded(_ tile: EncodedTile?) throws -> PixelBuffer {
        var decoder = try JPEGDecoder(source: ByteSource(try #require(tile).bytes))
        return try decoder.readAll()
    }

    @Test func itIsGivenWhenItsProportionFits() throws {
        let source = ByteSource(Self.photograph(thumbnail: Self.thumbnail(width: 32, height: 24)))
        let pixels = try Self.decoded(
            EmbeddedThumbnail.make(from: source, size: PixelSize(width: 64, height: 48), orientation: 1))
        #expect(pixels.width == 32 && pixels.height == 24)
        #expect(pixels.bytes[0] < 60 && pixels.bytes[32 * 24 - 1] > 190)
    }

    @Test func itIsTurnedUprightWithThePicture() throws {
        let source = ByteSource(Self.photograph(thumbnail: Self.thumbnail(width: 32, height: 24), orientation: 6))
        let pixels = try Self.decoded(
            EmbeddedThumbnail.make(from: source, size: PixelSize(width: 48, height: 64), orientation: 6))
        #expect(pixels.width == 24 && pixels.height == 32)
        // Turned by a quarter clockwise: what was below is on the left.
        #expect(pixels.bytes[0] > 190 && pixels.bytes[23] < 60)
    }

    @Test func oneOfAnotherProportionIsNot() {
        let source = ByteSource(Self.photograph(thumbnail: Self.thumbnail(width: 32, height: 32)))
        let size = PixelSize(width: 64, height: 48)
        #expect(EmbeddedThumbnail.make(from: source, size: size, orientation: 1) == nil)
    }

    @Test func damageGivesNone() {
        let whole = Self.photograph(thumbnail: Self.thumbnail(width: 32, height: 24))
        let size = PixelSize(width: 64, height: 48)
        for end in stride(from: 0, to: 400, by: 3) {
            #expect(EmbeddedThumbnail.make(from: ByteSource(Array(whole[..<end])), size: size, orientation: 1) == nil)
        }
        for place in 0..<400 {
            var bytes = whole
            bytes[place] ^= UInt8(truncatingIfNeeded: place &* 37 | 1)
            _ = EmbeddedThumbnail.make(from: ByteSource(bytes), size: size, orientation: 1)
        }
        let none = JPEGEncoder.encode(PixelBuffer(width: 64, height: 48, format: .gray), quality: 80)
        #expect(EmbeddedThumbnail.make(from: ByteSource(none), size: size, orientation: 1) == nil)
    }
}
