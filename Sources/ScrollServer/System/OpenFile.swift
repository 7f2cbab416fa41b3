// A regular file held open for reading.

/// An open descriptor, with the size and time that `fstat` gave. Closed with the last reference to this object.
final class OpenFile: Sendable {
    let descriptor: Int32
    /// The file's size in bytes when it was opened.
    let count: Int
    /// The file's modification time when it was opened, in nanoseconds since 1970.
    let modified: Int64

    /// Opens a regular file. May wait for the disk: not for an event loop.
    ///
    /// - Throws: the system's error, or an error for a folder, device or pipe.
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

    /// Takes over an open descriptor, whose size and time the caller has from `fstat`.
    init(owning descriptor: Int32, count: Int, modified: Int64) {
        self.descriptor = descriptor
        self.count = count
        self.modified = modified
    }

    deinit {
        System.close(descriptor)
    }

    /// The bytes from `offset` on; fewer than `wanted` at the file's end. May wait for the disk.
    func bytes(at offset: Int, count wanted: Int) throws(SystemError) -> [UInt8] {
        try FileSystem.read(descriptor, at: offset, count: wanted)
    }
}
