// Unix sockets: listening sockets in the file system, protected by file permissions.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A socket file that this process listens on.
package struct LocalSocket: Sendable, Equatable {
    let path: String
    private let identity: FileIdentity

    /// The reason why nothing can listen at a path.
    package enum Failure: Error, Equatable {
        /// A server already answers there.
        case inUse
        /// Something other than a socket exists there; it is left alone.
        case isNoSocket(FileKind)
        /// The path exceeds the system's limit, in bytes.
        case tooLong(limit: Int)
        case system(SystemError)
    }

    /// Opens a non-blocking listening socket that only this user may connect to (mode 0600).
    ///
    /// Replaces a socket file that nobody listens on.
    package static func listen(at path: String, backlog: Int) throws(Failure) -> (descriptor: Int32, file: LocalSocket)
    {
        var address = try address(of: path)
        try clear(path, &address)
        let descriptor = socket(AF_UNIX, System.streamSocket, 0)
        guard descriptor >= 0 else { throw .system(.last("socket")) }
        var succeeded = false
        defer { if !succeeded { System.close(descriptor) } }
        guard unsafe withSystemAddress(&address, { unsafe bind(descriptor, $0, $1) }) == 0 else {
            let error = SystemError.last("bind", on: path)
            throw error.isAddressInUse ? .inUse : .system(error)
        }
        // Nobody can connect before `listen`, so the permissions are set in time. Setting the umask would be simpler,
        // but it is shared by all threads, and others may be creating folders now.
        guard unsafe chmod(path, S_IRUSR | S_IWUSR) == 0, let status = status(path) else {
            throw .system(.last("chmod", on: path))
        }
        let file = LocalSocket(path: path, identity: status.identity)
        System.setNonBlocking(descriptor)
        guard System.startListening(descriptor, backlog: backlog) else {
            let error = SystemError.last("listen", on: path)
            file.remove()
            throw .system(error)
        }
        succeeded = true
        return (descriptor, file)
    }

    /// Removes the file, unless it has been replaced by another.
    package func remove() {
        if let status = Self.status(path), status.identity == identity { unsafe unlink(path) }
    }

    /// Removes a socket file that a dead server has left behind.
    private static func clear(_ path: String, _ address: inout sockaddr_un) throws(Failure) {
        guard let status = status(path) else { return }
        guard status.kind == .socket else { throw .isNoSocket(status.kind) }
        let descriptor = socket(AF_UNIX, System.streamSocket, 0)
        guard descriptor >= 0 else { throw .system(.last("socket")) }
        defer { System.close(descriptor) }
        // Do not wait: a server with a full queue is alive, too.
        System.setNonBlocking(descriptor)
        guard unsafe withSystemAddress(&address, { unsafe connect(descriptor, $0, $1) }) != 0 else { throw .inUse }
        let error = SystemError.last("connect", on: path)
        if error.wouldBlock { throw .inUse }
        if error.isMissing { return }
        guard error.isConnectionRefused else { throw .system(error) }
        unsafe unlink(path)
    }

    private static func status(_ path: String) -> FileStatus? {
        guard let path = SystemPath(path.utf8) else { return nil }
        return try? FileSystem.status(of: path, in: FileSystem.workingDirectory, followLink: false)
    }

    private static func address(of path: String) throws(Failure) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let limit = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard bytes.count <= limit else { throw .tooLong(limit: limit) }
        guard !bytes.isEmpty, !bytes.contains(0) else { throw .system(.missing("bind", on: path)) }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        return address
    }

    private static func withSystemAddress(
        _ address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        // A sockaddr_un may be accessed as any sockaddr.
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
