// Which slot of a page shows which tile.

/// Assigns slots to tiles, known by their numbers: what stays keeps its slot, what comes takes one that became free.
///
/// There are never more slots than the fullest plan had tiles. Cost of a plan: O(tiles).
struct SessionSlots: Sendable {
    struct Change: Sendable, Equatable {
        /// Slots that were shown and now are not.
        var freed: [Int] = []
        /// Tiles that were not shown and now are, in the order given, with their slots.
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

    /// The slot that shows a tile.
    func slot(of number: Int) -> Int? { slots[UInt32(truncatingIfNeeded: number)].map { Int($0) } }

    /// Shows these tiles and no others. No number twice.
    mutating func assign(_ numbers: [Int]) -> Change {
        var change = Change()
        let wanted = Set(numbers)
        for (number, slot) in slots where !wanted.contains(Int(number)) {
            slots[number] = nil
            change.freed.append(Int(slot))
        }
        // In an order that does not depend on the dictionary's.
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
