// A cursor over a byte source that holds one block of it.

/// Reads bytes in sequence or at any offset, a block of the file at a time.
package struct BlockReader {
    private let source: ByteSource
    private let blockByteCount: Int
    package private(set) var block: [UInt8] = []
    /// File offset of the first byte of `block`.
    @usableFromInline var blockOffset = 0
    /// File offset of the next byte in sequence.
    package var offset: Int

    /// Starts at `offset`; `blockByteCount` is the most that is read at once.
    package init(_ source: ByteSource, offset: Int, blockByteCount: Int = 1 << 16) {
        (self.source, self.offset, self.blockByteCount) = (source, offset, blockByteCount)
    }

    /// Makes `count` bytes from `offset` on available, at most a block, or as many as the file has.
    ///
    /// - Returns: their range in `block`.
    package mutating func load(_ count: Int, at offset: Int) -> Range<Int> {
        let index = offset - blockOffset
        if index >= 0, index + count <= block.count { return index..<index + count }
        block = source.bytes(at: offset, count: blockByteCount)
        blockOffset = offset
        return 0..<min(count, block.count)
    }

    /// Returns the byte at `offset`; nil where the file has none.
    @inlinable @inline(__always)
    package mutating func byte(at offset: Int) -> UInt8? {
        let index = offset - blockOffset
        if block.indices.contains(index) { return block[index] }
        return load(1, at: offset).isEmpty ? nil : block[0]
    }

    /// Returns the next byte in sequence; nil at the end of the file.
    @inlinable @inline(__always)
    package mutating func next() -> UInt8? {
        guard let byte = byte(at: offset) else { return nil }
        offset += 1
        return byte
    }

    /// Returns the next two bytes as a big-endian number; nil where the file ends before.
    package mutating func nextUInt16() -> Int? {
        guard let high = next(), let low = next() else { return nil }
        return Int(high) << 8 | Int(low)
    }
}
