// Reads samples written as digits (netpbm.sourceforge.net/doc: "plain" formats).

import Metadata
import Pixels

/// Reads the samples of a plain PNM in sequence.
///
/// Memory: 64 KiB of the file.
struct PNMPlainReader {
    /// Bytes without a sample after which reading stops.
    private static let gapLimit = 1 << 20

    private let isBits: Bool
    private var reader: BlockReader

    init(_ header: PNMHeader, _ source: ByteSource) {
        isBits = header.storage == .plainBits
        reader = BlockReader(source, offset: header.dataOffset)
    }

    /// Returns the next sample, at most 65535; nil at the file's end, before other characters, and after a long gap.
    mutating func sample() -> UInt16? {
        var gap = 0
        var isComment = false
        while let byte = reader.next() {
            switch byte {
            case 0x0A, 0x0D: isComment = false
            case _ where isComment: break
            case 0x09, 0x0B, 0x0C, 0x20: break
            case 0x23: isComment = true
            case 0x30...0x31 where isBits: return UInt16(byte - 0x30)
            case 0x30...0x39 where !isBits: return number(byte)
            default: return nil
            }
            gap += 1
            if gap > Self.gapLimit { return nil }
        }
        return nil
    }

    /// Reads the number that begins with a digit, and skips the character that ends it, unless it starts a comment.
    private mutating func number(_ first: UInt8) -> UInt16? {
        var value = Int(first) - 0x30
        var digitCount = 1
        while let byte = reader.next() {
            guard (0x30...0x39).contains(byte) else {
                if byte == 0x23 { reader.offset -= 1 }
                break
            }
            digitCount += 1
            if digitCount > Self.gapLimit { return nil }
            value = min(value * 10 + Int(byte) - 0x30, 65_535)
        }
        return UInt16(truncatingIfNeeded: value)
    }
}
