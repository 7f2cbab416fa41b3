// A thread that reads rows while the caller's thread builds blocks from them.

import Dispatch
import Platform
import Synchronization

/// Batches from a source that is read on a thread of its own, in order.
///
/// At most `batchCount` batches exist.
final class RowPipe: Sendable {
    private static let batchCount = 4

    /// A filled batch, and the source's position after it.
    struct Delivery {
        let batch: RowBatch
        let position: TableRows.Position
    }

    private struct State {
        var full: [Delivery] = []
        var free: [RowBatch] = []
        var failure: SystemError?
    }

    private let state = Mutex(State())
    /// `fullCount` counts full batches, plus one for the end; `freeCount` counts free batches.
    private let fullCount = DispatchSemaphore(value: 0)
    private let freeCount = DispatchSemaphore(value: 0)
    private let isStopped = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    /// Starts the thread.
    ///
    /// The source belongs to that thread until `finish` has returned. Throws when no thread can be started.
    init(_ source: TableRows, makeBatch: () -> RowBatch) throws(SystemError) {
        for _ in 0..<Self.batchCount { give(makeBatch()) }
        try System.startThread { [self] in run(source) }
    }

    /// Waits for the next batch, which the caller must give back; nil at the source's end.
    func next() -> Delivery? {
        fullCount.wait()
        return state.withLock { $0.full.isEmpty ? nil : $0.full.removeFirst() }
    }

    /// Gives a batch back, to be filled again.
    func give(_ batch: RowBatch) {
        batch.count = 0
        state.withLock { $0.free.append(batch) }
        freeCount.signal()
    }

    /// Ends the thread and waits for it.
    ///
    /// Returns the error that stopped the reading, if there was one.
    func finish() -> SystemError? {
        isStopped.store(true, ordering: .relaxed)
        freeCount.signal()
        ended.wait()
        return state.withLock { $0.failure }
    }

    private func run(_ source: TableRows) {
        do throws(SystemError) {
            while !source.isAtEnd, !isStopped.load(ordering: .relaxed) {
                freeCount.wait()
                guard let batch = state.withLock({ $0.free.popLast() }) else { break }
                try source.fill(batch)
                let delivery = Delivery(batch: batch, position: source.position)
                state.withLock { $0.full.append(delivery) }
                fullCount.signal()
            }
        } catch {
            state.withLock { $0.failure = error }
        }
        fullCount.signal()
        ended.signal()
    }
}
