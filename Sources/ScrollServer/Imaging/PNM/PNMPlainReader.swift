// Reads samples written as digits (netpbm.sourceforge.net/doc: "plain" formats).

/// Reads the samples of a plain PNM in sequence.
///
/// Memory: 64 KiB of the file.
struct PNMPlainReader {
    private static let blockByteCount = 1 << 16
    /// Bytes without a sample after which reading stops.
    private static let gapLimit = 1 << 20

    private let source: ByteSource
    private let isBits: Bool
    private var block: [UInt8] = []
    private var blockOffset: Int
    private var position = 0

    init(_ header: PNMHeader, _ source: ByteSource) {
        self.source = source
        isBits = header.storage == .plainBits
        blockOffset = header.dataOffset
    }

    private mutating func byte() -> UInt8? {
        if position == block.count {
            blockOffset += position
            block = source.bytes(at: blockOffset, count: Self.blockByteCount)
            position = 0
            guard !block.isEmpty else { return nil }
        }
        position += 1
        return block[position - 1]
    }

    /// Returns the next sample, at most 65535; nil at the file's end, before other characters, and after a long gap.
    mutating func sample() -> UInt16? {
        var gap = 0
        var isComment = false
        while let byte = byte() {
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
        while let byte = byte() {
            guard (0x30...0x39).contains(byte) else {
                if byte == 0x23 { position -= 1 }
                break
            }
            digitCount += 1
            if digitCount > Self.gapLimit { return nil }
            value = min(value * 10 + Int(byte) - 0x30, 65_535)
        }
        return UInt16(truncatingIfNeeded: value)
    }
}
