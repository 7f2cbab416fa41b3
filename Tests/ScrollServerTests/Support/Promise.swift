// A value that another thread gives.

import Foundation
import Synchronization

@testable import ScrollServer

/// Waits for one value. What does not come within 20 seconds counts as missing, so that a test fails rather than hangs.
final class Promise<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let given = DispatchSemaphore(value: 0)

    /// The first value counts.
    func keep(_ new: Value) {
        value.withLock { if $0 == nil { $0 = new } }
        given.signal()
    }

    func wait() -> Value? {
        guard given.wait(timeout: .now() + .seconds(20)) == .success else { return nil }
        given.signal()
        return value.withLock { $0 }
    }

    /// The value if it is there.
    var current: Value? { value.withLock { $0 } }
}

/// Whether a condition that another thread brings about holds within 20 seconds.
func comesTrue(_ condition: () -> Bool) -> Bool {
    let end = System.monotonicNanoseconds() + 20_000_000_000
    while System.monotonicNanoseconds() < end {
        if condition() { return true }
        sched_yield()
    }
    return false
}
