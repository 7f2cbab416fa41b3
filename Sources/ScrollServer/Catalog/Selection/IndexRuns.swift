// A set of indices as runs.

/// A set of indices, as ascending runs that neither overlap nor touch.
///
/// A set of a billion indices in a row takes one run.
struct IndexRuns: Sendable, Equatable {
    private(set) var runs: [Range<Int>] = []
    /// Number of indices.
    private(set) var count = 0

    init() {}

    /// Makes a set of ranges in any order, which may overlap; O(n log n).
    init(_ ranges: [Range<Int>]) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty { append(range) }
    }

    /// Adds a range that begins at or behind the start of the last run.
    private mutating func append(_ range: Range<Int>) {
        if let last = runs.last, range.lowerBound <= last.upperBound {
            count += max(0, range.upperBound - last.upperBound)
            runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        } else {
            count += range.count
            runs.append(range)
        }
    }

    /// O(log runs).
    func contains(_ index: Int) -> Bool {
        let run = runs.partitioningIndex { $0.upperBound > index }
        return run < runs.count && runs[run].lowerBound <= index
    }

    /// The parts of the runs within a range; O(log runs + parts).
    func runs(in range: Range<Int>) -> [Range<Int>] {
        let first = runs.partitioningIndex { $0.upperBound > range.lowerBound }
        return runs[first...].prefix { $0.lowerBound < range.upperBound }.map { $0.clamped(to: range) }
    }

    /// Combines two sets in O(runs).
    ///
    /// `isIn` says whether an index is in the result, by whether it is in each of the two; not where it is in neither.
    func merged(with other: IndexRuns, _ isIn: (_ here: Bool, _ there: Bool) -> Bool) -> IndexRuns {
        var result = IndexRuns()
        var (own, others) = (0, 0)
        var position = Int.min
        while own < runs.count || others < other.runs.count {
            let (here, ownEnd) = Self.state(runs, own, at: position)
            let (there, otherEnd) = Self.state(other.runs, others, at: position)
            let end = min(ownEnd, otherEnd)
            if here || there, isIn(here, there) { result.append(position..<end) }
            position = end
            if own < runs.count, runs[own].upperBound <= position { own += 1 }
            if others < other.runs.count, other.runs[others].upperBound <= position { others += 1 }
        }
        return result
    }

    /// Whether a position is in a run, and where that ends.
    private static func state(_ runs: [Range<Int>], _ index: Int, at position: Int) -> (isIn: Bool, end: Int) {
        guard index < runs.count else { return (false, .max) }
        let run = runs[index]
        return position < run.lowerBound ? (false, run.lowerBound) : (true, run.upperBound)
    }
}

extension Array {
    /// Appends a range that follows the others, or extends the last one if they touch.
    mutating func extend<Bound>(by range: Range<Bound>) where Element == Range<Bound> {
        if let last, last.upperBound == range.lowerBound {
            self[count - 1] = last.lowerBound..<range.upperBound
        } else {
            append(range)
        }
    }
}
