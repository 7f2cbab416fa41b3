// A mutex that the thread sanitizer can observe, built only with `-D THREAD_SANITIZER`. On Linux, Synchronization's
// Mutex is in the standard library, which is not instrumented: each value in it would be reported as a race.

#if THREAD_SANITIZER && canImport(Glibc)
    import Glibc

    typealias Mutex<Value: ~Copyable> = SanitizedMutex<Value>

    /// Replaces Synchronization's Mutex in this module.
    ///
    /// Public, since test files that import none of our modules use it. `@unchecked Sendable`: the value is only
    /// accessed while the lock is held.
    @safe public struct SanitizedMutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
        private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

        public init(_ first: consuming sending Value) {
            unsafe pthread_mutex_init(lock, nil)
            unsafe value.initialize(to: first)
        }

        deinit {
            unsafe value.deinitialize(count: 1)
            unsafe pthread_mutex_destroy(lock)
            unsafe value.deallocate()
            unsafe lock.deallocate()
        }

        public borrowing func withLock<Result: ~Copyable, E: Error>(
            _ body: (inout sending Value) throws(E) -> sending Result
        ) throws(E) -> sending Result {
            unsafe pthread_mutex_lock(lock)
            defer { unsafe pthread_mutex_unlock(lock) }
            return try unsafe body(&value.pointee)
        }

        /// Returns nil if the lock is taken.
        public borrowing func withLockIfAvailable<Result: ~Copyable, E: Error>(
            _ body: (inout sending Value) throws(E) -> sending Result
        ) throws(E) -> sending Result? {
            guard unsafe pthread_mutex_trylock(lock) == 0 else { return nil }
            defer { unsafe pthread_mutex_unlock(lock) }
            return try unsafe body(&value.pointee)
        }
    }
#endif
