// Whether a pass waits for its file.

import Platform
import Synchronization

/// Says since when a pass has been waiting for a file: a slow disk, a file server that does not answer. The threads that
/// work for the pass write it, and the pipeline reads it.
final class FileWait: Sendable {
    private struct State {
        /// Threads that wait.
        var count = 0
        /// When the wait began, or when one thread of several got its answer, in nanoseconds of the monotonic clock.
        var beginning: UInt64 = 0
    }

    private let state = Mutex(State())

    /// When the wait under way began, in nanoseconds of the monotonic clock; nil when the pass does not wait.
    var since: UInt64? { state.withLock { $0.count > 0 ? $0.beginning : nil } }

    /// Calls `body`, which may wait for a file.
    func during<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        count(1)
        defer { count(-1) }
        return try body()
    }

    private func count(_ change: Int) {
        let now = System.monotonicNanoseconds()
        state.withLock { state in
            // A thread that joins others does not end their wait.
            if change < 0 || state.count == 0 { state.beginning = now }
            state.count += change
        }
    }
}
