// The index over item lengths: where item i starts and which item is at an offset, in O(log n), under any change.

/// A sequence of lengths with their running sums, as a B+ tree; its inner nodes are in flat arrays.
///
/// ```
///            inner   [ sum count child | sum count child | … ]        up to 32 children
///                        │                   │
///            leaf    [ 8 bytes a length … ] [ … ]                     up to 128 lengths
/// ```
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
    static let innerCapacity = 32

    /// The lengths of each leaf.
    ///
    /// Each has its own memory, so that a tree that grows moves no lengths but a leaf's.
    var leaves: [[Double]] = []
    var freeLeaves: [Int32] = []

    /// The inner nodes: `innerCapacity` children for each, with the sum and the count below each child.
    ///
    /// A child is the number of a leaf or of an inner node.
    var sums: [Double] = []
    var counts: [Int] = []
    var children: [Int32] = []
    var innerUsed: [UInt8] = []
    var freeInners: [Int32] = []

    /// The root is a leaf at height 0, an inner node above.
    var root: Int32
    var height = 0

    /// Number of items.
    public private(set) var count = 0
    /// The sum of all lengths.
    public private(set) var total = 0.0

    /// An index without items.
    public init() {
        root = 0
        root = makeLeaf()
    }

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
        var (node, rest) = (root, index)
        var level = height
        while level > 0 {
            let entry = descend(node, to: &rest)
            node = children[Int(node) * Self.innerCapacity + entry]
            level -= 1
        }
        return leaves[Int(node)][rest]
    }

    /// The sum of the lengths of items `0 ..< index`; `index` may be `count`.
    public func sum(before index: Int) -> Double {
        precondition(index >= 0 && index <= count, "item \(index) of \(count)")
        if index == count { return total }
        var (node, rest, sum) = (root, index, 0.0)
        var level = height
        while level > 0 {
            let base = Int(node) * Self.innerCapacity
            let entry = descend(node, to: &rest)
            for other in base..<base + entry { sum += sums[other] }
            node = children[base + entry]
            level -= 1
        }
        for length in leaves[Int(node)][..<rest] { sum += length }
        return sum
    }

    /// The last item that starts at or before `position` (points in `scale`); 0 when none does or there is none.
    public func index(at position: Double, in scale: ExtentScale) -> Int {
        guard count > 0 else { return 0 }
        var (node, level) = (root, height)
        var (sum, before) = (0.0, 0)
        while level > 0 {
            let base = Int(node) * Self.innerCapacity
            var entry = 0
            let last = Int(innerUsed[Int(node)]) - 1
            while entry < last {
                let (nextSum, nextBefore) = (sum + sums[base + entry], before + counts[base + entry])
                guard scale.position(sum: nextSum, count: nextBefore) <= position else { break }
                (sum, before) = (nextSum, nextBefore)
                entry += 1
            }
            node = children[base + entry]
            level -= 1
        }
        let last = leaves[Int(node)].count - 1
        var rest = 0
        while rest < last {
            sum += leaves[Int(node)][rest]
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
        if let sibling = insert(stored, at: index, into: root, level: height, isLast: true) { grow(beside: sibling) }
        count += 1
        total += stored
    }

    /// Removes item `index`.
    ///
    /// O(log n).
    ///
    /// - Returns: its length.
    @discardableResult
    public mutating func remove(at index: Int) -> Double {
        precondition(index >= 0 && index < count, "item \(index) of \(count)")
        let removed = remove(at: index, from: root, level: height)
        while height > 0, innerUsed[Int(root)] <= 1 { shrink() }
        count -= 1
        total -= removed
        return removed
    }

    /// Sets the length of item `index`.
    ///
    /// O(log n).
    ///
    /// - Returns: the length it had.
    @discardableResult
    public mutating func resize(_ index: Int, to length: Double) -> Double {
        let stored = Self.quantize(length)
        let change = stored - self.length(of: index)
        var (node, rest) = (root, index)
        var level = height
        while level > 0 {
            let entry = descend(node, to: &rest)
            sums[Int(node) * Self.innerCapacity + entry] += change
            node = children[Int(node) * Self.innerCapacity + entry]
            level -= 1
        }
        leaves[Int(node)][rest] = stored
        total += change
        return stored - change
    }

    /// The child of `node` that holds item `index`; `index` becomes the item's place within that child.
    func descend(_ node: Int32, to index: inout Int) -> Int {
        let base = Int(node) * Self.innerCapacity
        let last = Int(innerUsed[Int(node)]) - 1
        var entry = 0
        while entry < last, index >= counts[base + entry] {
            index -= counts[base + entry]
            entry += 1
        }
        return entry
    }
}
