// The bits of an entropy-coded segment, most significant first.

import Metadata
import Platform

/// A bit cursor over the bytes of a `JPEGEntropyBuffer`.
///
/// It holds up to 64 bits. The decoding loop keeps it in a local variable, so that it stays in registers.
///
/// Before each block the decoder calls `replenish`, after which `position <= end + 8`. One block takes at
/// most 64 symbols of at most 32 bits, so no read goes beyond `end + 8 + 256 + 8`, and `JPEGEntropyBuffer.padding` zero
/// bytes follow `end`. A read outside the bytes traps.
struct JPEGBits {
    fileprivate(set) var position = 0
    fileprivate(set) var end = 0
    /// Once `position` is beyond this, more data must be loaded before the next block.
    fileprivate var checkpoint = 0
    /// The next bits, from the most significant down.
    ///
    /// Bits below the first `count` are either 0 or already correct.
    private(set) var buffer: UInt64 = 0
    private(set) var count = 0
    /// Set when the decoder has taken more bits than the segment has; the missing bits read as 0.
    fileprivate(set) var isExhausted = false
    /// Set when the next bits matched no Huffman code.
    var isDamaged = false

    /// Whether more data must be loaded before the next block.
    @inline(__always)
    fileprivate var isLow: Bool { position > checkpoint }

    fileprivate mutating func restart(end: Int) {
        position = 0
        self.end = end
        buffer = 0
        count = 0
        isExhausted = false
    }

    /// Skips up to 7 bits of a segment that has just been started.
    fileprivate mutating func skip(_ bitCount: Int, _ bytes: Span<UInt8>) {
        refill(bytes)
        drop(bitCount)
    }

    /// Whether the decoder has taken bits beyond `end`.
    fileprivate var isOverrun: Bool { position &* 8 &- count > end &* 8 }

    /// Makes at least 56 bits available.
    @inline(__always)
    mutating func refill(_ bytes: Span<UInt8>) {
        let word = UInt64(bigEndian: bytes.load(at: position, as: UInt64.self))
        buffer |= word &>> UInt64(truncatingIfNeeded: count)
        position &+= (63 &- count) &>> 3
        count |= 56
    }

    /// Makes at least 32 bits available: enough for one code (at most 16 bits) and its magnitude (at most 15).
    @inline(__always)
    mutating func need32(_ bytes: Span<UInt8>) {
        if count < 32 { refill(bytes) }
    }

    @inline(__always)
    mutating func drop(_ bitCount: Int) {
        buffer = buffer &<< UInt64(truncatingIfNeeded: bitCount)
        count &-= bitCount
    }

    /// The next 12 bits.
    @inline(__always)
    var ahead12: Int { Int(truncatingIfNeeded: buffer &>> 52) }

    /// Takes the code at the front and returns its table entry (layout: `JPEGHuffmanTable`).
    @inline(__always)
    mutating func readCode(_ words: Span<UInt32>) -> UInt32 {
        // A 10-bit index into the first 1024 words.
        var entry = words[Int(truncatingIfNeeded: buffer &>> 54)]
        if entry == 0 {
            entry = JPEGHuffmanTable.longCode(words, buffer &>> 48)
            if entry & 32 != 0 { isDamaged = true }
        }
        drop(Int(truncatingIfNeeded: entry & 31))
        return entry
    }

    /// Reads `bitCount` bits (1...15) as a signed magnitude (T.81 §F.2.2.1, EXTEND).
    @inline(__always)
    mutating func readMagnitude(_ bitCount: Int) -> Int32 {
        let bits = Int32(truncatingIfNeeded: buffer &>> UInt64(truncatingIfNeeded: 64 &- bitCount))
        // All ones when the first bit is 0: the value is then negative.
        let negative = Int32(truncatingIfNeeded: ~Int64(bitPattern: buffer) &>> 63)
        drop(bitCount)
        return bits &+ (negative & (1 &- (1 &<< Int32(truncatingIfNeeded: bitCount))))
    }

    /// Reads `bitCount` bits (1...16) as an unsigned number.
    @inline(__always)
    mutating func readBits(_ bitCount: Int) -> Int {
        let bits = Int(truncatingIfNeeded: buffer &>> UInt64(truncatingIfNeeded: 64 &- bitCount))
        drop(bitCount)
        return bits
    }
}

