// The inner nodes of a B+ tree: which leaf holds an item, and what comes before that leaf.

/// The inner nodes of a B+ tree, in flat arrays; the owner keeps the items, in leaves that are numbered here.
///
/// ```
///            inner   [ sum count child | sum count child | … ]        up to 32 children
///                        ▲       │               │
///                  place │       ▼               ▼
///            leaf       [ the owner's items ]  [ … ]
/// ```
/// Items have lengths; without lengths all sums are 0. The owner changes its leaves as it is told here. At first there
/// is one empty leaf, number 0.
///
/// Every query and change is O(log leaves). Memory is 25 to 50 bytes a leaf.
public struct InnerNodes: Sendable {
    @usableFromInline static let bits = 5
    private static let capacity = 1 << bits
    /// The place of the root.
    private static let none = UInt32.max

    /// Number of items.
    public private(set) var count = 0
    /// The sum of the lengths of all items.
    public private(set) var total = 0.0

    /// The root is a leaf at height 0, an inner node above.
    @usableFromInline private(set) var root: UInt32 = 0
    @usableFromInline private(set) var height = 0

    /// The places: `capacity` children of each inner node, with the sum and the count below each.
    ///
    /// A child is the number of a leaf at level 0, of an inner node above.
    private var sums: [Double] = []
    @usableFromInline private(set) var counts: [Int] = []
    @usableFromInline private(set) var children: [UInt32] = []
    /// The number of children of each inner node.
    @usableFromInline private(set) var used: [UInt8] = []

    /// The place of each node among the children of its parent; of a dropped node, the one that was dropped before it.
    private var innerPlaces: [UInt32] = []
    private var leafPlaces = [none]
    /// The nodes that were dropped last.
    private var (freeInner, freeLeaf) = (none, none)

    /// The nodes above one empty leaf.
    public init() {}

    /// The memory that the arrays have taken, in bytes.
    package var byteCount: Int {
        (sums.capacity + counts.capacity) * 8 + used.capacity
            + (children.capacity + innerPlaces.capacity + leafPlaces.capacity) * 4
    }

    // MARK: Queries

    /// The leaf that holds item `index`, and the item's position in it; for `count` the end of the last leaf.
    ///
    /// Inlined, since a call from another module would copy all fields.
    @inlinable @inline(__always)
    public func find(_ index: Int) -> (leaf: Int, position: Int) { find(index) { _ in } }

    /// The last leaf.
    var lastLeaf: Int {
        var node = Int(root)
        for _ in 0..<height { node = Int(children[node << Self.bits + Int(used[node]) - 1]) }
        return node
    }

    /// The sum of the lengths of the items before the leaf that holds item `index`, with that leaf.
    @inline(__always)
    func sum(before index: Int) -> (sum: Double, leaf: Int, position: Int) {
        var sum = 0.0
        let (leaf, position) = find(index) { for place in $0 { sum += sums[place] } }
        return (sum, leaf, position)
    }

    /// Finds an item, and calls `pass` with the places before those that lead to it.
    @inlinable @inline(__always)
    func find(_ index: Int, pass: (Range<Int>) -> Void) -> (leaf: Int, position: Int) {
        var (node, rest) = (Int(root), index)
        for _ in 0..<height {
            let first = node << Self.bits
            let last = first + Int(used[node]) - 1
            var place = first
            while place < last, rest >= counts[place] {
                rest -= counts[place]
                place += 1
            }
            pass(first..<place)
            node = Int(children[place])
        }
        return (node, rest)
    }

    /// The leaf that holds the last item that starts at or before `position` (points in `scale`), with the count and
    /// the sum of the items before it; the first leaf when no item does.
    @inline(__always)
    func find(_ position: Double, in scale: ExtentScale) -> (leaf: Int, count: Int, sum: Double) {
        var (node, count, sum) = (Int(root), 0, 0.0)
        for _ in 0..<height {
            var place = node << Self.bits
            let last = place + Int(used[node]) - 1
            while place < last {
                let (nextSum, nextCount) = (sum + sums[place], count + counts[place])
                guard scale.position(sum: nextSum, count: nextCount) <= position else { break }
                (sum, count) = (nextSum, nextCount)
                place += 1
            }
            node = Int(children[place])
        }
        return (node, count, sum)
    }

