// What the PNG encoder writes, read by Pillow.
import Testing

@testable import Pixels

@Suite(.needs(.pillow))
struct PNGEncoderTests {
    /// Pillow's samples of a PNG, converted to `mode`.
    private func pillow(_ png: [UInt8], mode: String) throws -> [UInt8] {
        try PythonOracle.run(
            """
            import sys, io
            from PIL import Image
            image = Image.open(io.BytesIO(sys.stdin.buffer.read()))
            image.load()
            sys.stdout.buffer.write(image.convert("\(mode)").tobytes())
            """, input: png)
    }

    @Test(arguments: [(PixelFormat.gray, "L"), (.grayAlpha, "LA"), (.rgb, "RGB"), (.rgba, "RGBA")])
    func `a picture comes back sample by sample`(format: PixelFormat, mode: String) throws {
        var generator = RepeatableNoise(seed: 1)
        // Noise over a ramp: uses all filters, and widths that are no multiple of a vector.
        let (width, height) = (37, 11)
        let count = width * height * format.channelCount
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7 + Int(generator.next() % 9)) }
        let pixels = PixelBuffer(width: width, height: height, format: format, bytes: bytes)
        #expect(try pillow(PNGEncoder.encode(pixels), mode: mode) == bytes)
        let flat = PixelBuffer(width: width, height: height, format: format, repeating: 200)
        #expect(try pillow(PNGEncoder.encode(flat), mode: mode) == flat.bytes)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 16, 17, 256])
    func `indexed colours come back`(colorCount: Int) throws {
        var generator = RepeatableNoise(seed: 2)
        let (width, height) = (29, 7)
        let palette = (0..<colorCount).map { _ in
            let bytes = generator.bytes(4)
            return PaletteColor(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3])
        }
        let indices = (0..<(width * height)).map { _ in UInt8(generator.next() % UInt64(colorCount)) }
        let png = PNGEncoder.encode(indices: indices, width: width, height: height, palette: palette)
        let expected = indices.flatMap { index in
            let color = palette[Int(index)]
            return [color.red, color.green, color.blue, color.alpha]
        }
        #expect(try pillow(png, mode: "RGBA") == expected)
        let wanted: UInt8 = colorCount <= 2 ? 1 : colorCount <= 4 ? 2 : colorCount <= 16 ? 4 : 8
        #expect(png[24] == wanted)
    }
}
