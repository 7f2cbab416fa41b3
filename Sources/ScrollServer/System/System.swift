// Every system call of the server and every errno are in System and its extensions: the rest never sees a platform.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The system, as the server knows it. Every call is retried when a signal interrupts it.
enum System {
    /// What became of a transfer on a non-blocking descriptor.
    enum Transfer: Equatable {
        case bytes(Int)
        /// The peer has ended its side (reading only).
        case end
        case wouldBlock
        /// The connection is gone.
        case failed
    }

    /// What became of an attempt to accept a connection.
    enum Acceptance: Equatable {
        case connection(Int32)
        case wouldBlock
        /// A connection that was given up before we saw it; the next one may be fine.
        case aborted
        /// The process or the system is out of descriptors, or of memory for them.
        case exhausted
    }

    /// One entry for `wait`.
    typealias Poll = pollfd
    static let readable = Int16(POLLIN)
    static let writable = Int16(POLLOUT)
    /// Events that are reported without being asked for: an error, both sides shut, a closed descriptor.
    static let broken = Int16(POLLERR) | Int16(POLLHUP) | Int16(POLLNVAL)

    // MARK: Clocks and processors

    /// Nanoseconds on a clock that never goes back.
    static func monotonicNanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }

    /// Whole seconds since 1970, UTC.
    static func unixSeconds() -> Int64 {
        Int64(time(nil))
    }

    static func processorCount() -> Int {
        max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)
    }

    // MARK: Threads and signals

    /// Runs a closure on a thread of its own, which ends when the closure does.
    static func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        // The box carries one retain from here to the thread, which takes it over.
        let box = Unmanaged.passRetained(ThreadBody(run: body))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // macOS gives threads 512 KiB; handlers that decode or recurse want what Linux has.
        pthread_attr_setstacksize(&attributes, 4 << 20)
        #if canImport(Darwin)
            var thread: pthread_t?
            let code = pthread_create(&thread, &attributes, { runThreadBody($0) }, box.toOpaque())
        #else
            var thread = pthread_t()
            let code = pthread_create(&thread, &attributes, { $0.flatMap { runThreadBody($0) } }, box.toOpaque())
        #endif
        guard code == 0 else {
            box.release()
            throw SystemError(call: "pthread_create", code: code)
        }
    }

    /// Writing to a connection the peer has closed is an error to be looked at, not a signal that ends the process.
    static func ignoreBrokenPipeSignal() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Asks for as many descriptors as may be had, up to a limit: macOS begins with 256, Linux with 1024.
    static func raiseDescriptorLimit(to wanted: Int) {
        #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
        #else
            let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(wanted) else { return }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(wanted))
        _ = setrlimit(resource, &limit)
    }

    // MARK: The process

    /// The environment's value of a name.
    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    // MARK: Searching

    /// The index of the first such byte in the buffer.
    static func firstIndex(of byte: UInt8, in buffer: UnsafeRawBufferPointer) -> Int? {
        guard let base = buffer.baseAddress, let found = memchr(base, Int32(byte), buffer.count) else { return nil }
        return UnsafeRawPointer(found) - base
    }
}

/// What a new thread is given.
private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

/// The pointer is the box that `startThread` retained for exactly one call of this.
private func runThreadBody(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
}
