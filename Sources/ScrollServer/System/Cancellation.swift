// How somebody who asked for something says that it is not wanted any more.

/// Takes back a question that was asked. May be called at any time, also after the answer has come.
struct Cancellation: Sendable {
    let cancel: @Sendable () -> Void

    init(_ cancel: @escaping @Sendable () -> Void) {
        self.cancel = cancel
    }

    /// For work that cannot be cancelled.
    static let none = Cancellation {}
}
