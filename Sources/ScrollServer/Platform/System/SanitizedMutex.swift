// A lock that the thread sanitizer sees. On Linux, Synchronization's lock is inside the standard library, which is not
// instrumented: each value behind it would be reported. Only built with `-D THREAD_SANITIZER`.

#if THREAD_SANITIZER && canImport(Glibc)
    import Glibc

    typealias Mutex<Value: ~Copyable> = SanitizedMutex<Value>

    /// As Synchronization's, which it hides. Public, since files of tests use it that import nothing of ours.
    ///
    /// `@unchecked`: the value is only reached while the lock is held.
    public struct SanitizedMutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
        private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

        public init(_ first: consuming sending Value) {
            pthread_mutex_init(lock, nil)
            value.initialize(to: first)
        }

        deinit {
            value.deinitialize(count: 1)
            pthread_mutex_destroy(lock)
            value.deallocate()
            lock.deallocate()
        }

        public borrowing func withLock<Result: ~Copyable, E: Error>(
            _ body: (inout sending Value) throws(E) -> sending Result
        ) throws(E) -> sending Result {
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            return try body(&value.pointee)
        }

        /// nil where another thread holds the lock.
        public borrowing func withLockIfAvailable<Result: ~Copyable, E: Error>(
            _ body: (inout sending Value) throws(E) -> sending Result
        ) throws(E) -> sending Result? {
            guard pthread_mutex_trylock(lock) == 0 else { return nil }
            defer { pthread_mutex_unlock(lock) }
            return try body(&value.pointee)
        }
    }
#endif
