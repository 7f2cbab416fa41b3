// The reusable elements of a page, and the tile that each shows.

/// Assigns slots to tiles, which are known by numbers.
///
/// A tile that stays keeps its slot; a new tile gets a free slot, the longest idle first. There are never more slots
/// than the fullest assignment had tiles. Cost of an assignment: O(tiles).
public struct SlotPool: Sendable {
    /// What one assignment changes.
    public struct Change: Sendable, Equatable {
        /// Slots that showed a tile and now show none, ascending.
        public var freed: [Int] = []
        /// Tiles that were not shown and now are, in the order given, with their slots.
        public var assigned: [Assignment] = []

        public init(freed: [Int] = [], assigned: [Assignment] = []) {
            (self.freed, self.assigned) = (freed, assigned)
        }
    }

    public struct Assignment: Sendable, Equatable {
        public var number: Int
        public var slot: Int

        public init(number: Int, slot: Int) { (self.number, self.slot) = (number, slot) }
    }

    /// Slots made so far: the most that were ever needed at once.
    public private(set) var count = 0
    private var slots: [UInt32: Int32] = [:]
    /// Longest idle first.
    private var free: [Int] = []

    public init() {}

    /// The slot that shows a tile; nil where none does.
    public func slot(of number: Int) -> Int? { slots[UInt32(truncatingIfNeeded: number)].map { Int($0) } }

    /// Shows these tiles and no others.
    ///
    /// Numbers fit into 32 bits; none may be given twice.
    public mutating func assign(_ numbers: [Int]) -> Change {
        var change = Change()
        let wanted = Set(numbers)
        for (number, slot) in slots where !wanted.contains(Int(number)) {
            slots[number] = nil
            change.freed.append(Int(slot))
        }
        // Sorted, since a dictionary's order varies.
        change.freed.sort()
        free.append(contentsOf: change.freed)
        var usedCount = 0
        for number in numbers where slot(of: number) == nil {
            let slot: Int
            if usedCount < free.count {
                slot = free[usedCount]
                usedCount += 1
            } else {
                slot = count
                count += 1
            }
            slots[UInt32(truncatingIfNeeded: number)] = Int32(truncatingIfNeeded: slot)
            change.assigned.append(Assignment(number: number, slot: slot))
        }
        let reused = Set(free.prefix(usedCount))
        free.removeFirst(usedCount)
        change.freed.removeAll(where: reused.contains)
        return change
    }
}
