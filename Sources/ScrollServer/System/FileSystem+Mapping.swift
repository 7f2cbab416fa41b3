// The system calls that map memory: zeroed pages, and the pages of a file.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension FileSystem {
    /// A multiple of the page size of the supported systems: 16 KiB on Apple's processors, 4 or 16 KiB on Linux.
    static let pageByteCount = 16_384

    /// Maps pages of zeros, which the caller must release with `unmap`. `byteCount` is at least 1.
    static func mapZeros(byteCount: Int) throws(SystemError) -> UnsafeMutableRawPointer {
        #if canImport(Darwin)
            let flags = MAP_PRIVATE | MAP_ANON
        #else
            let flags = MAP_PRIVATE | Int32(MAP_ANONYMOUS)
        #endif
        return try map(byteCount, PROT_READ | PROT_WRITE, flags, -1, 0)
    }

    /// Maps pages of a file for reading, which the caller must release with `unmap`.
    ///
    /// - Parameters:
    ///   - offset: a multiple of `pageByteCount`.
    ///   - byteCount: at least 1. Reading a page beyond the file's end sends SIGBUS: see `MappingGuard`.
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
