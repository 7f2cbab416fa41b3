// The reusable elements of a page and which item each shows.

/// Assigns slots to the items of a moving window: what stays keeps its slot, what comes takes one that became free.
///
/// The pool never has more slots than the largest window it has shown. Cost of a change: O(items that change).
public struct SlotPool: Sendable {
    /// One slot that shows another item than before.
    public struct Change: Sendable, Equatable {
        public let slot: Int
        /// The item it now shows, or nil when it shows none.
        public let index: Int?
    }

    /// The items that have a slot.
    public private(set) var window: Range<Int> = 0..<0
    /// Slots made so far: the most that were ever needed at once.
    public private(set) var slotCount = 0
    private var slots: [Int: Int] = [:]
    private var free: [Int] = []

    public init() {}

    /// The slot that shows item `index`, if it is in the window.
    public func slot(of index: Int) -> Int? { slots[index] }

    /// Moves the window.
    ///
    /// - Returns: every slot whose content changes, once, in the order in which items enter; slots that are left
    ///   without an item come last.
    public mutating func move(to new: Range<Int>) -> [Change] {
        let difference = WindowDifference(from: window, to: new)
        var left: [Int] = []
        for index in difference.removed.joined() {
            if let slot = slots.removeValue(forKey: index) { left.append(slot) }
        }
        // First out, first used again (S0): the slot that left at one end serves the item that enters at the other.
        var reusable = left[...]
        var changes: [Change] = []
        for index in difference.inserted.joined() {
            let slot: Int
            if let reused = reusable.popFirst() {
                slot = reused
            } else if let idle = free.popLast() {
                slot = idle
            } else {
                slot = slotCount
                slotCount += 1
            }
            slots[index] = slot
            changes.append(Change(slot: slot, index: index))
        }
        for slot in reusable {
            free.append(slot)
            changes.append(Change(slot: slot, index: nil))
        }
        window = new
        return changes
    }
}
