// Decodes WBMP files of type 0: bits, of which 1 is white.

import Metadata
import Pixels

/// Decodes a WBMP's rows.
struct WBMPReader: RowReader {
    let width: Int
    let height: Int
    let format = PixelFormat.gray

    private let header: WBMPHeader
    private let source: ByteSource

    /// Reads the header; throws `ImageError` where the file is no WBMP, or far too short.
    init(_ source: ByteSource) throws(ImageError) {
        header = try WBMPHeader(of: source)
        try ClaimedSize.check(header, "WBMP", in: source, pixelsPerByte: 8, offset: 2)
        (width, height, self.source) = (header.width, header.height, source)
    }

    mutating func read(_ row: Int, into pixels: inout MutableSpan<UInt8>, at start: Int) -> Bool {
        let byteCount = (width + 7) / 8
        let stored = source.bytes(at: header.dataOffset + row * byteCount, count: byteCount)
        guard stored.count == byteCount else { return false }
        for column in 0..<width { pixels[start + column] = stored[column / 8] << (column % 8) & 128 == 0 ? 0 : 255 }
        return true
    }
}
