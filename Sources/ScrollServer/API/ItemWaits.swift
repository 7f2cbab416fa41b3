// Requests for items that a scan has not found yet, as after a restart.

import Catalog
import Dispatch
import Platform
import Synchronization

/// Holds requests until the item that they are about is found, the scan ends, or ten seconds have passed.
///
/// A thread searches for the items while requests wait.
final class ItemWaits: Sendable {
    /// The longest wait, in nanoseconds.
    private static let longest: UInt64 = 10_000_000_000
    /// The most requests that wait; further ones are answered at once.
    private static let limit = 4096

    private struct Wait {
        let collection: any ItemCollection
        let item: String
        let end: UInt64
        let resume: @Sendable () -> Void
    }

    private struct State {
        var waits: [Int: Wait] = [:]
        var next = 0
        var isRunning = false
    }

    /// Guards the waits; event loops take it, so it is held for at most one lookup per wait.
    private let state = Mutex(State())

    private let startThread: @Sendable (@escaping @Sendable () -> Void) throws -> Void

    /// - Parameter startThread: starts a thread that runs a closure; throws where the system refuses one.
    init(
        startThread: @escaping @Sendable (@escaping @Sendable () -> Void) throws -> Void = {
            try System.startThread($0)
        }
    ) {
        self.startThread = startThread
    }

    /// Whether an item is not there yet and may still come.
    private static func mayCome(_ item: String, in collection: any ItemCollection) -> Bool {
        collection.isScanning && collection.summary(ofItem: item) == nil
    }

    /// Calls `resume` on any thread, once, unless the wait is cancelled first.
    func wait(
        for item: String, in collection: any ItemCollection, _ resume: @escaping @Sendable () -> Void
    ) -> Cancellation {
        let end = System.monotonicNanoseconds() + Self.longest
        let (number, starts): (Int?, Bool) = state.withLock { state in
            guard state.waits.count < Self.limit else { return (nil, false) }
            state.next += 1
            state.waits[state.next] = Wait(collection: collection, item: item, end: end, resume: resume)
            defer { state.isRunning = true }
            return (state.next, !state.isRunning)
        }
        guard let number else {
            resume()
            return .none
        }
        if starts, (try? startThread { [self] in run() }) == nil {
            // No thread would ever search: answer all waiting requests at once.
            let waits = state.withLock { state in
                defer { (state.waits, state.isRunning) = ([:], false) }
                return state.waits
            }
            for wait in waits.values { wait.resume() }
        }
        return Cancellation { [self] in _ = state.withLock { $0.waits.removeValue(forKey: number) } }
    }

    private func run() {
        let pause = DispatchSemaphore(value: 0)
        while true {
            let waits = state.withLock { $0.waits }
            let now = System.monotonicNanoseconds()
            for (number, wait) in waits where now >= wait.end || !Self.mayCome(wait.item, in: wait.collection) {
                if state.withLock({ $0.waits.removeValue(forKey: number) }) != nil { wait.resume() }
            }
            let isOver = state.withLock { state in
                state.isRunning = !state.waits.isEmpty
                return !state.isRunning
            }
            if isOver { return }
            _ = pause.wait(timeout: .now() + .milliseconds(20))
        }
    }
}
