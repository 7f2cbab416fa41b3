// Reads the bytes of a JPEG file in order, a block at a time.

import Pixels

/// A position in a file, of which one block is held.
///
/// A class, so that the decoding stages share one position.
final class JPEGInput {
    private var reader: BlockReader

    /// Starts at `offset`; reads at most `blockByteCount` bytes at a time.
    init(_ source: ByteSource, at offset: Int = 0, blockByteCount: Int = 1 << 16) {
        reader = BlockReader(source, offset: offset, blockByteCount: blockByteCount)
    }

    /// The source offset of the next byte.
    var offset: Int { reader.offset }

    /// Reads the next byte; nil at the end of the source.
    func nextByte() -> UInt8? { reader.next() }

    /// Reads two bytes as a big-endian number (T.81 §B.1.1.1).
    func nextUInt16() -> Int? { reader.nextUInt16() }

    /// Reads `count` bytes; nil when fewer are left.
    func bytes(_ count: Int) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        while result.count < count {
            let isThere = withBuffered { bytes in
                let part = bytes.extracting(first: count - result.count)
                for index in part.indices { result.append(part[index]) }
                return part.count
            }
            guard isThere else { return nil }
        }
        return result
    }

    /// Skips `count` bytes; skipped bytes outside the current block are not read from the source.
    func skip(_ count: Int) { reader.offset += count }

    /// Passes the unread bytes of the block (at least one) to `body` and skips as many as `body` returns.
    ///
    /// - Returns: false at the end of the source; `body` is then not called.
    func withBuffered(_ body: (Span<UInt8>) -> Int) -> Bool {
        let next = reader.load(1, at: reader.offset)
        guard !next.isEmpty else { return false }
        let unread = next.lowerBound..<reader.block.count
        let used = body(reader.block.span.extracting(unread))
        reader.offset += min(max(used, 0), unread.count)
        return true
    }

    /// Makes the byte at `offset` the next one.
    func go(to offset: Int) { reader.offset = offset }
}
