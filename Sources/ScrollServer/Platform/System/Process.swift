// The process: exit, standard streams and signals.

import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Ends the program with this exit status.
package func exit(_ status: Int32) -> Never {
    #if canImport(Darwin)
        Darwin.exit(status)
    #else
        Glibc.exit(status)
    #endif
}

/// Writes lines to standard output, which appear at once even in a pipe.
package func writeOutput(_ text: String) {
    ProgressLine.whileHidden {
        print(text, terminator: "")
        fflush(nil)
    }
}

/// Writes lines to standard error.
package func writeError(_ text: String) {
    ProgressLine.whileHidden { writeErrorBytes(text) }
}

private func writeErrorBytes(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// A line at the end of a terminal that says how far something has come. It is written over itself, makes way for other
/// lines, and is quiet where standard error is no terminal.
package enum ProgressLine {
    /// Whether somebody sees it.
    package static let isSeen = isatty(STDERR_FILENO) == 1 && System.environment("TERM") != "dumb"
    /// Guards the line that is on the terminal just now, and what is written to the terminal.
    private static let shown = Mutex("")

    /// Shows a text of less than 80 letters in place of the one before; none to end with.
    package static func show(_ text: String) {
        guard isSeen else { return }
        shown.withLock { shown in
            guard text != shown else { return }
            shown = text
            writeErrorBytes("\r\u{1B}[K\(text)")
        }
    }

    fileprivate static func whileHidden(_ body: () -> Void) {
        shown.withLock { shown in
            if !shown.isEmpty { writeErrorBytes("\r\u{1B}[K") }
            body()
            if !shown.isEmpty { writeErrorBytes(shown) }
        }
    }
}

/// Waits for SIGINT, SIGTERM and SIGHUP.
package enum Signals {
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
    package static func hold() {
        var set = stopping
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits until one of the signals comes. Call `hold` first.
    package static func waitForStop() {
        var set = stopping
        var number: Int32 = 0
        while sigwait(&set, &number) != 0 {}
    }
}
