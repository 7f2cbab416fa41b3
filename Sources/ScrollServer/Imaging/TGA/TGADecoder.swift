// Decodes TGA files from the top, some rows at a time.

/// A TGA's rows.
///
/// Most files have their lowest row first. Such rows are read from the file's end; of packets of runs it is noted, at the start,
/// where each band of rows begins. Of a file that was cut short the highest rows are then missing; they are given as transparent
/// ones. Damage before the first row is thrown; damage after that ends the rows early and sets `isPartial`.
///
/// Not thread-safe: one task at a time may use a decoder.
package final class TGADecoder: RowSource {
    /// Bytes of a band, stored or decoded, if that is at least a row.
    private static let bandByteCount = 1 << 18
    /// A packet of two bytes stands for up to 128 pixels.
    private static let pixelsPerByte = 64

    package let width: Int
    package let height: Int
    package let format: PixelFormat
    package private(set) var isPartial = false

    private let header: TGAHeader
    private let source: ByteSource
    private let converter: TGARowConverter
    /// Rows of a band; the last one may have fewer.
    private let bandRowCount: Int
    private var runs: TGARunReader?
    /// Where each band of runs begins, in the order of the file; empty where that is from the top.
    private var starts: [TGARunReader.Place] = []
    /// Rows that are in the file, in the order of the file, as far as that is known.
    private let storedRowCount: Int
    private var nextRow = 0

    /// Reads the header and the palette, and goes through the packets of a picture that is stored from the bottom.
    ///
    /// - Throws: `ImageError` where the file can be no TGA, or claims more than it can hold.
    package init(source: ByteSource) throws(ImageError) {
        var reader = HeaderReader(source)
        let header = try TGAHeader(&reader)
        (self.header, self.source) = (header, source)
        (width, height) = (header.width, header.height)
        guard width > 0, height > 0 else {
            throw .damaged("its header gives a size of \(width) × \(height) pixels", offset: 12)
        }
        try ClaimedSize.check(
            width, height, fileByteCount: source.count, pixelsPerByte: Self.pixelsPerByte, offset: 12)
        bandRowCount = min(height, max(1, Self.bandByteCount / (width * 4)))
        if header.hasRuns {
            var runs = TGARunReader(header, source)
            self.runs = runs
            var rowCount = 0
            if !header.isTopDown {
                while rowCount < height {
                    let place = runs.place
                    guard runs.skip(width) else { break }
                    if rowCount % bandRowCount == 0 { starts.append(place) }
                    rowCount += 1
                }
            }
            storedRowCount = header.isTopDown ? height : rowCount
        } else {
            storedRowCount = min(height, max(0, source.count - header.dataOffset) / header.stride)
        }
        guard storedRowCount > 0 else {
            throw .damaged("the picture's data ends before its first row", offset: source.count)
        }
        isPartial = storedRowCount < height
        converter = TGARowConverter(header, source, hasGaps: isPartial && !header.isTopDown)
        format = converter.format
    }

    /// Bytes of memory that a picture of this size takes, about: most are the places of bands.
    package static func byteEstimate(width: Int, height: Int) -> Int {
        2 << 20 + min(width, 1 << 16) * 12 + min(height, 1 << 16) * 32
    }

    package func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        // What is missing at the bottom is not given, what is missing at the top is.
        let end = header.isTopDown ? storedRowCount : height
        guard nextRow < end else { return 0 }
        let rowByteCount = width * format.channelCount
        let missingCount = header.isTopDown ? 0 : height - storedRowCount
        if nextRow < missingCount {
            let count = min(bandRowCount, missingCount - nextRow)
            rows.append(contentsOf: repeatElement(0, count: count * rowByteCount))
            nextRow += count
            return count
        }
        // In the order of the file, where bands begin at multiples.
        let (first, wanted) = band(from: nextRow, to: end)
        let stored = storedRows(first, wanted)
        // From the bottom, rows can only be given together.
        var count = stored.count / header.stride
        if !header.isTopDown, count < wanted { count = 0 }
        let start = rows.count
        rows.append(contentsOf: repeatElement(0, count: count * rowByteCount))
        for row in 0..<count {
            let place = (header.isTopDown ? row : count - 1 - row) * header.stride
            converter.convert(stored, at: place, to: &rows, at: start + row * rowByteCount)
        }
        nextRow += count
        if count < wanted {
            isPartial = true
            let isFirst = nextRow == 0
            nextRow = height
            if isFirst { throw .damaged("the picture's data ends before its first row", offset: source.count) }
        }
        return count
    }

    /// The first stored row, and how many there are, of the next rows that are given together.
    private func band(from row: Int, to end: Int) -> (first: Int, count: Int) {
        guard !header.isTopDown else { return (row, min(bandRowCount, end - row)) }
        let last = height - 1 - row
        let first = last / bandRowCount * bandRowCount
        return (first, last - first + 1)
    }

    /// Stored rows, one after the other; fewer where the file ends.
    private func storedRows(_ first: Int, _ count: Int) -> [UInt8] {
        guard runs != nil else {
            return source.bytes(at: header.dataOffset + first * header.stride, count: count * header.stride)
        }
        if !header.isTopDown {
            guard starts.indices.contains(first / bandRowCount) else { return [] }
            runs?.place = starts[first / bandRowCount]
        }
        var stored: [UInt8] = []
        stored.reserveCapacity(count * header.stride)
        for _ in 0..<count {
            guard let row = runs?.pixels(width) else { break }
            stored += row
        }
        return stored
    }
}
