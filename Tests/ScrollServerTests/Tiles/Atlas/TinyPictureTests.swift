// Tiny pictures beside those of numpy and Pillow.

import Foundation
import Testing
import Tiling

@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Tiles

@Suite struct TinyPictureTests {
    /// Averages the middle square of an upright sRGB picture, each sample over what it covers, and writes the levels of
    /// 16, 8, 4, 2 and 1 pixels; transparent pixels lie on middle gray.
    private static let oracle = """
        import sys, io, numpy
        from PIL import Image, ImageOps
        data = sys.stdin.buffer.read()
        image = Image.open(io.BytesIO(data))
        if scale > 1: image.draft(image.mode, (image.width // scale, image.height // scale))
        image = ImageOps.exif_transpose(image).convert("RGBA")
        width, height = image.size
        pixels = numpy.asarray(image).astype(float)
        alpha = pixels[..., 3:] / 255
        samples = pixels[..., :3] * alpha + 128 * (1 - alpha)
        side = min(width, height)
        def weights(length, count):
            start = (length - side) / 2
            table = numpy.zeros((count, length))
            for place in range(count):
                low, high = start + place * side / count, start + (place + 1) * side / count
                for pixel in range(int(low), min(length, int(numpy.ceil(high)))):
                    table[place, pixel] = max(0, min(high, pixel + 1) - max(low, pixel))
                table[place] /= table[place].sum()
            return table
        for count in (1, 2, 4, 8, 16):
            small = numpy.einsum("ay,bx,yxc->abc", weights(height, count), weights(width, count), samples, optimize=True)
            sys.stdout.buffer.write(numpy.round(small).astype(numpy.uint8).tobytes())
        """

    /// `scale`: by which a JPEG's sides are divided by the decoder.
    private static func expected(_ file: [UInt8], scale: Int = 1) throws -> [UInt8] {
        var levels = try PythonOracle.run("scale = \(scale)\n" + oracle, input: file)
        // The byte that is not used.
        levels.insert(0, at: 63)
        return levels
    }

    /// The largest difference of a sample.
    private static func difference(_ picture: TinyPicture, _ expected: [UInt8]) -> Int {
        zip(picture.bytes, expected).map { abs(Int($0) - Int($1)) }.max() ?? .max
    }

    @Test(
        "Every size, format and orientation, exactly", .needs(.pillow), .needs(.numpy),
        arguments: [(16, 16), (17, 31), (40, 30), (64, 64), (100, 33), (7, 5), (1, 1), (3, 90), (200, 16)])
    func exactly(width: Int, height: Int) throws {
        var noise = RepeatableNoise(seed: UInt64(width * 1000 + height))
        for format in [PixelFormat.gray, .grayAlpha, .rgb, .rgba] {
            let bytes = (0..<width * height * format.channelCount).map { _ in
                UInt8.random(in: 0...255, using: &noise)
            }
            let pixels = PixelBuffer(width: width, height: height, format: format, bytes: bytes)
            let expected = try Self.expected(PNGEncoder.encode(pixels))
            let picture = TinyPicture(of: pixels)
            #expect(Self.difference(picture, expected) <= 1, "\(format)")
            #expect(picture.hasAlpha == format.hasAlpha)
            // The same from the file, row by row.
            let read = try TinyPictureReader.picture(from: ByteSource(PNGEncoder.encode(pixels)), .png, .up)
            #expect(read == picture)
        }
    }

    @Test("It is turned upright, whichever way it is stored")
    func orientations() throws {
        var noise = RepeatableNoise(seed: 8)
        let stored = PixelBuffer(
            width: 50, height: 34, format: .rgb,
            bytes: (0..<50 * 34 * 3).map { _ in UInt8.random(in: 0...255, using: &noise) })
        for orientation in Orientation.allCases {
            var maker = TinyPictureMaker(width: 50, height: 34, format: .rgb)
            maker.push(stored.bytes)
            let turned = maker.finish(orientation)
            let upright = TinyPicture(of: orientation.apply(to: stored))
            #expect(Self.difference(turned, upright.bytes) <= 1, "\(orientation)")
        }
    }

    /// Photographs of cameras and other programs, averaged: what Pillow decodes at the same scale, and in full.
    @Test(
        "Photographs of the corpus look as Pillow sees them", .needs(.corpus), .needs(.pillow), .needs(.numpy),
        .optimised())
    func photographs() throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: Corpus.folder.path).filter { path in
            path.hasSuffix(".jpg") || path.hasSuffix(".jpeg") || path.hasSuffix(".JPG")
        }.sorted()
        var compared = 0
        for path in files where compared < 40 {
            let bytes = [UInt8](try Data(contentsOf: Corpus.folder.appendingPathComponent(path)))
            guard bytes.count < 3_000_000, let header = try? ImageHeader.read(from: ByteSource(bytes)),
                let decoder = try? JPEGDecoder(source: ByteSource(bytes)),
                decoder.header.components.count != 4,
                TileColours.of(decoder.header, in: ByteSource(bytes)).conversion == nil,
                let picture = try? TinyPictureReader.picture(
                    from: ByteSource(bytes), .jpeg, Orientation(rawValue: header.orientation) ?? .up),
                let expected = try? Self.expected(bytes)
            else { continue }
            compared += 1
            func mean(_ expected: [UInt8]) -> Double {
                let differences = zip(picture.bytes, expected).map { abs(Int($0) - Int($1)) }
                return Double(differences.reduce(0, +)) / Double(differences.count)
            }
            let scale = TinyPictureReader.denominator(decoder.width, decoder.height)
            #expect(mean(expected) < (scale < 8 ? 4 : 5), "\(path)")
            // Of a progressive one the first scan, which lacks the last bit or two.
            #expect(mean(try Self.expected(bytes, scale: scale)) < (decoder.header.isProgressive ? 3 : 1), "\(path)")
        }
        #expect(compared >= 10)
    }
}
