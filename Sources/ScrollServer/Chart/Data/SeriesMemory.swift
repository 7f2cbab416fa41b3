// Memory that a block of a series lies in: the process's own, or a part of one of our files.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Whole pages, given back with the last reference.
///
/// Not checked by the compiler: `base` never changes, and who writes to the memory says when what may be read (see
/// `SeriesBlock`). A mapped file is always one of our own, which nobody cuts short (see `SeriesFile`); the user's file
/// is never mapped, since reading behind the end of one that was cut would end the process.
final class SeriesMemory: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    /// Zeros.
    init(byteCount: Int) throws(SystemFailure) {
        self.byteCount = max(byteCount, 1)
        let flags = MAP_PRIVATE | Self.anonymous
        guard let pointer = mmap(nil, self.byteCount, PROT_READ | PROT_WRITE, flags, -1, 0), pointer != MAP_FAILED
        else { throw SystemFailure(code: errno) }
        base = pointer
    }

    /// Bytes of a file, which must be at least `offset + byteCount` long, to be read only.
    ///
    /// - Parameter offset: a multiple of `pageByteCount`.
    init(descriptor: Int32, offset: Int, byteCount: Int) throws(SystemFailure) {
        self.byteCount = max(byteCount, 1)
        guard let pointer = mmap(nil, self.byteCount, PROT_READ, MAP_SHARED, descriptor, off_t(offset)),
            pointer != MAP_FAILED
        else { throw SystemFailure(code: errno) }
        base = pointer
    }

    deinit { munmap(base, byteCount) }

    /// At least the page of every system there is (16 KiB on Apple's processors, 4 or 16 on Linux's).
    static let pageByteCount = 16_384

    #if canImport(Darwin)
        private static let anonymous = MAP_ANON
    #else
        private static let anonymous = Int32(MAP_ANONYMOUS)
    #endif
}
