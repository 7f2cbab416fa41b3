// A regular file held open for reading.

/// An open descriptor with what `fstat` said about it; closed when nobody refers to it any more.
final class OpenFile: Sendable {
    let descriptor: Int32
    /// Size in bytes when it was opened.
    let count: Int
    /// Time of the last modification, in nanoseconds since 1970.
    let modified: Int64

    /// Opens a regular file. Blocks on the disk: not for an event loop.
    ///
    /// - Throws: the system's reason; a folder, device or pipe is refused as well.
    init(path: String) throws(SystemError) {
        let opened = try System.openForReading(path)
        descriptor = opened.descriptor
        count = opened.byteCount
        modified = opened.modified
    }

    /// Takes over a descriptor of which `fstat` has told size and time.
    init(owning descriptor: Int32, count: Int, modified: Int64) {
        self.descriptor = descriptor
        self.count = count
        self.modified = modified
    }

    deinit {
        System.close(descriptor)
    }

    /// Bytes from `offset` on, fewer than asked where the file ends. Blocks on the disk.
    func bytes(at offset: Int, count wanted: Int) throws(SystemError) -> [UInt8] {
        try System.read(descriptor, at: offset, count: wanted)
    }
}
