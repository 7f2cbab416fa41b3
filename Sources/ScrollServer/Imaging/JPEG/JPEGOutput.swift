// The bytes of a JPEG file being written.

import Metadata
import Platform

/// A growing file that ends in entropy-coded data: bits, most significant first, with a stuffed zero after each 0xFF.
struct JPEGOutput {
    /// A block has at most 64 codes of at most 27 bits with their magnitudes: 4 bytes each, doubled by stuffing.
    private static let blockByteCount = 64 * 4 * 2 + 16

    /// The written bytes, and room for more.
    var bytes: [UInt8]
    /// Where the next bits go.
    ///
    /// A block's loop keeps it in a local variable, so that it stays in registers.
    var cursor: Cursor

    /// The end of the written bytes, and the bits that do not fill a byte yet.
    struct Cursor {
        /// Index of the next byte.
        fileprivate var next: Int
        /// Unwritten bits: the lowest `pendingCount` bits; those above have been written.
        fileprivate var pending: UInt64 = 0
        /// At most 63.
        fileprivate var pendingCount = 0

        fileprivate init(next: Int) { self.next = next }

        /// Appends the lowest `bitCount` (1 to 32) bits of `bits`, whose bits above must be 0, to `bytes`.
        @inline(__always)
        mutating func append(_ bits: UInt64, _ bitCount: Int, to bytes: inout MutableSpan<UInt8>) {
            let rest = pendingCount &+ bitCount &- 64
            if rest < 0 {
                pending = (pending &<< UInt64(truncatingIfNeeded: bitCount)) | bits
                pendingCount &+= bitCount
            } else {
                // The first of the new bits complete the 64.
                let word =
                    (pending &<< UInt64(truncatingIfNeeded: 64 &- pendingCount)) | bits
                    &>> UInt64(truncatingIfNeeded: rest)
                pending = bits
                pendingCount = rest
                // Tests all bytes for 0xFF at once: such a byte is 0 in the complement, where subtracting 1 borrows.
                if (~word &- 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080 == 0 {
                    bytes.store(word.bigEndian, at: next)
                    next &+= 8
                } else {
                    next = Self.stuff(word, &bytes, next)
                }
            }
        }

        /// Writes eight bytes with stuffed zeros from `next` on and returns the index after them.
        @inline(never)
        private static func stuff(_ word: UInt64, _ bytes: inout MutableSpan<UInt8>, _ next: Int) -> Int {
            var next = next
            for index in 0..<8 {
                let byte = UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * index))
                bytes[next] = byte
                next += 1
                if byte == 0xFF {
                    bytes[next] = 0
                    next += 1
                }
            }
            return next
        }
    }

    /// Starts a file with `header`; `capacity` is its expected length.
    init(header: [UInt8], capacity: Int) {
        bytes = header + [UInt8](repeating: 0, count: max(capacity - header.count, Self.blockByteCount))
        cursor = Cursor(next: header.count)
    }

    /// Makes room for one more block.
    @inline(__always)
    mutating func reserveBlock() {
        if bytes.count &- cursor.next < Self.blockByteCount { grow() }
    }

    private mutating func grow() { bytes += [UInt8](repeating: 0, count: bytes.count + Self.blockByteCount) }

    /// Fills the last byte with ones (T.81 §F.1.2.3), ends the image and returns the file.
    consuming func finish() -> [UInt8] {
        var file: [UInt8] = []
        // Eight pending bytes, all stuffed, and the marker.
        file.reserveCapacity(cursor.next + 18)
        file += bytes[..<cursor.next]
        // After the last bits, ones up to the end of the byte.
        let ones = -cursor.pendingCount & 7
        let count = cursor.pendingCount + ones
        let bits = cursor.pending << UInt64(ones) | ((1 << UInt64(ones)) - 1)
        for shift in stride(from: count - 8, through: 0, by: -8) {
            let byte = UInt8(truncatingIfNeeded: bits >> UInt64(shift))
            file += byte == 0xFF ? [0xFF, 0] : [byte]
        }
        file += [0xFF, JPEGMarker.endOfImage]
        return file
    }
}
