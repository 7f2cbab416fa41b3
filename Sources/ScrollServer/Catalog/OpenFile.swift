// An open file that closes itself.

/// A regular file, open for reading. Its descriptor is closed with the last reference.
final class OpenFile: Sendable {
    /// For `sendfile` and the like; valid as long as this object is.
    let descriptor: Int32

    /// Takes over `descriptor`.
    init(owning descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        FileSystem.close(descriptor)
    }

    /// Opens what `path` leads to and checks that it is a regular file.
    ///
    /// A pipe or device is never waited for; one that is there when the call is made is not even opened, since opening
    /// a device can do something.
    static func open(
        _ path: SystemPath, in directory: Int32 = FileSystem.workingDirectory, followLink: Bool = true
    ) throws(ImageError) -> (file: OpenFile, status: FileStatus) {
        do {
            try check(try FileSystem.status(of: path, in: directory, followLink: followLink))
            let file = OpenFile(owning: try FileSystem.open(path, in: directory, followLink: followLink))
            let status = try FileSystem.status(of: file.descriptor)
            try check(status)
            return (file, status)
        } catch let failure as SystemFailure {
            throw .unreadable(failure.explanation)
        } catch let error as ImageError {
            throw error
        } catch {
            throw .unreadable("the file cannot be read")
        }
    }

    private static func check(_ status: FileStatus) throws(ImageError) {
        guard status.kind == .regular else { throw .unreadable("this is \(status.kind.description), not a file") }
    }

    /// The file's bytes for a decoder, of which there are `count`. A read that fails gives no bytes.
    func source(count: Int) -> ByteSource {
        ByteSource(count: count) { [self] offset, buffer in
            (try? FileSystem.read(descriptor, at: offset, into: buffer)) ?? 0
        }
    }
}
