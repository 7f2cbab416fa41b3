// Replaces files in an open directory, whatever bytes their names have.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Who may read and write a file.
package struct FilePermissions: Sendable, Equatable {
    fileprivate var mode: mode_t
    fileprivate var group: gid_t?

    /// Those of a file beside this one, which its owner may always write.
    package var ofSibling: FilePermissions { FilePermissions(mode: mode & 0o666 | 0o600, group: nil) }
}

extension FileSystem {
    /// The permissions and the group of a file.
    package static func permissions(of name: SystemPath, in directory: Int32) throws(SystemError) -> FilePermissions {
        var raw = stat()
        guard unsafe fstatat(directory, name.terminated, &raw, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw .last("stat", on: name.text)
        }
        return FilePermissions(mode: raw.st_mode & 0o777, group: raw.st_gid)
    }

    /// Checks that this process may write to a file.
    ///
    /// - Throws: the system's reason why it may not.
    package static func checkWritable(_ name: SystemPath, in directory: Int32) throws(SystemError) {
        guard unsafe faccessat(directory, name.terminated, W_OK, 0) == 0 else {
            throw .last("access", on: name.text)
        }
    }
}

extension AtomicFile {
    /// Writes a file under a temporary name, flushes it to the disk and renames it, if `isWanted` still says so then.
    ///
    /// Blocks. The permissions are as far as this process may give them.
    ///
    /// - Returns: what `isWanted` said; if false, nothing has changed.
    package static func replace(
        _ name: SystemPath, in directory: Int32, by bytes: [UInt8], _ permissions: FilePermissions,
        if isWanted: () -> Bool
    ) throws(SystemError) -> Bool {
        guard let temporary = SystemPath(temporaryPath(in: ".").utf8) else { return false }
        let descriptor = systemCreate(temporary, in: directory)
        guard descriptor >= 0 else { throw .last("open", on: temporary.text) }
        defer { System.close(descriptor) }
        // The lock tells that this is no leftover: see `sweep`.
        _ = FileSystem.lock(descriptor)
        do throws(SystemError) {
            try FileSystem.write(bytes, to: descriptor)
            if let group = permissions.group { _ = fchown(descriptor, uid_t.max, group) }
            guard fchmod(descriptor, permissions.mode) == 0 else { throw .last("fchmod", on: name.text) }
            try FileSystem.flush(descriptor)
            guard isWanted() else {
                unsafe unlinkat(directory, temporary.terminated, 0)
                return false
            }
            guard unsafe renameat(directory, temporary.terminated, directory, name.terminated) == 0 else {
                throw .last("rename", on: name.text)
            }
            return true
        } catch {
            unsafe unlinkat(directory, temporary.terminated, 0)
            throw error
        }
    }

    private static func systemCreate(_ name: SystemPath, in directory: Int32) -> Int32 {
        while true {
            let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY
            let descriptor = unsafe openat(directory, name.terminated, flags, 0o600)
            if descriptor >= 0 || errno != EINTR { return descriptor }
        }
    }
}
