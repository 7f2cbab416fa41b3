// A drawn tile as bytes.

extension Canvas {
    /// The pixels as RGB.
    var pixelBuffer: PixelBuffer {
        let bytes = [UInt8](unsafeUninitializedCapacity: pixels.count * 3) { bytes, count in
            // Three bytes a pixel, for as many as there is room for.
            for (index, pixel) in pixels.enumerated() {
                bytes[index &* 3] = UInt8(truncatingIfNeeded: pixel &>> 16)
                bytes[index &* 3 &+ 1] = UInt8(truncatingIfNeeded: pixel &>> 8)
                bytes[index &* 3 &+ 2] = UInt8(truncatingIfNeeded: pixel)
            }
            count = pixels.count * 3
        }
        return PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes)
    }

    /// The pixels as a PNG.
    var encoded: EncodedTile {
        let buffer = pixelBuffer
        return EncodedTile(bytes: PNGEncoder.encode(buffer), mediaType: "image/png", colour: buffer.averageColour)
    }
}
