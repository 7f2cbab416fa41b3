// Reads the bytes of one strip or tile in blocks.

import Pixels
import Platform

/// A cursor over a part of the file that holds one block of it.
///
/// A class, so that the decoding stages share one position.
final class TIFFInput: InflateInput {
    /// Zeros after the block's bytes, so that eight bytes can be loaded from any place in it.
    private static let padding = 8

    private let source: ByteSource
    private let reversesBits: Bool
    private let end: Int
    /// File offset of the block's first byte.
    private var blockOffset: Int
    private let capacity: Int
    /// The block: `filled` bytes, then at least eight zeros.
    private(set) var block: [UInt8]
    private(set) var filled = 0
    /// The next byte's place in the block, at most `filled`.
    private(set) var position = 0

    /// Starts at the beginning of `range`, a part of the source.
    ///
    /// `reversesBits` tells that the lowest bit of each byte comes first (TIFF 6.0, FillOrder 2).
    init(_ source: ByteSource, _ range: Range<Int>, reversesBits: Bool) {
        self.source = source
        self.reversesBits = reversesBits
        (blockOffset, end) = (range.lowerBound, min(range.upperBound, source.count))
        capacity = max(16, min(range.count, 1 << 16))
        block = [UInt8](repeating: 0, count: capacity + Self.padding)
    }

    /// File offset of the next byte.
    var offset: Int { blockOffset + position }

    /// Places of the block's bytes that have not been consumed.
    var unread: Range<Int> { position..<filled }

    func withUnread(_ body: (Span<UInt8>) -> Int) { consume(body(block.span.extracting(unread))) }

    /// Moves unread bytes to `range` of `bytes`; returns how many: fewer than asked for at the block's end.
    func take(into bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) -> Int {
        let count = min(range.count, unread.count)
        bytes.copy(block.span, position..<position + count, to: range.lowerBound)
        position += count
        return count
    }

    /// Consumes `count` bytes of `unread`.
    func consume(_ count: Int) { position = min(filled, position + max(0, count)) }

    /// Reads more bytes after the unread ones.
    ///
    /// - Returns: false at the part's end; a failed read also ends the part, which `ByteSource.check()` reports.
    func refill() -> Bool {
        var block: [UInt8] = []
        swap(&block, &self.block)
        defer { swap(&block, &self.block) }
        var bytes = block.mutableSpan
        let rest = filled - position
        if position > 0 { for index in 0..<rest { bytes[index] = bytes[position + index] } }
        blockOffset += position
        position = 0
        let wanted = min(capacity - rest, end - blockOffset - rest)
        var count = 0
        if wanted > 0 {
            var room = bytes._mutatingExtracting(rest..<rest + wanted)
            count = source.read(at: blockOffset + rest, into: &room)
        }
        filled = rest + count
        if reversesBits { for index in rest..<filled { bytes[index] = Self.reversed(bytes[index]) } }
        bytes.fill(filled..<filled + Self.padding, with: 0)
        return count > 0
    }

    private static func reversed(_ byte: UInt8) -> UInt8 {
        var bits = byte
        bits = bits &>> 4 | bits &<< 4
        bits = (bits & 0xCC) &>> 2 | (bits & 0x33) &<< 2
        return (bits & 0xAA) &>> 1 | (bits & 0x55) &<< 1
    }
}

/// The bits of a `TIFFInput`, most significant first; beyond the end they are 0.
struct TIFFBits {
    /// The next bits, from the most significant down.
    private(set) var bits: UInt64 = 0
    /// How many of `bits` are from the input; negative once more were used than there are.
    private(set) var count = 0

    /// Makes 32 bits or more available, or all that are left.
    @inline(__always)
    mutating func fill(_ input: TIFFInput) {
        if count < 32 { load(input) }
    }

    private mutating func load(_ input: TIFFInput) {
        guard count >= 0 else { return }
        if input.filled - input.position < 8 { _ = input.refill() }
        let loaded = input.block.span.load(at: input.position, as: UInt64.self).bigEndian
        bits |= loaded &>> UInt64(count)
        let byteCount = min((63 - count) / 8, input.filled - input.position)
        input.consume(byteCount)
        count += 8 * byteCount
        // Clear the bits beyond `count`: they are loaded again.
        bits = count == 0 ? 0 : bits & (.max << UInt64(64 - count))
    }

    /// Returns the next `length` bits, 1...32, without consuming them.
    @inline(__always)
    func peek(_ length: Int) -> Int { Int(truncatingIfNeeded: bits &>> UInt64(64 &- length)) }

    /// Skips `length` bits, 0...32.
    @inline(__always)
    mutating func skip(_ length: Int) {
        bits &<<= UInt64(length)
        count &-= length
    }

    /// Skips to the next whole byte.
    mutating func align() { if count > 0 { skip(count % 8) } }
}
