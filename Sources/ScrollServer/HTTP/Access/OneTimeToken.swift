// A token for the browser that the program itself opens.

import Synchronization

/// A token that grants access once.
///
/// Thread-safe.
///
/// It is in the browser's arguments, which other accounts of the machine can list. When they do, the browser has already
/// exchanged it for a cookie.
final class OneTimeToken: Sendable {
    private let token: AccessToken
    private let isUsed = Mutex(false)

    init(_ token: AccessToken) { self.token = token }

    /// Returns whether a text is the token, but only on its first use.
    func use(_ text: String) -> Bool {
        guard token.isEqual(to: text) else { return false }
        return isUsed.withLock { isUsed in
            defer { isUsed = true }
            return !isUsed
        }
    }
}
