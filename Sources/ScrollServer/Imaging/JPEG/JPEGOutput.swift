// The bytes of a JPEG file being written.

/// A growing file that ends in entropy-coded data: bits, most significant first, with a stuffed zero after each 0xFF.
///
/// The memory is not an array, so that bytes are written without uniqueness or bounds checks: `reserveBlock` makes room
/// for the longest possible block.
@safe struct JPEGOutput: ~Copyable {
    /// A block has at most 64 codes of at most 27 bits with their magnitudes: 4 bytes each, doubled by stuffing.
    private static let blockByteCount = 64 * 4 * 2 + 16

    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// Where the next bits go.
    ///
    /// A block's loop keeps it in a local variable, so that it stays in registers.
    var cursor: Cursor

    /// The end of the written bytes, and the bits that do not fill a byte yet.
    @safe struct Cursor {
        fileprivate var next: UnsafeMutablePointer<UInt8>
        /// Unwritten bits: the lowest `pendingCount` bits; those above have been written.
        fileprivate var pending: UInt64 = 0
        /// At most 63.
        fileprivate var pendingCount = 0

        fileprivate init(_ next: UnsafeMutablePointer<UInt8>) { unsafe self.next = unsafe next }

        /// Appends the lowest `bitCount` (1 to 32) bits of `bits`; the bits above must be 0.
        @inline(__always)
        mutating func append(_ bits: UInt64, _ bitCount: Int) {
            let rest = pendingCount &+ bitCount &- 64
            if rest < 0 {
                pending = (pending &<< UInt64(truncatingIfNeeded: bitCount)) | bits
                pendingCount &+= bitCount
            } else {
                // The first of the new bits complete the 64.
                write(
                    (pending &<< UInt64(truncatingIfNeeded: 64 &- pendingCount)) | bits
                        &>> UInt64(truncatingIfNeeded: rest))
                pending = bits
                pendingCount = rest
            }
        }

        @inline(__always)
        private mutating func write(_ word: UInt64) {
            // Tests all bytes for 0xFF at once: such a byte is 0 in the complement, where subtracting 1 borrows.
            if (~word &- 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080 == 0 {
                unsafe UnsafeMutableRawPointer(next).storeBytes(of: word.bigEndian, as: UInt64.self)
                unsafe next += 8
            } else {
                unsafe next = unsafe Self.stuff(word, next)
            }
        }

        @inline(never)
        private static func stuff(_ word: UInt64, _ next: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
            var next = unsafe next
            for place in 0..<8 { unsafe put(UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * place)), &next) }
            return unsafe next
        }

        private static func put(_ byte: UInt8, _ next: inout UnsafeMutablePointer<UInt8>) {
            unsafe next[0] = byte
            unsafe next += 1
            if byte == 0xFF {
                unsafe next[0] = 0
                unsafe next += 1
            }
        }

        fileprivate mutating func put(_ byte: UInt8) { unsafe Self.put(byte, &next) }
    }

    init(header: [UInt8], capacity: Int) {
        self.capacity = max(capacity, header.count + Self.blockByteCount)
        unsafe memory = .allocate(capacity: self.capacity)
        unsafe memory.update(from: header, count: header.count)
        cursor = unsafe Cursor(memory + header.count)
    }

    deinit {
        unsafe memory.deallocate()
    }

    private var count: Int { unsafe cursor.next - memory }

    /// Makes room for one more block.
    @inline(__always)
    mutating func reserveBlock() {
        if capacity &- count < Self.blockByteCount { grow() }
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2 + Self.blockByteCount)
        unsafe larger.update(from: memory, count: count)
        unsafe cursor.next = unsafe larger + count
        unsafe memory.deallocate()
        unsafe memory = unsafe larger
        capacity = capacity * 2 + Self.blockByteCount
    }

    /// Fills the last byte with ones (T.81 §F.1.2.3), ends the image and returns the file.
    consuming func finish() -> [UInt8] {
        reserveBlock()
        var cursor = cursor
        while cursor.pendingCount >= 8 {
            cursor.pendingCount -= 8
            cursor.put(UInt8(truncatingIfNeeded: cursor.pending >> UInt64(cursor.pendingCount)))
        }
        if cursor.pendingCount > 0 {
            let ones = (1 << (8 - cursor.pendingCount)) - 1
            cursor.put(UInt8(truncatingIfNeeded: cursor.pending << UInt64(8 - cursor.pendingCount)) | UInt8(ones))
        }
        unsafe cursor.next[0] = 0xFF
        unsafe cursor.next[1] = JPEGMarker.endOfImage
        return unsafe [UInt8](UnsafeBufferPointer(start: memory, count: cursor.next - memory + 2))
    }
}
