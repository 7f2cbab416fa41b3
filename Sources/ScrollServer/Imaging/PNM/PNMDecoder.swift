// Decodes PBM, PGM, PPM and PAM files from the top, some rows at a time.

import Metadata
import Pixels

/// Decodes the rows of the first picture of a PNM; samples are taken for sRGB, as in other viewers.
///
/// Damage before the first row is thrown; where the file ends after that, or a number is malformed, the rows end and
/// `isPartial` is set.
///
/// Not thread-safe: one task at a time may use a decoder.
package final class PNMDecoder: RowSource {
    /// Bytes of stored rows read at once, or one row if that is longer; and samples, in plain formats.
    private static let readByteCount = 1 << 18
    private static let plainSampleCount = 1 << 16
    /// A byte encodes up to eight pixels.
    private static let pixelsPerByte = 8

    package let width: Int
    package let height: Int
    package var format: PixelFormat { header.format }
    package private(set) var isPartial = false

    private let header: PNMHeader
    private let source: ByteSource
    private var plain: PNMPlainReader?
    private var nextRow = 0
    /// Maps each sample value to 8 bits; empty where they are equal.
    private let levels: [UInt8]

    /// Reads the header; throws `ImageError` where the file is no PNM, or claims more than it can contain.
    package init(source: ByteSource) throws(ImageError) {
        var reader = HeaderReader(source)
        let header = try PNMHeader(&reader)
        (self.header, self.source) = (header, source)
        (width, height) = (header.width, header.height)
        try ClaimedSize.checkRow(width, "PNM")
        try ClaimedSize.check(
            width, height, fileByteCount: source.count, pixelsPerByte: Self.pixelsPerByte, offset: 3)
        switch header.storage {
        case .plainBits: levels = [255, 0]
        case .bits: levels = []
        case .plainNumbers, .numbers:
            let maximum = header.maximum
            levels =
                maximum == 255
                ? [] : (0...maximum).map { UInt8(truncatingIfNeeded: ($0 * 255 + maximum / 2) / maximum) }
        }
        if header.storage == .plainBits || header.storage == .plainNumbers { plain = PNMPlainReader(header, source) }
    }

    /// Returns the approximate bytes of memory that decoding takes.
    package static func byteEstimate(width: Int, height: Int) -> Int {
        1 << 20 + min(width, ClaimedSize.rowByteLimit / 4) * 12
    }

    package func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        guard nextRow < height, !isPartial else { return 0 }
        let rowByteCount = width * format.channelCount
        let most =
            plain == nil
            ? Self.readByteCount / max(header.stride, rowByteCount) : Self.plainSampleCount / rowByteCount
        let wanted = min(height - nextRow, max(1, most))
        let count = plain == nil ? readStoredRows(wanted, into: &rows) : readPlainRows(wanted, into: &rows)
        nextRow += count
        guard count < wanted else { return count }
        isPartial = true
        if nextRow == 0 { throw .damaged("the picture's data ends before its first row", offset: source.count) }
        return count
    }

    private func readPlainRows(_ wanted: Int, into rows: inout [UInt8]) -> Int {
        let rowByteCount = width * format.channelCount
        let start = rows.count
        rows.reserveCapacity(start + wanted * rowByteCount)
        for row in 0..<wanted {
            for _ in 0..<rowByteCount {
                guard let sample = plain?.sample() else {
                    rows.removeLast(rows.count - start - row * rowByteCount)
                    return row
                }
                rows.append(level(Int(sample)))
            }
        }
        return wanted
    }

    private func readStoredRows(_ wanted: Int, into rows: inout [UInt8]) -> Int {
        let stride = header.stride
        let stored = source.bytes(at: header.dataOffset + nextRow * stride, count: wanted * stride)
        let count = stored.count / stride
        switch header.storage {
        case .bits:
            for row in 0..<count {
                let start = row * stride
                for column in 0..<width {
                    let isBlack = stored[start + column / 8] >> UInt8(7 - column % 8) & 1 == 1
                    rows.append(isBlack ? 0 : 255)
                }
            }
        case _ where header.maximum > 255:
            for offset in Swift.stride(from: 0, to: count * stride, by: 2) {
                rows.append(level(Int(stored[offset]) << 8 | Int(stored[offset + 1])))
            }
        case _ where levels.isEmpty: rows.append(contentsOf: stored[..<(count * stride)])
        default: for sample in stored[..<(count * stride)] { rows.append(level(Int(sample))) }
        }
        return count
    }

    private func level(_ sample: Int) -> UInt8 {
        levels.isEmpty ? UInt8(truncatingIfNeeded: min(sample, 255)) : levels[min(sample, levels.count - 1)]
    }
}
