// The bits of an entropy-coded segment, most significant first.

/// A bit cursor over bytes whose byte stuffing has been removed.
///
/// It holds up to 64 bits. The decoding loop keeps it in a local variable, so that it stays in registers. The bytes
/// belong to a `JPEGEntropyBuffer`; only that class creates cursors.
///
/// Bounds: `base` has `JPEGEntropyBuffer.padding` zero bytes after `end`. Before each block, if `position >
/// checkpoint`, the decoder calls `replenish`, after which `position <= end + 8`. One block takes at most 64 symbols of
/// at most 32 bits, so no read goes beyond `end + 8 + 256 + 8`.
@safe struct JPEGBits {
    fileprivate(set) var base: UnsafeRawPointer
    fileprivate(set) var position = 0
    fileprivate(set) var end = 0
    /// Once `position` is beyond this, the decoder must call `replenish` before the next block.
    fileprivate(set) var checkpoint = 0
    /// The next bits, from the most significant down.
    ///
    /// Bits below the first `count` are either 0 or already correct.
    private(set) var buffer: UInt64 = 0
    private(set) var count = 0
    /// Set when the decoder has taken more bits than the segment has; the missing bits read as 0.
    fileprivate(set) var isExhausted = false
    /// Set when the next bits matched no Huffman code.
    var isDamaged = false

    fileprivate init(base: UnsafeRawPointer) {
        unsafe self.base = unsafe base
    }

    fileprivate mutating func restart(end: Int) {
        position = 0
        self.end = end
        buffer = 0
        count = 0
        isExhausted = false
    }

    /// Skips up to 7 bits of a segment that has just been started.
    fileprivate mutating func skip(_ bitCount: Int) {
        refill()
        drop(bitCount)
    }

    /// Whether the decoder has taken bits beyond `end`.
    fileprivate var isOverrun: Bool { position &* 8 &- count > end &* 8 }

