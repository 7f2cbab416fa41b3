// Memory in an unnamed file, for data that does not fit into RAM.

/// Zeroed pages of an unlinked file, which disappears with the last reference, however the process ends.
///
/// The disk space is reserved at once, so a full disk is reported here and not later. Not thread-safe: one task at a
/// time may use it. If the disk fails, zeros are read, and `isDamaged` becomes true.
@safe package final class ScratchMemory {
    private let base: UnsafeMutableRawPointer
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
        guard let region = unsafe MappingGuard.watch(base, byteCount: byteCount) else {
            unsafe FileSystem.unmap(base, byteCount: byteCount)
            throw .outOfMemory("mmap")
        }
        watched = region
    }

    deinit {
        MappingGuard.forget(watched)
        unsafe FileSystem.unmap(base, byteCount: byteCount)
    }

    /// Passes all bytes to `body`.
    package func withBytes(_ body: (inout MutableSpan<UInt8>) -> Void) {
        var bytes = unsafe MutableSpan(_unsafeStart: base.assumingMemoryBound(to: UInt8.self), count: byteCount)
        body(&bytes)
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

/// Where decoders store data that is too large for memory.
package struct DecodingScratch: Sendable {
    /// A folder that belongs to the server.
    package var folder: String
    /// The maximum number of bytes for one picture.
    package var byteLimit: Int

    package init(folder: String, byteLimit: Int) {
        self.folder = folder
        self.byteLimit = byteLimit
    }
}
