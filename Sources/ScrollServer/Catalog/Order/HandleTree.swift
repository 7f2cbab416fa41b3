// A sequence of handles that finds a handle by its index and an index by its handle, both in O(log n).

import Platform

/// A sequence of handles: small numbers that identify items wherever these stand in the sequence.
///
/// A B+ tree, its inner nodes in flat arrays, with a table from each handle to its leaf.
///
/// ```
///            inner   [ count child | count child | … ]          up to 32 children, and its parent
///                        │               │
///            leaf    [ 4 bytes a handle … ] [ … ]                 up to 256 handles, and its parent
///                        ▲
///            leafOf  [ 4 bytes a handle ]                         the leaf in which each handle stands
/// ```
/// Every query and change is O(log n), unless it says otherwise. Memory is 8 bytes an item if all were appended, about
/// 10 after many insertions at random places, plus 2 % for the inner nodes.
struct HandleTree: Sendable {
    static let leafCapacity = 256
    /// Appending leaves this much room in a leaf, so that the first items inserted later do not each split one.
    static let leafRoom = 16
    static let innerCapacity = 32
    /// Stands for "no node" and "no leaf".
    static let none = UInt32.max

    /// The handles of each leaf, allocated separately so that growing moves the handles of one leaf only.
    var leaves: [[UInt32]] = []
    var leafParent: [UInt32] = []
    var freeLeaves: [UInt32] = []

    /// For each inner node `innerCapacity` entries: the item counts below its children, and in the next array the
    /// children.
    var counts: [Int] = []
    var children: [UInt32] = []
    var innerUsed: [UInt8] = []
    var innerParent: [UInt32] = []
    var freeInners: [UInt32] = []

    /// The leaf of each handle, 4096 handles to a block; `none` for handles that are not in the sequence.
    private(set) var leafOf: [[UInt32]] = []
    private static let blockBits = 12

    /// The root node: a leaf when `height` is 0, else an inner node.
    var root: UInt32
    var height = 0
    /// Number of items.
    private(set) var count = 0
    /// Whether each handle is known to be greater than those before it.
    private(set) var isAscending = true
    /// The greatest handle so far.
    private var greatest: UInt32 = 0

    init() {
        root = 0
        root = makeLeaf()
    }

    /// Builds the tree from distinct handles in the given order; O(n).
    init(_ handles: [UInt32]) {
        self.init()
        guard !handles.isEmpty else { return }
        (leaves, leafParent, count) = ([], [], handles.count)
        isAscending = zip(handles, handles.dropFirst()).allSatisfy { $0 < $1 }
        greatest = handles.max() ?? 0
        leafOf = Array(repeating: [], count: Self.entry(of: greatest).block + 1)
        let length = Self.leafCapacity - Self.leafRoom
        for start in stride(from: 0, to: handles.count, by: length) {
            let end = min(start + length, handles.count)
            var leaf: [UInt32] = []
            if handles.count > length { leaf.reserveCapacity(Self.leafCapacity) }
            leaf.append(contentsOf: handles[start..<end])
            leaves.append(leaf)
            leafParent.append(Self.none)
            for handle in handles[start..<end] { setLeaf(UInt32(leaves.count - 1), of: handle) }
        }
        var nodes = leaves.indices.map { (node: UInt32($0), count: leaves[$0].count) }
        while nodes.count > 1 {
            // Runs of nearly the same length, so that none is too short for `rebalanceInner`.
            let runs = (nodes.count + Self.innerCapacity - 5) / (Self.innerCapacity - 4)
            nodes = (0..<runs).map { run in
                let children = nodes[run * nodes.count / runs..<(run + 1) * nodes.count / runs]
                return (makeInner(of: children, level: height), children.reduce(0) { $0 + $1.count })
            }
            height += 1
        }
        root = nodes[0].node
    }

    // MARK: Queries

    /// The handle at `index`, which must be in `0 ..< count`.
    subscript(index: Int) -> UInt32 {
        let (leaf, position) = find(index)
        return leaves[leaf][position]
    }

    /// The index of a handle; nil when it is not in the sequence.
    func index(of handle: UInt32) -> Int? {
        let (block, entry) = Self.entry(of: handle)
        guard block < leafOf.count, entry < leafOf[block].count else { return nil }
        let leaf = leafOf[block][entry]
        guard leaf != Self.none, var index = leaves[Int(leaf)].firstIndex(of: handle) else { return nil }
        var (node, parent) = (leaf, leafParent[Int(leaf)])
        while parent != Self.none {
            var childIndex = Int(parent) * Self.innerCapacity
            while children[childIndex] != node {
                index += counts[childIndex]
                childIndex += 1
            }
            (node, parent) = (parent, innerParent[Int(parent)])
        }
        return index
    }