    /// Makes at least 56 bits available.
    @inline(__always)
    mutating func refill() {
        let word = unsafe UInt64(bigEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        buffer |= word &>> UInt64(truncatingIfNeeded: count)
        position &+= (63 &- count) &>> 3
        count |= 56
    }

    /// Makes at least 32 bits available: enough for one code (at most 16 bits) and its magnitude (at most 15).
    @inline(__always)
    mutating func need32() {
        if count < 32 { refill() }
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
    mutating func readCode(_ words: UnsafePointer<UInt32>) -> UInt32 {
        // A 10-bit index into the first 1024 words.
        var entry = unsafe words[Int(truncatingIfNeeded: buffer &>> 54)]
        if entry == 0 {
            entry = unsafe JPEGHuffmanTable.longCode(words, buffer &>> 48)
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
///
/// The scratch memory is allocated once, so that the hot loop reads it without reference counting or bounds checks;
/// `JPEGBits` states the bounds.
@safe final class JPEGEntropyBuffer {
    private static let capacity = 1 << 15
    /// Zero bytes after the data, so that a decoder that runs past the end reads zeros.
    static let padding = 512

    private let input: JPEGInput
    /// The cursor; out of date while a decoding loop works on its own copy.
    var bits: JPEGBits
    /// The marker that ended the segment; nil until it is found, or when the file ended first.
    private(set) var marker: UInt8?
    /// Bytes of the file that the marker and the fill bytes before it occupy.
    private var markerByteCount = 0
    /// Whether fill bytes precede a stuffed zero; file offsets can then not be derived from what was read.
    private var hasStrayFill = false
    /// Whether the rest of the segment is already in the scratch memory.
    private var isComplete = false
    private let memory: UnsafeMutableRawPointer

    init(_ input: JPEGInput) {
        self.input = input
        unsafe memory = .allocate(byteCount: Self.capacity + Self.padding, alignment: 16)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.capacity + Self.padding)
        bits = unsafe JPEGBits(base: UnsafeRawPointer(memory))
    }

    deinit {
        unsafe memory.deallocate()
    }

    /// Offset of the next byte to be read from the source; for error messages.
    var inputOffset: Int { input.offset }

    /// Whether a restart marker may still follow; false once the segment is known to end with anything else.
    var hasRestartAhead: Bool { marker.map(JPEGMarker.isRestart) ?? !isComplete }

    /// Starts a new segment at the input's next byte.
    func startSegment() {
        marker = nil
        markerByteCount = 0
        isComplete = false
        bits.restart(end: 0)
        fill()
    }

    /// The file offset of the byte that holds the next bit, and how many bits of that byte have been read (0...7).
    ///
    /// Nil where the position is unknown.
    var place: (offset: Int, bitCount: Int)? {
        let read = bits.position * 8 - bits.count
        guard !hasStrayFill, !bits.isExhausted, read >= 0, read / 8 <= bits.end, !isComplete || marker != nil else {
            return nil
        }
        let unread = unsafe UnsafeRawBufferPointer(start: memory + read / 8, count: bits.end - read / 8)
        // Each 0xFF is followed by a zero in the file.
        let stuffed = unsafe unread.reduce(0) { $0 + ($1 == 0xFF ? 1 : 0) }
        return (input.offset - markerByteCount - unread.count - stuffed, read % 8)
    }

    /// Moves to a place that an equal buffer returned as `place`.
    func go(to place: (offset: Int, bitCount: Int)) {
        input.go(to: place.offset)
        startSegment()
        bits.skip(place.bitCount)
    }

    /// Loads more data, or notices the end.
    ///
    /// Must be called between blocks when `bits.position > bits.checkpoint`.
    func replenish(_ bits: inout JPEGBits) {
        if !isComplete {
            let left = max(0, bits.end - bits.position)
            unsafe memory.copyMemory(from: memory + min(bits.position, bits.end), byteCount: left)
            bits.position = max(0, bits.position - bits.end)
            bits.end = left
            fill(&bits)
        }
        if isComplete {
            if bits.isOverrun { bits.isExhausted = true }
            bits.position = min(bits.position, bits.end + 8)
        }
    }

    private func fill() { fill(&bits) }

    /// Appends data to the scratch memory until it is full or the segment ends.
    private func fill(_ bits: inout JPEGBits) {
        var end = bits.end
        while !isComplete, end < Self.capacity {
            let memory = unsafe self.memory
            var sawEscape = false
            let isThere = unsafe input.withBuffered { bytes in
                var index = 0
                // Eight bytes at a time while none is 0xFF; the loop's two comparisons keep both sides within bounds.
                while index + 8 <= bytes.count, end + 8 <= Self.capacity {
                    let word = unsafe UnsafeRawBufferPointer(bytes).loadUnaligned(
                        fromByteOffset: index, as: UInt64.self)
                    unsafe memory.storeBytes(of: word, toByteOffset: end, as: UInt64.self)
                    // The lowest bit set belongs to the first byte that is 0xFF.
                    let value = UInt64(littleEndian: word)
                    let escapes = (~value &- 0x0101_0101_0101_0101) & value & 0x8080_8080_8080_8080
                    if escapes == 0 {
                        index += 8
                        end += 8
                        continue
                    }
                    let clean = escapes.trailingZeroBitCount / 8
                    index += clean
                    end += clean
                    if index + 1 < bytes.count, unsafe bytes[index + 1] == 0 {
                        // A stuffed zero (T.81 §F.1.2.3): the 0xFF is data, and is already stored.
                        index += 2
                        end += 1
                    } else {
                        sawEscape = true
                        return index + 1
                    }
                }
                while index < bytes.count, end < Self.capacity {
                    let byte = unsafe bytes[index]
                    index += 1
                    if byte == 0xFF {
                        sawEscape = true
                        break
                    }
                    unsafe memory.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
                    end += 1
                }
                return index
            }
            if !isThere { isComplete = true }
            if sawEscape { finishEscape(&end) }
        }
        unsafe (memory + end).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
        bits.end = end
        bits.checkpoint = isComplete ? end : max(0, end - Self.padding)
    }

    /// Reads what follows a 0xFF: fill bytes (0xFF), then a stuffed zero or the marker that ends the segment.
    private func finishEscape(_ end: inout Int) {
        var code = input.nextByte()
        markerByteCount = 2
        while code == 0xFF {
            code = input.nextByte()
            markerByteCount += 1
        }
        if code == 0 {
            if markerByteCount > 2 { hasStrayFill = true }
            markerByteCount = 0
            unsafe memory.storeBytes(of: 0xFF, toByteOffset: end, as: UInt8.self)
            end += 1
        } else {
            marker = code
            isComplete = true
        }
    }

    /// Skips the rest of the segment and returns the marker that ends it, or nil at the end of the file.
    func skipToMarker() -> UInt8? {
        while !isComplete {
            bits.restart(end: 0)
            fill()
        }
        bits.restart(end: 0)
        return marker
    }

    /// Skips past the restart marker that is due, numbered `expected` (0...7).
    ///
    /// `bits` then belongs to the next interval; it is empty if the marker found shows that the interval is missing.
    ///
    /// Recovery from damage follows libjpeg: a marker one or two ahead of the expected one means that this interval is
    /// lost; one or two behind, that the marker is skipped; any other restart marker counts as the expected one.
    ///
    /// - Returns: whether the first marker found was the expected one.
    func passRestart(expecting expected: Int) -> Bool {
        var isSound = true
        let wasExhausted = bits.isExhausted
        while let marker = skipToMarker() {
            let distance = (Int(marker) - Int(JPEGMarker.firstRestart) - expected) & 7
            let isRestart = JPEGMarker.isRestart(marker)
            if isRestart && distance == 0 {
                startSegment()
                return isSound
            }
            isSound = false
            if marker < JPEGMarker.baseline || (isRestart && distance >= 6) {
                startSegment()  // Neither expected nor a later one: look for the next.
            } else if isRestart && distance > 2 {
                startSegment()
                return false
            } else {
                break
            }
        }
        // No data: as in libjpeg, the first MCU is made of zero bits, unless the previous interval lacked data too.
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
        bits.checkpoint = 0
        bits.isExhausted = wasExhausted
        return false
    }
}
