// The process: exit, standard streams and signals.

import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Ends the program with this status.
package func exit(_ status: Int32) -> Never {
    #if canImport(Darwin)
        Darwin.exit(status)
    #else
        Glibc.exit(status)
    #endif
}

/// Writes lines to standard output and flushes them, so that they appear at once even in a pipe.
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
    text.withUTF8 { _ = unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Shows progress on the last line of a terminal.
///
/// The line is overwritten in place, hidden while other lines are written, and shown only on a terminal.
package enum ProgressLine {
    /// Whether standard error is a terminal that can show it.
    package static let isSeen = isatty(STDERR_FILENO) == 1 && System.environment("TERM") != "dumb"
    /// Guards the line currently shown, and all writing to the terminal.
    private static let shown = Mutex("")

    /// Replaces the shown text, of less than 80 characters; an empty text removes the line.
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

/// Waits for SIGINT, SIGTERM or SIGHUP.
package enum Signals {
    private static var stopping: sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGINT)
        unsafe sigaddset(&set, SIGTERM)
        // Sent when the terminal is closed.
        unsafe sigaddset(&set, SIGHUP)
        return set
    }

    /// Blocks the signals on this thread and on all threads that it starts later.
    package static func hold() {
        var set = stopping
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits until one of the signals arrives; call `hold` first.
    package static func waitForStop() {
        var set = stopping
        var number: Int32 = 0
        while unsafe sigwait(&set, &number) != 0 {}
    }
}
