// Parallel work on the parts of a whole.

import Dispatch
import Synchronization

package enum Parallel {
    /// Divides `0 ..< count` into at most `mostRuns` runs and calls `body` with each, on all processors.
    ///
    /// Blocks until all are done. Runs are at least `minimumRun` long, except for the last, so that each is worth a thread.
    /// The results are in the order of the runs.
    package static func map<Result: Sendable>(
        _ count: Int, minimumRun: Int, mostRuns: Int = 16, _ body: @Sendable (Range<Int>) -> Result
    ) -> [Result] {
        guard count > minimumRun else { return count > 0 ? [body(0..<count)] : [] }
        let length = max(minimumRun, (count + mostRuns - 1) / mostRuns)
        let runCount = (count + length - 1) / length
        // Guards the results; each run writes one of them.
        let results = Mutex([Result?](repeating: nil, count: runCount))
        DispatchQueue.concurrentPerform(iterations: runCount) { run in
            let result = body(run * length..<min(count, (run + 1) * length))
            results.withLock { $0[run] = result }
        }
        return results.withLock { $0.compactMap { $0 } }
    }
}
