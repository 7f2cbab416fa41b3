// The index over item lengths: where item i starts and which item is at an offset, in O(log n), under any change.

/// A sequence of lengths with their running sums: the leaves of a B+ tree, of up to 128 lengths, below `InnerNodes`.
///
/// Lengths are multiples of `quantum`, so sums below 2⁴¹ units are exact: a sum does not depend on the order of the
/// changes that made the tree, and equals the plain sum bit for bit.
///
/// Queries, `insert`, `remove` and `resize` are O(log n). Memory is 8 bytes per item at best (built or appended), about
/// 12 after many random insertions; the inner nodes add about 1/30.
public struct ExtentTree: Sendable {
    /// Lengths are rounded to multiples of this: 2⁻¹².
    public static let quantum = 1.0 / 4096
    /// Longer lengths are cut to this: 2²⁸.
    public static let longest = 268_435_456.0

    static let leafCapacity = 128
    /// Appending leaves this much room in a leaf, so that the first items that are inserted do not each split one.
    static let leafRoom = 8

    /// The lengths of each leaf.
    ///
    /// Each has its own memory, so that a tree that grows moves no lengths but a leaf's. The first one grows as needed,
    /// since many trees are small.
    private(set) var leaves: [[Double]] = [[]]
    private(set) var nodes = InnerNodes()

    /// Number of items.
    public var count: Int { nodes.count }
    /// The sum of all lengths.
    public var total: Double { nodes.total }

    /// An index without items.
    public init() {}

    /// An index over the given lengths.
    ///
    /// O(n).
    public init(_ lengths: some Sequence<Double>) {
        self.init()
        for length in lengths { append(length) }
    }

    /// The nearest length that can be stored: not negative, a multiple of `quantum`, at most `longest`.
    public static func quantize(_ length: Double) -> Double {
        guard length > 0 else { return 0 }
        return min((length * 4096).rounded() / 4096, longest)
    }

    // MARK: Queries

    /// The length of item `index`, which must be in `0 ..< count`.
    public func length(of index: Int) -> Double {
        precondition(index >= 0 && index < count, "item \(index) of \(count)")
        let (leaf, position) = nodes.find(index)
        return leaves[leaf][position]
    }

    /// The sum of the lengths of items `0 ..< index`; `index` may be `count`.
    public func sum(before index: Int) -> Double {
        precondition(index >= 0 && index <= count, "item \(index) of \(count)")
        if index == count { return total }
        var (sum, leaf, position) = nodes.sum(before: index)
        for length in leaves[leaf][..<position] { sum += length }
        return sum
    }

    /// The last item that starts at or before `position` (points in `scale`); 0 when none does or there is none.
    public func index(at position: Double, in scale: ExtentScale) -> Int {
        guard count > 0 else { return 0 }
        var (leaf, before, sum) = nodes.find(position, in: scale)
        let last = leaves[leaf].count - 1
        var rest = 0
        while rest < last {
            sum += leaves[leaf][rest]
            guard scale.position(sum: sum, count: before + rest + 1) <= position else { break }
            rest += 1
        }
        return before + rest
    }

    // MARK: Changes

    /// Adds an item at the end.
    public mutating func append(_ length: Double) { insert(length, at: count) }

    /// Inserts an item before the one at `index` (0 … count).
    ///
    /// O(log n).
    public mutating func insert(_ length: Double, at index: Int) {
        precondition(index >= 0 && index <= count, "place \(index) of \(count)")
        let stored = Self.quantize(length)
        var (leaf, position) = nodes.find(index)
        let (used, isAppending) = (leaves[leaf].count, index == count)
        if used >= Self.leafCapacity - (isAppending ? Self.leafRoom : 0) {
            // Appends leave full leaves behind; a split elsewhere leaves room in both halves.
            let kept = isAppending ? used : used / 2
            let sibling = split(leaf, keeping: kept, isAppending: isAppending)
            if position >= kept { (leaf, position) = (sibling, position - kept) }
        }
        leaves[leaf].insert(stored, at: position)
        nodes.add(1, length: stored, to: leaf)
    }

    private mutating func split(_ leaf: Int, keeping kept: Int, isAppending: Bool) -> Int {
        let sibling = nodes.split(
            leaf, moving: leaves[leaf].count - kept, length: leaves[leaf][kept...].reduce(0, +),
            isAppending: isAppending)
        if sibling == leaves.count {
            leaves.append([])
            leaves[sibling].reserveCapacity(Self.leafCapacity)
        }
        leaves[sibling].append(contentsOf: leaves[leaf][kept...])
        leaves[leaf].removeSubrange(kept...)
        return sibling
    }

    /// Removes item `index`.
    ///
    /// O(log n).
    ///
    /// - Returns: its length.
    @discardableResult
    public mutating func remove(at index: Int) -> Double {
        precondition(index >= 0 && index < count, "item \(index) of \(count)")
        let (leaf, position) = nodes.find(index)
        let removed = leaves[leaf].remove(at: position)
        nodes.add(-1, length: -removed, to: leaf)
        if let (from, to) = nodes.rebalance(leaf, capacity: Self.leafCapacity) {
            leaves[to].append(contentsOf: leaves[from])
            leaves[from].removeAll(keepingCapacity: true)
        }
        return removed
    }

    /// Sets the length of item `index`.
    ///
    /// O(log n).
    ///
    /// - Returns: the length it had.
    @discardableResult
    public mutating func resize(_ index: Int, to length: Double) -> Double {
        precondition(index >= 0 && index < count, "item \(index) of \(count)")
        let (leaf, position) = nodes.find(index)
        let (old, stored) = (leaves[leaf][position], Self.quantize(length))
        leaves[leaf][position] = stored
        nodes.add(0, length: stored - old, to: leaf)
        return old
    }
}
