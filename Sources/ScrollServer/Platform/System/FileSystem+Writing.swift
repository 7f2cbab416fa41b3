// The system calls that write the program's own files: caches, lists and saved state.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension FileSystem {
    /// The outcome of locking a file.
    package enum Lock: Equatable {
        /// The descriptor has the lock until it is closed or this process ends.
        case acquired
        /// Another descriptor has the lock, in this process or another one.
        case taken
        /// The file system does not support locks.
        case impossible
    }

    /// Creates a folder that only the user may access, and its missing parents; does nothing if it exists.
    ///
    /// One that `isPublic` may be read by others, as far as the process's umask allows.
    ///
    /// - Throws: an error also where something other than a folder has this path.
    package static func makeFolder(_ path: String, isPublic: Bool = false) throws(SystemError) {
        do throws(SystemError) {
            return try makeLastFolder(path, isPublic)
        } catch {
            guard error.code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
                throw error
            }
            try makeFolder(String(path[..<slash]), isPublic: isPublic)
        }
        try makeLastFolder(path, isPublic)
    }

    /// Creates a folder in a folder that exists.
    private static func makeLastFolder(_ path: String, _ isPublic: Bool) throws(SystemError) {
        if unsafe mkdir(path, isPublic ? 0o777 : 0o700) == 0 { return }
        let error = SystemError.last("mkdir", on: path)
        guard error.code == EEXIST else { throw error }
        if !isDirectory(path) { throw SystemError(call: "mkdir", code: ENOTDIR, on: path) }
    }

    /// Checks that this process may create files in a folder.
    ///
    /// - Throws: the system's reason why it may not.
    package static func checkWritable(_ folder: String) throws(SystemError) {
        guard unsafe access(folder, W_OK | X_OK) == 0 else { throw .last("access", on: folder) }
    }

    /// Creates a file that only the user may access, and opens it for reading and writing.
    ///
    /// One that `isPublic` may be read by others, as far as the process's umask allows.
    ///
    /// - Returns: a descriptor, which the caller must close.
    /// - Throws: an error also if the file exists.
    package static func create(_ path: String, isPublic: Bool = false) throws(SystemError) -> Int32 {
        try open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, isPublic ? 0o666 : 0o600)
    }

    /// Opens an existing file for reading and writing, without following a link, and without blocking.
    ///
    /// - Returns: a descriptor, which the caller must close.
    package static func openForWriting(_ path: String) throws(SystemError) -> Int32 {
        try open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK)
    }

    private static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0o600) throws(SystemError) -> Int32 {
        while true {
            let descriptor = systemOpen(path, flags | O_CLOEXEC | O_NOCTTY, mode)
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw .last("open", on: path) }
        }
    }

    /// Locks an open file for this descriptor (flock(2)), without waiting.
    package static func lock(_ descriptor: Int32) -> Lock {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return .acquired }
        return errno == EWOULDBLOCK ? .taken : .impossible
    }

    /// Runs `body` while holding the lock of a file, which is created if missing.
    ///
    /// Blocks.
    ///
    /// Waits at most `timeout` milliseconds for another holder, then throws an error with `isInUse`. On a file system
    /// without locks, `body` runs without one.
    @discardableResult
    package static func withLock<Result>(
        of path: String, timeout: Int = 5000, _ body: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        try withLock(of: path, timeout: timeout, throwing: { $0 }, body)
    }

    /// Does the same where `body` throws other errors; `failure` converts that of the lock.
    package static func withLock<Result, Failure: Error>(
        of path: String, timeout: Int = 5000, throwing failure: (SystemError) -> Failure,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let descriptor = try mapError(try takeLock(of: path, timeout), failure)
        defer { System.close(descriptor) }
        return try body()
    }

    private static func takeLock(of path: String, _ timeout: Int) throws(SystemError) -> Int32 {
        let descriptor = try open(path, O_RDWR | O_CREAT | O_NOFOLLOW)
        let end = System.monotonicNanoseconds() + UInt64(max(0, timeout)) * 1_000_000
        // Polls, since the holder may be a suspended program.
        while lock(descriptor) == .taken {
            guard System.monotonicNanoseconds() < end else {
                System.close(descriptor)
                throw SystemError(call: "flock", code: EBUSY, on: path)
            }
            usleep(2000)
        }
        return descriptor
    }

    /// Returns the bytes that this user may still write to the file system of an open file; nil if unknown.
    package static func freeByteCount(of descriptor: Int32) -> Int? {
        var status = statvfs()
        guard unsafe fstatvfs(descriptor, &status) == 0 else { return nil }
        let (count, isTooMuch) = Int(clamping: status.f_bavail).multipliedReportingOverflow(
            by: Int(clamping: status.f_frsize))
        return isTooMuch ? .max : count
    }

    /// Writes all bytes at the descriptor's current offset.
    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || errno != EINTR {
                throw .last("write")
            }
        }
    }

    /// Writes all bytes, from byte `offset` of the file on.
    package static func write(_ bytes: Span<UInt8>, to descriptor: Int32, at offset: Int) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let rest = bytes.extracting(done...)
            let count = unsafe rest.withUnsafeBytes {
                unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + done))
            }
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR {
                throw .last("pwrite")
            }
        }
    }

    /// Waits until all written data is on the disk.
    package static func flush(_ descriptor: Int32) throws(SystemError) {
        guard fsync(descriptor) == 0 else { throw .last("fsync") }
    }

    /// Waits until all written data is on the disk, without the times of the file.
    static func flushData(_ descriptor: Int32) throws(SystemError) {
        #if canImport(Darwin)
            try flush(descriptor)
        #else
            guard fdatasync(descriptor) == 0 else { throw .last("fdatasync") }
        #endif
    }

    /// Cuts off or extends an open file.
    static func setLength(of descriptor: Int32, to byteCount: Int) throws(SystemError) {
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw .last("ftruncate") }
    }

    /// Waits until the entries of a folder are on the disk.
    package static func flush(folder: String) throws(SystemError) {
        let descriptor = try open(folder, O_RDONLY | O_DIRECTORY)
        defer { System.close(descriptor) }
        // Some file systems cannot flush a folder, and return EINVAL (fsync(2)).
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last("fsync", on: folder) }
    }

    /// Renames a file; replaces any file that has the new name.
    package static func rename(_ path: String, to name: String) throws(SystemError) {
        guard systemRename(path, name) == 0 else { throw .last("rename", on: path) }
    }

    /// Lets only the user read and write a file; returns whether that succeeded.
    static func makePrivate(_ path: String) -> Bool { unsafe chmod(path, S_IRUSR | S_IWUSR) == 0 }

    /// Removes a file; ignores errors.
    package static func remove(_ path: String) { unsafe unlink(path) }

    /// Deletes a file; does nothing if it does not exist.
    package static func delete(_ path: String) throws(SystemError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw SystemError(call: "unlink", code: errno, on: path)
        }
    }

    /// Removes an empty folder; does nothing if it does not exist.
    static func deleteFolder(_ path: String) throws(SystemError) {
        guard unsafe rmdir(path) == 0 || errno == ENOENT else { throw .last("rmdir", on: path) }
    }

    /// Sets a file's modification time to now; ignores errors.
    package static func touch(_ path: String) { unsafe utimensat(AT_FDCWD, path, nil, 0) }

    /// Returns the names of a folder's entries, in no particular order; empty if the folder cannot be read.
    package static func names(in folder: String) -> [String] {
        var names: [String] = []
        guard let path = SystemPath(folder.utf8),
            let descriptor = try? FileSystem.open(path, in: FileSystem.workingDirectory, asDirectory: true)
        else { return [] }
        try? unsafe FileSystem.readDirectory(descriptor) { name, _ in
            unsafe names.append(String(decoding: name, as: UTF8.self))
            return true
        }
        return names
    }

    /// Returns all bytes of a regular file; nil if it cannot be read or has more than `limit` bytes.
    package static func contents(of path: String, atMost limit: Int) -> [UInt8]? {
        guard let file = try? OpenFile(path: path), file.count <= limit else { return nil }
        return try? file.bytes(at: 0, count: file.count)
    }
}

// These call the C functions, whose names the methods `open`, `write` and `rename` hide inside the extension.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { unsafe open(path, flags, mode) }
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}
private func systemRename(_ from: String, _ to: String) -> Int32 { unsafe rename(from, to) }
