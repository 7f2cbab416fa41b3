// The system calls that write files for others to read: exports.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension FileSystem {
    /// Writes a file that others may read under the name `temporary`, then renames it; `temporary` must not exist.
    ///
    /// So `path` has all bytes or does not exist. Nothing waits for the disk.
    ///
    /// - Throws: the system's error; nothing is left of the file then.
    package static func publish(_ bytes: [UInt8], to path: String, by temporary: String) throws(SystemError) {
        let descriptor = try create(temporary, isPublic: true)
        var failure: SystemError?
        do throws(SystemError) { try write(bytes, to: descriptor) } catch { failure = error }
        // Some file systems report a full disk only now.
        if close(descriptor) != 0, failure == nil { failure = .last("close", on: path) }
        do throws(SystemError) {
            if let failure { throw failure }
            try rename(temporary, to: path)
        } catch {
            remove(temporary)
            throw error
        }
    }

    /// Removes a file, or a folder with all that it has; a link is removed, not what it leads to.
    ///
    /// Blocks. Does nothing where there is no such file.
    package static func removeTree(_ path: String) throws(SystemError) {
        let status: FileStatus
        do throws(SystemError) { status = try self.status(of: path, followLink: false) } catch {
            if error.isMissing { return }
            throw error
        }
        guard status.kind == .directory else { return try delete(path) }
        for name in names(in: path) { try removeTree("\(path)/\(name)") }
        try deleteFolder(path)
    }
}
