// Under the thread sanitizer, tests too use the lock that it can see.

#if THREAD_SANITIZER && canImport(Glibc)
    import ScrollServer

    typealias Mutex<Value: ~Copyable> = SanitizedMutex<Value>
#endif
