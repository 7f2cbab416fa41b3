// Memory for what does not fit in memory: in a file without a name.

/// Zeroed pages of a file that nobody else sees, and that goes with the last reference, however the process ends. Its room on
/// the disk is taken at once, so that a full disk is an error there and not later.
///
/// Not thread-safe: one task at a time may use it. Where the disk fails, zeros are read, and `isDamaged` says so afterwards.
package final class ScratchMemory {
    package let base: UnsafeMutableRawPointer
    let byteCount: Int
    /// The place in `MappingGuard`.
    private let watched: Int

    /// - Parameters:
    ///   - folder: an existing one.
    ///   - byteCount: at least 1.
    /// - Throws: the system's reason, such as a full disk.
    package init(folder: String, byteCount: Int) throws(SystemError) {
        let path = AtomicFile.temporaryPath(in: folder)
        let descriptor = try FileSystem.create(path)
        defer { System.close(descriptor) }
        FileSystem.remove(path)
        try FileSystem.reserve(descriptor, byteCount: byteCount)
        base = try FileSystem.mapForWriting(descriptor, byteCount: byteCount)
        self.byteCount = byteCount
        guard let place = MappingGuard.watch(base, byteCount: byteCount) else {
            FileSystem.unmap(base, byteCount: byteCount)
            throw .outOfMemory("mmap")
        }
        watched = place
    }

    deinit {
        MappingGuard.forget(watched)
        FileSystem.unmap(base, byteCount: byteCount)
    }

    /// Whether some bytes could not be read again: what was made from them is wrong.
    package var isDamaged: Bool { MappingGuard.isDamaged(watched) }

    /// Says that pages are not needed for a while: the system may keep them on the disk alone.
    ///
    /// - Parameter offset: a multiple of `FileSystem.pageByteCount`, as is `byteCount`.
    package func rest(at offset: Int, byteCount: Int) {
        FileSystem.release(base + offset, byteCount: byteCount)
    }
}

/// Where decoders put what is too much for memory.
package struct DecodingScratch: Sendable {
    /// A folder of the server's own.
    package var folder: String
    /// The most bytes that one picture may take there.
    package var byteLimit: Int

    package init(folder: String, byteLimit: Int) {
        self.folder = folder
        self.byteLimit = byteLimit
    }
}
