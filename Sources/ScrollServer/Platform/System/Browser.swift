// The user's web browser.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

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
