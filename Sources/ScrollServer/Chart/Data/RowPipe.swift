// One thread that reads rows while another builds of them.

import Dispatch
import Synchronization

/// Batches from a source that is read on a thread of its own, in order. A few are on their way at most.
final class RowPipe: Sendable {
    private static let batchCount = 4

    /// A batch, and where the source was when it had been filled.
    struct Delivery {
        let batch: RowBatch
        let place: TableRows.Place
    }

    private struct State {
        var full: [Delivery] = []
        var free: [RowBatch] = []
        var failure: SystemError?
    }

    /// Not checked by the compiler: batches are confined to whoever has taken them out of here.
    private struct Box: @unchecked Sendable {
        var state = State()
    }

    private let box = Mutex(Box())
    /// Counts full batches, and one more for the end; and free ones.
    private let fullCount = DispatchSemaphore(value: 0)
    private let freeCount = DispatchSemaphore(value: 0)
    private let isStopped = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    /// Starts the thread, which has the source to itself until `finish` has returned.
    init(_ source: TableRows, makeBatch: () -> RowBatch) throws(SystemError) {
        for _ in 0..<Self.batchCount { give(makeBatch()) }
        try System.startThread { [self] in run(source) }
    }

    /// The next batch, to be given back; nil at the source's end. Blocks.
    func next() -> Delivery? {
        fullCount.wait()
        return box.withLock { $0.state.full.isEmpty ? nil : $0.state.full.removeFirst() }
    }

    /// Gives a batch to be filled again.
    func give(_ batch: RowBatch) {
        batch.count = 0
        // The giver lets go of it here: see `Box`.
        nonisolated(unsafe) let batch = batch
        box.withLock { $0.state.free.append(batch) }
        freeCount.signal()
    }

    /// Ends the thread, and says why the source could not be read to its end, if so.
    func finish() -> SystemError? {
        isStopped.store(true, ordering: .relaxed)
        freeCount.signal()
        ended.wait()
        return box.withLock { $0.state.failure }
    }

    private func run(_ source: TableRows) {
        do throws(SystemError) {
            while !source.isAtEnd, !isStopped.load(ordering: .relaxed) {
                freeCount.wait()
                guard let batch = box.withLock({ $0.state.free.popLast() }) else { break }
                try source.fill(batch)
                // This thread lets go of it with the next line: see `Box`.
                nonisolated(unsafe) let delivery = Delivery(batch: batch, place: source.place)
                box.withLock { $0.state.full.append(delivery) }
                fullCount.signal()
            }
        } catch {
            box.withLock { $0.state.failure = error }
        }
        fullCount.signal()
        ended.signal()
    }
}
