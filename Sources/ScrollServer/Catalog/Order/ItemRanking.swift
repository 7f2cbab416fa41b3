// Orders by what pictures look like, which a catalog cannot know by itself.

/// Tells how pictures rank by their looks. Thread-safe.
package protocol ItemRanking: AnyObject, Sendable {
    /// Whether nearly all of the pictures are known, so that an order by their looks may be offered. O(1).
    var isReady: Bool { get }
    /// The ranks of items, nil for those whose picture is not known. Blocks.
    func ranks(of items: [ItemNumbers], by key: ItemOrder.Key) -> [Int64?]
}

/// The ranks of a folder's items by handle: eight bytes each.
struct ItemRanks: Sendable {
    /// Behind all others: nothing is known of the item.
    static let last = Int64.max

    private var ranks: [Int64] = []

    subscript(handle: UInt32) -> Int64 {
        get { Int(handle) < ranks.count ? ranks[Int(handle)] : Self.last }
        set {
            if Int(handle) >= ranks.count {
                guard newValue != Self.last else { return }
                ranks += repeatElement(Self.last, count: Int(handle) + 1 - ranks.count)
            }
            ranks[Int(handle)] = newValue
        }
    }
}
