// Admits work by the memory that it takes.

import Platform
import Synchronization

/// Lets work begin, first come first served, while the sum of its memory stays within a limit.
///
/// Work that takes more than the limit begins when no other runs. Thread-safe.
package final class MemoryGate: Sendable {
    private struct Entry {
        let number: Int
        let cost: Int
        let begin: @Sendable () -> Void
    }

    private struct State {
        var inUse = 0
        var running = 0
        var waiting: [Entry] = []
        var next = 0

        /// Removes the entries that may begin now.
        mutating func admitted(_ byteLimit: Int) -> [Entry] {
            var count = 0
            for entry in waiting {
                guard running == 0 || entry.cost <= byteLimit - inUse else { break }
                running += 1
                inUse += entry.cost
                count += 1
            }
            defer { waiting.removeFirst(count) }
            return Array(waiting.prefix(count))
        }
    }

    private let byteLimit: Int
    /// Guards the queue and the sums; not held while work begins.
    private let state = Mutex(State())

    /// `byteLimit` is the most that running work takes together.
    package init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// The bytes of all running work, and how much work waits.
    var load: (inUse: Int, waiting: Int) { state.withLock { ($0.inUse, $0.waiting.count) } }

    /// Calls `begin` once, on any thread, when `cost` bytes are free; then `leave` must be called.
    ///
    /// Cancelling removes work that has not begun.
    package func enter(_ cost: Int, begin: @escaping @Sendable () -> Void) -> Cancellation {
        let (number, admitted) = state.withLock { state in
            state.next += 1
            state.waiting.append(Entry(number: state.next, cost: cost, begin: begin))
            return (state.next, state.admitted(byteLimit))
        }
        for entry in admitted { entry.begin() }
        return Cancellation { [self] in
            let admitted = state.withLock { state in
                state.waiting.removeAll { $0.number == number }
                return state.admitted(byteLimit)
            }
            for entry in admitted { entry.begin() }
        }
    }

    /// Ends work of this cost.
    package func leave(_ cost: Int) {
        let admitted = state.withLock { state in
            state.running -= 1
            state.inUse -= cost
            return state.admitted(byteLimit)
        }
        for entry in admitted { entry.begin() }
    }
}
