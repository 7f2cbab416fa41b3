// Which record stands at which place, under any change, in O(log n).

/// A sequence of slots, which are small numbers that stay with their records wherever those stand, as a B+ tree in flat
/// arrays with the way back from each slot to its leaf.
///
/// ```
///            inner   [ count child | count child | … ]          up to 32 children, and its parent
///                        │               │
///            leaf    [ 4 bytes a slot … ] [ … ]                 up to 256 slots, and its parent
///                        ▲
///            leafOf  [ 4 bytes a slot ]                         the leaf in which each slot stands
/// ```
/// Every query and change is O(log n). Memory is 8 bytes an item at best (appended), about 10 after many insertions at
/// random places, beside one part in fifty for the inner nodes.
struct SlotTree: Sendable {
    static let leafCapacity = 256
    static let innerCapacity = 32
    /// No node, no leaf.
    static let none = UInt32.max

    /// `leafCapacity` slots for each leaf.
    var slots: [UInt32] = []
    var leafUsed: [UInt16] = []
    var leafParent: [UInt32] = []
    var freeLeaves: [UInt32] = []

    /// `innerCapacity` children for each inner node: the number of items below each, and its place in its arena.
    var counts: [Int] = []
    var children: [UInt32] = []
    var innerUsed: [UInt8] = []
    var innerParent: [UInt32] = []
    var freeInners: [UInt32] = []

    /// For each slot the leaf in which it stands; `none` for slots that stand nowhere.
    private(set) var leafOf: [UInt32] = []

    /// The root is a leaf at height 0, an inner node above.
    var root: UInt32
    var height = 0
    /// Number of items.
    private(set) var count = 0

    init() {
        root = 0
        root = makeLeaf()
    }

    /// The slots in the given order; none may be there twice. O(n).
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

    /// Where a slot stands; nil when it stands nowhere.
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

    /// Calls `body` with each slot of a run, which must lie within `0 ..< count`. O(log n + its length).
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

    /// The first index for whose slot `isAfter` holds, which must hold for all that follow; `count` when there is none.
    /// Asks O(log n) times.
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

    /// The place, in the arrays of inner nodes, of the child of `node` that holds item `index`; `index` becomes the
    /// item's place within that child. An index behind the last item leads to the last child.
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

    /// Puts a slot at the end.
    mutating func append(_ slot: UInt32) { insert(slot, at: count) }

    /// Puts a slot, which must not stand anywhere yet, before the one at `index` (0 … count).
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

    /// Takes the slot at `index` out.
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

    mutating func setLeaf(_ leaf: UInt32, of slot: UInt32) {
        if Int(slot) >= leafOf.count {
            let needed = Int(slot) + 1
            // By an eighth where an array would double: at ten million items half of it would lie idle.
            if needed > leafOf.capacity { leafOf.reserveCapacity(needed + needed / 8) }
            leafOf.append(contentsOf: repeatElement(Self.none, count: needed - leafOf.count))
        }
        leafOf[Int(slot)] = leaf
    }

    /// Where `child` stands in the arrays of inner nodes, being one of `parent`'s.
    func place(of child: UInt32, in parent: UInt32) -> Int {
        var place = Int(parent) * Self.innerCapacity
        while children[place] != child { place += 1 }
        return place
    }
}
