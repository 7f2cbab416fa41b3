// The net difference between two revisions of an order.

/// The changes that turn an old state of a sequence into a new one.
///
/// Removals come first, in indices of the old state; then insertions, in indices of the new state. A moved item is in
/// both; an item that was inserted and removed again is in neither.
package struct OrderDifference: Sendable, Equatable {
    /// Ranges that were removed, in indices of the old state; ascending, not overlapping.
    package var removed: [Range<Int>] = []
    /// The ids of the removed items, in the same order.
    package var removedIDs: [UInt64] = []
    /// Ranges that were inserted, in indices of the new state; ascending, not overlapping.
    package var inserted: [Range<Int>] = []
    /// Items of both states that were measured or resized in between, in indices of the new state; ascending, each
    /// once.
    package var resized: [Int] = []

    static let none = OrderDifference()

    /// The number of items in the old state, if the new state has `count`.
    func countBefore(_ count: Int) -> Int {
        count - inserted.reduce(0) { $0 + $1.count } + removed.reduce(0) { $0 + $1.count }
    }

    /// The same difference for the reversed sequence; `count` is the number of items in the new state.
    func reversed(count: Int) -> OrderDifference {
        let before = countBefore(count)
        return OrderDifference(
            removed: removed.reversed().map { before - $0.upperBound..<before - $0.lowerBound },
            removedIDs: removedIDs.reversed(),
            inserted: inserted.reversed().map { count - $0.upperBound..<count - $0.lowerBound },
            resized: resized.reversed().map { count - 1 - $0 })
    }

    /// The part of the difference that a follower of the first `known` items of the old state needs.
    ///
    /// - Returns: that part, and how many items of the new state the follower then knows.
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
        // A range inserted behind the last known item is left out, like all that follows it.
        for run in inserted where run.lowerBound < count {
            result.inserted.append(run)
            count += run.count
        }
        result.resized = resized.filter { $0 < count }
        return (result, count)
    }
}
