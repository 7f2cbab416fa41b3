// The machine's accounts, as far as they matter for who can reach a port.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An entry of the user database.
package struct Account: Sendable, Equatable {
    let user: UInt32
    let shell: String

    #if os(macOS)
        private static let firstPerson: UInt32 = 501
    #else
        /// From here on accounts are people's, by `login.defs`; 65534 is nobody's.
        private static let firstPerson: UInt32 = 1000
    #endif
    private static let nobody: UInt32 = 65534

    /// Whether somebody can log in with it: a person's, with a shell that is one.
    var isPersons: Bool {
        let program = shell.split(separator: "/").last.map(String.init) ?? ""
        return user >= Self.firstPerson && user != Self.nobody
            && !["", "nologin", "false", "true", "sync", "shutdown", "halt"].contains(program)
    }

    /// Whether somebody other than this process's user can log in on this machine, as far as the user database lists
    /// its accounts. Call it from one thread at a time.
    package static func hasOthers() -> Bool {
        setpwent()
        defer { endpwent() }
        let own = geteuid()
        // Stops at the first: a directory of a whole company is not read to its end.
        while let entry = getpwent() {
            let shell = entry.pointee.pw_shell.map { String(cString: $0) } ?? ""
            if entry.pointee.pw_uid != own, Account(user: entry.pointee.pw_uid, shell: shell).isPersons { return true }
        }
        return false
    }
}
