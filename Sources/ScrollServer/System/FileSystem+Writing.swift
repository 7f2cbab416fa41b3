// The system calls with which our own folders are read and written: the cache and the saved states.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension FileSystem {
    /// Makes a folder for the user alone, and those above it. One that is there already is fine.
    static func makeFolder(_ path: String) throws(SystemWriteFailure) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw .last }
        try makeFolder(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last }
    }

    /// Writes a file under `temporary` and gives it the name `path`: readers see the old file or the whole new one.
    static func write(_ parts: [[UInt8]], to path: String, by temporary: String) throws(SystemWriteFailure) {
        let descriptor = systemCreate(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .last }
        var failure: SystemWriteFailure?
        for part in parts where failure == nil { failure = writeAll(part, to: descriptor) }
        FileSystem.close(descriptor)
        if failure == nil, rename(temporary, path) != 0 { failure = .last }
        if let failure {
            unlink(temporary)
            throw failure
        }
    }

    /// Adds to the end of a file that is there, in one call where the system takes it all.
    static func append(_ bytes: [UInt8], to path: String) throws(SystemWriteFailure) {
        let descriptor = systemCreate(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .last }
        defer { FileSystem.close(descriptor) }
        if let failure = writeAll(bytes, to: descriptor) { throw failure }
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> SystemWriteFailure? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWriteFile(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return .last
            }
        }
        return nil
    }

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

    /// A small file's bytes; nil where it cannot be read or is longer than `limit`.
    static func contents(of path: String, atMost limit: Int) -> [UInt8]? {
        guard let system = SystemPath(path.utf8), let (file, _) = try? OpenFile.open(system), file.count <= limit else {
            return nil
        }
        return try? file.bytes(at: 0, count: file.count)
    }

    static func remove(_ path: String) { unlink(path) }

    /// Marks a file as used now, by its modification time.
    static func touch(_ path: String) { utimensat(AT_FDCWD, path, nil, 0) }

    /// Seconds since 1970.
    static func now() -> Int { time(nil) }

    /// The environment's value of a name.
    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    static func processNumber() -> Int { Int(getpid()) }
}

/// A write that failed.
struct SystemWriteFailure: Error, Equatable {
    let code: Int32

    fileprivate static var last: SystemWriteFailure { SystemWriteFailure(code: errno) }
    /// The system's own words for it.
    var text: String { String(cString: strerror(code)) }
}

/// `open` and `write` are also names of methods, beside which the C functions are not seen.
private func systemCreate(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
}

private func systemWriteFile(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