    /// The number of items in the leaves before `leaf`.
    public func count(before leaf: Int) -> Int {
        var (before, place) = (0, leafPlaces[leaf])
        while place != Self.none {
            let parent = Int(place) >> Self.bits
            for earlier in parent << Self.bits..<Int(place) { before += counts[earlier] }
            place = innerPlaces[parent]
        }
        return before
    }

    // MARK: Changes

    /// Records that `items` more items (fewer if negative), with these lengths in sum, are in `leaf`.
    public mutating func add(_ items: Int, length: Double, to leaf: Int) {
        count += items
        total += length
        var place = leafPlaces[leaf]
        while place != Self.none {
            counts[Int(place)] += items
            if length != 0 { sums[Int(place)] += length }
            place = innerPlaces[Int(place) >> Self.bits]
        }
    }

    /// Adds a leaf behind `leaf`, to which the owner moves the last `items` of that, `length` being the sum of theirs.
    ///
    /// `isAppending` leaves full inner nodes behind, for a leaf at the end of the tree.
    ///
    /// - Returns: the number of the new leaf: that of a dropped one, else the next number.
    public mutating func split(_ leaf: Int, moving items: Int, length: Double, isAppending: Bool) -> Int {
        var sibling = freeLeaf
        if sibling == Self.none {
            sibling = UInt32(leafPlaces.count)
            leafPlaces.append(Self.none)
        } else {
            freeLeaf = leafPlaces[Int(sibling)]
        }
        insert(sibling, behind: UInt32(leaf), level: 0, moving: (items, length), isAppending: isAppending)
        return Int(sibling)
    }

    /// Drops a leaf that is empty, or joins one that is less than a quarter full with a neighbour.
    ///
    /// Joins only what fills at most three quarters of the `capacity`, so that the next insertion splits nothing.
    ///
    /// - Returns: the dropped leaf, and the one to whose end the owner moves its items; nil if there are none to move.
    public mutating func rebalance(_ leaf: Int, capacity: Int) -> (from: Int, to: Int)? {
        rebalance(UInt32(leaf), level: 0, capacity: capacity)
    }

    // MARK: Nodes

    private mutating func makeInner() -> UInt32 {
        let inner = freeInner
        if inner == Self.none {
            sums.append(contentsOf: repeatElement(0, count: Self.capacity))
            counts.append(contentsOf: repeatElement(0, count: Self.capacity))
            children.append(contentsOf: repeatElement(0, count: Self.capacity))
            used.append(0)
            innerPlaces.append(Self.none)
            return UInt32(used.count - 1)
        }
        freeInner = innerPlaces[Int(inner)]
        innerPlaces[Int(inner)] = Self.none
        return inner
    }

    private func place(of node: UInt32, level: Int) -> UInt32 {
        level == 0 ? leafPlaces[Int(node)] : innerPlaces[Int(node)]
    }

    private mutating func setPlace(_ place: UInt32, of node: UInt32, level: Int) {
        if level == 0 { leafPlaces[Int(node)] = place } else { innerPlaces[Int(node)] = place }
    }

    /// Puts a child of `level` at a place.
    private mutating func put(_ child: UInt32, _ items: (count: Int, sum: Double), at place: Int, level: Int) {
        children[place] = child
        (counts[place], sums[place]) = items
        setPlace(UInt32(place), of: child, level: level)
    }

    private mutating func move(_ from: Int, to: Int, level: Int) {
        put(children[from], (counts[from], sums[from]), at: to, level: level)
    }

