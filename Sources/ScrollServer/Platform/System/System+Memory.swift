// How the process asks the system for memory.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension System {
    /// Has blocks of more than 1 MiB given back to the system as soon as they are freed.
    ///
    /// The C library would learn from the first large block that is freed to keep such blocks for itself (mallopt(3),
    /// "dynamic mmap threshold"): making the orders of a million items would leave some 30 MB each behind. Buffers of a
    /// tile's pixels are not larger than this, and are used again at once. Call it before other threads start.
    package static func returnLargeBlocks() {
        #if os(Linux)
            // Neither is in the toolchain's C module.
            let thresholdParameter: Int32 = -3
            guard let symbol = dlsym(nil, "mallopt") else { return }
            typealias Function = @convention(c) (Int32, Int32) -> Int32
            _ = unsafeBitCast(symbol, to: Function.self)(thresholdParameter, 1 << 20 + 1 << 16)
        #endif
    }
}
