// The JPEG or PNG in a BMP (Microsoft, "JPEG and PNG Extensions for Specific Bitmap Functions and Structures").

import Metadata
import Pixels

/// Opens the picture that is in a BMP instead of pixels.
enum BMPEmbedded {
    private static let headerByteCount = 54
    /// Most bytes of an interlaced PNG kept in memory.
    private static let interlacedByteCount = 1 << 21

    /// Opens a BMP, or the JPEG or PNG in it.
    ///
    /// - Throws: `ImageError` as the decoders do, and where the picture has another size than the BMP's header says.
    static func open(_ source: ByteSource) throws(ImageError) -> any RowSource {
        let start = source.bytes(at: 0, count: headerByteCount)
        func number(_ offset: Int) -> Int { start[offset..<offset + 4].littleEndianNumber }
        // OS/2 has other compressions of these numbers.
        guard start.count == headerByteCount, start.starts(with: "BM".utf8), number(14) >= 40, number(14) != 64,
            [4, 5].contains(number(30))
        else { return try BMPDecoder(source: source) }
        let offset = number(10)
        guard offset >= headerByteCount, offset < source.count else {
            throw .damaged("its pixels are not in the file", offset: 10)
        }
        let width = Int(Int32(truncatingIfNeeded: number(18)))
        let height = abs(Int(Int32(truncatingIfNeeded: number(22))))
        let picture = try decoder(source.part(offset..<source.count), isJPEG: number(30) == 4)
        guard picture.width == width, picture.height == height else {
            throw .damaged(
                "a picture of \(picture.width) × \(picture.height) pixels in a BMP of \(width) × \(height)",
                offset: offset)
        }
        return picture
    }

    private static func decoder(_ part: ByteSource, isJPEG: Bool) throws(ImageError) -> any RowSource {
        if isJPEG {
            let jpeg = try JPEGDecoder(source: part)
            guard jpeg.format != .rgba else { throw .unsupported("a BMP with a JPEG of four inks in it") }
            try ClaimedSize.checkRow(jpeg.width, "JPEG in a BMP")
            return jpeg
        }
        let limits = PNGDecoder.Limits(interlacedByteCount: interlacedByteCount)
        return try PNGDecoder(source: part, limits: limits, refines: true)
    }
}
