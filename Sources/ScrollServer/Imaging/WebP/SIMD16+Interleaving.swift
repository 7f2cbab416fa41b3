// Interleaving that compiles to one vector instruction (`punpcklbw`, `zip1`): see `SIMD8+Widening`.

extension SIMD16<UInt8> {
    /// The bytes of `a` at even places, those of `b` at odd ones.
    @inline(__always)
    init(interleaving a: SIMD8<UInt8>, _ b: SIMD8<UInt8>) {
        self.init(
            a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3], a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7])
    }
}
