// The wish that the program ends, which one thread has and another waits for.

import Dispatch
import Synchronization

/// Comes once.
final class StopWish: Sendable {
    private let isThere = Atomic(false)
    private let semaphore = DispatchSemaphore(value: 0)

    var hasCome: Bool { isThere.load(ordering: .acquiring) }

    func come() {
        isThere.store(true, ordering: .releasing)
        semaphore.signal()
    }

    /// Returns when it has come. For one thread.
    func wait() { semaphore.wait() }
}
