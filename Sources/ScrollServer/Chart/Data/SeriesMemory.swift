// The memory of a series' block: the process's own, or a mapped part of one of the server's files.

/// Whole pages, unmapped with the last reference.
///
/// Not checked by the compiler: `base` never changes, and whoever uses the memory agrees on which part may be read (see
/// `SeriesBlock`). A mapped file is always one of the server's own, which never becomes shorter (see `SeriesFile`). The
/// user's file is never mapped: a read behind the end of a shortened file would end the process.
final class SeriesMemory: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    /// New memory, filled with zeros.
    init(byteCount: Int) throws(SystemError) {
        self.byteCount = max(byteCount, 1)
        base = try FileSystem.mapZeros(byteCount: self.byteCount)
    }

    /// Maps bytes of a file, read-only. The file must be at least `offset + byteCount` bytes long.
    ///
    /// - Parameter offset: a multiple of `FileSystem.pageByteCount`.
    init(descriptor: Int32, offset: Int, byteCount: Int) throws(SystemError) {
        self.byteCount = max(byteCount, 1)
        base = try FileSystem.map(descriptor, at: offset, byteCount: self.byteCount)
    }

    deinit { FileSystem.unmap(base, byteCount: byteCount) }
}
