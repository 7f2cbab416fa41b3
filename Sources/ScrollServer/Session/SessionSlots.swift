// The slots of a page and the tiles they show.

/// Assigns slots to tiles, which are named by number. A tile that stays visible keeps its slot; a new tile takes a
/// free slot, or a new one when none is free.
///
/// There are never more slots than the fullest plan had tiles. Cost of a plan: O(tiles).
struct SessionSlots: Sendable {
    struct Change: Sendable, Equatable {
        /// Slots that showed a tile and now show none.
        var freed: [Int] = []
        /// Tiles that are newly shown, in the order given to `assign`, with their slots.
        var assigned: [Assignment] = []
    }

    struct Assignment: Sendable, Equatable {
        var number: Int
        var slot: Int
    }

    /// Slots made so far.
    private(set) var count = 0
    private var slots: [UInt32: Int32] = [:]
    /// Longest idle first.
    private var free: [Int] = []

    /// The slot that shows a tile; nil when the tile is not shown. O(1).
    func slot(of number: Int) -> Int? { slots[UInt32(truncatingIfNeeded: number)].map { Int($0) } }

    /// Shows these tiles and no others. O(tiles shown before and now, × log of the slots freed).
    ///
    /// - Parameter numbers: the tiles; no number twice.
    mutating func assign(_ numbers: [Int]) -> Change {
        var change = Change()
        let wanted = Set(numbers)
        for (number, slot) in slots where !wanted.contains(Int(number)) {
            slots[number] = nil
            change.freed.append(Int(slot))
        }
        // Sorted, since the dictionary's order differs from run to run.
        change.freed.sort()
        free.append(contentsOf: change.freed)
        var taken = 0
        for number in numbers where slot(of: number) == nil {
            let slot: Int
            if taken < free.count {
                slot = free[taken]
                taken += 1
            } else {
                slot = count
                count += 1
            }
            slots[UInt32(truncatingIfNeeded: number)] = Int32(truncatingIfNeeded: slot)
            change.assigned.append(Assignment(number: number, slot: slot))
        }
        let reused = Set(free.prefix(taken))
        free.removeFirst(taken)
        change.freed.removeAll(where: reused.contains)
        return change
    }
}
