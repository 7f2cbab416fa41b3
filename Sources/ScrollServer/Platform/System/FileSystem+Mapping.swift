// The system calls that map memory: zeroed pages, and the pages of a file.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension FileSystem {
    /// The alignment of offsets: a multiple of the page size, 16 KiB on Apple's processors, 4 or 16 KiB on Linux.
    package static let pageByteCount = 16_384

    /// Maps at least one byte of zeroed pages, which the caller must release with `unmap`.
    package static func mapZeros(byteCount: Int) throws(SystemError) -> UnsafeMutableRawPointer {
        #if canImport(Darwin)
            let flags = MAP_PRIVATE | MAP_ANON
        #else
            let flags = MAP_PRIVATE | Int32(MAP_ANONYMOUS)
        #endif
        return try unsafe map(byteCount, PROT_READ | PROT_WRITE, flags, -1, 0)
    }

    /// Maps pages of a file for reading, which the caller must release with `unmap`.
    ///
    /// `offset` must be a multiple of `pageByteCount`, and `byteCount` at least 1. Reading a page beyond the file's end
    /// sends SIGBUS: see `MappingGuard`.
    package static func map(_ descriptor: Int32, at offset: Int, byteCount: Int) throws(SystemError)
        -> UnsafeMutableRawPointer
    {
        try unsafe map(byteCount, PROT_READ, MAP_SHARED, descriptor, offset)
    }

    /// Maps a file that is open for reading and writing, for both; the caller must release it with `unmap`.
    ///
    /// `byteCount` must be at least 1, and at most the file's size.
    static func mapForWriting(_ descriptor: Int32, byteCount: Int) throws(SystemError) -> UnsafeMutableRawPointer {
        try unsafe map(byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    }

    /// Releases the memory of mapped pages; they are read from the file again when next used.
    static func release(_ base: UnsafeMutableRawPointer, byteCount: Int) {
        unsafe madvise(base, byteCount, MADV_DONTNEED)
    }

    /// Sets the size of an empty file and reserves its disk space.
    ///
    /// - Throws: the system's error if there is too little space.
    static func reserve(_ descriptor: Int32, byteCount: Int) throws(SystemError) {
        #if canImport(Darwin)
            var request = fstore_t(
                fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
                fst_length: off_t(byteCount), fst_bytesalloc: 0)
            guard fcntl(descriptor, F_PREALLOCATE, &request) == 0, ftruncate(descriptor, off_t(byteCount)) == 0 else {
                throw .last("fcntl")
            }
        #else
            var code = EINTR
            while code == EINTR { code = posix_fallocate(descriptor, 0, off_t(byteCount)) }
            guard code == 0 else { throw SystemError(call: "posix_fallocate", code: code, on: "a temporary file") }
        #endif
    }

    /// Enlarges a file; the new bytes are zeros and take no disk space until written.
    package static func extend(_ descriptor: Int32, to byteCount: Int) throws(SystemError) {
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw .last("ftruncate") }
    }

    package static func unmap(_ base: UnsafeMutableRawPointer, byteCount: Int) { unsafe munmap(base, byteCount) }

    private static func map(
        _ byteCount: Int, _ protection: Int32, _ flags: Int32, _ descriptor: Int32, _ offset: Int
    ) throws(SystemError) -> UnsafeMutableRawPointer {
        guard let pointer = unsafe mmap(nil, byteCount, protection, flags, descriptor, off_t(offset)),
            unsafe pointer != MAP_FAILED
        else { throw .last("mmap") }
        return unsafe pointer
    }
}
