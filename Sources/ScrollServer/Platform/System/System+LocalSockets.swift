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
        let bytes = Array(path.utf8)
        guard bytes.count <= System.localPathLimit else { throw .tooLong(limit: System.localPathLimit) }
        guard !bytes.isEmpty, !bytes.contains(0) else { throw .system(.missing("bind", on: path)) }
        try clear(path)
        let descriptor = socket(AF_UNIX, System.streamSocket, 0)
        guard descriptor >= 0 else { throw .system(.last("socket")) }
        var succeeded = false
        defer { if !succeeded { System.close(descriptor) } }
        guard System.bind(descriptor, to: bytes) else {
            let error = SystemError.last("bind", on: path)
            throw error.isAddressInUse ? .inUse : .system(error)
        }
        // Nobody can connect before `listen`, so the permissions are set in time. Setting the umask would be simpler,
        // but it is shared by all threads, and others may be creating folders now.
        guard FileSystem.makePrivate(path), let status = FileSystem.status(ofEntry: path.utf8) else {
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
        if let status = FileSystem.status(ofEntry: path.utf8), status.identity == identity { FileSystem.remove(path) }
    }

    /// Removes a socket file that a dead server has left behind.
    private static func clear(_ path: String) throws(Failure) {
        guard let status = FileSystem.status(ofEntry: path.utf8) else { return }
        guard status.kind == .socket else { throw .isNoSocket(status.kind) }
        let descriptor = socket(AF_UNIX, System.streamSocket, 0)
        guard descriptor >= 0 else { throw .system(.last("socket")) }
        defer { System.close(descriptor) }
        // Do not wait: a server with a full queue is alive, too.
        System.setNonBlocking(descriptor)
        if System.connect(descriptor, to: Array(path.utf8)) { throw .inUse }
        let error = SystemError.last("connect", on: path)
        if error.wouldBlock { throw .inUse }
        if error.isMissing { return }
        guard error.isConnectionRefused else { throw .system(error) }
        FileSystem.remove(path)
    }
}
