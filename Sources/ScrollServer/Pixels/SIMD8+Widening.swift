// Conversions between vectors of different lane widths that compile to vector instructions.

// The standard library's `init(truncatingIfNeeded:)` is generic. The compiler splits a module into several object files
// and specialises the generic in only one of them; code in the others calls it for eight lanes, through memory. These
// initialisers are concrete, are inlined before that split, and compile to one or two instructions (`punpcklbw`,
// `packssdw`; `sxtl`, `xtn`).

extension SIMD8<Int32> {
    /// Widens each lane.
    @inlinable @inline(__always)
    package init(widening v: SIMD8<Int16>) {
        self.init(
            Int32(v[0]), Int32(v[1]), Int32(v[2]), Int32(v[3]), Int32(v[4]), Int32(v[5]), Int32(v[6]),
            Int32(v[7]))
    }
}

// The standard library's comparisons of vectors are loops over lanes, which the compiler does not always unroll: they
// then go through memory, lane by lane. Signs need no comparison.

extension SIMD8<Int32> {
    /// Each lane, or the nearer of 0 and 255 if it is beyond them.
    @inlinable @inline(__always)
    package var clampedToByte: Self {
        let above = self & ~(self &>> Self(repeating: 31))
        return (above | ((Self(repeating: 255) &- above) &>> Self(repeating: 31))) & Self(repeating: 255)
    }
}

extension SIMD4<Int32> {
    /// Each lane, or the nearer of 0 and 255 if it is beyond them.
    @inlinable @inline(__always)
    package var clampedToByte: Self {
        let above = self & ~(self &>> Self(repeating: 31))
        return (above | ((Self(repeating: 255) &- above) &>> Self(repeating: 31))) & Self(repeating: 255)
    }
}

extension SIMD8<UInt32> {
    /// Widens each lane.
    @inlinable @inline(__always)
    package init(widening v: SIMD8<UInt16>) {
        self.init(
            UInt32(v[0]), UInt32(v[1]), UInt32(v[2]), UInt32(v[3]), UInt32(v[4]), UInt32(v[5]), UInt32(v[6]),
            UInt32(v[7]))
    }
}

extension SIMD8<Int16> {
    /// Takes the bits of each lane.
    @inlinable @inline(__always)
    package init(bitPattern v: SIMD8<UInt16>) {
        self.init(
            Int16(bitPattern: v[0]), Int16(bitPattern: v[1]), Int16(bitPattern: v[2]), Int16(bitPattern: v[3]),
            Int16(bitPattern: v[4]), Int16(bitPattern: v[5]), Int16(bitPattern: v[6]), Int16(bitPattern: v[7]))
    }

    /// Widens each lane.
    @inlinable @inline(__always)
    package init(widening v: SIMD8<UInt8>) {
        self.init(
            Int16(v[0]), Int16(v[1]), Int16(v[2]), Int16(v[3]), Int16(v[4]), Int16(v[5]), Int16(v[6]),
            Int16(v[7]))
    }

    /// Keeps the lower 16 bits of each lane.
    @inlinable @inline(__always)
    package init(narrowing v: SIMD8<Int32>) {
        self.init(
            Int16(truncatingIfNeeded: v[0]), Int16(truncatingIfNeeded: v[1]), Int16(truncatingIfNeeded: v[2]),
            Int16(truncatingIfNeeded: v[3]), Int16(truncatingIfNeeded: v[4]), Int16(truncatingIfNeeded: v[5]),
            Int16(truncatingIfNeeded: v[6]), Int16(truncatingIfNeeded: v[7]))
    }
}

extension SIMD8<UInt16> {
    /// Takes the bits of each lane.
    @inlinable @inline(__always)
    package init(bitPattern v: SIMD8<Int16>) {
        self.init(
            UInt16(bitPattern: v[0]), UInt16(bitPattern: v[1]), UInt16(bitPattern: v[2]), UInt16(bitPattern: v[3]),
            UInt16(bitPattern: v[4]), UInt16(bitPattern: v[5]), UInt16(bitPattern: v[6]), UInt16(bitPattern: v[7]))
    }

    /// Widens each lane.
    @inlinable @inline(__always)
    package init(widening v: SIMD8<UInt8>) {
        self.init(
            UInt16(v[0]), UInt16(v[1]), UInt16(v[2]), UInt16(v[3]), UInt16(v[4]), UInt16(v[5]), UInt16(v[6]),
            UInt16(v[7]))
    }

