// Interleaves three vectors of samples to the bytes of pixels.

import Platform

/// Stores pixels eight at a time.
enum InterleavedPixels {
    /// Stores eight pixels of red, green and blue, followed by two zero bytes: there must be room for 26 bytes.
    ///
    /// The lanes, 0...255 each, are interleaved by widening. Extracting them one by one would make the compiler turn
    /// the preceding arithmetic into single-lane code as well.
    @inline(__always)
    static func store(
        _ red: SIMD8<Int16>, _ green: SIMD8<Int16>, _ blue: SIMD8<Int16>, _ output: UnsafeMutablePointer<UInt8>
    ) {
        let pairs = unsafe unsafeBitCast(words(red, green, blue), to: SIMD4<UInt64>.self)
        // Two pixels of four bytes each become six bytes and two zero bytes, which the next store overwrites.
        let joined = (pairs & 0xFF_FFFF) | ((pairs &>> 8) & 0xFFFF_FF00_0000)
        let memory = UnsafeMutableRawPointer(output)
        unsafe memory.storeBytes(of: joined[0], as: UInt64.self)
        unsafe memory.storeBytes(of: joined[1], toByteOffset: 6, as: UInt64.self)
        unsafe memory.storeBytes(of: joined[2], toByteOffset: 12, as: UInt64.self)
        unsafe memory.storeBytes(of: joined[3], toByteOffset: 18, as: UInt64.self)
    }

    /// Stores eight pixels of red, green, blue and a fourth byte of 255: 32 bytes.
    @inline(__always)
    static func storeOpaque(
        _ red: SIMD8<Int16>, _ green: SIMD8<Int16>, _ blue: SIMD8<Int16>, _ output: UnsafeMutablePointer<UInt8>
    ) {
        unsafe UnsafeMutableRawPointer(output).storeBytes(
            of: words(red, green, blue) | SIMD8<UInt32>(repeating: 0xFF00_0000), as: SIMD8<UInt32>.self)
    }

    /// Stores eight pixels like the other function, in the 26 bytes of `pixels` from `index` on.
    @inline(__always)
    static func store(
        _ red: SIMD8<Int16>, _ green: SIMD8<Int16>, _ blue: SIMD8<Int16>, in pixels: inout MutableSpan<UInt8>,
        at index: Int
    ) {
        let pairs = unsafe unsafeBitCast(words(red, green, blue), to: SIMD4<UInt64>.self)
        let joined = (pairs & 0xFF_FFFF) | ((pairs &>> 8) & 0xFFFF_FF00_0000)
        var output = pixels._mutatingExtracting(index..<index &+ 26)
        output.store(joined[0], at: 0)
        output.store(joined[1], at: 6)
        output.store(joined[2], at: 12)
        output.store(joined[3], at: 18)
    }

    /// Stores eight opaque pixels like the other function, in the 32 bytes of `pixels` from `index` on.
    @inline(__always)
    static func storeOpaque(
        _ red: SIMD8<Int16>, _ green: SIMD8<Int16>, _ blue: SIMD8<Int16>, in pixels: inout MutableSpan<UInt8>,
        at index: Int
    ) {
        pixels.store(words(red, green, blue) | SIMD8<UInt32>(repeating: 0xFF00_0000), at: index)
    }

    @inline(__always)
    private static func words(_ red: SIMD8<Int16>, _ green: SIMD8<Int16>, _ blue: SIMD8<Int16>) -> SIMD8<UInt32> {
        let low = unsafe SIMD8<UInt32>(widening: unsafeBitCast(red | (green &<< 8), to: SIMD8<UInt16>.self))
        let high = unsafe SIMD8<UInt32>(widening: unsafeBitCast(blue, to: SIMD8<UInt16>.self))
        return low | (high &<< 16)
    }
}
