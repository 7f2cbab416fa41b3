// Run-length codes of BMPs: RLE4, RLE8, and OS/2's RLE24.

import Pixels

/// Reads runs of pixels, some rows at a time, in file order or another.
///
/// Runs usually start at the lowest row, but rows are returned from the top. So all codes are scanned once, and the
/// start of each band of rows is recorded.
struct BMPRunReader {
    /// A position between two codes.
    private struct Position {
        var offset: Int
        var column = 0
        /// Row in file order.
        var row = 0
    }

    /// Pixels of a band held at once (a row if that is longer), most bands, and most pixels of a band.
    private static let (bandPixelCount, bandLimit, bandPixelLimit) = (1 << 18, 1 << 16, 1 << 22)

    /// Rows of a band; the last one may have fewer.
    let bandRowCount: Int
    let bandCount: Int
    /// Whether some pixels are skipped by the file.
    private(set) var hasGaps = false
    /// Whether the codes end before the picture does, without an end code.
    private(set) var isCut = false

    private let header: BMPHeader
    private var reader: BlockReader
    /// First code that affects each band; fewer entries where the codes end early.
    private var starts: [Position] = []
    private var end = Position(offset: 0)

    /// Scans all codes, reading the file up to their end.
    init(_ header: BMPHeader, _ source: ByteSource) throws(ImageError) {
        self.header = header
        reader = BlockReader(source, offset: header.dataOffset, blockByteCount: 1 << 15)
        let fitting = max(1, Self.bandPixelCount / header.width)
        bandRowCount = min(header.height, max(fitting, (header.height - 1) / Self.bandLimit + 1))
        bandCount = (header.height - 1) / bandRowCount + 1
        guard bandRowCount * header.width <= Self.bandPixelLimit else {
            throw .tooLarge("a run-length coded BMP of \(header.width) × \(header.height) pixels is too large")
        }
        var position = Position(offset: header.dataOffset)
        starts.append(position)
        var nothing: [UInt32] = []
        isCut = !run(&position, limit: source.count, firstRow: 0, pixels: &nothing, isSearching: true)
        end = position
        if position.row < header.height - 1 || position.row == header.height - 1 && position.column < header.width {
            hasGaps = true
        } else {
            isCut = false
        }
        guard position.offset > header.dataOffset else { throw .noRows(offset: header.dataOffset) }
    }

    /// Number of rows present, at least in part, in file order.
    var rowCount: Int { min(header.height, end.row + (end.column > 0 ? 1 : 0)) }

    /// Reads a band in file order as words of red (the lowest byte), green, blue and alpha; skipped pixels are 0.
    mutating func read(band: Int, into pixels: inout [UInt32]) {
        for index in pixels.indices { pixels[index] = 0 }
        guard starts.indices.contains(band) else { return }
        var position = starts[band]
        let limit = band + 1 < starts.count ? starts[band + 1].offset : end.offset
        _ = run(&position, limit: limit, firstRow: band * bandRowCount, pixels: &pixels, isSearching: false)
    }

    /// Runs through the codes.
    ///
    /// - Parameters:
    ///   - position: the first code; then the one after the last.
    ///   - limit: file offset where the codes end.
    ///   - firstRow: the row of the first of `pixels`.
    ///   - pixels: the pixels of a band.
    ///   - isSearching: whether to find the bands' positions, and to write no pixels.
    /// - Returns: whether the codes end with an end code, or the last row.
    private mutating func run(
        _ position: inout Position, limit: Int, firstRow: Int, pixels: inout [UInt32], isSearching: Bool
    ) -> Bool {
        var pixels = pixels.mutableSpan
        let (width, bits) = (header.width, header.bitsPerPixel)
        while position.row < header.height {
            guard let count = byte(position.offset, limit), let value = byte(position.offset + 1, limit) else {
                return false
            }
            if count > 0 {
                let byteCount = bits == 24 ? 4 : 2
                guard position.offset + byteCount <= limit else { return false }
                if !isSearching {
                    let start = position.offset + 1
                    let words =
                        bits == 24
                        ? (direct(start, limit), direct(start, limit))
                        : bits == 8
                            ? (colour(value), colour(value)) : (colour(value >> 4), colour(value & 15))
                    let row = (position.row - firstRow) * width
                    for index in 0..<min(count, width - position.column) {
                        let target = row + position.column + index
                        guard pixels.indices.contains(target) else { break }
                        pixels[target] = index & 1 == 0 ? words.0 : words.1
                    }
                }
                position.column = min(width, position.column + count)
                position.offset += byteCount
                continue
            }
            switch value {
            case 0:
                if position.column < width { hasGaps = true }
                position.offset += 2
                advance(&position, column: 0, rows: 1, isSearching: isSearching)
            case 1:
                position.offset += 2
                return true
            case 2:
                guard let right = byte(position.offset + 2, limit), let up = byte(position.offset + 3, limit) else {
                    return false
                }
                if right > 0 || up > 0 { hasGaps = true }
                position.offset += 4
                advance(&position, column: min(width, position.column + right), rows: up, isSearching: isSearching)
            default:
                let byteCount = (value * bits + 7) / 8
                let start = position.offset + 2
                // The last run may lack its padding to a word.
                guard start + byteCount <= limit else { return false }
                if !isSearching {
                    let row = (position.row - firstRow) * width
                    for index in 0..<min(value, width - position.column) {
                        let target = row + position.column + index
                        guard pixels.indices.contains(target) else { break }
                        switch bits {
                        case 24: pixels[target] = direct(start + 3 * index, limit)
                        case 8: pixels[target] = colour(byte(start + index, limit) ?? 0)
                        default:
                            let pair = byte(start + index / 2, limit) ?? 0
                            pixels[target] = colour(index & 1 == 0 ? pair >> 4 : pair & 15)
                        }
                    }
                }
                position.column = min(width, position.column + value)
                position.offset = start + (byteCount + 1) & ~1
            }
        }
        return true
    }

    private mutating func advance(_ position: inout Position, column: Int, rows: Int, isSearching: Bool) {
        position.column = column
        position.row += rows
        guard isSearching else { return }
        while starts.count < bandCount, position.row >= starts.count * bandRowCount { starts.append(position) }
    }

    private func colour(_ index: Int) -> UInt32 { header.palette[index & 255] }

    /// Returns the colour stored at `offset`.
    private mutating func direct(_ offset: Int, _ limit: Int) -> UInt32 {
        let (blue, green) = (byte(offset, limit) ?? 0, byte(offset + 1, limit) ?? 0)
        let red = byte(offset + 2, limit) ?? 0
        return UInt32(truncatingIfNeeded: red | green << 8 | blue << 16 | 0xFF << 24)
    }

    /// Returns the byte at `offset`; nil from `limit` on, and where the file cannot be read.
    @inline(__always)
    private mutating func byte(_ offset: Int, _ limit: Int) -> Int? {
        offset < limit ? reader.byte(at: offset).map { Int($0) } : nil
    }
}
