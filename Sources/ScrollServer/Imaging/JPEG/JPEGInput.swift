// Reads the bytes of a JPEG file in order, a block at a time.

import Pixels

/// A cursor over a `ByteSource` that holds one block of it.
///
/// A class, so that the decoding stages share one position.
final class JPEGInput {
    private let source: ByteSource
    private var block: [UInt8]
    /// Offset in the source of the first byte of `block`.
    private var blockOffset: Int
    /// Number of bytes of `block` that hold data.
    private var filled = 0
    /// How many bytes of `block` have been read.
    private var index = 0

    /// Starts at `offset`; reads `blockByteCount` bytes at a time, or the whole source if that is less.
    init(_ source: ByteSource, at offset: Int = 0, blockByteCount: Int = 1 << 16) {
        self.source = source
        blockOffset = offset
        block = [UInt8](repeating: 0, count: max(1, min(blockByteCount, source.count)))
    }

    /// The source offset of the next byte.
    var offset: Int { blockOffset + index }

    /// Reads the next byte; nil at the end of the source.
    func nextByte() -> UInt8? {
        guard index < filled || fetch() else { return nil }
        defer { index += 1 }
        return block[index]
    }

    /// Reads two bytes as a big-endian number (T.81 §B.1.1.1).
    func nextUInt16() -> Int? {
        guard let high = nextByte(), let low = nextByte() else { return nil }
        return Int(high) << 8 | Int(low)
    }

    /// Reads `count` bytes; nil when fewer are left.
    func bytes(_ count: Int) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        while result.count < count {
            guard index < filled || fetch() else { return nil }
            let part = block[index..<min(filled, index + count - result.count)]
            result.append(contentsOf: part)
            index += part.count
        }
        return result
    }

    /// Skips `count` bytes; skipped bytes outside the current block are not read from the source.
    func skip(_ count: Int) {
        if count <= filled - index {
            index += count
        } else {
            blockOffset = offset + count
            filled = 0
            index = 0
        }
    }

    /// Passes the unread bytes of the block (at least one) to `body` and skips as many as `body` returns.
    ///
    /// - Returns: false at the end of the source; `body` is then not called.
    func withBuffered(_ body: (Span<UInt8>) -> Int) -> Bool {
        guard index < filled || fetch() else { return false }
        let used = body(block.span.extracting(index..<filled))
        index += min(max(used, 0), filled - index)
        return true
    }

    /// Makes the byte at `offset` the next one.
    func go(to offset: Int) {
        blockOffset = offset
        filled = 0
        index = 0
    }

    private func fetch() -> Bool {
        blockOffset += index
        index = 0
        var bytes = block.mutableSpan
        filled = source.read(at: blockOffset, into: &bytes)
        return filled > 0
    }
}
