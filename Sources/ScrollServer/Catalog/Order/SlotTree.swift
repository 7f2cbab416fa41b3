// A sequence of slots that finds a slot by its index and an index by its slot, both in O(log n).

/// A sequence of slots: small numbers that stay with their items wherever these are in the sequence. A B+ tree in flat
/// arrays, with a table from each slot to its leaf.
///
/// ```
///            inner   [ count child | count child | … ]          up to 32 children, and its parent
///                        │               │
///            leaf    [ 4 bytes a slot … ] [ … ]                 up to 256 slots, and its parent
///                        ▲
///            leafOf  [ 4 bytes a slot ]                         the leaf in which each slot stands
/// ```
/// Every query and change is O(log n), unless it says otherwise. Memory is 8 bytes an item if all were appended, about
/// 10 after many insertions at random places, plus 2 % for the inner nodes.
struct SlotTree: Sendable {
    static let leafCapacity = 256
    static let innerCapacity = 32
    /// Stands for "no node" and "no leaf".
    static let none = UInt32.max

    /// The slots of all leaves, `leafCapacity` places for each leaf.
    var slots: [UInt32] = []
    var leafUsed: [UInt16] = []
    var leafParent: [UInt32] = []
    var freeLeaves: [UInt32] = []

    /// For each inner node `innerCapacity` places: the item count below each child, and below that the child's number.
    var counts: [Int] = []
    var children: [UInt32] = []
    var innerUsed: [UInt8] = []
    var innerParent: [UInt32] = []
    var freeInners: [UInt32] = []

    /// The leaf of each slot; `none` for slots that are not in the sequence.
    private(set) var leafOf: [UInt32] = []

    /// The root node: a leaf when `height` is 0, else an inner node.
    var root: UInt32
    var height = 0
    /// Number of items.
    private(set) var count = 0

    init() {
        root = 0
        root = makeLeaf()
    }

    /// The slots in the given order, each at most once. O(n log n).
    init(_ slots: some Sequence<UInt32>) {
        self.init()
        for slot in slots { append(slot) }
    }

    // MARK: Queries

    /// The slot at `index`, which must be in `0 ..< count`.
    subscript(index: Int) -> UInt32 {
        let (leaf, place) = find(index)
        return slots[leaf * Self.leafCapacity + place]
    }

    /// The index of a slot; nil when it is not in the sequence.
    func index(of slot: UInt32) -> Int? {
        guard Int(slot) < leafOf.count, leafOf[Int(slot)] != Self.none else { return nil }
        let leaf = leafOf[Int(slot)]
        let base = Int(leaf) * Self.leafCapacity
        var index = 0
        while slots[base + index] != slot { index += 1 }
        var (node, parent) = (leaf, leafParent[Int(leaf)])
        while parent != Self.none {
            var place = Int(parent) * Self.innerCapacity
            while children[place] != node {
                index += counts[place]
                place += 1
            }
            (node, parent) = (parent, innerParent[Int(parent)])
        }
        return index
    }

    /// Calls `body` with each slot of `range`, which must lie within `0 ..< count`. O(log n + length of the range).
    func forEach(in range: Range<Int>, _ body: (UInt32) -> Void) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "items \(range) of \(count)")
        var index = range.lowerBound
        while index < range.upperBound {
            let (leaf, place) = find(index)
            let run = min(Int(leafUsed[leaf]) - place, range.upperBound - index)
            let base = leaf * Self.leafCapacity + place
            for slot in slots[base..<base + run] { body(slot) }
            index += run
        }
    }

    /// The first index whose slot satisfies `isAfter`, which all slots behind it must satisfy, too; `count` when there
    /// is none. O(log n) calls of `isAfter`, each after a search of O(log n).
    func partitioningIndex(_ isAfter: (UInt32) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func find(_ index: Int) -> (leaf: Int, place: Int) {
        precondition(index >= 0 && index < count, "item \(index) of \(count)")
        var (node, rest) = (root, index)
        for _ in 0..<height { node = children[descend(node, to: &rest)] }
        return (Int(node), rest)
    }

    /// The position, in the arrays of inner nodes, of the child of `node` that holds item `index`; `index` becomes
    /// relative to that child. An index behind the last item leads to the last child.
    private func descend(_ node: UInt32, to index: inout Int) -> Int {
        var place = Int(node) * Self.innerCapacity
        let last = place + Int(innerUsed[Int(node)]) - 1
        while place < last, index >= counts[place] {
            index -= counts[place]
            place += 1
        }
        return place
    }

    // MARK: Changes

    /// Adds a slot at the end.
    mutating func append(_ slot: UInt32) { insert(slot, at: count) }

    /// Inserts a slot, which must not be in the sequence yet, before the one at `index` (0 … count).
    mutating func insert(_ slot: UInt32, at index: Int) {
        precondition(index >= 0 && index <= count, "place \(index) of \(count)")
        var (node, rest) = (root, index)
        for _ in 0..<height { node = children[descend(node, to: &rest)] }
        if Int(leafUsed[Int(node)]) == Self.leafCapacity {
            splitLeaf(node, isAppending: index == count)
            (node, rest) = (root, index)
            for _ in 0..<height { node = children[descend(node, to: &rest)] }
        }
        let base = Int(node) * Self.leafCapacity
        var place = base + Int(leafUsed[Int(node)])
        while place > base + rest {
            slots[place] = slots[place - 1]
            place -= 1
        }
        slots[place] = slot
        leafUsed[Int(node)] += 1
        setLeaf(node, of: slot)
        addToCounts(above: node, 1)
        count += 1
    }

    /// Removes and returns the slot at `index`, which must be in `0 ..< count`.
    @discardableResult
    mutating func remove(at index: Int) -> UInt32 {
        let (leaf, rest) = find(index)
        let base = leaf * Self.leafCapacity
        let slot = slots[base + rest]
        let used = Int(leafUsed[leaf]) - 1
        for place in base + rest..<base + used { slots[place] = slots[place + 1] }
        leafUsed[leaf] = UInt16(used)
        leafOf[Int(slot)] = Self.none
        addToCounts(above: UInt32(leaf), -1)
        count -= 1
        if used < Self.leafCapacity / 4 { tidyLeaf(UInt32(leaf)) }
        return slot
    }

    mutating func removeAll() { self = SlotTree() }

    private mutating func addToCounts(above leaf: UInt32, _ change: Int) {
        var (node, parent) = (leaf, leafParent[Int(leaf)])
        while parent != Self.none {
            counts[place(of: node, in: parent)] += change
            (node, parent) = (parent, innerParent[Int(parent)])
        }
    }

    /// Records the leaf in which a slot is.
    mutating func setLeaf(_ leaf: UInt32, of slot: UInt32) {
        if Int(slot) >= leafOf.count {
            let needed = Int(slot) + 1
            // Grows by an eighth. An array would double, and at ten million items half of it would be unused.
            if needed > leafOf.capacity { leafOf.reserveCapacity(needed + needed / 8) }
            leafOf.append(contentsOf: repeatElement(Self.none, count: needed - leafOf.count))
        }
        leafOf[Int(slot)] = leaf
    }

    /// The position of `child`, a child of `parent`, in the arrays of inner nodes.
    func place(of child: UInt32, in parent: UInt32) -> Int {
        var place = Int(parent) * Self.innerCapacity
        while children[place] != child { place += 1 }
        return place
    }
}
