// What the system tells of a file.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

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

    init(_ raw: stat) {
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
