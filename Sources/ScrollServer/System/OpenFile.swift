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
        guard let system = SystemPath(path.utf8) else { throw .missing("open", on: path) }
        let opened = try FileSystem.open(system, in: FileSystem.workingDirectory)
        let status: FileStatus
        do throws(SystemError) {
            status = try FileSystem.status(of: opened)
        } catch {
            System.close(opened)
            throw error
        }
        guard status.kind == .regular else {
            System.close(opened)
            throw .notAFile("open", on: path, isFolder: status.kind == .directory)
        }
        descriptor = opened
        count = status.count
        modified = status.modified.nanoseconds
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
        try FileSystem.read(descriptor, at: offset, count: wanted)
    }
}
