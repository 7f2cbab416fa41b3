// Packs bits into bytes, lowest bit first (RFC 1951 §3.1.1).

/// Writes bits to the memory it is given.
///
/// A writer must not outlive the closure that provides the memory. Each write of eight bytes is checked against the
/// memory's end and traps beyond it.
@safe struct DeflateBitWriter {
    private let bytes: UnsafeMutableRawBufferPointer
    private var bits: UInt64 = 0
    private var bitCount = 0
    /// Whole bytes written.
    private(set) var byteCount = 0

    init(_ bytes: UnsafeMutableRawBufferPointer) {
        unsafe self.bytes = unsafe bytes
    }

    /// Appends the low `count` (at most 56) bits of `value`; the higher bits must be 0.
    @inline(__always)
    mutating func put(_ value: UInt64, _ count: Int) {
        bits |= value &<< UInt64(truncatingIfNeeded: bitCount)
        bitCount &+= count
        unsafe precondition(byteCount &+ 8 <= bytes.count)
        unsafe bytes.storeBytes(of: bits.littleEndian, toByteOffset: byteCount, as: UInt64.self)
        byteCount &+= bitCount &>> 3
        bits &>>= UInt64(truncatingIfNeeded: bitCount & 56)
        bitCount &= 7
    }

    /// Fills the last byte with zero bits.
    mutating func alignToByte() {
        if bitCount > 0 { put(0, 8 - bitCount) }
    }

    /// Appends whole bytes; the bits written so far must fill whole bytes.
    mutating func put(_ other: UnsafeRawBufferPointer) {
        unsafe precondition(bitCount == 0 && byteCount + other.count <= bytes.count)
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[byteCount...]).copyMemory(from: other)
        byteCount += other.count
    }
}
