// Decodes TGA files from the top, some rows at a time.

import Metadata
import Pixels

/// Decodes a TGA's rows.
///
/// Most files have their lowest row first, and are read from their end. With run-length packets, the start of each band
/// of rows is recorded in advance. The highest rows of a truncated file are then missing, and returned as transparent
/// rows. Damage before the first row is thrown; damage after that ends the rows early and sets `isPartial`.
///
/// Not thread-safe: one task at a time may use a decoder.
package final class TGADecoder: RowSource {
    /// Bytes of a band, stored or decoded; a row if that is longer.
    private static let bandByteCount = 1 << 18
    /// A two-byte packet encodes up to 128 pixels.
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
    /// Start of each band of runs, in file order; empty for top-down files.
    private var starts: [TGARunReader.Position] = []
    /// Rows known to be in the file, in file order.
    private let storedRowCount: Int
    private var nextRow = 0

    /// Reads the header and the palette, and scans the packets of a bottom-up picture.
    ///
    /// - Throws: `ImageError` where the file cannot be a TGA, or claims more than it can contain.
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
                    let position = runs.position
                    guard runs.skip(width) else { break }
                    if rowCount % bandRowCount == 0 { starts.append(position) }
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
        converter = TGARowConverter(
            header, source, hasVisibleAlpha: Self.hasVisibleAlpha(header, source),
            hasGaps: isPartial && !header.isTopDown)
        format = converter.format
    }

    /// Whether the alpha of any pixel is not 0: some programs leave all of it 0, and declare it or not.
    ///
    /// Reads up to the first such pixel, most often in the first row.
    private static func hasVisibleAlpha(_ header: TGAHeader, _ source: ByteSource) -> Bool {
        guard header.kind == .colour, header.bitsPerPixel == 32 else { return false }
        func isVisible(_ stored: [UInt8]) -> Bool {
            stride(from: 3, to: stored.count, by: 4).contains { stored[$0] != 0 }
        }
        if header.hasRuns {
            var runs = TGARunReader(header, source)
            for _ in 0..<header.height {
                guard let row = runs.pixels(header.width) else { return false }
                if isVisible(row) { return true }
            }
            return false
        }
        let end = min(source.count, header.dataOffset + header.stride * header.height)
        for start in stride(from: header.dataOffset, to: end, by: bandByteCount)
        where isVisible(source.bytes(at: start, count: min(bandByteCount, end - start))) { return true }
        return false
    }

    /// Returns the approximate bytes of memory that decoding takes; most are the positions of bands.
    package static func byteEstimate(width: Int, height: Int) -> Int {
        2 << 20 + min(width, 1 << 16) * 12 + min(height, 1 << 16) * 32
    }

    package func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        // Rows missing at the bottom are omitted; rows missing at the top are returned as transparent.
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
        // In file order, where bands begin at multiples of `bandRowCount`.
        let (first, wanted) = band(from: nextRow, to: end)
        let stored = storedRows(first, wanted)
        // Bottom-up, the rows of a band can only be returned together.
        var count = stored.count / header.stride
        if !header.isTopDown, count < wanted { count = 0 }
        let start = rows.count
        rows.append(contentsOf: repeatElement(0, count: count * rowByteCount))
        for row in 0..<count {
            let rowStart = (header.isTopDown ? row : count - 1 - row) * header.stride
            converter.convert(stored, at: rowStart, to: &rows, at: start + row * rowByteCount)
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

    /// Returns the first stored row and the number of rows that are returned together next.
    private func band(from row: Int, to end: Int) -> (first: Int, count: Int) {
        guard !header.isTopDown else { return (row, min(bandRowCount, end - row)) }
        let last = height - 1 - row
        let first = last / bandRowCount * bandRowCount
        return (first, last - first + 1)
    }

    /// Returns consecutive stored rows; fewer where the file ends.
    private func storedRows(_ first: Int, _ count: Int) -> [UInt8] {
        guard runs != nil else {
            return source.bytes(at: header.dataOffset + first * header.stride, count: count * header.stride)
        }
        if !header.isTopDown {
            guard starts.indices.contains(first / bandRowCount) else { return [] }
            runs?.position = starts[first / bandRowCount]
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
