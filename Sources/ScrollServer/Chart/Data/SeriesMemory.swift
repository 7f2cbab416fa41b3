// Memory that a block of a series lies in: the process's own, or a part of one of our files.

/// Whole pages, given back with the last reference.
///
/// Not checked by the compiler: `base` never changes, and who writes to the memory says when what may be read (see
/// `SeriesBlock`). A mapped file is always one of our own, which nobody cuts short (see `SeriesFile`); the user's file
/// is never mapped, since reading behind the end of one that was cut would end the process.
final class SeriesMemory: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    /// Zeros.
    init(byteCount: Int) throws(SystemError) {
        self.byteCount = max(byteCount, 1)
        base = try FileSystem.mapZeros(byteCount: self.byteCount)
    }

    /// Bytes of a file, which must be at least `offset + byteCount` long, to be read only.
    ///
    /// - Parameter offset: a multiple of `FileSystem.pageByteCount`.
    init(descriptor: Int32, offset: Int, byteCount: Int) throws(SystemError) {
        self.byteCount = max(byteCount, 1)
        base = try FileSystem.map(descriptor, at: offset, byteCount: self.byteCount)
    }

    deinit { FileSystem.unmap(base, byteCount: byteCount) }
}
