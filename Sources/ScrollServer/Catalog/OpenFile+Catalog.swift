// Opening the files of a collection.

extension OpenFile {
    /// Opens the file at `path` for reading. Throws `unreadable` when it is missing or not a regular file.
    ///
    /// The kind is checked before the file is opened, since opening a device can have effects, and again afterwards, in
    /// case the file was replaced in between. Opening never waits for the other end of a pipe.
    static func open(
        _ path: SystemPath, in directory: Int32 = FileSystem.workingDirectory, followLink: Bool = true
    ) throws(ImageError) -> (file: OpenFile, status: FileStatus) {
        do {
            try check(try FileSystem.status(of: path, in: directory, followLink: followLink))
            let (file, status) = try own(try FileSystem.open(path, in: directory, followLink: followLink))
            try check(status)
            return (file, status)
        } catch let failure as SystemError {
            throw .unreadable(failure.explanation)
        } catch let error as ImageError {
            throw error
        } catch {
            throw .unreadable("the file cannot be read")
        }
    }

    /// Takes ownership of a descriptor; closes it when its status cannot be read, and throws.
    static func own(_ descriptor: Int32) throws(SystemError) -> (file: OpenFile, status: FileStatus) {
        let status: FileStatus
        do throws(SystemError) {
            status = try FileSystem.status(of: descriptor)
        } catch {
            System.close(descriptor)
            throw error
        }
        return (OpenFile(owning: descriptor, count: status.count, modified: status.modified.nanoseconds), status)
    }

    private static func check(_ status: FileStatus) throws(ImageError) {
        guard status.kind == .regular else { throw .unreadable("this is \(status.kind.description), not a file") }
    }

    /// The file's `count` bytes for a decoder. A failed read gives 0 bytes.
    func source(count: Int) -> ByteSource {
        ByteSource(count: count) { [self] offset, buffer in
            (try? FileSystem.read(descriptor, at: offset, into: buffer)) ?? 0
        }
    }
}
