// The rows of a TIFF's pyramid level, from the picture or an overview that may be a pixel too short.

import Pixels
import Tiling

/// Returns rows of a requested size; where the decoder has a column or row less, its last one is repeated.
package struct TIFFLevelRows {
    /// In pixels: the decoder's size, or one more.
    package let width: Int
    package let height: Int
    /// The next row.
    package private(set) var row = 0
    private let decoder: TIFFDecoder
    private var last: [UInt8] = []

    /// Creates the rows; nil where the decoder's size does not match.
    package init?(_ decoder: TIFFDecoder, width: Int, height: Int) {
        guard (width - 1...width).contains(decoder.width), (height - 1...height).contains(decoder.height) else {
            return nil
        }
        (self.decoder, self.width, self.height) = (decoder, width, height)
    }

    package var format: PixelFormat { decoder.format }

    /// The size of the file's tiles in pixels; nil for strips, and where a column or row is repeated.
    var tileSize: PixelSize? {
        decoder.width == width && decoder.height == height ? decoder.tileSize : nil
    }

    /// The pixels of each row that are read: all, until reading begins for some.
    package var columns: Range<Int> {
        let columns = decoder.columns
        return isShort ? columns.lowerBound..<width : columns
    }

    /// Whether rows get a pixel more than the decoder has.
    private var isShort: Bool { decoder.width < width && decoder.columns.upperBound == decoder.width }

    /// Whether all rows so far are undamaged.
    package var isSound: Bool { !decoder.isPartial }

    /// The pixel of all further rows, where they need not be read.
    package var fillPixel: [UInt8]? { decoder.fillPixel }

    /// Begins in the middle; must be called before the first rows are read.
    ///
    /// - Parameters:
    ///   - first: the first row needed, 0..<`height`.
    ///   - columns: the pixels needed, within `width`; `columns` are then those, and others.
    package mutating func begin(at first: Int, columns: Range<Int>) {
        let last = max(0, decoder.width - 1)
        row = decoder.begin(at: first, columns: min(columns.lowerBound, last)..<max(1, columns.upperBound))
    }

    /// Appends the next rows.
    ///
    /// - Returns: the number of rows; 0 at the end, and where the rest is damaged.
    package mutating func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        guard row < height else { return 0 }
        let (step, start) = (decoder.format.channelCount, rows.count)
        var count = try decoder.readRows(into: &rows)
        if count == 0 {
            guard row == decoder.height, !last.isEmpty else { return 0 }
            rows += last
            row += 1
            return 1
        }
        if isShort {
            let narrow = Array(rows[start...])
            rows.removeLast(narrow.count)
            for first in stride(from: 0, to: narrow.count, by: decoder.columns.count * step) {
                let end = first + decoder.columns.count * step
                rows += narrow[first..<end]
                rows += narrow[end - step..<end]
            }
        }
        count = min(count, height - row)
        row += count
        if row == decoder.height, row < height { last = Array(rows.suffix(columns.count * step)) }
        return count
    }
}
