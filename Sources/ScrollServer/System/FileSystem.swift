// The system calls for files: the only file of the catalog that knows platforms, descriptors' flags and errno.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A path as the system takes it: bytes without NUL, then one NUL. File names are bytes, not text.
struct SystemPath: Sendable {
    /// With the closing NUL.
    fileprivate let terminated: [CChar]

    /// nil when `bytes` hold a NUL, which no file name can.
    init?(_ bytes: some Sequence<UInt8>) {
        var terminated: [CChar] = []
        terminated.reserveCapacity(bytes.underestimatedCount + 1)
        for byte in bytes {
            guard byte != 0 else { return nil }
            terminated.append(CChar(bitPattern: byte))
        }
        terminated.append(0)
        self.terminated = terminated
    }
}

/// A system call that failed.
struct SystemFailure: Error, Equatable {
    /// The C library's `errno`.
    let code: Int32

    /// The system's own words for it.
    var text: String { String(cString: strerror(code)) }
    /// Nothing has that name.
    var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    /// For the person whose file it is.
    var explanation: String {
        switch code {
        case EACCES, EPERM: "the file may not be read: permission denied"
        case ENOENT, ENOTDIR: "the file is not there any more, or is a link to nothing"
        case ELOOP: "the file is a link that leads back to itself"
        case EMFILE, ENFILE: "too many files are open at once"
        default: "the file cannot be read: \(text)"
        }
    }

    fileprivate static var last: SystemFailure { SystemFailure(code: errno) }
}

/// What a directory entry is.
enum FileKind: Sendable, Equatable {
    case regular, directory, link, pipe, socket, device
    /// The file system does not tell in its listing: ask `status`.
    case unknown

    /// With its article, for messages.
    var description: String {
        switch self {
        case .regular: "a file"
        case .directory: "a folder"
        case .link: "a link"
        case .pipe: "a named pipe"
        case .socket: "a socket"
        case .device: "a device"
        case .unknown: "of an unknown kind"
        }
    }
}

/// Which directory it is, however it was reached.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
}

/// What `fstat` tells.
struct FileStatus: Sendable, Equatable {
    let kind: FileKind
    /// In bytes.
    let count: Int
    let modified: FileTime
    let identity: FileIdentity
    /// How many names it has.
    let linkCount: Int

    fileprivate init(_ raw: stat) {
        kind =
            switch raw.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .link
            case S_IFIFO: .pipe
            case S_IFSOCK: .socket
            case S_IFCHR, S_IFBLK: .device
            default: .unknown
            }
        count = Int(raw.st_size)
        #if canImport(Darwin)
            modified = FileTime(seconds: raw.st_mtimespec.tv_sec, nanoseconds: raw.st_mtimespec.tv_nsec)
        #else
            modified = FileTime(seconds: raw.st_mtim.tv_sec, nanoseconds: raw.st_mtim.tv_nsec)
        #endif
        identity = FileIdentity(device: UInt64(truncatingIfNeeded: raw.st_dev), inode: UInt64(raw.st_ino))
        linkCount = Int(raw.st_nlink)
    }
}

/// Thin calls: errno becomes a thrown `SystemFailure`, an interrupted call is made again.
enum FileSystem {
    /// Paths are then relative to the working directory.
    static let workingDirectory: Int32 = AT_FDCWD

    /// Opens for reading, without ever waiting (a pipe opens at once, and a terminal does not become ours).
    ///
    /// - Returns: a descriptor that the caller closes.
    static func open(
        _ path: SystemPath, in directory: Int32, asDirectory: Bool = false, followLink: Bool = true
    ) throws(SystemFailure) -> Int32 {
        var flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        if asDirectory { flags |= O_DIRECTORY }
        if !followLink { flags |= O_NOFOLLOW }
        while true {
            let descriptor = openat(directory, path.terminated, flags)
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw .last }
        }
    }

    static func close(_ descriptor: Int32) {
        // Not made again when interrupted: Linux has closed it by then, and the number may be another's.
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #elseif canImport(Musl)
            _ = Musl.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }

    static func status(of descriptor: Int32) throws(SystemFailure) -> FileStatus {
        var raw = stat()
        guard fstat(descriptor, &raw) == 0 else { throw .last }
        return FileStatus(raw)
    }

    static func status(
        of path: SystemPath, in directory: Int32, followLink: Bool
    ) throws(SystemFailure) -> FileStatus {
        var raw = stat()
        let result = fstatat(directory, path.terminated, &raw, followLink ? 0 : AT_SYMLINK_NOFOLLOW)
        guard result == 0 else { throw .last }
        return FileStatus(raw)
    }

    /// Fills the start of `buffer` from byte `offset` of the file on.
    ///
    /// - Returns: the number of bytes read: fewer than asked only at the end of the file.
    static func read(
        _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemFailure) -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
            if count > 0 {
                filled += count
            } else if count == 0 {
                break
            } else if errno != EINTR {
                throw .last
            }
        }
        return filled
    }

    /// The path, free of links, at which the open file is at this moment: what was opened, not what has the name now.
    static func resolvedPath(of descriptor: Int32) throws(SystemFailure) -> [UInt8] {
        #if canImport(Darwin)
            var path = [UInt8](repeating: 0, count: Int(MAXPATHLEN) + 1)
            let result = fcntl(descriptor, F_GETPATH, &path)
            guard result >= 0 else { throw .last }
            return [UInt8](path.prefix { $0 != 0 })
        #else
            var path = [CChar](repeating: 0, count: 4096)
            while true {
                let count = readlink("/proc/self/fd/\(descriptor)", &path, path.count)
                guard count >= 0 else { throw .last }
                if count < path.count { return path.prefix(count).map { UInt8(bitPattern: $0) } }
                path = [CChar](repeating: 0, count: path.count * 2)
            }
        #endif
    }

    /// Calls `body` with the name (without NUL) and kind of each entry but `.` and `..`, in the file system's own
    /// order, until it answers false. Closes `descriptor`, which must be a directory's.
    ///
    /// - Throws: when reading fails part of the way; the entries before that have been given.
    static func readDirectory(
        _ descriptor: Int32, _ body: (UnsafeRawBufferPointer, FileKind) -> Bool
    ) throws(SystemFailure) {
        guard let stream = fdopendir(descriptor) else {
            let failure = SystemFailure.last
            close(descriptor)
            throw failure
        }
        defer { closedir(stream) }
        guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno == EINTR { continue }
                if errno != 0 { throw .last }
                return
            }
            // The record is as long as its name needs, which can be less than `dirent` declares: it must not be
            // copied. The name ends with a NUL inside the record (POSIX, <dirent.h>).
            let start = UnsafeRawPointer(entry) + nameOffset
            let name = UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))
            if name.count <= 2, name.allSatisfy({ $0 == UInt8(ascii: ".") }) { continue }
            let type = Int32(entry.pointee.d_type)
            let kind: FileKind =
                switch type {
                case Int32(DT_REG): .regular
                case Int32(DT_DIR): .directory
                case Int32(DT_LNK): .link
                case Int32(DT_FIFO): .pipe
                case Int32(DT_SOCK): .socket
                case Int32(DT_CHR), Int32(DT_BLK): .device
                default: .unknown
                }
            if !body(name, kind) { return }
        }
    }
}