/// Removes byte stuffing from entropy-coded data, a piece at a time, and finds the marker that ends the segment.
final class JPEGEntropyBuffer {
    private static let capacity = 1 << 15
    /// Zero bytes after the data, so that a decoder that runs past the end reads zeros.
    private static let padding = 512

    private let input: JPEGInput
    /// The cursor; out of date while a decoding loop works on its own copy.
    private(set) var bits = JPEGBits()
    /// The data without stuffing; empty while a decoding loop has borrowed it.
    private var bytes: [UInt8]
    /// The marker that ended the segment; nil until it is found, or when the file ended first.
    private(set) var marker: UInt8?
    /// Bytes of the file that the marker and the fill bytes before it occupy.
    private var markerByteCount = 0
    /// Whether fill bytes precede a stuffed zero; file offsets can then not be derived from what was read.
    private var hasStrayFill = false
    /// Whether the rest of the segment is already in the scratch memory.
    private var isComplete = false

    init(_ input: JPEGInput) {
        self.input = input
        bytes = [UInt8](repeating: 0, count: Self.capacity + Self.padding)
    }

    /// Lends the cursor and its bytes to a decoding loop, which must give them back.
    func lend() -> (bits: JPEGBits, bytes: [UInt8]) {
        var lent: [UInt8] = []
        swap(&lent, &bytes)
        return (bits, lent)
    }

    /// Takes back what `lend` returned.
    func takeBack(_ bits: JPEGBits, _ bytes: consuming [UInt8]) { (self.bits, self.bytes) = (bits, bytes) }

    /// Offset of the next byte to be read from the source; for error messages.
    var inputOffset: Int { input.offset }

    /// Whether a restart marker may still follow; false once the segment is known to end with anything else.
    var hasRestartAhead: Bool { marker.map(JPEGMarker.isRestart) ?? !isComplete }

    /// Starts a new segment at the input's next byte.
    func startSegment() { startSegment(&bits, &bytes) }

    private func startSegment(_ bits: inout JPEGBits, _ bytes: inout [UInt8]) {
        marker = nil
        markerByteCount = 0
        isComplete = false
        bits.restart(end: 0)
        fill(&bits, &bytes)
    }

    /// The file offset of the byte that holds the next bit, and how many bits of that byte have been read (0...7).
    ///
    /// Nil where the position is unknown.
    var position: (offset: Int, bitCount: Int)? {
        let read = bits.position * 8 - bits.count
        guard !hasStrayFill, !bits.isExhausted, read >= 0, read / 8 <= bits.end, !isComplete || marker != nil else {
            return nil
        }
        let unread = bytes[read / 8..<bits.end]
        // Each 0xFF is followed by a zero in the file.
        let stuffed = unread.reduce(0) { $0 + ($1 == 0xFF ? 1 : 0) }
        return (input.offset - markerByteCount - unread.count - stuffed, read % 8)
    }

    /// Moves to a position that an equal buffer returned as `position`.
    func go(to position: (offset: Int, bitCount: Int)) {
        input.go(to: position.offset)
        startSegment()
        let memory = bytes
        bits.skip(position.bitCount, memory.span)
    }

    /// Loads more data, or notices the end, where `bits.isLow`; must be called between blocks.
    ///
    /// Inlined, and works on a copy: a cursor that is passed by reference does not stay in registers.
    @inline(__always)
    func replenish(_ bits: inout JPEGBits, _ bytes: inout [UInt8]) {
        guard bits.isLow else { return }
        var copy = bits
        load(&copy, &bytes)
        bits = copy
    }

    private func load(_ bits: inout JPEGBits, _ bytes: inout [UInt8]) {
        if !isComplete {
            let left = max(0, bits.end - bits.position)
            for index in 0..<left { bytes[index] = bytes[bits.position + index] }
            bits.position = max(0, bits.position - bits.end)
            bits.end = left
            fill(&bits, &bytes)
        }
        if isComplete {
            if bits.isOverrun { bits.isExhausted = true }
            bits.position = min(bits.position, bits.end + 8)
        }
    }

    /// Appends data until the memory is full or the segment ends.
    private func fill(_ bits: inout JPEGBits, _ bytes: inout [UInt8]) {
        var end = bits.end
        while !isComplete, end < Self.capacity {
            var sawEscape = false
            let isThere = input.withBuffered { source in
                var target = bytes.mutableSpan
                return Self.unstuff(source, to: &target, &end, &sawEscape)
            }
            if !isThere { isComplete = true }
            if sawEscape { finishEscape(&bytes, &end) }
        }
        Self.clear(&bytes, from: end)
        bits.end = end
        bits.checkpoint = isComplete ? end : max(0, end - Self.padding)
    }

