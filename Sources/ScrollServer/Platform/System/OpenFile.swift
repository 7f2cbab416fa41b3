// A regular file that is open for reading.

/// An open descriptor with its status from `fstat`; closed with the last reference to this object.
package final class OpenFile: Sendable {
    package let descriptor: Int32
    /// The file's status when it was opened.
    package let status: FileStatus
    /// The file's size in bytes when it was opened.
    package var count: Int { status.count }
    /// The file's modification time when it was opened, in nanoseconds since 1970.
    package var modified: Int64 { status.modified.nanoseconds }

    /// Opens a regular file.
    ///
    /// May wait for the disk: do not call it on an event loop.
    ///
    /// - Throws: the system's error, or an error for a folder, device or pipe.
    package convenience init(path: String) throws(SystemError) {
        guard let system = SystemPath(path.utf8) else { throw .missing("open", on: path) }
        try self.init(owning: try FileSystem.open(system, in: FileSystem.workingDirectory))
        guard status.kind == .regular else {
            throw .notAFile("open", on: path, isFolder: status.kind == .directory)
        }
    }

    /// Takes ownership of an open descriptor of any kind of file; closes it when its status cannot be read.
    package init(owning descriptor: Int32) throws(SystemError) {
        do throws(SystemError) {
            status = try FileSystem.status(of: descriptor)
        } catch {
            System.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit {
        System.close(descriptor)
    }

    /// Returns whether the open file's status is unchanged since opening, so nobody has written to it.
    ///
    /// One system call.
    package func isUnchanged() throws(SystemError) -> Bool {
        try FileSystem.status(of: descriptor).stamp == status.stamp
    }

    /// Reads bytes from `offset` on; fewer than `wanted` at the file's end.
    ///
    /// May wait for the disk.
    package func bytes(at offset: Int, count wanted: Int) throws(SystemError) -> [UInt8] {
        try FileSystem.read(descriptor, at: offset, count: wanted)
    }

    /// Reads into `bytes`, from byte `offset` of the file on.
    ///
    /// May wait for the disk.
    ///
    /// - Returns: the number of bytes read; less than the span's count only at the file's end.
    package func read(at offset: Int, into bytes: inout MutableSpan<UInt8>) throws(SystemError) -> Int {
        try FileSystem.read(descriptor, at: offset, into: &bytes)
    }
}
