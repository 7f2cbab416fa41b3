// Cancels work that was asked for.

/// Cancels work whose result is no longer wanted. May be called at any time, even after the result has come.
struct Cancellation: Sendable {
    let cancel: @Sendable () -> Void

    init(_ cancel: @escaping @Sendable () -> Void) {
        self.cancel = cancel
    }

    /// For work that cannot be cancelled.
    static let none = Cancellation {}
}
