// The system calls that read files and directories.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Thin wrappers that throw `SystemError` and repeat interrupted calls; they may wait for the disk.
package enum FileSystem {
    /// The `directory` argument for paths relative to the working directory.
    package static let workingDirectory: Int32 = AT_FDCWD

    /// Opens for reading, without waiting for a pipe's writer or acquiring a controlling terminal.
    ///
    /// - Returns: a descriptor, which the caller must close.
    package static func open(
        _ path: SystemPath, in directory: Int32, asDirectory: Bool = false, followLink: Bool = true
    ) throws(SystemError) -> Int32 {
        var flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        if asDirectory { flags |= O_DIRECTORY }
        if !followLink { flags |= O_NOFOLLOW }
        var attempts = 3
        while true {
            let descriptor = unsafe openat(directory, path.terminated, flags)
            if descriptor >= 0 { return descriptor }
            let failure = SystemError(call: "open", code: errno, on: path.text)
            if failure.isInterrupted { continue }
            guard failure.isOutOfDescriptors, attempts > 0, DescriptorRelief.ask() else { throw failure }
            attempts -= 1
        }
    }

    package static func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
        var raw = stat()
        guard unsafe fstat(descriptor, &raw) == 0 else { throw .last("fstat") }
        return FileStatus(raw)
    }

    package static func status(
        of path: SystemPath, in directory: Int32, followLink: Bool
    ) throws(SystemError) -> FileStatus {
        var raw = stat()
        let result = unsafe fstatat(directory, path.terminated, &raw, followLink ? 0 : AT_SYMLINK_NOFOLLOW)
        guard result == 0 else { throw SystemError(call: "stat", code: errno, on: path.text) }
        return FileStatus(raw)
    }

    /// Returns the status of an entry itself, even where it is a link; nil where there is none that can be reached.
    package static func status(
        ofEntry name: some Sequence<UInt8>, in directory: Int32 = workingDirectory
    ) -> FileStatus? {
        SystemPath(name).flatMap { try? status(of: $0, in: directory, followLink: false) }
    }

    /// Reads into `buffer`, from byte `offset` of the file on.
    ///
    /// - Returns: the number of bytes read; less than the buffer's size only at the file's end.
    package static func read(
        _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
            if count > 0 {
                filled += count
            } else if count == 0 {
                break
            } else if errno != EINTR {
                throw .last("read")
            }
        }
        return filled
    }

    /// Reads into `bytes`, from byte `offset` of the file on.
    ///
    /// - Returns: the number of bytes read; less than the span's count only at the file's end.
    package static func read(
        _ descriptor: Int32, at offset: Int, into bytes: inout MutableSpan<UInt8>
    ) throws(SystemError) -> Int {
        try unsafe bytes.withUnsafeMutableBytes { (buffer) throws(SystemError) in
            try unsafe read(descriptor, at: offset, into: buffer)
        }
    }

    /// Reads `count` bytes from byte `offset` of the file on; fewer at the file's end.
    package static func read(_ descriptor: Int32, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        try [UInt8](capacity: max(count, 0)) { (output) throws(SystemError) in
            try unsafe output.withUnsafeMutableBufferPointer { (buffer, filled) throws(SystemError) in
                filled = try unsafe read(descriptor, at: offset, into: UnsafeMutableRawBufferPointer(buffer))
            }
        }
    }

    /// Returns the current path of an open file, without links.
    ///
    /// It is the opened file's own path, even if another file has taken the old name.
    package static func resolvedPath(of descriptor: Int32) throws(SystemError) -> [UInt8] {
        #if canImport(Darwin)
            var path = [UInt8](repeating: 0, count: Int(MAXPATHLEN) + 1)
            let result = fcntl(descriptor, F_GETPATH, &path)
            guard result >= 0 else { throw .last("fcntl") }
            return [UInt8](path.prefix { $0 != 0 })
        #else
            var path = [CChar](repeating: 0, count: 4096)
            while true {
                let count = unsafe readlink("/proc/self/fd/\(descriptor)", &path, path.count)
                guard count >= 0 else { throw .last("readlink") }
                if count < path.count { return path.prefix(count).map { UInt8(bitPattern: $0) } }
                path = [CChar](repeating: 0, count: path.count * 2)
            }
        #endif
    }

    /// Returns the absolute path without symbolic links; nil if the file does not exist or cannot be reached.
    package static func realPath(_ path: String) -> String? {
        guard let pointer = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(pointer) }
        return unsafe String(cString: pointer)
    }

    /// Returns whether a path is a directory or a link to one.
    package static func isDirectory(_ path: String) -> Bool { (try? status(of: path))?.kind == .directory }

    /// Returns the status of the file at a path.
    package static func status(of path: String, followLink: Bool = true) throws(SystemError) -> FileStatus {
        guard let system = SystemPath(path.utf8) else { throw .missing("stat", on: path) }
        return try status(of: system, in: workingDirectory, followLink: followLink)
    }

    /// Calls `readDirectory` with a new descriptor, so that `directory` stays open for opening its entries.
    ///
    /// The names share one buffer, which is copied only where `body` keeps a name.
    package static func list(
        _ directory: Int32, _ body: (ArraySlice<UInt8>, FileKind) -> Bool
    ) throws(SystemError) {
        guard let dot = SystemPath(".".utf8) else { return }
        var buffer: [UInt8] = []
        try unsafe readDirectory(try open(dot, in: directory, asDirectory: true)) { name, kind in
            buffer.removeAll(keepingCapacity: true)
            unsafe buffer.append(contentsOf: name)
            return body(buffer[...], kind)
        }
    }

    /// Calls `body` with the name (without NUL) and kind of each entry, until it returns false.
    ///
    /// The order is the file system's; `.` and `..` are skipped. Closes `descriptor`, which must be a directory's.
    ///
    /// - Throws: the system's error if reading fails midway; `body` has received the earlier entries.
    static func readDirectory(
        _ descriptor: Int32, _ body: (UnsafeRawBufferPointer, FileKind) -> Bool
    ) throws(SystemError) {
        guard let stream = unsafe fdopendir(descriptor) else {
            let failure = SystemError.last("fdopendir")
            System.close(descriptor)
            throw failure
        }
        defer { unsafe closedir(stream) }
        guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                if errno == EINTR { continue }
                if errno != 0 { throw .last("readdir") }
                return
            }
            // Do not copy the record: it is only as long as its name needs, so it may be shorter than `dirent`
            // declares. The name ends with a NUL inside the record (POSIX, <dirent.h>).
            let start = unsafe UnsafeRawPointer(entry) + nameOffset
            let name = unsafe UnsafeRawBufferPointer(
                start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))
            if name.count <= 2, unsafe name.allSatisfy({ $0 == UInt8(ascii: ".") }) { continue }
            let type = unsafe Int32(entry.pointee.d_type)
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
            if unsafe !body(name, kind) { return }
        }
    }

    #if os(Linux)
        /// Adds a directory to an inotify queue (inotify_add_watch(2)); returns its watch, or −1 on failure.
        static func addWatch(of path: String, to queue: Int32, _ mask: UInt32) -> Int32 {
            unsafe inotify_add_watch(queue, path, mask)
        }
    #endif
}
