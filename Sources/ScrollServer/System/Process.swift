// What the program asks of the system as a process: signals, standard streams, exit, a browser.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Ends the program.
func exit(_ status: Int32) -> Never {
    #if canImport(Darwin)
        Darwin.exit(status)
    #else
        Glibc.exit(status)
    #endif
}

/// Makes what was printed visible at once, also where standard output is a pipe.
func flushOutput() { fflush(nil) }

/// Writes to standard error.
func writeError(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// The program's own file.
enum Program {
    /// Its absolute path without symbolic links, if the system tells.
    static var path: String? {
        #if canImport(Darwin)
            var length = UInt32(MAXPATHLEN)
            var buffer = [CChar](repeating: 0, count: Int(length))
            guard _NSGetExecutablePath(&buffer, &length) == 0 else { return nil }
            return FileSystem.realPath(
                String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        #else
            return FileSystem.realPath("/proc/self/exe")
        #endif
    }
}

/// SIGINT and SIGTERM as something to wait for.
enum Signals {
    private static var stopping: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        return set
    }

    /// Keeps the signals back; threads started from now on inherit that.
    static func hold() {
        var set = stopping
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Returns when one of them has come.
    static func waitForStop() {
        var set = stopping
        var number: Int32 = 0
        while sigwait(&set, &number) != 0 {}
    }
}

/// The user's web browser.
enum Browser {
    /// Opens a page; where there is no browser nothing happens.
    static func open(_ url: String) {
        #if os(macOS)
            let program = "open"
        #else
            let program = "xdg-open"
        #endif
        let arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(url), nil]
        var process = pid_t()
        _ = posix_spawnp(&process, program, nil, nil, arguments, environ)
        for argument in arguments { free(argument) }
    }
}
