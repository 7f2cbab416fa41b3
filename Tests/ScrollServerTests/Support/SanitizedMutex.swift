@testable import ScrollServer

#if THREAD_SANITIZER && canImport(Glibc)
    typealias Mutex<Value: ~Copyable> = SanitizedMutex<Value>
#endif
