// The eight orientations, against Pillow and against their own geometry.
import Testing
import Tiling

@testable import Metadata
@testable import Pixels

@Suite struct OrientationTests {
    private func picture(_ width: Int, _ height: Int, _ format: PixelFormat) -> PixelBuffer {
        var generator = RepeatableNoise(seed: 9)
        return PixelBuffer(
            width: width, height: height, format: format, bytes: generator.bytes(width * height * format.channelCount))
    }

    private func cut(_ pixels: PixelBuffer, _ rect: PixelRect) -> PixelBuffer {
        let channelCount = pixels.format.channelCount
        let bytes = (rect.y..<(rect.y + rect.height)).flatMap { y in
            pixels.bytes[((y * pixels.width + rect.x) * channelCount)...].prefix(rect.width * channelCount)
        }
        return PixelBuffer(width: rect.width, height: rect.height, format: pixels.format, bytes: bytes)
    }

    @Test(
        .needs(.pillow), arguments: Orientation.allCases,
        [(PixelFormat.gray, "L"), (.grayAlpha, "LA"), (.rgb, "RGB"), (.rgba, "RGBA")])
    func `Pillow turns the same way`(orientation: Orientation, kind: (PixelFormat, String)) throws {
        // Larger than a square of the copying loop in both directions.
        let pixels = picture(70, 35, kind.0)
        let expected = try PythonOracle.run(
            """
            import sys
            from PIL import Image, ImageOps
            image = Image.frombytes("\(kind.1)", (70, 35), sys.stdin.buffer.read())
            image.getexif()[274] = \(orientation.rawValue)
            sys.stdout.buffer.write(ImageOps.exif_transpose(image).tobytes())
            """, input: pixels.bytes)
        let upright = orientation.apply(to: pixels)
        #expect(upright.bytes == expected)
        #expect(upright.width == (orientation.rawValue < 5 ? 70 : 35))
    }

    @Test(arguments: Orientation.allCases)
    func `a part of the upright picture is the turned part of the stored one`(orientation: Orientation) {
        let pixels = picture(7, 5, .rgb)
        let upright = orientation.apply(to: pixels)
        for y in 0..<upright.height {
            for x in 0..<upright.width {
                for (width, height) in [(1, 1), (2, 3), (upright.width - x, upright.height - y)]
                where x + width <= upright.width && y + height <= upright.height {
                    let rect = PixelRect(x: x, y: y, width: width, height: height)
                    let stored = orientation.storedRect(of: rect, storedWidth: 7, storedHeight: 5)
                    #expect(orientation.apply(to: cut(pixels, stored)) == cut(upright, rect))
                }
            }
        }
    }
}
