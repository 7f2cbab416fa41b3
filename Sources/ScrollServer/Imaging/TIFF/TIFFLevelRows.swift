// The rows of a level of a TIFF's pyramid, from the picture or an overview that may be a pixel too short.

/// Gives rows of a wanted size; where the decoder has a column or a row less than that, its last one comes twice.
package struct TIFFLevelRows {
    /// In pixels: those of the decoder, or one more.
    package let width: Int
    package let height: Int
    /// The next row.
    package private(set) var row = 0
    private let decoder: TIFFDecoder
    private var last: [UInt8] = []

    /// Nil where the decoder's size is another one.
    package init?(_ decoder: TIFFDecoder, width: Int, height: Int) {
        guard (width - 1...width).contains(decoder.width), (height - 1...height).contains(decoder.height) else {
            return nil
        }
        (self.decoder, self.width, self.height) = (decoder, width, height)
    }

    package var format: PixelFormat { decoder.format }

    /// Whether all rows so far are what the file's author stored.
    package var isSound: Bool { !decoder.isPartial }

    /// What all further rows consist of, where they need not be read.
    package var fillPixel: [UInt8]? { decoder.fillPixel }

    /// Begins in the middle, before the first rows are read.
    ///
    /// - Parameters:
    ///   - first: the first row that matters, 0 ..< `height`.
    ///   - columns: the pixels that matter, within `width`.
    package mutating func begin(at first: Int, columns: Range<Int>) {
        let last = max(0, decoder.width - 1)
        row = decoder.begin(at: first, columns: min(columns.lowerBound, last)..<max(1, columns.upperBound))
    }

    /// Appends the next rows.
    ///
    /// - Returns: how many; 0 at the end, and where the rest is damaged.
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
        if decoder.width < width {
            let narrow = Array(rows[start...])
            rows.removeLast(narrow.count)
            for first in stride(from: 0, to: narrow.count, by: decoder.width * step) {
                let end = first + decoder.width * step
                rows += narrow[first..<end]
                rows += narrow[end - step..<end]
            }
        }
        count = min(count, height - row)
        row += count
        if row == decoder.height, row < height { last = Array(rows.suffix(width * step)) }
        return count
    }
}