    /// Copies bytes up to the first 0xFF that no stuffed zero follows, which sets `sawEscape`, and advances `end`.
    ///
    /// - Returns: the number of bytes of `source` that were read.
    private static func unstuff(
        _ source: Span<UInt8>, to bytes: inout MutableSpan<UInt8>, _ end: inout Int, _ sawEscape: inout Bool
    ) -> Int {
        var index = 0
        var target = end
        defer { end = target }
        // Eight bytes at a time while none is 0xFF.
        while index + 8 <= source.count, target + 8 <= capacity {
            let word = source.load(at: index, as: UInt64.self)
            bytes.store(word, at: target)
            // The lowest bit set belongs to the first byte that is 0xFF.
            let value = UInt64(littleEndian: word)
            let escapes = (~value &- 0x0101_0101_0101_0101) & value & 0x8080_8080_8080_8080
            if escapes == 0 {
                index += 8
                target += 8
                continue
            }
            let clean = escapes.trailingZeroBitCount / 8
            index += clean
            target += clean
            if index + 1 < source.count, source[index + 1] == 0 {
                // A stuffed zero (T.81 §F.1.2.3): the 0xFF is data, and is already stored.
                index += 2
                target += 1
            } else {
                sawEscape = true
                return index + 1
            }
        }
        while index < source.count, target < capacity {
            let byte = source[index]
            index += 1
            if byte == 0xFF {
                sawEscape = true
                break
            }
            bytes[target] = byte
            target += 1
        }
        return index
    }

    /// Sets the `padding` bytes from `start` on to 0.
    private static func clear(_ bytes: inout [UInt8], from start: Int) {
        var bytes = bytes.mutableSpan
        bytes.fill(start..<start + padding, with: 0)
    }

    /// Reads what follows a 0xFF: fill bytes (0xFF), then a stuffed zero or the marker that ends the segment.
    private func finishEscape(_ bytes: inout [UInt8], _ end: inout Int) {
        var code = input.nextByte()
        markerByteCount = 2
        while code == 0xFF {
            code = input.nextByte()
            markerByteCount += 1
        }
        if code == 0 {
            if markerByteCount > 2 { hasStrayFill = true }
            markerByteCount = 0
            bytes[end] = 0xFF
            end += 1
        } else {
            marker = code
            isComplete = true
        }
    }

    /// Skips the rest of the segment and returns the marker that ends it, or nil at the end of the file.
    func skipToMarker() -> UInt8? { skipToMarker(&bits, &bytes) }

    private func skipToMarker(_ bits: inout JPEGBits, _ bytes: inout [UInt8]) -> UInt8? {
        while !isComplete {
            bits.restart(end: 0)
            fill(&bits, &bytes)
        }
        bits.restart(end: 0)
        return marker
    }

    /// Skips past the restart marker that is due, numbered `expected` (0...7).
    ///
    /// The data then belongs to the next interval; it is empty if the marker found shows that the interval is missing.
    ///
    /// Recovery from damage follows libjpeg: a marker one or two ahead of the expected one means that this interval is
    /// lost; one or two behind, that the marker is skipped; any other restart marker counts as the expected one.
    ///
    /// - Returns: whether the first marker found was the expected one.
    func skipRestart(expecting expected: Int, _ bits: inout JPEGBits, _ bytes: inout [UInt8]) -> Bool {
        var isSound = true
        let wasExhausted = bits.isExhausted
        while let marker = skipToMarker(&bits, &bytes) {
            let distance = (Int(marker) - Int(JPEGMarker.firstRestart) - expected) & 7
            let isRestart = JPEGMarker.isRestart(marker)
            if isRestart && distance == 0 {
                startSegment(&bits, &bytes)
                return isSound
            }
            isSound = false
            if marker < JPEGMarker.baseline || (isRestart && distance >= 6) {
                startSegment(&bits, &bytes)  // Neither expected nor a later one: look for the next.
            } else if isRestart && distance > 2 {
                startSegment(&bits, &bytes)
                return false
            } else {
                break
            }
        }
        // No data: as in libjpeg, the first MCU is made of zero bits, unless the previous interval lacked data too.
        Self.clear(&bytes, from: 0)
        bits.checkpoint = 0
        bits.isExhausted = wasExhausted
        return false
    }
}
