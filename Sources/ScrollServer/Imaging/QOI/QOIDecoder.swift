// Decodes QOI files from the top, some rows at a time (qoiformat.org, specification 1.0).

import Metadata
import Pixels

/// Decodes a QOI's rows.
///
/// Damage cannot be detected in the pixels. If the file ends early, the rows end, and `isPartial` is set.
///
/// Not thread-safe: one task at a time may use a decoder.
package final class QOIDecoder: RowSource {
    /// Pixels returned at once; a row if that is longer.
    private static let bandPixelCount = 1 << 16
    /// A one-byte run encodes up to 62 pixels.
    private static let pixelsPerByte = 62

    package let width: Int
    package let height: Int
    package let format: PixelFormat
    package private(set) var isPartial = false

    private let byteCount: Int
    private var reader: BlockReader
    private var nextRow = 0

    // Pixels are words of red (the lowest byte), green, blue and alpha.
    private var pixel: UInt32 = 0xFF00_0000
    /// How many more times `pixel` is repeated.
    private var run = 0
    private var seen = [UInt32](repeating: 0, count: 64)

    /// Reads the header; throws `ImageError` where the file is no QOI, or claims more than it can contain.
    package init(source: ByteSource) throws(ImageError) {
        var reader = HeaderReader(source)
        let header = try QOIHeader(&reader)
        (width, height) = (header.width, header.height)
        try ClaimedSize.checkRow(width, "QOI")
        try ClaimedSize.check(
            width, height, fileByteCount: source.count, pixelsPerByte: Self.pixelsPerByte, offset: 4)
        format = header.hasAlpha ? .rgba : .rgb
        byteCount = source.count
        self.reader = BlockReader(source, offset: QOIHeader.byteCount)
    }

    /// Returns the approximate bytes of memory that decoding takes.
    package static func byteEstimate(width: Int, height: Int) -> Int {
        1 << 20 + min(width, ClaimedSize.rowByteLimit / 4) * 8
    }

    package func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        guard nextRow < height, !isPartial else { return 0 }
        let wanted = min(height - nextRow, max(1, Self.bandPixelCount / width))
        let start = rows.count
        let rowByteCount = width * format.channelCount
        rows.append(contentsOf: repeatElement(0, count: wanted * rowByteCount))
        var count = 0
        var span = rows.mutableSpan
        while count < wanted {
            var row = span._mutatingExtracting((start + count * rowByteCount)...)
            guard readRow(into: &row) else { break }
            count += 1
        }
        rows.removeLast((wanted - count) * rowByteCount)
        nextRow += count
        guard count < wanted else { return count }
        isPartial = true
        if nextRow == 0 { throw .damaged("the picture's data ends before its first row", offset: byteCount) }
        return count
    }

    private func readRow(into row: inout MutableSpan<UInt8>) -> Bool {
        let step = format.channelCount
        var target = 0
        for _ in 0..<width {
            if run > 0 {
                run -= 1
            } else if !readChunk() {
                return false
            }
            row.store(pixel: pixel, channelCount: step, at: target)
            target += step
        }
        return true
    }

    /// Reads the next chunk into `pixel`, and the number of its further repetitions into `run`.
    ///
    /// - Returns: false at the end of the file.
    private func readChunk() -> Bool {
        guard let tag = byte() else { return false }
        switch tag {
        case 0xFE, 0xFF:
            guard let red = byte(), let green = byte(), let blue = byte() else { return false }
            var alpha = pixel >> 24
            if tag == 0xFF {
                guard let stored = byte() else { return false }
                alpha = stored
            }
            pixel = red | green << 8 | blue << 16 | alpha << 24
        case 0xC0...: run = Int(tag & 0x3F)
        case 0x80...:
            guard let second = byte() else { return false }
            let green = tag & 0x3F &- 32
            add(green &+ second >> 4 &- 8, green, green &+ second & 0xF &- 8)
        case 0x40...: add(tag >> 4 & 3 &- 2, tag >> 2 & 3 &- 2, tag & 3 &- 2)
        default: pixel = seen[Int(tag)]
        }
        let sums = (pixel & 0xFF) * 3 + (pixel >> 8 & 0xFF) * 5 + (pixel >> 16 & 0xFF) * 7 + (pixel >> 24) * 11
        seen[Int(sums & 63)] = pixel
        return true
    }

    /// Adds to each colour of the pixel, modulo 256; only the lowest byte of each number counts.
    private func add(_ red: UInt32, _ green: UInt32, _ blue: UInt32) {
        let (red, green) = ((pixel &+ red) & 0xFF, (pixel >> 8 &+ green) & 0xFF)
        let blue = (pixel >> 16 &+ blue) & 0xFF
        pixel = red | green << 8 | blue << 16 | pixel & 0xFF00_0000
    }

    private func byte() -> UInt32? { reader.next().map { UInt32($0) } }
}