    /// Inserts `sibling`, to which items of `node` have moved, behind that; both are at `level`.
    private mutating func insert(
        _ sibling: UInt32, behind node: UInt32, level: Int, moving items: (count: Int, sum: Double), isAppending: Bool
    ) {
        if level == height {
            let top = makeInner()
            put(node, (count, total), at: Int(top) << Self.bits, level: level)
            used[Int(top)] = 1
            root = top
            height += 1
        } else {
            let parent = Int(place(of: node, level: level)) >> Self.bits
            if Int(used[parent]) == Self.capacity { split(parent, level: level + 1, isAppending: isAppending) }
        }
        let left = Int(place(of: node, level: level))
        let parent = left >> Self.bits
        var place = parent << Self.bits + Int(used[parent])
        while place > left + 1 {
            move(place - 1, to: place, level: level)
            place -= 1
        }
        put(sibling, items, at: place, level: level)
        counts[left] -= items.count
        sums[left] -= items.sum
        used[parent] += 1
    }

    private mutating func split(_ node: Int, level: Int, isAppending: Bool) {
        let sibling = makeInner()
        let kept = isAppending ? Self.capacity - 1 : Self.capacity / 2
        let (from, to) = (node << Self.bits + kept, Int(sibling) << Self.bits)
        var items = (count: 0, sum: 0.0)
        for moved in 0..<Self.capacity - kept {
            items = (items.count + counts[from + moved], items.sum + sums[from + moved])
            move(from + moved, to: to + moved, level: level - 1)
        }
        used[node] = UInt8(kept)
        used[Int(sibling)] = UInt8(Self.capacity - kept)
        insert(sibling, behind: UInt32(node), level: level, moving: items, isAppending: isAppending)
    }

    private mutating func rebalance(_ node: UInt32, level: Int, capacity: Int) -> (from: Int, to: Int)? {
        guard level < height else { return nil }
        let place = Int(place(of: node, level: level))
        let size = size(at: place, level: level)
        if size == 0 { drop(node, level: level) }
        guard size > 0, size < capacity / 4 else { return nil }
        let first = place & -Self.capacity
        let last = first + Int(used[place >> Self.bits]) - 1
        for left in [place - 1, place] where left >= first && left < last {
            let (kept, added) = (self.size(at: left, level: level), self.size(at: left + 1, level: level))
            guard kept + added <= capacity * 3 / 4 else { continue }
            let (to, from) = (children[left], children[left + 1])
            if level > 0 {
                for moved in 0..<added {
                    move(Int(from) << Self.bits + moved, to: Int(to) << Self.bits + kept + moved, level: level - 1)
                }
                used[Int(to)] += UInt8(added)
            }
            counts[left] += counts[left + 1]
            sums[left] += sums[left + 1]
            drop(from, level: level)
            return (Int(from), Int(to))
        }
        return nil
    }

    /// The number of items of a leaf, or of children of an inner node.
    private func size(at place: Int, level: Int) -> Int {
        level == 0 ? counts[place] : Int(used[Int(children[place])])
    }

    /// Removes a node whose items are gone or counted in a neighbour; a root with one child makes way for that.
    private mutating func drop(_ node: UInt32, level: Int) {
        let place = Int(place(of: node, level: level))
        let parent = place >> Self.bits
        let last = parent << Self.bits + Int(used[parent]) - 1
        for place in place..<last { move(place + 1, to: place, level: level) }
        used[parent] -= 1
        release(node, level: level)
        _ = rebalance(UInt32(parent), level: level + 1, capacity: Self.capacity)
        while height > 0, used[Int(root)] == 1 {
            let top = root
            root = children[Int(top) << Self.bits]
            release(top, level: height)
            height -= 1
            setPlace(Self.none, of: root, level: height)
        }
    }

    /// Keeps a dropped node to be used again.
    private mutating func release(_ node: UInt32, level: Int) {
        setPlace(level == 0 ? freeLeaf : freeInner, of: node, level: level)
        if level == 0 { freeLeaf = node } else { freeInner = node }
    }
}
