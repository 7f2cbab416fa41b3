// Interleaves three vectors of samples to the bytes of pixels.

import Platform

/// Stores pixels eight at a time.
enum InterleavedPixels {
    /// Stores eight pixels of red, green and blue from byte `index` on, followed by two zero bytes: 26 bytes.
    ///
    /// The lanes, 0...255 each, are interleaved by widening. Extracting them one by one would make the compiler turn
    /// the preceding arithmetic into single-lane code as well.
    @inline(__always)
    static func store(
        _ red: SIMD8<Int16>, _ green: SIMD8<Int16>, _ blue: SIMD8<Int16>, into output: inout MutableSpan<UInt8>,
        at index: Int
    ) {
        let joined = joined(red, green, blue)
        output.store(joined[0], at: index)
        output.store(joined[1], at: index &+ 6)
        output.store(joined[2], at: index &+ 12)
        output.store(joined[3], at: index &+ 18)
    }

    /// Stores eight pixels of red, green, blue and a fourth byte of 255 from byte `index` on: 32 bytes.
    @inline(__always)
    static func storeOpaque(
        _ red: SIMD8<Int16>, _ green: SIMD8<Int16>, _ blue: SIMD8<Int16>, into output: inout MutableSpan<UInt8>,
        at index: Int
    ) {
        output.store(words(red, green, blue) | SIMD8<UInt32>(repeating: 0xFF00_0000), at: index)
    }

    /// Joins two pixels of four bytes each to six bytes and two zero bytes, which the next two pixels overwrite.
    @inline(__always)
    private static func joined(_ red: SIMD8<Int16>, _ green: SIMD8<Int16>, _ blue: SIMD8<Int16>) -> SIMD4<UInt64> {
        let pairs = bitCast(words(red, green, blue), to: SIMD4<UInt64>.self)
        return (pairs & 0xFF_FFFF) | ((pairs &>> 8) & 0xFFFF_FF00_0000)
    }

    @inline(__always)
    private static func words(_ red: SIMD8<Int16>, _ green: SIMD8<Int16>, _ blue: SIMD8<Int16>) -> SIMD8<UInt32> {
        let low = SIMD8<UInt32>(widening: SIMD8<UInt16>(bitPattern: red | (green &<< 8)))
        return low | (SIMD8<UInt32>(widening: SIMD8<UInt16>(bitPattern: blue)) &<< 16)
    }
}
