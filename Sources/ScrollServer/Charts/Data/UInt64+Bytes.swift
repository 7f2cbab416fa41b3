// Bytes searched eight at a time.

extension UInt64 {
    /// Eight times the same byte.
    @inline(__always)
    init(repeating byte: UInt8) { self = UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// The number of bytes, from the lowest on, before the first that is 0 here or in `other`; 8 where there is none.
    ///
    /// The difference has the top bit of a byte set where the byte is 0, and perhaps of bytes above such a one.
    @inline(__always)
    func byteCount(beforeZeroHereOrIn other: UInt64) -> Int {
        let ones = UInt64(repeating: 1)
        let found = ((self &- ones) & ~self | (other &- ones) & ~other) & UInt64(repeating: 0x80)
        return found.trailingZeroBitCount &>> 3
    }
}
