// Sums over all live sessions.

import Synchronization

/// Counters and histograms of the sessions, safe on any thread.
final class SessionMetrics: Sendable {
    struct Totals: Sendable {
        /// Sessions open at present, and ever.
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
            totals.counts.reports += counts.reports
            totals.counts.reportsReplaced += counts.reportsReplaced
            totals.counts.plans += counts.plans
            totals.counts.fleeting += counts.fleeting
            totals.counts.bandsSent += counts.bandsSent
            totals.counts.problems += counts.problems
            totals.counts.messages += counts.messages
            totals.counts.tilesSent += counts.tilesSent
            totals.counts.tilesSentAhead += counts.tilesSentAhead
            totals.counts.aheadHits += counts.aheadHits
            totals.counts.aheadWasted += counts.aheadWasted
            totals.counts.bytes += counts.bytes
            totals.counts.shownFromHeld += counts.shownFromHeld
            totals.counts.cancelled += counts.cancelled
            totals.counts.droppedReady += counts.droppedReady
            totals.counts.failed += counts.failed
            totals.counts.dropped += counts.dropped
        }
    }
}

/// How often a time fell under each of some bounds.
struct Histogram: Sendable, Equatable {
    /// Upper bounds in milliseconds; what is above all of them is counted in `count` alone.
    static let bounds: [Double] = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000]

    /// For each bound, the times at most that long and longer than the bound before.
    private(set) var buckets = [Int](repeating: 0, count: Self.bounds.count)
    private(set) var count = 0
    /// In seconds.
    private(set) var sum = 0.0

    mutating func add(_ nanoseconds: UInt64) {
        let milliseconds = Double(nanoseconds) / 1e6
        count += 1
        sum += milliseconds / 1000
        if let place = Self.bounds.firstIndex(where: { milliseconds <= $0 }) { buckets[place] += 1 }
    }
}
