// The machine's user accounts, to tell whether other people can reach a local port.

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
        /// The first user id of a person's account (login.defs(5)); 65534 is `nobody`.
        private static let firstPerson: UInt32 = 1000
    #endif
    private static let nobody: UInt32 = 65534

    /// Whether a person can log in: the id is a person's, and the shell is a real one.
    var isPersons: Bool {
        let program = shell.split(separator: "/").last.map(String.init) ?? ""
        return user >= Self.firstPerson && user != Self.nobody
            && !["", "nologin", "false", "true", "sync", "shutdown", "halt"].contains(program)
    }

    /// Returns whether a person other than this process's user can log in, according to the user database.
    ///
    /// Not thread-safe (getpwent(3)): call it from one thread at a time.
    package static func hasOthers() -> Bool {
        let own = geteuid()
        // Stops at the first match, so that a company's whole directory is not read.
        return System.hasAccount { user, shell in user != own && Account(user: user, shell: shell).isPersons }
    }
}
