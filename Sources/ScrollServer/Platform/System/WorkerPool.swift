// A pool of threads for blocking or slow work, which event loops must not do.

import Dispatch
import Synchronization

/// Threads that run closures from a queue, first in, first out.
///
/// Thread-safe.
///
/// The number of threads is fixed. If all of them are blocked (by a disk or a file server that does not answer) while
/// work waits, up to 32 more are added; these end when the queue has been empty for a second.
///
/// After `stop()`, or when the last reference to the pool is gone, the threads finish the queued work and end.
package final class WorkerPool: Sendable {
    /// A piece of submitted work.
    package final class Item: Sendable {
        /// nil once the work has begun or was cancelled.
        private let work: Mutex<(@Sendable () -> Void)?>

        fileprivate init(_ work: @escaping @Sendable () -> Void) {
            self.work = Mutex(work)
        }

        /// Cancels work that has not begun, and releases its closure; running work continues.
        ///
        /// - Returns: whether the work was still waiting.
        @discardableResult
        package func cancel() -> Bool {
            removeNext() != nil
        }

        fileprivate func removeNext() -> (@Sendable () -> Void)? {
            work.withLock { work in
                defer { work = nil }
                return work
            }
        }
    }

    private let queue = WorkQueue()
    private let threadCount: Int

    /// - Parameter threads: the number of threads, at least 1; the pool has fewer if the system refuses some.
    /// - Throws: the system's error when it refuses even the first thread.
    package init(threads: Int) throws(SystemError) {
        var started = 0
        for _ in 0..<max(threads, 1) {
            do throws(SystemError) {
                // The threads reference the queue, not the pool, so that the pool can be released.
                try System.startThread { [queue] in queue.run() }
                started += 1
            } catch {
                guard started > 0 else { throw error }
                break
            }
        }
        threadCount = started
        // If this thread cannot be started, the pool works, but never grows.
        try? System.startThread { [queue] in queue.addThreadsForStalledWork() }
    }

    deinit {
        queue.stop(threads: threadCount)
    }

    /// Queues work.
    ///
    /// O(1), amortised.
    ///
    /// - Returns: nil if the pool has been stopped: then the work never runs.
    @discardableResult
    package func submit(_ work: @escaping @Sendable () -> Void) -> Item? {
        let item = Item(work)
        return queue.append(item) ? item : nil
    }

    /// Refuses further work, and lets the threads end once the queue is empty; does not wait for that.
    package func stop() {
        queue.stop(threads: threadCount)
    }
}

/// The queue of waiting work, shared by the pool and its threads.
private final class WorkQueue: Sendable {
    /// Milliseconds without progress after which a thread is added.
    private static let stallTime = 50
    /// The maximum number of added threads.
    private static let addedLimit = 32

    private struct State {
        var items: [WorkerPool.Item] = []
        /// The number of added threads that are running.
        var added = 0
        /// The number of items taken so far.
        var takenCount = 0
        /// Index of the first item that has not been taken.
        var first = 0
        var isStopped = false

        mutating func removeFirst() -> WorkerPool.Item? {
            guard first < items.count else { return nil }
            let item = items[first]
            first += 1
            takenCount += 1
            if first == items.count {
                items.removeAll(keepingCapacity: true)
                first = 0
            } else if first > 64, first > items.count / 2 {
                items.removeFirst(first)
                first = 0
            }
            return item
        }
    }

    private let state = Mutex(State())
    /// Signalled once for each item, and once for each thread when the pool is stopped.
    private let available = DispatchSemaphore(value: 0)
    /// Signalled when work is queued while none was waiting.
    private let pressed = DispatchSemaphore(value: 0)
    /// Signalled when the pool is stopped.
    private let isEnded = DispatchSemaphore(value: 0)

    func append(_ item: WorkerPool.Item) -> Bool {
        let (isAccepted, isFirst) = state.withLock { state in
            if !state.isStopped { state.items.append(item) }
            return (!state.isStopped, state.items.count - state.first == 1)
        }
        if isAccepted { available.signal() }
        if isFirst { pressed.signal() }
        return isAccepted
    }

    /// Adds a thread whenever work waits and none was taken for `stallTime`, until the pool is stopped.
    func addThreadsForStalledWork() {
        var takenCount = -1
        while true {
            let (isStopped, isWaiting, isStuck) = state.withLock { state in
                let isWaiting = state.first < state.items.count
                let isStuck = isWaiting && state.takenCount == takenCount && state.added < Self.addedLimit
                if isStuck { state.added += 1 }
                takenCount = isWaiting ? state.takenCount : -1
                return (state.isStopped, isWaiting, isStuck)
            }
            if isStopped { return }
            if isStuck, (try? System.startThread { [self] in runAdded() }) == nil {
                state.withLock { $0.added -= 1 }
            }
            if isWaiting {
                _ = isEnded.wait(timeout: .now() + .milliseconds(Self.stallTime))
            } else {
                pressed.wait()
            }
        }
    }

    func stop(threads: Int) {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        guard isFirst else { return }
        for _ in 0..<threads { available.signal() }
        pressed.signal()
        isEnded.signal()
    }

    func run() {
        while true {
            available.wait()
            guard let item = state.withLock({ $0.removeFirst() }) else { return }
            item.removeNext()?()
        }
    }

    /// Runs work until none arrives for a second.
    private func runAdded() {
        while available.wait(timeout: .now() + .seconds(1)) == .success {
            guard let item = state.withLock({ $0.removeFirst() }) else {
                // This signal was meant to end one of the other threads.
                available.signal()
                break
            }
            item.removeNext()?()
        }
        state.withLock { $0.added -= 1 }
    }
}
