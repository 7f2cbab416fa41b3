// Counters of all live sessions together.

import Platform
import Synchronization

/// Adds up the counters and histograms of the sessions.
///
/// Safe on any thread.
final class SessionMetrics: Sendable {
    struct Totals: Sendable {
        /// Sessions open at present, and sessions opened since the server started.
        var open = 0
        var opened = 0
        var counts = SessionCounts()
        var planTimes = Histogram()
        var completionTimes = Histogram()
    }

    private let state = Mutex(Totals())

    var totals: Totals { state.withLock { $0 } }

    func opened() {
        state.withLock { totals in
            totals.open += 1
            totals.opened += 1
        }
    }

    func closed() {
        state.withLock { $0.open -= 1 }
    }

    func add(_ counts: SessionCounts) {
        guard counts != SessionCounts() else { return }
        state.withLock { totals in
            for time in counts.planTimes { totals.planTimes.add(time) }
            for time in counts.completionTimes { totals.completionTimes.add(time) }
            for listed in SessionCounts.listed { totals.counts[keyPath: listed.count] += counts[keyPath: listed.count] }
        }
    }
}
