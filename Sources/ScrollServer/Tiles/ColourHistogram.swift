// How often each level of red, green and blue occurs in a tile.

import Imaging
import Pixels

/// Counts of the 256 levels of red, green and blue among the pixels of a tile.
///
/// Pixels that are fully transparent do not count; a grey one counts in all three.
package struct ColourHistogram: Sendable, Equatable {
    /// By level, from 0 to 255.
    package private(set) var red = [Int](repeating: 0, count: 256)
    package private(set) var green = [Int](repeating: 0, count: 256)
    package private(set) var blue = [Int](repeating: 0, count: 256)

    /// Decodes a tile and counts its pixels; O(pixels).
    ///
    /// - Throws: why the tile cannot be decoded.
    package init(of tile: EncodedTile) throws(ImageError) {
        let source = ByteSource(tile.bytes)
        if tile.mediaType == "image/png" {
            count(try Self.pixels(PNGDecoder(source: source)))
        } else {
            count(try Self.pixels(JPEGDecoder(source: source)))
        }
    }

    private static func pixels(_ source: some RowSource) throws(ImageError) -> PixelBuffer {
        var source = source
        return try source.readAll()
    }

    private mutating func count(_ pixels: PixelBuffer) {
        let (format, bytes) = (pixels.format, pixels.bytes)
        let (second, third) = format.isGray ? (0, 0) : (1, 2)
        for start in stride(from: 0, to: bytes.count, by: format.channelCount) {
            if format.hasAlpha, bytes[start + format.channelCount - 1] == 0 { continue }
            red[Int(bytes[start])] += 1
            green[Int(bytes[start + second])] += 1
            blue[Int(bytes[start + third])] += 1
        }
    }

    /// The count that fills the height of a drawing, at least 1: the third largest of a colour.
    ///
    /// One flat colour, or two, would hide the rest otherwise.
    package var full: Int {
        [red, green, blue].reduce(1) { most, counts in max(most, counts.sorted(by: >)[2]) }
    }
}
