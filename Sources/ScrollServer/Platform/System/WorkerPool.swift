// A pool of threads for work that blocks or takes long, which event loops must not do.

import Dispatch
import Synchronization

/// Threads that run closures from a queue, first come, first served. Safe on any thread.
///
/// There is a fixed number of threads. While work waits because all of them wait for something (a disk, a file server
/// that does not answer), further ones are added, and they end when nothing is left to do.
///
/// After `stop()`, or when the last reference to the pool is gone, the threads finish the queued work and end.
package final class WorkerPool: Sendable {
    /// A piece of submitted work.
    package final class Item: Sendable {
        /// nil once the work has begun, or has been cancelled.
        private let work: Mutex<(@Sendable () -> Void)?>

        fileprivate init(_ work: @escaping @Sendable () -> Void) {
            self.work = Mutex(work)
        }

        /// Cancels work that has not begun, and releases its closure. Work that is running goes on.
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

    /// - Parameter threads: the number of threads; at least 1. The pool has fewer if the system refuses some.
    /// - Throws: the system's error when it refuses even the first thread.
    package init(threads: Int) throws(SystemError) {
        var started = 0
        for _ in 0..<max(threads, 1) {
            do throws(SystemError) {
                // The threads refer to the queue, not to the pool, so that the pool can be released.
                try System.startThread { [queue] in queue.run() }
                started += 1
            } catch {
                guard started > 0 else { throw error }
                break
            }
        }
        threadCount = started
        // Without this thread, no thread is added.
        try? System.startThread { [queue] in queue.addThreadsForStalledWork() }
    }

    deinit {
        queue.stop(threads: threadCount)
    }

    /// Queues work. O(1), amortised.
    ///
    /// - Returns: nil when the pool has been stopped; then the work is never run.
    @discardableResult
    package func submit(_ work: @escaping @Sendable () -> Void) -> Item? {
        let item = Item(work)
        return queue.append(item) ? item : nil
    }

    /// Refuses further work, and ends the threads once the queue is empty. Does not wait for that.
    package func stop() {
        queue.stop(threads: threadCount)
    }
}

/// The queue of waiting work, shared by the pool and its threads.
private final class WorkQueue: Sendable {
    /// How long no work is taken until a thread is added, in milliseconds.
    private static let patience = 50
    /// The most threads that are added.
    private static let addedLimit = 32

    private struct State {
        var items: [WorkerPool.Item] = []
        /// Threads that were added.
        var added = 0
        /// Pieces of work taken so far.
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
    /// Signalled when work is queued and none was waiting.
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

    /// Adds a thread whenever work waits and none was taken for a while, until the pool is stopped.
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
                _ = isEnded.wait(timeout: .now() + .milliseconds(Self.patience))
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

    /// Runs work until none comes for a second.
    private func runAdded() {
        while available.wait(timeout: .now() + .seconds(1)) == .success {
            guard let item = state.withLock({ $0.removeFirst() }) else {
                // That was for one of the other threads, to end it.
                available.signal()
                break
            }
            item.removeNext()?()
        }
        state.withLock { $0.added -= 1 }
    }
}