    /// Calls `body` with each handle of `range`, which must lie within `0 ..< count`; O(log n + length of the range).
    func forEach(in range: Range<Int>, _ body: (UInt32) -> Void) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "items \(range) of \(count)")
        var index = range.lowerBound
        while index < range.upperBound {
            let (leaf, position) = find(index)
            let run = min(leaves[leaf].count - position, range.upperBound - index)
            for handle in leaves[leaf][position..<position + run] { body(handle) }
            index += run
        }
    }

    /// The first index whose handle satisfies `isAfter`; `count` when there is none.
    ///
    /// All later handles must satisfy it, too. O(log n) calls of `isAfter`, each after a search of O(log n).
    func partitioningIndex(_ isAfter: (UInt32) -> Bool) -> Int {
        (0..<count).partitioningIndex { isAfter(self[$0]) }
    }

    private func find(_ index: Int) -> (leaf: Int, position: Int) {
        precondition(index >= 0 && index < count, "item \(index) of \(count)")
        var (node, rest) = (root, index)
        for _ in 0..<height { node = children[descend(node, to: &rest)] }
        return (Int(node), rest)
    }

    /// The position in the arrays of inner nodes of the child of `node` that holds item `index`.
    ///
    /// `index` becomes relative to that child. An index behind the last item leads to the last child.
    private func descend(_ node: UInt32, to index: inout Int) -> Int {
        var childIndex = Int(node) * Self.innerCapacity
        let last = childIndex + Int(innerUsed[Int(node)]) - 1
        while childIndex < last, index >= counts[childIndex] {
            index -= counts[childIndex]
            childIndex += 1
        }
        return childIndex
    }

    // MARK: Changes

    /// Adds a handle at the end.
    mutating func append(_ handle: UInt32) { insert(handle, at: count) }

    /// Inserts a handle, which must not be in the sequence yet, before the one at `index` (0 … count).
    mutating func insert(_ handle: UInt32, at index: Int) {
        precondition(index >= 0 && index <= count, "place \(index) of \(count)")
        if index < count || count > 0 && handle < greatest { isAscending = false }
        greatest = max(greatest, handle)
        let room = Self.leafCapacity - (index == count ? Self.leafRoom : 0)
        var (leaf, rest) = addToCounts(1, at: index)
        if leaves[leaf].count >= room {
            _ = addToCounts(-1, at: index)
            splitLeaf(UInt32(leaf), isAppending: index == count)
            (leaf, rest) = addToCounts(1, at: index)
        }
        leaves[leaf].insert(handle, at: rest)
        setLeaf(UInt32(leaf), of: handle)
        count += 1
    }

    /// Removes and returns the handle at `index`, which must be in `0 ..< count`.
    @discardableResult
    mutating func remove(at index: Int) -> UInt32 {
        precondition(index >= 0 && index < count, "item \(index) of \(count)")
        let (leaf, rest) = addToCounts(-1, at: index)
        let handle = leaves[leaf].remove(at: rest)
        setLeaf(Self.none, of: handle)
        count -= 1
        if leaves[leaf].count < Self.leafCapacity / 4 { rebalanceLeaf(UInt32(leaf)) }
        return handle
    }

    mutating func removeAll() { self = HandleTree() }

    /// Adds `change` to the counts on the way to the leaf that item `index` belongs to.
    private mutating func addToCounts(_ change: Int, at index: Int) -> (leaf: Int, position: Int) {
        var (node, rest) = (root, index)
        for _ in 0..<height {
            let entry = descend(node, to: &rest)
            counts[entry] += change
            node = children[entry]
        }
        return (Int(node), rest)
    }

    /// Records the leaf in which a handle is.
    mutating func setLeaf(_ leaf: UInt32, of handle: UInt32) {
        let (block, entry) = Self.entry(of: handle)
        while block >= leafOf.count { leafOf.append([]) }
        if entry >= leafOf[block].count {
            // The first block grows as needed, since many sequences are short.
            let count = block == 0 ? entry + 1 : 1 << Self.blockBits
            leafOf[block].append(contentsOf: repeatElement(Self.none, count: count - leafOf[block].count))
        }
        leafOf[block][entry] = leaf
    }

    private static func entry(of handle: UInt32) -> (block: Int, entry: Int) {
        (Int(handle) >> blockBits, Int(handle) & (1 << blockBits - 1))
    }

    /// The position of `child`, a child of `parent`, in the arrays of inner nodes.
    func childIndex(of child: UInt32, in parent: UInt32) -> Int {
        var childIndex = Int(parent) * Self.innerCapacity
        while children[childIndex] != child { childIndex += 1 }
        return childIndex
    }
}
