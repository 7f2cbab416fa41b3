// Whether a pass waits for its file.

import Platform
import Synchronization

/// Says since when a pass has been waiting for a file: a slow disk, a file server that does not answer. The thread that
/// runs the pass writes it, and the pipeline reads it.
final class FileWait: Sendable {
    /// Nanoseconds of the monotonic clock; 0 while the pass computes.
    private let beginning = Atomic<UInt64>(0)

    /// When the wait under way began, in nanoseconds of the monotonic clock; nil when the pass does not wait.
    var since: UInt64? {
        let time = beginning.load(ordering: .relaxed)
        return time == 0 ? nil : time
    }

    /// Calls `body`, which may wait for a file.
    func during<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        beginning.store(System.monotonicNanoseconds(), ordering: .relaxed)
        defer { beginning.store(0, ordering: .relaxed) }
        return try body()
    }
}
