// The system calls by which pages of memory are had: empty ones, and those of a file.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension FileSystem {
    /// At least the page of every system there is (16 KiB on Apple's processors, 4 or 16 on Linux's).
    static let pageByteCount = 16_384

    /// Pages of zeros, which the caller gives back with `unmap`. `byteCount` is at least 1.
    static func mapZeros(byteCount: Int) throws(SystemError) -> UnsafeMutableRawPointer {
        #if canImport(Darwin)
            let flags = MAP_PRIVATE | MAP_ANON
        #else
            let flags = MAP_PRIVATE | Int32(MAP_ANONYMOUS)
        #endif
        return try map(byteCount, PROT_READ | PROT_WRITE, flags, -1, 0)
    }

    /// Pages of a file, to be read only, which the caller gives back with `unmap`.
    ///
    /// - Parameters:
    ///   - offset: a multiple of `pageByteCount`.
    ///   - byteCount: at least 1. Whoever reads beyond the end of the file is ended by the system.
    static func map(_ descriptor: Int32, at offset: Int, byteCount: Int) throws(SystemError) -> UnsafeMutableRawPointer
    {
        try map(byteCount, PROT_READ, MAP_SHARED, descriptor, offset)
    }

    static func unmap(_ base: UnsafeMutableRawPointer, byteCount: Int) { munmap(base, byteCount) }

    private static func map(
        _ byteCount: Int, _ protection: Int32, _ flags: Int32, _ descriptor: Int32, _ offset: Int
    ) throws(SystemError) -> UnsafeMutableRawPointer {
        guard let pointer = mmap(nil, byteCount, protection, flags, descriptor, off_t(offset)), pointer != MAP_FAILED
        else { throw .last("mmap") }
        return pointer
    }
}
