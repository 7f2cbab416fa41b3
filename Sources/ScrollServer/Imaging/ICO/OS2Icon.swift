// Decodes OS/2's icons and pointers, and the bitmaps in its arrays, as BMPs with a mask.

import Metadata
import Pixels

extension ICODecoder {
    /// Opens the largest picture of an OS/2 file.
    ///
    /// - Throws: `ImageError` where the file is none, or as a BMP does.
    convenience init(os2 source: ByteSource) throws(ImageError) {
        let directory = try OS2Directory(of: source)
        let bitmap = try BMPDecoder(source: ICODecoder.file(of: directory, in: source))
        guard bitmap.width == directory.width, bitmap.height == directory.height else { throw .changed }
        guard let bits = directory.mask else {
            self.init(bitmap)
            return
        }
        let stride = (bits.width + 31) / 32 * 4
        // No overflow: a side has at most 31 bits.
        let mask = ICOMask(
            file: source, offset: bits.pixels + stride * directory.height, width: directory.width,
            height: directory.height, isTopDown: false)
        self.init(bitmap, .rgba, mask)
    }

    /// Returns the colours as a BMP file of their own.
    private static func file(of directory: OS2Directory, in source: ByteSource) throws(ImageError) -> ByteSource {
        let bitmap = directory.picture
        var header = source.bytes(at: bitmap.offset, count: bitmap.byteCount)
        guard header.count == bitmap.byteCount else {
            throw .damaged("the file ends inside its header", offset: source.count)
        }
        header.replaceSubrange(0..<14, with: [UInt8]("BM".utf8) + bytes(0, 8) + bytes(header.count, 4))
        if let mask = directory.mask {
            let height = bitmap.headerByteCount == 12 ? 20..<22 : 22..<26
            header.replaceSubrange(height, with: bytes(directory.height, height.count))
            if mask == bitmap {
                // A bit is black or white, whatever the palette says.
                for index in 14 + bitmap.headerByteCount..<header.count {
                    header[index] = index < 14 + bitmap.headerByteCount + bitmap.colourByteCount ? 0 : 255
                }
            }
        }
        return source.part(bitmap.pixels..<max(bitmap.pixels, source.count), behind: header)
    }

    /// The lowest bytes of a number, little-endian.
    private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
