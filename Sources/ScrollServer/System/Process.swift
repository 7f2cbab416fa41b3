// The process: exit, standard streams and signals.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Ends the program with this exit status.
func exit(_ status: Int32) -> Never {
    #if canImport(Darwin)
        Darwin.exit(status)
    #else
        Glibc.exit(status)
    #endif
}

/// Flushes standard output, so that printed text appears at once even in a pipe.
func flushOutput() { fflush(nil) }

/// Writes to standard error.
func writeError(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Waits for SIGINT, SIGTERM and SIGHUP.
enum Signals {
    private static var stopping: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        // The terminal was closed.
        sigaddset(&set, SIGHUP)
        return set
    }

    /// Blocks the signals on this thread and on all threads that it starts from now on.
    static func hold() {
        var set = stopping
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits until one of the signals comes. Call `hold` first.
    static func waitForStop() {
        var set = stopping
        var number: Int32 = 0
        while sigwait(&set, &number) != 0 {}
    }
}
