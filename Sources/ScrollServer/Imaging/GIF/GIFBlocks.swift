// The data sub-blocks of GIF (GIF89a §15): up to 255 bytes each, after their byte count.

import Pixels
import Platform

/// The concatenated bytes of sub-blocks; a value type, so copies are independent.
///
/// Memory: 8 KB of the file.
struct GIFBlocks {
    private static let byteCount = 1 << 13
    /// Bytes after the data that a reader may load but must ignore.
    private static let padding = 8

    private let source: ByteSource
    /// File offset of the first byte not read yet.
    private var offset: Int
    /// Bytes left of the current sub-block.
    private var remaining = 0
    /// Whether no more bytes follow: the sub-blocks or the file have ended.
    private(set) var isEnded = false
    /// Unread bytes of before, then new bytes, then eight bytes to be ignored.
    private(set) var bytes = [UInt8](repeating: 0, count: byteCount + 2 * padding)
    /// Number of valid bytes in `bytes`.
    private(set) var filled = 0
    /// Index of the next byte in `bytes`.
    var position = 0

    /// Starts at the first sub-block, whose length is at `offset`.
    init(_ source: ByteSource, offset: Int) { (self.source, self.offset) = (source, offset) }

    /// Reads more bytes; must be called once fewer than eight are left.
    mutating func refill() {
        let rest = min(max(filled - position, 0), Self.padding)
        for index in 0..<rest { bytes[index] = bytes[position + index] }
        (filled, position) = (rest, 0)
        let (source, offset) = (source, offset)
        var span = bytes.mutableSpan
        var room = span._mutatingExtracting(rest..<rest + Self.byteCount)
        let count = source.read(at: offset, into: &room)
        if count == 0 { isEnded = true }
        self.offset += count
        var current = rest
        while current < rest + count, !isEnded {
            if remaining == 0 {
                remaining = Int(bytes[current])
                current += 1
                if remaining == 0 { isEnded = true }
                continue
            }
            // Move the data over the lengths before it.
            let part = min(remaining, rest + count - current)
            Self.move(current..<current + part, to: filled, in: &bytes)
            remaining -= part
            current += part
            filled += part
        }
    }

    private static func move(_ range: Range<Int>, to target: Int, in bytes: inout [UInt8]) {
        var span = bytes.mutableSpan
        var (from, to) = (range.lowerBound, target)
        // Upwards, so that no byte is overwritten before it has moved.
        while range.upperBound &- from >= 16 {
            span.store(span.load(at: from, as: SIMD16<UInt8>.self), at: to)
            (from, to) = (from &+ 16, to &+ 16)
        }
        while from < range.upperBound {
            span[to] = span[from]
            (from, to) = (from &+ 1, to &+ 1)
        }
    }
}
