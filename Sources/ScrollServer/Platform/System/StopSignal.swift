// A request to stop the program, from one thread to another.

import Dispatch
import Synchronization

/// A request to stop: one thread makes it once, another waits for it.
package final class StopSignal: Sendable {
    private let isThere = Atomic(false)
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    package var hasCome: Bool { isThere.load(ordering: .acquiring) }

    package func come() {
        isThere.store(true, ordering: .releasing)
        semaphore.signal()
    }

    /// Blocks until the request has come. Only one thread may wait.
    package func wait() { semaphore.wait() }
}
