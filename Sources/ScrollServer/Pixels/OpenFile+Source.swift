// Opens a file for a decoder, with `ImageError` as its errors.

import Platform

extension OpenFile {
    /// Opens the file at `path` for reading.
    ///
    /// The kind is checked before the file is opened, since opening a device can have effects, and again afterwards, in
    /// case the file was replaced in between. Opening never waits for the other end of a pipe.
    ///
    /// - Throws: `unreadable` when it is missing or not a regular file, `unavailable` when the reason may pass.
    package static func open(
        _ path: SystemPath, in directory: Int32 = FileSystem.workingDirectory, followLink: Bool = true
    ) throws(ImageError) -> OpenFile {
        do {
            try check(try FileSystem.status(of: path, in: directory, followLink: followLink))
            let file = try OpenFile(owning: try FileSystem.open(path, in: directory, followLink: followLink))
            try check(file.status)
            return file
        } catch let failure as SystemError {
            throw ImageError(reading: failure)
        } catch let error as ImageError {
            throw error
        } catch {
            throw .unavailable("the file cannot be read: \(error)")
        }
    }

    private static func check(_ status: FileStatus) throws(ImageError) {
        guard status.kind == .regular else { throw .unreadable("this is \(status.kind.description), not a file") }
    }

    /// The file's bytes as a source for a decoder.
    package var source: ByteSource {
        ByteSource(count: count) { [self] () throws(SystemError) in
            try isUnchanged()
        } read: { [self] (offset, buffer) throws(SystemError) in
            try read(at: offset, into: &buffer)
        }
    }
}

extension ImageError {
    /// Creates the error for a file that cannot be read: `unreadable` if the file is to blame, else `unavailable`.
    package init(reading error: SystemError) {
        self = error.isAboutFile ? .unreadable(error.explanation) : .unavailable(error.explanation)
    }
}
