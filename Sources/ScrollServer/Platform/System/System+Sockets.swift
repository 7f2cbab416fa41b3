// System calls on non-blocking sockets and pipes, and the call that waits for them.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension System {
    // MARK: Connections

    /// Opens a non-blocking listening socket; returns it with its bound address and port.
    ///
    /// May wait for DNS.
    ///
    /// `host` is a name or a numeric address; the first that can be bound is used; port 0 means any free one.
    package static func listen(
        host: String, port: Int, backlog: Int
    ) throws(SystemError) -> (descriptor: Int32, address: String, port: Int) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        unsafe hints.ai_family = AF_UNSPEC
        unsafe hints.ai_socktype = streamSocket
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0, let first = unsafe list else {
            throw SystemError(call: "getaddrinfo", code: EADDRNOTAVAIL)
        }
        defer { unsafe freeaddrinfo(first) }
        var error = SystemError(call: "bind", code: EADDRNOTAVAIL)
        var next: UnsafeMutablePointer<addrinfo>? = unsafe first
        while let entry = unsafe next {
            unsafe next = unsafe entry.pointee.ai_next
            do throws(SystemError) {
                return try unsafe listen(on: entry.pointee, backlog: backlog)
            } catch let failure {
                error = failure
            }
        }
        throw error
    }

    private static func listen(
        on entry: addrinfo, backlog: Int
    ) throws(SystemError) -> (descriptor: Int32, address: String, port: Int) {
        let descriptor = unsafe socket(entry.ai_family, streamSocket, 0)
        guard descriptor >= 0 else { throw SystemError.last("socket") }
        var succeeded = false
        defer { if !succeeded { close(descriptor) } }
        setOption(descriptor, SOL_SOCKET, SO_REUSEADDR)
        // Accepted sockets inherit this on Linux and macOS, which saves a call per connection.
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
        guard unsafe systemBind(descriptor, entry.ai_addr, entry.ai_addrlen) == 0 else {
            throw SystemError.last("bind")
        }
        setNonBlocking(descriptor)
        guard startListening(descriptor, backlog: backlog) else {
            throw SystemError.last("listen")
        }
        guard let (address, port) = unsafe address(of: descriptor, getsockname) else { throw .last("getsockname") }
        succeeded = true
        return (descriptor, address, port)
    }

    /// Returns the numeric address of a connection's peer; nil if it is a Unix socket or is gone.
    package static func peerAddress(_ descriptor: Int32) -> NetworkAddress? {
        unsafe address(of: descriptor, getpeername).flatMap { NetworkAddress($0.host) }
    }

    /// Returns the numeric address and port of a side of a socket, which `getName` names; nil if it has none.
    private static func address(
        of descriptor: Int32,
        _ getName: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> (host: String, port: Int)? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var service = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        // sockaddr_storage may be accessed as any kind of sockaddr; `length` is at most its size.
        let code = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard unsafe getName(descriptor, address, &length) == 0, unsafe address.pointee.sa_family != AF_UNIX
                else { return EAI_FAMILY }
                let flags = NI_NUMERICHOST | NI_NUMERICSERV
                return unsafe getnameinfo(
                    address, length, &host, socklen_t(host.count), &service, socklen_t(service.count), flags)
            }
        }
        return code == 0 ? (text(host), Int(text(service)) ?? 0) : nil
    }

    /// Starts listening; returns whether that succeeded.
    static func startListening(_ descriptor: Int32, backlog: Int) -> Bool {
        systemListen(descriptor, Int32(clamping: backlog)) == 0
    }

    /// Accepts a connection from a listening socket and makes it non-blocking.
    package static func accept(_ listener: Int32) -> Acceptance {
        while true {
            let descriptor = systemAccept(listener)
            if descriptor >= 0 {
                setNonBlocking(descriptor)
                #if canImport(Darwin)
                    setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
                #endif
                return .connection(descriptor)
            }
            let failure = SystemError.last("accept")
            if failure.isInterrupted { continue }
            if failure.wouldBlock { return .wouldBlock }
            // Linux reports errors of the new connection itself here (accept(2)).
            return failure.isOutOfDescriptors || failure.isOutOfMemory ? .exhausted : .aborted
        }
    }

    /// Reads once, at most as many bytes as the array has, into its start.
    package static func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Transfer {
        while true {
            let count = unsafe bytes.withUnsafeMutableBytes { unsafe systemRead(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { return .bytes(count) }
            if count == 0 { return .end }
            if let result = outcome("read") { return result }
        }
    }

    /// Writes two pieces in sequence with one system call; may write only part of them.
    package static func write(
        _ descriptor: Int32, _ first: Span<UInt8>, _ second: Span<UInt8> = Span()
    ) -> Transfer {
        while true {
            let count = unsafe first.withUnsafeBytes { first in
                unsafe second.withUnsafeBytes { second in
                    var vectors = unsafe (vector(first), vector(second))
                    return unsafe withUnsafeBytes(of: &vectors) { vectors in
                        unsafe writev(
                            descriptor, vectors.assumingMemoryBound(to: iovec.self).baseAddress, second.isEmpty ? 1 : 2)
                    }
                }
            }
            if count >= 0 { return .bytes(count) }
            if let result = outcome("writev") { return result }
        }
    }

    private static func vector(_ bytes: UnsafeRawBufferPointer) -> iovec {
        unsafe iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
    }

    /// Sends bytes of a file to a socket without copying them to user space; may block, and may send only a part.
    ///
    /// - Returns: `.end` if the file has no bytes from `offset` on.
    package static func sendFile(_ file: Int32, offset: Int, count: Int, to descriptor: Int32) -> Transfer {
        while true {
            #if canImport(Darwin)
                var length = off_t(count)
                let code = sendfile(file, descriptor, off_t(offset), &length, nil, 0)
                if length > 0 { return .bytes(Int(length)) }
                if code == 0 { return .end }
            #else
                var position = off_t(offset)
                let sent = unsafe sendfile(descriptor, file, &position, count)
                if sent > 0 { return .bytes(sent) }
                if sent == 0 { return .end }
            #endif
            if let result = outcome("sendfile") { return result }
        }
    }

    /// Opens a spare descriptor, to be closed when no other is left; −1 on failure.
    package static func reserveDescriptor() -> Int32 {
        unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    }

    /// Shuts down the sending side of a connection; bytes from the peer can still be read.
    package static func endWriting(_ descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Shuts down both sides of a connection but keeps its descriptor, which another thread may be using.
    package static func shutDown(_ descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Closes a descriptor of any kind.
    package static func close(_ descriptor: Int32) {
        // Not repeated when interrupted: Linux has already closed the descriptor, and its number may be in use again.
        _ = systemClose(descriptor)
    }

    // MARK: Waiting

    /// Waits at most this time until a descriptor has an event (poll(2)); a negative time means no limit.
    ///
    /// - Returns: the number of entries with events; 0 on a timeout or a signal.
    package static func wait(_ entries: inout [Poll], milliseconds: Int32) -> Int {
        let count = nfds_t(entries.count)
        return unsafe max(0, Int(poll(&entries, count, milliseconds)))
    }

    /// Makes a pipe with two non-blocking ends, by which other threads wake a thread in `wait`.
    package static func makePipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw SystemError.last("pipe") }
        setNonBlocking(ends[0])
        setNonBlocking(ends[1])
        return (ends[0], ends[1])
    }

    /// Writes a byte to a pipe to wake its reader; does nothing if the pipe is full, which wakes it anyway.
    package static func wake(_ writing: Int32) {
        var byte: UInt8 = 1
        while unsafe systemWrite(writing, &byte, 1) < 0, errno == EINTR {}
    }

    /// Empties a non-blocking pipe.
    package static func drain(_ reading: Int32) {
        var bytes: SIMD64<UInt8> = .zero
        while unsafe systemRead(reading, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
    }

    // MARK: Addresses

    /// Returns the 4 bytes of an IPv4 address or the 16 of an IPv6 address; nil if the text is neither.
    static func numericAddress(_ text: String) -> [UInt8]? {
        for (family, byteCount) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: byteCount)
            if unsafe inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }

    /// The maximum length in bytes of the path of a Unix socket.
    static let localPathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Binds a socket to a path of at most `localPathLimit` bytes; returns whether that succeeded.
    static func bind(_ descriptor: Int32, to path: [UInt8]) -> Bool {
        unsafe withLocalAddress(path) { unsafe systemBind(descriptor, $0, $1) == 0 }
    }

    /// Connects a socket to a path of at most `localPathLimit` bytes; returns whether that succeeded.
    static func connect(_ descriptor: Int32, to path: [UInt8]) -> Bool {
        unsafe withLocalAddress(path) { unsafe systemConnect(descriptor, $0, $1) == 0 }
    }

    private static func withLocalAddress(
        _ path: [UInt8], _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) -> Bool {
        precondition(path.count <= localPathLimit)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
        // A sockaddr_un may be accessed as any sockaddr.
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    // MARK: Within

    /// Returns the outcome of a failed call; nil if a signal interrupted it and the caller must repeat it.
    private static func outcome(_ call: String) -> Transfer? {
        let failure = SystemError.last(call)
        return failure.isInterrupted ? nil : failure.wouldBlock ? .wouldBlock : .failed
    }

    static func setNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL, 0) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    private static func setOption(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        _ = unsafe setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    #if canImport(Darwin)
        static let streamSocket = SOCK_STREAM
    #else
        static let streamSocket = Int32(SOCK_STREAM.rawValue)
    #endif
}

// These call the C functions, whose names the members of `System` hide.

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
    listen(descriptor, backlog)
}

private func systemBind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    unsafe bind(descriptor, address, length)
}

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    unsafe connect(descriptor, address, length)
}

private func systemAccept(_ descriptor: Int32) -> Int32 {
    accept(descriptor, nil, nil)
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
    unsafe write(descriptor, buffer, count)
}

private func systemClose(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}
