// A value that another thread gives.

import Dispatch
import Synchronization

/// Waits for one value.
///
/// What does not come within `Patience.limit` counts as missing, so that a test fails rather than hangs.
final class Promise<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let given = DispatchSemaphore(value: 0)

    /// The first value counts.
    func keep(_ new: Value) {
        value.withLock { if $0 == nil { $0 = new } }
        given.signal()
    }

    func wait() -> Value? {
        guard given.wait(timeout: Patience.end) == .success else { return nil }
        given.signal()
        return value.withLock { $0 }
    }

    /// The value if it is there.
    var current: Value? { value.withLock { $0 } }
}
