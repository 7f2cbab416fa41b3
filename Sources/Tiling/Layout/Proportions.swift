// The proportions of a collection's items, in order, under any change.

/// A sequence of proportions (width divided by height): the leaves of a B+ tree below `InnerNodes`.
///
/// The proportions do not depend on a viewport: one value serves all layouts of a collection. Finding an item is
/// O(log n). A change moves at most one leaf (2 KiB). Memory is 4 bytes per item at best (appended), 6 after many
/// random insertions.
public struct Proportions: Sendable {
    /// Narrower pictures count as this narrow, so that no cell becomes too narrow to see.
    public static let narrowest: Float = 1 / 8
    /// Wider pictures count as this wide, so that a cell is high enough to see and to click.
    public static let widest: Float = 32
    /// 3:2 landscape: the assumption for an item whose size is not known.
    public static let commonest: Float = 1.5

    private static let leafCapacity = 512

    private(set) var leaves: [[Float]] = [[]]
    private(set) var nodes = InnerNodes()

    /// Creates a sequence without items.
    public init() {}

    /// The proportions given, each limited as in `bounded`.
    ///
    /// O(n).
    public init(_ proportions: some Sequence<Float>) {
        for proportion in proportions { append(proportion) }
    }

    /// The proportion of a picture of `size` (upright); `estimate` where the size is not known.
    ///
    /// Limited as in `bounded`.
    public static func proportion(of size: PixelSize?, estimate: Float = commonest) -> Float {
        guard let size, size.width > 0, size.height > 0 else { return bounded(estimate) }
        return bounded(Float(Double(size.width) / Double(size.height)))
    }

    /// The proportion limited to `narrowest … widest`; `commonest` for NaN.
    public static func bounded(_ proportion: Float) -> Float {
        proportion.isNaN ? commonest : min(max(proportion, narrowest), widest)
    }

    /// Number of items.
    public var count: Int { nodes.count }

    /// The proportion of item `index`, which must be in `0 ..< count`.
    public subscript(index: Int) -> Float {
        get {
            let (leaf, position) = locate(index)
            return leaves[leaf][position]
        }
        set {
            let (leaf, position) = locate(index)
            leaves[leaf][position] = Self.bounded(newValue)
        }
    }

    private func locate(_ index: Int) -> (leaf: Int, position: Int) {
        precondition(index >= 0 && index < count, "item \(index) of \(count)")
        return nodes.find(index)
    }

    /// Calls `body` with the proportion of each item of `range`, in order.
    ///
    /// O(log n + range).
    func forEach(in range: Range<Int>, _ body: (Float) -> Void) {
        var index = range.lowerBound
        while index < range.upperBound {
            let (leaf, position) = locate(index)
            let end = min(leaves[leaf].count, position + range.upperBound - index)
            for proportion in leaves[leaf][position..<end] { body(proportion) }
            index += end - position
        }
    }

    // MARK: Changes

    /// Adds an item at the end.
    public mutating func append(_ proportion: Float) { insert(proportion, at: count) }

    /// Inserts an item before the one at `index` (0 … count).
    ///
    /// O(log n + leaf).
    public mutating func insert(_ proportion: Float, at index: Int) {
        precondition(index >= 0 && index <= count, "place \(index) of \(count)")
        let isAppending = index == count
        var (leaf, position) = isAppending ? (nodes.lastLeaf, leaves[nodes.lastLeaf].count) : nodes.find(index)
        let used = leaves[leaf].count
        if used == Self.leafCapacity {
            // Appends leave full leaves behind; a split elsewhere leaves room in both halves.
            let kept = isAppending ? used : used / 2
            let sibling = nodes.split(leaf, moving: used - kept, length: 0, isAppending: isAppending)
            if sibling == leaves.count { leaves.append([]) }
            leaves[sibling].reserveCapacity(Self.leafCapacity)
            leaves[sibling].append(contentsOf: leaves[leaf][kept...])
            leaves[leaf].removeSubrange(kept...)
            if position >= kept { (leaf, position) = (sibling, position - kept) }
        }
        leaves[leaf].insert(Self.bounded(proportion), at: position)
        nodes.add(1, length: 0, to: leaf)
    }

    /// Removes item `index`.
    ///
    /// O(log n + leaf).
    public mutating func remove(at index: Int) {
        let (leaf, position) = locate(index)
        leaves[leaf].remove(at: position)
        nodes.add(-1, length: 0, to: leaf)
        if let (from, to) = nodes.rebalance(leaf, capacity: Self.leafCapacity) {
            leaves[to].append(contentsOf: leaves[from])
            leaves[from] = []
        } else if leaves[leaf].isEmpty {
            leaves[leaf] = []
        }
    }
}
