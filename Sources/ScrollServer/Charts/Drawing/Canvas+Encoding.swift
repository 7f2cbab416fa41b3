// A drawn tile as RGB bytes and as a PNG.

import Pixels

extension Canvas {
    /// The pixels as RGB.
    var pixelBuffer: PixelBuffer {
        let bytes = [UInt8](capacity: pixels.count * 3) { bytes in
            for pixel in pixels {
                bytes.append(UInt8(truncatingIfNeeded: pixel &>> 16))
                bytes.append(UInt8(truncatingIfNeeded: pixel &>> 8))
                bytes.append(UInt8(truncatingIfNeeded: pixel))
            }
        }
        return PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes)
    }

    /// The pixels as a PNG.
    ///
    /// With at most 256 colours it is indexed (a third of the bytes, half of the time); otherwise it is RGB.
    var encoded: EncodedTile {
        let bytes: [UInt8]
        if let indexed = IndexedPixels(pixels) {
            bytes = PNGEncoder.encode(indices: indexed.indices, width: width, height: height, palette: indexed.palette)
        } else {
            bytes = PNGEncoder.encode(pixelBuffer)
        }
        return EncodedTile(bytes: bytes, mediaType: "image/png", colour: averageColour)
    }

    /// The average of about 2,000 pixels, 0xRRGGBB.
    private var averageColour: UInt32 {
        // An odd step, so that the samples are not all in one column.
        let step = max(1, pixels.count / 2048) | 1
        var (red, green, blue, count) = (0, 0, 0, 0)
        for index in stride(from: 0, to: pixels.count, by: step) {
            let pixel = pixels[index]
            red += Int(pixel >> 16)
            green += Int(pixel >> 8 & 255)
            blue += Int(pixel & 255)
            count += 1
        }
        return UInt32(red / count << 16 | green / count << 8 | blue / count)
    }
}

/// Pixels as indices into a palette.
private struct IndexedPixels {
    private(set) var palette: [PaletteColor] = []
    /// The palette index of each pixel.
    private(set) var indices: [UInt8]

    /// nil where there are more than 256 colours.
    ///
    /// O(pixels).
    init?(_ pixels: [UInt32]) {
        // A hash table with open addressing, at most a quarter full. An entry is a colour's index plus 1; 0 means
        // empty.
        var buckets = [UInt16](repeating: 0, count: 1024)
        var colours: [UInt32] = []
        var isFull = false
        indices = [UInt8](capacity: pixels.count) { indices in
            // A run of one colour at a time.
            while !indices.isFull {
                let pixel = pixels[indices.count]
                var bucket = Int(truncatingIfNeeded: (pixel &* 0x9E37_79B1) &>> 22)
                while buckets[bucket] != 0, colours[Int(buckets[bucket]) - 1] != pixel { bucket = (bucket + 1) & 1023 }
                if buckets[bucket] == 0 {
                    if colours.count == 256 {
                        isFull = true
                        break
                    }
                    colours.append(pixel)
                    buckets[bucket] = UInt16(colours.count)
                }
                var end = indices.count + 1
                while end < pixels.count, pixels[end] == pixel { end += 1 }
                indices.append(
                    repeating: UInt8(truncatingIfNeeded: buckets[bucket] &- 1), count: end - indices.count)
            }
        }
        if isFull { return nil }
        palette = colours.map {
            PaletteColor(
                red: UInt8(truncatingIfNeeded: $0 >> 16), green: UInt8(truncatingIfNeeded: $0 >> 8),
                blue: UInt8(truncatingIfNeeded: $0))
        }
    }
}
