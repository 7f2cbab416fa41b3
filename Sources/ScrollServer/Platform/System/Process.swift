// The process: exit, standard streams, signals, and the browser that it starts.

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
    package static func block() {
        var set = stopping
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits until one of the signals arrives; call `block` first.
    package static func waitForStop() {
        var set = stopping
        var number: Int32 = 0
        while unsafe sigwait(&set, &number) != 0 {}
    }
}

/// Opens pages in the user's default browser.
package enum Browser {
    /// Opens a page, and waits until the launcher (`open`, `xdg-open`) ends, which may be when the browser ends.
    ///
    /// Its output is discarded: it may be many lines about what it has tried.
    ///
    /// - Returns: false if there is no browser.
    package static func open(_ url: String) -> Bool {
        #if os(macOS)
            let program = "open"
        #else
            let program = "xdg-open"
        #endif
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = unsafe posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return false }
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        guard unsafe posix_spawnattr_init(&attributes) == 0 else { return false }
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        for stream in [STDOUT_FILENO, STDERR_FILENO] {
            unsafe posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
        }
        // This program's threads block the signals that stop it. The browser must not inherit that, and gets its own
        // process group, so that Ctrl-C in the terminal does not reach it.
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        let arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup(program), strdup(url), nil]
        defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
        var process = pid_t()
        guard unsafe posix_spawnp(&process, program, &actions, &attributes, arguments, environ) == 0 else {
            return false
        }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) == -1 {
            // Nothing else waits for this process; only a signal can interrupt.
            guard errno == EINTR else { return true }
        }
        return status == 0
    }
}
