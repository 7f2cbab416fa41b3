// BMP: the header that follows the file header.

import Pixels

/// The OS/2 and Windows headers, distinguished by their length.
package enum BMPProbe {
    /// The header lengths in use, in bytes: OS/2 1.x; OS/2 2.x short and long; Windows 3, with masks, V4, V5.
    package static let lengths: Set<Int> = [12, 16, 64, 40, 52, 56, 108, 124]

    /// Whether a file begins like a BMP.
    ///
    /// Checks also for a known header length, since two letters are a weak signature.
    static func begins(_ start: [UInt8]) -> Bool {
        guard start.count >= 18, start.starts(with: "BM".utf8), start[16] == 0, start[17] == 0 else { return false }
        return lengths.contains(Int(start[14]) | Int(start[15]) << 8)
    }

    /// Reads the size in pixels; throws `ImageError.damaged`.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        let (width, height) = try sides(&reader, at: 14)
        guard width >= 0 else { throw .damaged("a BMP with a width of \(width)", offset: 18) }
        return ImageHeader(format: .bmp, width: width, height: abs(height))
    }

    /// Reads the sides from a header at `start`; a negative height means that rows are stored from the top.
    static func sides(_ reader: inout HeaderReader, at start: Int) throws(ImageError) -> (width: Int, height: Int) {
        if try reader.uint32(start, littleEndian: true) == 12 {
            return (try reader.uint16(start + 4, littleEndian: true), try reader.uint16(start + 6, littleEndian: true))
        }
        let width = Int32(truncatingIfNeeded: try reader.uint32(start + 4, littleEndian: true))
        return (Int(width), Int(Int32(truncatingIfNeeded: try reader.uint32(start + 8, littleEndian: true))))
    }
}
