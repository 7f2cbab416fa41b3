// Decodes TGA files from the top, some rows at a time.

import Metadata
import Pixels

typealias TGADecoder = RowByRowDecoder<TGAReader>

/// Decodes a TGA's rows.
///
/// Most files have their lowest row first, and are read from their end. With run-length packets, the start of each band
/// of rows is recorded in advance. The highest rows of a truncated file are then missing, and returned as transparent
/// rows.
struct TGAReader: RowReader {
    /// Bytes of a band, stored or decoded; a row if that is longer.
    private static let bandByteCount = 1 << 18
    /// A two-byte packet encodes up to 128 pixels.
    private static let pixelsPerByte = 64

    let width: Int
    let height: Int
    let format: PixelFormat
    var isCut: Bool { storedRowCount < height }

    private let header: TGAHeader
    private let converter: TGARowConverter
    private var rows: StoredRows
    private var runs: TGARunReader?
    /// Rows of a band of runs; the last one may have fewer.
    private let bandRowCount: Int
    /// Start of each band of runs, in file order; empty for top-down files.
    private var starts: [TGARunReader.Position] = []
    /// The stored pixels of the present band of runs.
    private var band: [UInt8] = []
    private var bandIndex = -1
    /// Rows known to be in the file, in file order.
    private let storedRowCount: Int

    /// Reads the header and the palette, and scans the packets of a bottom-up picture.
    ///
    /// - Throws: `ImageError` where the file cannot be a TGA, or claims more than it can contain.
    init(_ source: ByteSource) throws(ImageError) {
        header = try TGAHeader(of: source)
        (width, height) = (header.width, header.height)
        try ImageError.checkSize(width, height, offset: 12)
        try ClaimedSize.check(header, "TGA", in: source, pixelsPerByte: Self.pixelsPerByte, offset: 12)
        bandRowCount = min(height, max(1, Self.bandByteCount / (width * 4)))
        rows = StoredRows(source, offset: header.dataOffset, stride: header.stride)
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
        guard storedRowCount > 0 else { throw .noRows(offset: source.count) }
        converter = TGARowConverter(
            header, source, hasVisibleAlpha: Self.hasVisibleAlpha(header, source),
            hasGaps: storedRowCount < height && !header.isTopDown)
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
    static func byteEstimate(width: Int, height: Int) -> Int {
        2 << 20 + min(width, 1 << 16) * 12 + min(height, 1 << 16) * 32
    }

    mutating func read(_ row: Int, into pixels: inout MutableSpan<UInt8>, at start: Int) -> Bool {
        let inFile = header.isTopDown ? row : height - 1 - row
        // Rows missing at the bottom are omitted; rows missing at the top are returned as transparent.
        guard inFile < storedRowCount else { return !header.isTopDown }
        guard runs != nil else {
            guard let place = rows.place(of: inFile, byteCount: header.stride) else { return false }
            converter.convert(rows.bytes.span, at: place, to: &pixels, at: start)
            return true
        }
        if inFile / bandRowCount != bandIndex { readBand(inFile / bandRowCount) }
        let place = inFile % bandRowCount * header.stride
        guard place + header.stride <= band.count else { return false }
        converter.convert(band.span, at: place, to: &pixels, at: start)
        return true
    }

    /// Unpacks a band of runs; fewer rows where the file ends.
    private mutating func readBand(_ index: Int) {
        bandIndex = index
        band.removeAll(keepingCapacity: true)
        if !header.isTopDown { runs?.position = starts[index] }
        for _ in 0..<min(bandRowCount, storedRowCount - index * bandRowCount) {
            guard let row = runs?.pixels(width) else { return }
            band += row
        }
    }
}