    /// Keeps the lower 16 bits of each lane.
    @inlinable @inline(__always)
    package init(narrowing v: SIMD8<UInt32>) {
        self.init(
            UInt16(truncatingIfNeeded: v[0]), UInt16(truncatingIfNeeded: v[1]), UInt16(truncatingIfNeeded: v[2]),
            UInt16(truncatingIfNeeded: v[3]), UInt16(truncatingIfNeeded: v[4]), UInt16(truncatingIfNeeded: v[5]),
            UInt16(truncatingIfNeeded: v[6]), UInt16(truncatingIfNeeded: v[7]))
    }
}

extension SIMD8<UInt16> {
    /// Returns the upper 16 bits of each lane's product (`pmulhuw`).
    @inlinable @inline(__always)
    package func highProduct(_ other: Self) -> Self {
        Self(narrowing: (SIMD8<UInt32>(widening: self) &* SIMD8<UInt32>(widening: other)) &>> 16)
    }
}

extension SIMD8<UInt8> {
    /// Keeps the lower 8 bits of each lane.
    @inlinable @inline(__always)
    package init(narrowing v: SIMD8<Int16>) {
        self.init(
            UInt8(truncatingIfNeeded: v[0]), UInt8(truncatingIfNeeded: v[1]), UInt8(truncatingIfNeeded: v[2]),
            UInt8(truncatingIfNeeded: v[3]), UInt8(truncatingIfNeeded: v[4]), UInt8(truncatingIfNeeded: v[5]),
            UInt8(truncatingIfNeeded: v[6]), UInt8(truncatingIfNeeded: v[7]))
    }

    /// Keeps the lower 8 bits of each lane.
    @inlinable @inline(__always)
    package init(narrowing v: SIMD8<UInt16>) {
        self.init(
            UInt8(truncatingIfNeeded: v[0]), UInt8(truncatingIfNeeded: v[1]), UInt8(truncatingIfNeeded: v[2]),
            UInt8(truncatingIfNeeded: v[3]), UInt8(truncatingIfNeeded: v[4]), UInt8(truncatingIfNeeded: v[5]),
            UInt8(truncatingIfNeeded: v[6]), UInt8(truncatingIfNeeded: v[7]))
    }
}

extension SIMD4<Int16> {
    /// Widens each lane.
    @inlinable @inline(__always)
    package init(widening v: SIMD4<UInt8>) {
        self.init(Int16(v[0]), Int16(v[1]), Int16(v[2]), Int16(v[3]))
    }
}

extension SIMD4<UInt8> {
    /// Keeps the lower 8 bits of each lane.
    @inlinable @inline(__always)
    package init(narrowing v: SIMD4<Int16>) {
        self.init(
            UInt8(truncatingIfNeeded: v[0]), UInt8(truncatingIfNeeded: v[1]), UInt8(truncatingIfNeeded: v[2]),
            UInt8(truncatingIfNeeded: v[3]))
    }
}

extension SIMD4<UInt8> {
    /// Keeps the lower 8 bits of each lane.
    @inlinable @inline(__always)
    package init(narrowing v: SIMD4<UInt16>) {
        self.init(
            UInt8(truncatingIfNeeded: v[0]), UInt8(truncatingIfNeeded: v[1]), UInt8(truncatingIfNeeded: v[2]),
            UInt8(truncatingIfNeeded: v[3]))
    }

    /// Keeps the lower 8 bits of each lane.
    @inlinable @inline(__always)
    package init(narrowing v: SIMD4<Int32>) {
        self.init(
            UInt8(truncatingIfNeeded: v[0]), UInt8(truncatingIfNeeded: v[1]), UInt8(truncatingIfNeeded: v[2]),
            UInt8(truncatingIfNeeded: v[3]))
    }
}

extension SIMD4<Int32> {
    /// Widens each lane.
    @inlinable @inline(__always)
    package init(widening v: SIMD4<UInt8>) {
        self.init(Int32(v[0]), Int32(v[1]), Int32(v[2]), Int32(v[3]))
    }
}

extension SIMD4<UInt32> {
    /// Widens each lane.
    @inlinable @inline(__always)
    package init(widening v: SIMD4<UInt8>) {
        self.init(UInt32(v[0]), UInt32(v[1]), UInt32(v[2]), UInt32(v[3]))
    }

    /// Widens each lane.
    @inlinable @inline(__always)
    package init(widening v: SIMD4<UInt16>) {
        self.init(UInt32(v[0]), UInt32(v[1]), UInt32(v[2]), UInt32(v[3]))
    }
}
