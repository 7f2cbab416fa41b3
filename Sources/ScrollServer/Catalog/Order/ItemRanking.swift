// Orders by the appearance of pictures, which a catalog cannot know by itself.

/// Ranks pictures by their appearance; thread-safe.
package protocol ItemRanking: AnyObject, Sendable {
    /// Whether nearly all pictures are known, so that orders by appearance may be offered. O(1).
    var isReady: Bool { get }
    /// Whether no picture is left that is not known. O(1).
    var isComplete: Bool { get }
    /// The ranks of items, nil for those whose picture is not known. Blocks.
    func ranks(of items: [ItemNumbers], by key: ItemOrder.Key) -> [Int64?]
    /// Grows whenever a picture has become known or has changed. O(1).
    var changeCount: Int { get }
    /// What items look like, nil for those whose picture is not known. Blocks.
    func looks(of items: [ItemNumbers]) -> [Look?]
    /// Compares the pixels of items. Blocks.
    func makeComparer() -> any LookComparer
}

/// Compares the pixels of items; used by one thread.
package protocol LookComparer: AnyObject {
    /// Whether both items show the same. Blocks.
    func areAlike(_ first: ItemNumbers, _ second: ItemNumbers) -> Bool
}

/// The ranks of a folder's items by handle, eight bytes each.
struct ItemRanks: Sendable {
    /// The rank of items of unknown appearance: behind all others.
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
