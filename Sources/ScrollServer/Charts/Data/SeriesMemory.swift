// The memory of a series' block: the process's own, or a mapped part of one of the server's files.

import Platform

/// Whole pages, unmapped with the last reference.
///
/// `@unchecked Sendable`: `base` never changes, and the users of the memory agree on which part may be read (see
/// `SeriesBlock`). A mapped file is always one of the server's own. Where it has been truncated or the disk fails,
/// reads give zeros, and `isDamaged` is true afterwards.
@safe final class SeriesMemory: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let byteCount: Int
    /// The place in `MappingGuard`; nil for memory of the process's own.
    private let watched: Int?

    /// New memory, filled with zeros.
    init(byteCount: Int) throws(SystemError) {
        self.byteCount = max(byteCount, 1)
        unsafe base = try unsafe FileSystem.mapZeros(byteCount: self.byteCount)
        watched = nil
    }

    /// Maps bytes of a file, read-only, or reads them where the system allows no more mappings.
    ///
    /// `offset` is a multiple of `FileSystem.pageByteCount`.
    convenience init(descriptor: Int32, offset: Int, byteCount: Int) throws(SystemError) {
        let byteCount = max(byteCount, 1)
        let base = try unsafe FileSystem.map(descriptor, at: offset, byteCount: byteCount)
        if let place = unsafe MappingGuard.watch(base, byteCount: byteCount) {
            unsafe self.init(base: base, byteCount: byteCount, watched: place)
            return
        }
        unsafe FileSystem.unmap(base, byteCount: byteCount)
        try self.init(byteCount: byteCount)
        let buffer = unsafe UnsafeMutableRawBufferPointer(start: self.base, count: byteCount)
        guard try unsafe FileSystem.read(descriptor, at: offset, into: buffer) == byteCount else {
            throw SystemError.outOfMemory("mmap")
        }
    }

    private init(base: UnsafeMutableRawPointer, byteCount: Int, watched: Int) {
        unsafe (self.base, self.byteCount, self.watched) = unsafe (base, byteCount, watched)
    }

    deinit {
        if let watched { MappingGuard.forget(watched) }
        unsafe FileSystem.unmap(base, byteCount: byteCount)
    }

    /// Whether some bytes could not be read from the file, so that results from them are wrong.
    var isDamaged: Bool { watched.map { MappingGuard.isDamaged($0) } ?? false }
}
