// Which slot of a page shows which tile.

/// Assigns slots to tiles: what stays keeps its slot, what comes takes one that became free.
///
/// There are never more slots than the fullest plan had tiles. Cost of a plan: O(tiles).
struct SessionSlots: Sendable {
    struct Change: Sendable, Equatable {
        /// Slots that were shown and now are not.
        var freed: [Int] = []
        /// Tiles that were not shown and now are, in the order given, with their slots.
        var assigned: [(key: TileKey, slot: Int)] = []

        static func == (left: Change, right: Change) -> Bool {
            left.freed == right.freed && left.assigned.elementsEqual(right.assigned, by: ==)
        }
    }

    /// Slots made so far.
    private(set) var count = 0
    private var slots: [TileKey: Int] = [:]
    /// Longest idle first.
    private var free: [Int] = []

    func slot(of key: TileKey) -> Int? { slots[key] }

    /// Shows these tiles and no others.
    mutating func assign(_ keys: [TileKey]) -> Change {
        var change = Change()
        let wanted = Set(keys)
        for (key, slot) in slots where !wanted.contains(key) {
            slots[key] = nil
            change.freed.append(slot)
        }
        // In an order that does not depend on the dictionary's.
        change.freed.sort()
        free.append(contentsOf: change.freed)
        var taken = 0
        for key in keys where slots[key] == nil {
            let slot: Int
            if taken < free.count {
                slot = free[taken]
                taken += 1
            } else {
                slot = count
                count += 1
            }
            slots[key] = slot
            change.assigned.append((key, slot))
        }
        let reused = Set(free.prefix(taken))
        free.removeFirst(taken)
        change.freed.removeAll(where: reused.contains)
        return change
    }
}
