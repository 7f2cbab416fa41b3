// The system calls by which our own files are written: caches, lists, saved states.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension FileSystem {
    /// What became of an attempt to lock a file.
    enum Lock: Equatable {
        /// It is ours until the descriptor is closed, or this process ends.
        case held
        /// Somebody else has it, in this process or another.
        case anothers
        /// The file system has no locks.
        case impossible
    }

    /// Makes a folder for the user alone, and those above it. One that is there already is fine.
    static func makeFolder(_ path: String) throws(SystemError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw .last("mkdir", on: path)
        }
        try makeFolder(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last("mkdir", on: path) }
    }

    /// Makes a file for the user alone, to be written and read; one that is there already is an error.
    ///
    /// - Returns: a descriptor that the caller closes.
    static func create(_ path: String) throws(SystemError) -> Int32 {
        try open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
    }

    /// Opens a file that is there, to be written and read. Never waits, and follows no link.
    static func openForWriting(_ path: String) throws(SystemError) -> Int32 {
        try open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK)
    }

    private static func open(_ path: String, _ flags: Int32) throws(SystemError) -> Int32 {
        while true {
            let descriptor = systemOpen(path, flags | O_CLOEXEC | O_NOCTTY, 0o600)
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw .last("open", on: path) }
        }
    }

    /// Locks an open file for whoever has this descriptor (flock(2)), without waiting.
    static func lock(_ descriptor: Int32) -> Lock {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return .held }
        return errno == EWOULDBLOCK ? .anothers : .impossible
    }

    /// Adds to the end of a file that is there, in one call where the system accepts it all.
    static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let descriptor = try open(path, O_WRONLY | O_APPEND | O_NOFOLLOW)
        defer { System.close(descriptor) }
        try write(bytes, to: descriptor)
    }

    /// Writes all of the bytes where the descriptor stands.
    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || errno != EINTR {
                throw .last("write")
            }
        }
    }

    /// Writes all of the bytes from byte `offset` of the file on.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR {
                throw .last("pwrite")
            }
        }
    }

    /// Waits until what was written is on the disk.
    static func flush(_ descriptor: Int32) throws(SystemError) {
        guard fsync(descriptor) == 0 else { throw .last("fsync") }
    }

    /// Gives a file another name, in place of what has it.
    static func rename(_ path: String, to name: String) throws(SystemError) {
        guard systemRename(path, name) == 0 else { throw .last("rename", on: path) }
    }

    static func remove(_ path: String) { unlink(path) }

    /// Marks a file as used now, by its modification time.
    static func touch(_ path: String) { utimensat(AT_FDCWD, path, nil, 0) }

    /// What a folder holds; nothing where it cannot be read.
    static func names(in folder: String) -> [String] {
        var names: [String] = []
        guard let path = SystemPath(folder.utf8),
            let descriptor = try? FileSystem.open(path, in: FileSystem.workingDirectory, asDirectory: true)
        else { return [] }
        try? FileSystem.readDirectory(descriptor) { name, _ in
            names.append(String(decoding: name, as: UTF8.self))
            return true
        }
        return names
    }

    /// A small regular file's bytes; nil where it cannot be read or is longer than `limit`.
    static func contents(of path: String, atMost limit: Int) -> [UInt8]? {
        guard let file = try? OpenFile(path: path), file.count <= limit else { return nil }
        return try? file.bytes(at: 0, count: file.count)
    }
}

/// `open`, `write` and `rename` are also names of methods, beside which the C functions are not seen.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
private func systemRename(_ from: String, _ to: String) -> Int32 { rename(from, to) }
