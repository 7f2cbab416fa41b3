// Threads for work that blocks or takes long, so that no event loop has to.

import Dispatch
import Synchronization

/// A fixed number of threads that take closures off a queue, first come first served.
///
/// The threads end with `stop()` or with the last reference to the pool, after what is queued has been done.
final class WorkerPool: Sendable {
    /// Work that has been handed in.
    final class Item: Sendable {
        /// nil once the work has begun, or has been cancelled.
        private let work: Mutex<(@Sendable () -> Void)?>

        fileprivate init(_ work: @escaping @Sendable () -> Void) {
            self.work = Mutex(work)
        }

        /// Takes work that has not begun out of the queue, and lets go of what it holds. Work that runs goes on.
        ///
        /// - Returns: whether it was still waiting.
        @discardableResult
        func cancel() -> Bool {
            take() != nil
        }

        fileprivate func take() -> (@Sendable () -> Void)? {
            work.withLock { work in
                defer { work = nil }
                return work
            }
        }
    }

    private let queue = WorkQueue()
    private let threadCount: Int

    /// - Parameter threads: how many; at least 1.
    /// - Throws: the system's reason when it does not grant the first of them; it may grant fewer than asked for.
    init(threads: Int) throws(SystemError) {
        var started = 0
        for _ in 0..<max(threads, 1) {
            do throws(SystemError) {
                // The threads hold the queue, not the pool, so that the pool can go away.
                try System.startThread { [queue] in queue.run() }
                started += 1
            } catch {
                guard started > 0 else { throw error }
                break
            }
        }
        threadCount = started
    }

    deinit {
        queue.stop(threads: threadCount)
    }

    /// Queues work. O(1), amortised.
    ///
    /// - Returns: nil when the pool is stopped; the work is not done then.
    @discardableResult
    func submit(_ work: @escaping @Sendable () -> Void) -> Item? {
        let item = Item(work)
        return queue.append(item) ? item : nil
    }

    /// Takes no more work and ends the threads when the queue is empty.
    func stop() {
        queue.stop(threads: threadCount)
    }
}

/// What waits, shared by the pool and its threads.
private final class WorkQueue: Sendable {
    private struct State {
        var items: [WorkerPool.Item] = []
        /// Index of the first item that has not been taken.
        var first = 0
        var isStopped = false

        mutating func removeFirst() -> WorkerPool.Item? {
            guard first < items.count else { return nil }
            let item = items[first]
            first += 1
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
    /// Counts the items, and one more for each thread once the pool is stopped.
    private let available = DispatchSemaphore(value: 0)

    func append(_ item: WorkerPool.Item) -> Bool {
        let accepted = state.withLock { state in
            if !state.isStopped { state.items.append(item) }
            return !state.isStopped
        }
        if accepted { available.signal() }
        return accepted
    }

    func stop(threads: Int) {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        if isFirst { for _ in 0..<threads { available.signal() } }
    }

    func run() {
        while true {
            available.wait()
            guard let item = state.withLock({ $0.removeFirst() }) else { return }
            item.take()?()
        }
    }
}
