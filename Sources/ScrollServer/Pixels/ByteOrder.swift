// Numbers that are stored as bytes.

extension Collection<UInt8> {
    /// The number whose bytes these are, the highest first; at most seven, so that none is negative.
    @inlinable package var bigEndianNumber: Int { reduce(0) { $0 << 8 | Int($1) } }
}

extension BidirectionalCollection<UInt8> {
    /// The number whose bytes these are, the lowest first; at most seven, so that none is negative.
    @inlinable package var littleEndianNumber: Int { reversed().reduce(0) { $0 << 8 | Int($1) } }
}
