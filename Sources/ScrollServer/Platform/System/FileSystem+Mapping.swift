// The system calls that map memory: zeroed pages, and the pages of a file.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension FileSystem {
    /// A multiple of the page size of the supported systems: 16 KiB on Apple's processors, 4 or 16 KiB on Linux.
    package static let pageByteCount = 16_384

    /// Maps pages of zeros, which the caller must release with `unmap`. `byteCount` is at least 1.
    package static func mapZeros(byteCount: Int) throws(SystemError) -> UnsafeMutableRawPointer {
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
    package static func map(_ descriptor: Int32, at offset: Int, byteCount: Int) throws(SystemError)
        -> UnsafeMutableRawPointer
    {
        try map(byteCount, PROT_READ, MAP_SHARED, descriptor, offset)
    }

    /// Maps a file that is open for reading and writing, for both; the caller must release it with `unmap`.
    ///
    /// - Parameter byteCount: at least 1, and at most the file's size.
    static func mapForWriting(_ descriptor: Int32, byteCount: Int) throws(SystemError) -> UnsafeMutableRawPointer {
        try map(byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    }

    /// Gives mapped pages of a file back; they are read from the file when they are used again.
    static func release(_ base: UnsafeMutableRawPointer, byteCount: Int) { madvise(base, byteCount, MADV_DONTNEED) }

    /// Gives an empty file a size, with room for all of it on the disk.
    ///
    /// - Throws: the system's reason when there is too little.
    static func reserve(_ descriptor: Int32, byteCount: Int) throws(SystemError) {
        #if canImport(Darwin)
            var wish = fstore_t(
                fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
                fst_length: off_t(byteCount), fst_bytesalloc: 0)
            guard fcntl(descriptor, F_PREALLOCATE, &wish) == 0, ftruncate(descriptor, off_t(byteCount)) == 0 else {
                throw .last("fcntl")
            }
        #else
            var code = EINTR
            while code == EINTR { code = posix_fallocate(descriptor, 0, off_t(byteCount)) }
            guard code == 0 else { throw SystemError(call: "posix_fallocate", code: code, on: "a temporary file") }
        #endif
    }

    /// Makes a file longer; the new bytes are zeros, and take no room on the disk until they are written.
    package static func extend(_ descriptor: Int32, to byteCount: Int) throws(SystemError) {
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw .last("ftruncate") }
    }

    package static func unmap(_ base: UnsafeMutableRawPointer, byteCount: Int) { munmap(base, byteCount) }

    private static func map(
        _ byteCount: Int, _ protection: Int32, _ flags: Int32, _ descriptor: Int32, _ offset: Int
    ) throws(SystemError) -> UnsafeMutableRawPointer {
        guard let pointer = mmap(nil, byteCount, protection, flags, descriptor, off_t(offset)), pointer != MAP_FAILED
        else { throw .last("mmap") }
        return pointer
    }
}
