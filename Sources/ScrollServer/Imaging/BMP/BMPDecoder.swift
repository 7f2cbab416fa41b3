// Decodes BMP files from the top, some rows at a time.

import Pixels

/// Decodes a BMP's rows in the file's own colours.
///
/// Most files have their lowest row first, and are read from their end. The highest rows of a truncated file are then
/// missing, and returned as transparent rows. Damage before the first row is thrown; damage after that ends the rows
/// early and sets `isPartial`.
///
/// Not thread-safe: one task at a time may use a decoder.
package final class BMPDecoder: RowSource {
    /// Bytes of stored rows read at once; a row if that is longer.
    private static let readByteCount = 1 << 18

    package let width: Int
    package let height: Int
    package let format: PixelFormat
    package private(set) var isPartial = false
    /// ICC profile of the colours; nil for sRGB.
    package var profile: [UInt8]? { header.profile }

    private let header: BMPHeader
    private let source: ByteSource
    private let converter: BMPRowConverter
    private var runs: BMPRunReader?
    private var nextRow = 0
    /// Rows present in the file, in file order.
    private let storedRowCount: Int
    private var band: [UInt32] = []

    /// Reads the header, and scans the codes of a run-length encoded picture.
    ///
    /// - Throws: `ImageError` where the file is no BMP, is damaged, or its format is unsupported.
    package init(source: ByteSource) throws(ImageError) {
        let header = try BMPHeader(source)
        self.source = source
        self.header = header
        (width, height) = (header.width, header.height)
        var hasGaps = false
        switch header.storage {
        case .runs:
            let reader = try BMPRunReader(header, source)
            hasGaps = reader.hasGaps
            isPartial = reader.isCut
            storedRowCount = reader.isCut ? reader.rowCount : header.height
            band = [UInt32](repeating: 0, count: reader.bandRowCount * header.width)
            runs = reader
        case .rows:
            // The last row need not be padded to a whole word.
            let byteCount = source.count - header.dataOffset + header.stride - header.rowByteCount
            storedRowCount = min(header.height, byteCount / header.stride)
            guard storedRowCount > 0 else {
                throw .damaged("the picture's data ends before its first row", offset: source.count)
            }
            isPartial = storedRowCount < header.height
            hasGaps = isPartial && !header.isTopDown
        }
        format = header.hasAlpha || hasGaps ? .rgba : .rgb
        converter = BMPRowConverter(header, format: format)
    }

    /// Returns the approximate bytes of memory that decoding takes.
    package static func byteEstimate(width: Int, height: Int) -> Int {
        3 << 20 + min(width, ClaimedSize.rowByteLimit / 4) * (height >> 16 + 2) * 8
    }

    package func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        // Rows missing at the bottom are omitted; rows missing at the top are returned as transparent.
        let end = header.isTopDown ? storedRowCount : height
        guard nextRow < end else { return 0 }
        let count = runs == nil ? readStoredRows(into: &rows, end: end) : readBand(into: &rows, end: end)
        nextRow += count
        if count == 0 {
            isPartial = true
            let isFirst = nextRow == 0
            nextRow = height
            if isFirst { throw .damaged("the picture's data ends before its first row", offset: source.count) }
        }
        return count
    }

    /// Reads rows that are stored whole.
    private func readStoredRows(into rows: inout [UInt8], end: Int) -> Int {
        let rowByteCount = width * format.channelCount
        var count = min(end - nextRow, max(1, Self.readByteCount / max(header.stride, rowByteCount)))
        let missingCount = header.isTopDown ? 0 : height - storedRowCount
        if nextRow < missingCount {
            count = min(count, missingCount - nextRow)
            rows.append(contentsOf: repeatElement(0, count: count * rowByteCount))
            return count
        }
        let first = header.isTopDown ? nextRow : height - nextRow - count
        // The last row may lack its padding.
        let wanted = (count - 1) * header.stride + header.rowByteCount
        let stored = source.bytes(at: header.dataOffset + first * header.stride, count: wanted)
        guard stored.count == wanted else { return 0 }
        let start = rows.count
        rows.append(contentsOf: repeatElement(0, count: count * rowByteCount))
        let bytes = stored.span
        var span = rows.mutableSpan
        for row in 0..<count {
            let rowStart = (header.isTopDown ? row : count - 1 - row) * header.stride
            let target = start + row * rowByteCount
            var pixels = span._mutatingExtracting(target..<target + rowByteCount)
            converter.convert(bytes.extracting(rowStart..<rowStart + header.rowByteCount), to: &pixels)
        }
        return count
    }

    /// Reads a band of run-length encoded rows.
    private func readBand(into rows: inout [UInt8], end: Int) -> Int {
        guard let bandRowCount = runs?.bandRowCount else { return 0 }
        // Bands begin at multiples of `bandRowCount` in file order.
        let inFile = header.isTopDown ? nextRow : height - 1 - nextRow
        let index = inFile / bandRowCount
        runs?.read(band: index, into: &band)
        let count = header.isTopDown ? min(bandRowCount, end - nextRow) : inFile % bandRowCount + 1
        let start = rows.count
        let step = format.channelCount
        rows.append(contentsOf: repeatElement(0, count: count * width * step))
        let pixels = band
        let words = pixels.span
        var span = rows.mutableSpan
        var target = start
        for row in 0..<count {
            let first = (header.isTopDown ? row : count - 1 - row) * width
            for index in first..<first + width {
                span.store(pixel: words[index], channelCount: step, at: target)
                target += step
            }
        }
        return count
    }
}
