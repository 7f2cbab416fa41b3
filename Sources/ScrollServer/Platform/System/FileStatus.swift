// The status of a file: kind, size, time, identity.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The kind of a directory entry.
package enum FileKind: Sendable, Equatable {
    case regular, directory, link, pipe, socket, device
    /// The directory listing does not say: use `FileSystem.status`.
    case unknown

    /// The kind with its article, for messages.
    package var description: String {
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

/// Identifies a file or directory independently of paths and links.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// The status of a file, from `stat` or `fstat`.
package struct FileStatus: Sendable, Equatable {
    package let kind: FileKind
    /// The size in bytes.
    package let count: Int
    package let modified: FileTime
    /// When the contents, name, permissions or number of links last changed; unlike `modified`, no program can set it.
    let changed: FileTime
    package let identity: FileIdentity
    /// The number of names (hard links) of the file.
    package let linkCount: Int

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
            changed = FileTime(seconds: raw.st_ctimespec.tv_sec, nanoseconds: raw.st_ctimespec.tv_nsec)
        #else
            modified = FileTime(seconds: raw.st_mtim.tv_sec, nanoseconds: raw.st_mtim.tv_nsec)
            changed = FileTime(seconds: raw.st_ctim.tv_sec, nanoseconds: raw.st_ctim.tv_nsec)
        #endif
        identity = FileIdentity(device: UInt64(truncatingIfNeeded: raw.st_dev), inode: UInt64(raw.st_ino))
        linkCount = Int(raw.st_nlink)
    }

    /// A hash that changes with the file's state: device, inode, size, and both times in nanoseconds.
    ///
    /// The same in every run of the program.
    package var stamp: UInt64 {
        var hash = StableHash()
        hash.add(identity.device)
        hash.add(identity.inode)
        hash.add(UInt64(bitPattern: Int64(count)))
        hash.add(UInt64(bitPattern: modified.nanoseconds))
        hash.add(UInt64(bitPattern: changed.nanoseconds))
        return hash.value
    }
}
