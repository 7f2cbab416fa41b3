// A request to stop the program, sent from one thread to another.

import Dispatch
import Synchronization

/// A stop request that one thread sends once and another waits for.
package final class StopSignal: Sendable {
    private let isThere = Atomic(false)
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    package var hasCome: Bool { isThere.load(ordering: .acquiring) }

    package func come() {
        isThere.store(true, ordering: .releasing)
        semaphore.signal()
    }

    /// Blocks until the request has been sent; only one thread may wait.
    package func wait() { semaphore.wait() }
}
