// Settings of the C library's memory allocator.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension System {
    /// Makes the allocator return freed blocks of more than 1 MiB to the system.
    ///
    /// Call it before other threads start. By default it keeps such blocks once a large one has been freed (mallopt(3),
    /// "dynamic mmap threshold"): sorting a million items would leave some 30 MB per order behind. A tile's pixel
    /// buffers are smaller and reused.
    package static func returnLargeBlocks() {
        #if os(Linux)
            // Neither the function nor its constant is in the toolchain's C module.
            let thresholdParameter: Int32 = -3
            guard let symbol = unsafe dlsym(nil, "mallopt") else { return }
            typealias Function = @convention(c) (Int32, Int32) -> Int32
            _ = unsafe unsafeBitCast(symbol, to: Function.self)(thresholdParameter, 1 << 20 + 1 << 16)
        #endif
    }
}
