// Tells whether a pass waits for its file.

import Platform
import Synchronization

/// Records since when a pass has been waiting for a file, such as one on a slow disk or an unresponsive server.
///
/// The threads that work for the pass write it, and the pipeline reads it.
final class FileWait: Sendable {
    private struct State {
        /// The number of waiting threads.
        var count = 0
        /// When the wait began, or when one of several threads got its answer, in nanoseconds of the monotonic clock.
        var beginning: UInt64 = 0
    }

    private let state = Mutex(State())

    /// When the current wait began, in nanoseconds of the monotonic clock; nil if the pass does not wait.
    var since: UInt64? { state.withLock { $0.count > 0 ? $0.beginning : nil } }

    /// Runs `body`, which may wait for a file.
    func during<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        count(1)
        defer { count(-1) }
        return try body()
    }

    /// Adds 1 when a wait begins, and -1 when it ends.
    func count(_ change: Int) {
        let now = System.monotonicNanoseconds()
        state.withLock { state in
            // A thread that joins others does not end their wait.
            if change < 0 || state.count == 0 { state.beginning = now }
            state.count += change
        }
    }
}
