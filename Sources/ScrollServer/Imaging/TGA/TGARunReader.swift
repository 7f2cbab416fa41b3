// Run-length packets of TGAs (Truevision TGA File Format Specification 2.0, "Run-length encoded images").

import Metadata
import Pixels

/// Reads the pixels of packets in sequence, from any position; a packet may continue in the next row.
///
/// Memory: 64 KiB of the file.
struct TGARunReader {
    /// A position between two pixels.
    struct Position {
        /// Offset of the next packet; within a packet, of its next pixel.
        var offset: Int
        /// Pixels of the packet that remain.
        var remaining = 0
        /// Whether the remaining pixels are equal.
        var isRun = false
    }

    var position: Position
    private let byteCount: Int
    private let pixelByteCount: Int
    private var reader: BlockReader

    init(_ header: TGAHeader, _ source: ByteSource) {
        byteCount = source.count
        reader = BlockReader(source, offset: header.dataOffset)
        position = Position(offset: header.dataOffset)
        pixelByteCount = header.pixelByteCount
    }

    /// Appends the next `count` stored pixels to `stored`, unless it is nil.
    ///
    /// - Returns: whether all of them are in the file.
    private mutating func read(_ count: Int, into stored: inout [UInt8]?) -> Bool {
        var missing = count
        while missing > 0 {
            if position.remaining == 0 {
                guard let head = reader.byte(at: position.offset) else { return false }
                position = Position(
                    offset: position.offset + 1, remaining: Int(head & 0x7F) + 1, isRun: head & 0x80 != 0)
            }
            let taken = min(missing, position.remaining)
            let byteCount = position.isRun ? pixelByteCount : taken * pixelByteCount
            guard position.offset + byteCount <= self.byteCount else { return false }
            if stored != nil {
                // At most 512 bytes.
                let range = reader.load(byteCount, at: position.offset)
                guard range.count == byteCount else { return false }
                let bytes = reader.block[range]
                for _ in 0..<(position.isRun ? taken : 1) { stored?.append(contentsOf: bytes) }
            }
            position.remaining -= taken
            if !position.isRun || position.remaining == 0 { position.offset += byteCount }
            missing -= taken
        }
        return true
    }

    /// Returns the next `count` stored pixels; nil where the file ends first.
    mutating func pixels(_ count: Int) -> [UInt8]? {
        var stored: [UInt8]? = []
        stored?.reserveCapacity(count * pixelByteCount)
        return read(count, into: &stored) ? stored : nil
    }

    /// Skips `count` pixels.
    ///
    /// - Returns: whether all of them are in the file.
    mutating func skip(_ count: Int) -> Bool {
        var nothing: [UInt8]?
        return read(count, into: &nothing)
    }
}
