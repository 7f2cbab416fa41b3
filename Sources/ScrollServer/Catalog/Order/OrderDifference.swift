// What became of an order between two revisions.

/// The net difference between two states of a sequence: how to make the new one out of the old one.
///
/// Removals come first, by the indices of the old state; then insertions, by those of the new one. An item that moved is
/// among both. What was inserted and removed again in between is in neither.
struct OrderDifference: Sendable, Equatable {
    /// Runs that have gone, by their indices in the old state; ascending, not overlapping.
    var removed: [Range<Int>] = []
    /// The ids of those items, in the same order.
    var removedIDs: [UInt64] = []
    /// Runs that are new, by their indices in the new state; ascending, not overlapping.
    var inserted: [Range<Int>] = []
    /// Items that were there all along and whose size or state of measuring is another, by their indices in the new
    /// state; ascending, each once.
    var resized: [Int] = []

    static let none = OrderDifference()

    var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && resized.isEmpty }

    /// The number of items in the old state, given that of the new one.
    func countBefore(_ count: Int) -> Int {
        count - inserted.reduce(0) { $0 + $1.count } + removed.reduce(0) { $0 + $1.count }
    }

    /// The same difference of the sequence read from its end. `count` is the new state's.
    func reversed(count: Int) -> OrderDifference {
        let before = countBefore(count)
        return OrderDifference(
            removed: removed.reversed().map { before - $0.upperBound..<before - $0.lowerBound },
            removedIDs: removedIDs.reversed(),
            inserted: inserted.reversed().map { count - $0.upperBound..<count - $0.lowerBound },
            resized: resized.reversed().map { count - 1 - $0 })
    }

    /// What of it concerns someone who knows only the first `known` items of the old state.
    ///
    /// - Returns: the difference, and how many items of the new state are then known.
    func restricted(to known: Int) -> (difference: OrderDifference, known: Int) {
        var result = OrderDifference()
        var taken = 0
        for run in removed where run.lowerBound < known {
            let cut = run.lowerBound..<min(run.upperBound, known)
            result.removed.append(cut)
            result.removedIDs += removedIDs[taken..<taken + cut.count]
            taken += run.count
        }
        var count = known - result.removedIDs.count
        // A run at the very end has nothing known behind it: it is as unknown as what follows.
        for run in inserted where run.lowerBound < count {
            result.inserted.append(run)
            count += run.count
        }
        result.resized = resized.filter { $0 < count }
        return (result, count)
    }
}
