// Opening files that a folder holds.

extension OpenFile {
    /// Opens what `path` leads to and checks that it is a regular file.
    ///
    /// A pipe or device is never waited for; one that is there when the call is made is not even opened, since opening
    /// a device can do something.
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

    /// Takes over a descriptor, which is closed also where it cannot be asked for its status.
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

    /// The file's bytes for a decoder, of which there are `count`. A read that fails gives no bytes.
    func source(count: Int) -> ByteSource {
        ByteSource(count: count) { [self] offset, buffer in
            (try? FileSystem.read(descriptor, at: offset, into: buffer)) ?? 0
        }
    }
}
