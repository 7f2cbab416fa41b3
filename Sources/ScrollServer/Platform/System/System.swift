// System calls. Only this folder contains system calls and errno codes; other code is platform-independent.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Wrappers of system calls, which repeat a call that a signal interrupted.
package enum System {
    /// The outcome of a transfer on a non-blocking descriptor.
    package enum Transfer: Equatable {
        /// This many bytes were transferred.
        case bytes(Int)
        /// The peer has closed its side, or the file to send has ended early.
        case end
        case wouldBlock
        /// The connection is gone.
        case failed
    }

    /// The outcome of accepting a connection.
    package enum Acceptance: Equatable {
        case connection(Int32)
        case wouldBlock
        /// The connection ended before it was accepted; the next one may be fine.
        case aborted
        /// The process or the system has no descriptors, or no memory for them, left.
        case exhausted
    }

    /// An entry of the list that `wait` polls.
    package typealias Poll = pollfd
    package static let readable = Int16(POLLIN)
    package static let writable = Int16(POLLOUT)
    /// Events that are always reported: an error, a connection closed on both sides, a closed descriptor.
    package static let broken = Int16(POLLERR) | Int16(POLLHUP) | Int16(POLLNVAL)

    // MARK: Clocks and processors

    /// Returns nanoseconds of a clock that never goes back; its zero has no meaning.
    package static func monotonicNanoseconds() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }

    /// Returns whole seconds since 1970, UTC.
    package static func unixSeconds() -> Int64 {
        Int64(time(nil))
    }

    package static func processorCount() -> Int {
        max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)
    }

    // MARK: Threads and signals

    /// Runs a closure on a new detached thread with a stack of 4 MiB, which ends when the closure returns.
    ///
    /// - Throws: the system's error when it refuses a thread.
    package static func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        // The box is retained here; the new thread releases it.
        let box = unsafe Unmanaged.passRetained(ThreadBody(run: body))
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // macOS gives threads only 512 KiB, which is too little for code that decodes or recurses.
        unsafe pthread_attr_setstacksize(&attributes, 4 << 20)
        #if canImport(Darwin)
            var thread: pthread_t?
            let code = pthread_create(&thread, &attributes, { runThreadBody($0) }, box.toOpaque())
        #else
            var thread = pthread_t()
            let code = unsafe pthread_create(
                &thread, &attributes, { unsafe $0.flatMap { unsafe runThreadBody($0) } }, unsafe box.toOpaque())
        #endif
        guard code == 0 else {
            unsafe box.release()
            throw SystemError(call: "pthread_create", code: code)
        }
    }

    /// Makes failed writes return an error instead of sending a signal that ends the process.
    ///
    /// EPIPE when the peer has closed the connection, EFBIG beyond the limit of file sizes.
    package static func ignoreWriteSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Raises the process's limit of open descriptors to `wanted`, or as far as the system allows.
    ///
    /// The default is 256 on macOS and 1024 on Linux.
    package static func raiseDescriptorLimit(to wanted: Int) {
        #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
        #else
            let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
        #endif
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(wanted) else { return }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(wanted))
        _ = unsafe setrlimit(resource, &limit)
    }

    // MARK: The process

    /// Makes the allocator return freed blocks of more than 1 MiB to the system.
    ///
    /// Call it before other threads start. By default it keeps such blocks once a large one has been freed (mallopt(3),
    /// "dynamic mmap threshold"): sorting a million items would leave some 30 MB per order behind. A tile's pixel
    /// buffers are smaller and reused.
    package static func returnLargeBlocks() { setAllocator(parameter: -3, to: 1 << 20 + 1 << 16) }

    /// Makes the allocator keep up to 32 MiB of freed memory in each thread's part.
    ///
    /// Call it before other threads start. By default (mallopt(3), M_TRIM_THRESHOLD) each tile's pixels are returned to
    /// the system, and a fifth of an export's time is spent getting them back.
    package static func keepFreedBlocks() { setAllocator(parameter: -1, to: 32 << 20) }

    private static func setAllocator(parameter: Int32, to value: Int32) {
        #if os(Linux)
            // Neither the function nor its constants are in the toolchain's C module.
            guard let symbol = unsafe dlsym(nil, "mallopt") else { return }
            typealias Function = @convention(c) (Int32, Int32) -> Int32
            _ = unsafe unsafeBitCast(symbol, to: Function.self)(parameter, value)
        #endif
    }

    /// Returns the value of an environment variable.
    package static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Sets an environment variable; call it before other threads run.
    static func setEnvironment(_ name: String, to value: String) { unsafe setenv(name, value, 1) }

    /// Returns the names of all environment variables with this prefix.
    package static func environmentNames(beginning prefix: String) -> [String] {
        var names: [String] = []
        var next = unsafe environ
        while let entry = unsafe next.pointee {
            let name = unsafe String(cString: entry).prefix { $0 != "=" }
            if name.hasPrefix(prefix) { names.append(String(name)) }
            unsafe next += 1
        }
        return names
    }

    /// Returns the system's message for an `errno`, without a full stop.
    static func message(ofError code: Int32) -> String { unsafe String(cString: strerror(code)) }

    /// Returns the offset of the process's time zone from universal time, both in seconds; nil beyond the C library's
    /// years.
    static func localOffset(at seconds: Int) -> Int? {
        var (time, parts) = unsafe (time_t(seconds), tm())
        return unsafe localtime_r(&time, &parts) == nil ? nil : Int(parts.tm_gmtoff)
    }

    /// Returns whether an entry of the user database, by its user id and shell, satisfies `predicate`.
    ///
    /// Not thread-safe (getpwent(3)): call it from one thread at a time.
    static func hasAccount(where predicate: (UInt32, String) -> Bool) -> Bool {
        setpwent()
        defer { endpwent() }
        while let entry = unsafe getpwent() {
            let shell = unsafe entry.pointee.pw_shell.map { unsafe String(cString: $0) } ?? ""
            if unsafe predicate(entry.pointee.pw_uid, shell) { return true }
        }
        return false
    }

    // MARK: Searching

    /// Returns the index of the first occurrence of a byte; nil if there is none.
    package static func firstIndex(of byte: UInt8, in bytes: Span<UInt8>) -> Int? {
        unsafe bytes.withUnsafeBytes { unsafe firstIndex(of: byte, in: $0) }
    }

    /// Returns the index of the first occurrence of a byte; nil if there is none.
    package static func firstIndex(of byte: UInt8, in buffer: UnsafeRawBufferPointer) -> Int? {
        guard let base = buffer.baseAddress, let found = unsafe memchr(base, Int32(byte), buffer.count) else {
            return nil
        }
        return unsafe UnsafeRawPointer(found) - base
    }
}

/// Carries a closure to a new thread.
private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

/// Runs and releases the box that `startThread` retained; call it exactly once for each box.
private func runThreadBody(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
}
