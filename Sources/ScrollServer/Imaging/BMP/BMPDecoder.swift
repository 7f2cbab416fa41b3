// Decodes BMP files from the top, some rows at a time.

import Pixels

typealias BMPDecoder = RowByRowDecoder<BMPReader>

/// Decodes a BMP's rows in the file's own colours.
///
/// Most files have their lowest row first, and are read from their end. The highest rows of a truncated file are then
/// missing, and returned as transparent rows.
struct BMPReader: RowReader {
    let width: Int
    let height: Int
    let format: PixelFormat
    let isCut: Bool
    var profile: [UInt8]? { header.profile }

    private let header: BMPHeader
    private let converter: BMPRowConverter
    private var rows: StoredRows
    private var runs: BMPRunReader?
    /// Rows present in the file, in file order.
    private let storedRowCount: Int
    /// The present band of runs.
    private var band: [UInt32] = []
    private var bandIndex = -1

    /// Reads the header, and scans the codes of a run-length encoded picture.
    ///
    /// - Throws: `ImageError` where the file is no BMP, is damaged, or its format is unsupported.
    init(_ source: ByteSource) throws(ImageError) {
        header = try BMPHeader(source)
        (width, height) = (header.width, header.height)
        rows = StoredRows(source, offset: header.dataOffset, stride: header.stride)
        let hasGaps: Bool
        switch header.storage {
        case .runs:
            let reader = try BMPRunReader(header, source)
            (hasGaps, isCut) = (reader.hasGaps, reader.isCut)
            storedRowCount = reader.isCut ? reader.rowCount : header.height
            band = [UInt32](repeating: 0, count: reader.bandRowCount * header.width)
            runs = reader
        case .rows:
            // The last row need not be padded to a whole word.
            let byteCount = source.count - header.dataOffset + header.stride - header.rowByteCount
            storedRowCount = min(header.height, byteCount / header.stride)
            guard storedRowCount > 0 else { throw .noRows(offset: source.count) }
            isCut = storedRowCount < header.height
            hasGaps = isCut && !header.isTopDown
        }
        format = header.hasAlpha || hasGaps ? .rgba : .rgb
        converter = BMPRowConverter(header, format: format)
    }

    static func byteEstimate(width: Int, height: Int) -> Int {
        3 << 20 + min(width, ClaimedSize.rowByteLimit / 4) * (height >> 16 + 2) * 8
    }

    mutating func read(_ row: Int, into pixels: inout MutableSpan<UInt8>, at start: Int) -> Bool {
        let (step, end) = (format.channelCount, start + width * format.channelCount)
        let inFile = header.isTopDown ? row : height - 1 - row
        // Rows missing at the bottom are omitted; rows missing at the top are returned as transparent.
        if inFile >= storedRowCount, header.isTopDown || runs == nil { return !header.isTopDown }
        guard let bandRowCount = runs?.bandRowCount else {
            guard let place = rows.place(of: inFile, byteCount: header.rowByteCount) else { return false }
            var target = pixels._mutatingExtracting(start..<end)
            converter.convert(rows.bytes.span.extracting(place..<place + header.rowByteCount), to: &target)
            return true
        }
        if inFile / bandRowCount != bandIndex {
            bandIndex = inFile / bandRowCount
            runs?.read(band: bandIndex, into: &band)
        }
        let words = band.span
        let first = inFile % bandRowCount * width
        // A local span stays in registers.
        var target = pixels._mutatingExtracting(start..<end)
        for column in 0..<width {
            target.store(pixel: words[first + column], channelCount: step, at: column * step)
        }
        return true
    }
}
