// Mapped memory: zeroed pages, the pages of a file, and scratch files for data that does not fit into RAM.

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

/// Zeroed pages of an unlinked file, which disappears with the last reference, however the process ends.
///
/// The disk space is reserved at once, so a full disk is reported here and not later. Not thread-safe: one task at a
/// time may use it. If the disk fails, zeros are read, and `isDamaged` becomes true.
@safe package final class ScratchMemory {
    package let base: UnsafeMutableRawPointer
    let byteCount: Int
    /// The index in `MappingGuard`.
    private let watched: Int

    /// Creates and maps the file.
    ///
    /// - Parameters:
    ///   - folder: an existing folder.
    ///   - byteCount: at least 1.
    /// - Throws: the system's error, such as a full disk.
    package init(folder: String, byteCount: Int) throws(SystemError) {
        let path = AtomicFile.temporaryPath(in: folder)
        let descriptor = try FileSystem.create(path)
        defer { System.close(descriptor) }
        FileSystem.remove(path)
        try FileSystem.reserve(descriptor, byteCount: byteCount)
        unsafe base = try unsafe FileSystem.mapForWriting(descriptor, byteCount: byteCount)
        self.byteCount = byteCount
        guard let place = unsafe MappingGuard.watch(base, byteCount: byteCount) else {
            unsafe FileSystem.unmap(base, byteCount: byteCount)
            throw .outOfMemory("mmap")
        }
        watched = place
    }

    deinit {
        MappingGuard.forget(watched)
        unsafe FileSystem.unmap(base, byteCount: byteCount)
    }

    /// Returns the result of `body` for a part of the memory; traps outside it.
    package func withBytes<Result, Failure: Error>(
        _ range: Range<Int>, _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(range.lowerBound >= 0 && range.upperBound <= byteCount)
        var bytes = unsafe MutableSpan(
            _unsafeStart: (base + range.lowerBound).assumingMemoryBound(to: UInt8.self), count: range.count)
        return try body(&bytes)
    }

    /// Whether some bytes could not be read back, so that results made from them are wrong.
    package var isDamaged: Bool { MappingGuard.isDamaged(watched) }

    /// Releases the memory of pages that are not needed for a while; they stay on the disk.
    ///
    /// `offset` and `byteCount` must be multiples of `FileSystem.pageByteCount`.
    package func rest(at offset: Int, byteCount: Int) {
        unsafe FileSystem.release(base + offset, byteCount: byteCount)
    }
}
