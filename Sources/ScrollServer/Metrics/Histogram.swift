// How often a time fell under each of some bounds.

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
