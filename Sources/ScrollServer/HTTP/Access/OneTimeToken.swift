// A token for the browser that the program opens itself.

import Synchronization

/// A token that lets in once. It stands in the browser's arguments, which other accounts of the machine can list: by the
/// time they do, the browser has exchanged it for a cookie. Safe on any thread.
final class OneTimeToken: Sendable {
    private let token: AccessToken
    private let isUsed = Mutex(false)

    init(_ token: AccessToken) { self.token = token }

    /// Whether a text is the token, the first time.
    func use(_ text: String) -> Bool {
        guard token.isEqual(to: text) else { return false }
        return isUsed.withLock { isUsed in
            defer { isUsed = true }
            return !isUsed
        }
    }
}
