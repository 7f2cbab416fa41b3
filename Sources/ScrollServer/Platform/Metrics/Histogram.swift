// A histogram of durations.

/// Counts durations in buckets with fixed upper bounds, as a Prometheus histogram needs them.
package struct Histogram: Sendable, Equatable {
    /// The upper bounds in milliseconds.
    ///
    /// A longer duration counts only in `count` and `sum`.
    package static let bounds: [Double] = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000]

    /// For each bound, the number of durations up to it and above the previous bound; not cumulative.
    package private(set) var buckets = [Int](repeating: 0, count: Self.bounds.count)
    package private(set) var count = 0
    /// The sum of all durations, in seconds.
    package private(set) var sum = 0.0

    package init() {}

    package mutating func add(_ nanoseconds: UInt64) {
        let milliseconds = Double(nanoseconds) / 1e6
        count += 1
        sum += milliseconds / 1000
        if let bucket = Self.bounds.firstIndex(where: { milliseconds <= $0 }) { buckets[bucket] += 1 }
    }
}
