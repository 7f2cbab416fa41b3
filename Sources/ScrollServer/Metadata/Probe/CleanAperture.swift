// The crop of a HEIC or AVIF picture.

import Pixels
import Tiling

/// The crop of a picture: its clean aperture (`clap`, ISO/IEC 14496-12 §12.1.4).
///
/// It is a size and the offset of its centre from the picture's, in pixels, as 32-bit fractions.
struct CleanAperture {
    /// Above 0.
    private let width: Double
    private let height: Double
    private let horizontalOffset: Double
    private let verticalOffset: Double

    /// Reads the crop; nil where a denominator or a side is not positive.
    ///
    /// libheif opens no such file; browsers do not crop it, and neither do we.
    init?(_ box: ISOBox, _ reader: inout HeaderReader) throws(ImageError) {
        guard box.end - box.start >= 32 else { return nil }
        var values: [Double] = []
        for offset in stride(from: box.start, to: box.start + 32, by: 8) {
            // Signed numbers; the size must be positive.
            let numerator = Int32(truncatingIfNeeded: try reader.uint32(offset))
            let denominator = Int32(truncatingIfNeeded: try reader.uint32(offset + 4))
            guard denominator > 0 else { return nil }
            values.append(Double(numerator) / Double(denominator))
        }
        guard values.count == 4, values[0] > 0, values[1] > 0 else { return nil }
        (width, height, horizontalOffset, verticalOffset) = (values[0], values[1], values[2], values[3])
    }

    /// Returns the crop within the picture, in whole pixels, rounded as libheif does.
    ///
    /// `size` is the picture's, in pixels, each below 2³². Nil where nothing is left, which libheif refuses to decode.
    func part(of size: (width: Int, height: Int)) -> PixelRect? {
        guard let columns = Self.span(width, horizontalOffset, of: size.width),
            let rows = Self.span(height, verticalOffset, of: size.height)
        else { return nil }
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// Returns the size that browsers crop to; nil where they do not crop.
    ///
    /// Chromium crops only whole numbers of pixels from the picture's corner (Blink, `AVIFImageDecoder`), and otherwise
    /// shows the whole picture.
    func cornerPart(of size: (width: Int, height: Int)) -> (width: Int, height: Int)? {
        let (x, y) = (
            horizontalOffset + (Double(size.width) - width) / 2, verticalOffset + (Double(size.height) - height) / 2
        )
        guard x == 0, y == 0, width.rounded() == width, height.rounded() == height, width <= Double(size.width),
            height <= Double(size.height)
        else { return nil }
        return (Int(clamping: width), Int(clamping: height))
    }

    private static func span(_ length: Double, _ offset: Double, of count: Int) -> Range<Int>? {
        let first = (offset + (Double(count) - length) / 2).rounded(.down)
        let last = (first + length - 1).rounded()
        let (start, end) = (max(first, 0), min(last, Double(count) - 1))
        return start <= end ? Int(clamping: start)..<Int(clamping: end) + 1 : nil
    }
}
