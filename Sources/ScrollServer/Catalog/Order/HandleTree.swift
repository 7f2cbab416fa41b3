// A sequence of handles that finds a handle by its index and an index by its handle, both in O(log n).

import Platform
import Tiling

/// A sequence of handles: small numbers that identify items wherever these stand in the sequence.
///
/// The leaves of a B+ tree below `InnerNodes`, with a table from each handle to its leaf.
///
/// ```
///            leaf    [ 4 bytes a handle … ] [ … ]                 up to 256 handles
///                        ▲
///            leafOf  [ 4 bytes a handle ]                         the leaf in which each handle stands
/// ```
/// Every query and change is O(log n), unless it says otherwise. Memory is 8 bytes an item if all were appended, about
/// 10 after many insertions at random places, plus 2 % for the inner nodes.
struct HandleTree: Sendable {
    private static let leafCapacity = 256
    /// Appending leaves this much room in a leaf, so that the first items inserted later do not each split one.
    private static let leafRoom = 16
    /// Stands for "no leaf".
    private static let none = UInt32.max

    /// The handles of each leaf, allocated separately so that growing moves the handles of one leaf only.
    ///
    /// The first leaf grows as needed, since many sequences are short.
    private(set) var leaves: [[UInt32]] = [[]]
    private(set) var nodes = InnerNodes()

    /// The leaf of each handle, 4096 handles to a block; `none` for handles that are not in the sequence.
    private(set) var leafOf: [[UInt32]] = []
    private static let blockBits = 12

    /// Number of items.
    var count: Int { nodes.count }
    /// Whether each handle is known to be greater than those before it.
    private(set) var isAscending = true
    /// The greatest handle so far.
    private var greatest: UInt32 = 0

    init() {}

    /// Builds the tree from distinct handles in the given order; O(n).
    init(_ handles: [UInt32]) {
        isAscending = zip(handles, handles.dropFirst()).allSatisfy { $0 < $1 }
        greatest = handles.max() ?? 0
        leafOf = Array(repeating: [], count: Self.entry(of: greatest).block + 1)
        let length = Self.leafCapacity - Self.leafRoom
        for start in stride(from: 0, to: handles.count, by: length) {
            let run = handles[start..<min(start + length, handles.count)]
            let leaf = start == 0 ? 0 : split(leaves.count - 1, keeping: length, isAppending: true)
            leaves[leaf].append(contentsOf: run)
            for handle in run { setLeaf(leaf, of: handle) }
            nodes.add(run.count, length: 0, to: leaf)
        }
    }

    // MARK: Queries

    /// The handle at `index`, which must be in `0 ..< count`.
    subscript(index: Int) -> UInt32 {
        precondition(index >= 0 && index < count, "item \(index) of \(count)")
        let (leaf, position) = nodes.find(index)
        return leaves[leaf][position]
    }

    /// The index of a handle; nil when it is not in the sequence.
    func index(of handle: UInt32) -> Int? {
        let (block, entry) = Self.entry(of: handle)
        guard block < leafOf.count, entry < leafOf[block].count else { return nil }
        let leaf = leafOf[block][entry]
        guard leaf != Self.none, let position = leaves[Int(leaf)].firstIndex(of: handle) else { return nil }
        return nodes.count(before: Int(leaf)) + position
    }

    /// Calls `body` with each handle of `range`, which must lie within `0 ..< count`; O(log n + length of the range).
    func forEach(in range: Range<Int>, _ body: (UInt32) -> Void) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "items \(range) of \(count)")
        var index = range.lowerBound
        while index < range.upperBound {
            let (leaf, position) = nodes.find(index)
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

    // MARK: Changes

    /// Adds a handle at the end.
    mutating func append(_ handle: UInt32) { insert(handle, at: count) }

    /// Inserts a handle, which must not be in the sequence yet, before the one at `index` (0 … count).
    mutating func insert(_ handle: UInt32, at index: Int) {
        precondition(index >= 0 && index <= count, "place \(index) of \(count)")
        if index < count || count > 0 && handle < greatest { isAscending = false }
        greatest = max(greatest, handle)
        var (leaf, position) = nodes.find(index)
        let (used, isAppending) = (leaves[leaf].count, index == count)
        if used >= Self.leafCapacity - (isAppending ? Self.leafRoom : 0) {
            // Appending moves nothing, so that it fills every leaf.
            let kept = isAppending ? used : used / 2
            let sibling = split(leaf, keeping: kept, isAppending: isAppending)
            if position >= kept { (leaf, position) = (sibling, position - kept) }
        }
        leaves[leaf].insert(handle, at: position)
        setLeaf(leaf, of: handle)
        nodes.add(1, length: 0, to: leaf)
    }

    private mutating func split(_ leaf: Int, keeping kept: Int, isAppending: Bool) -> Int {
        let sibling = nodes.split(leaf, moving: leaves[leaf].count - kept, length: 0, isAppending: isAppending)
        if sibling == leaves.count {
            leaves.append([])
            leaves[sibling].reserveCapacity(Self.leafCapacity)
        }
        move(from: leaf, kept..., to: sibling)
        return sibling
    }

    /// Moves the last handles of a leaf, those of `range`, to the end of another one.
    private mutating func move(from: Int, _ range: PartialRangeFrom<Int>, to: Int) {
        for handle in leaves[from][range] { setLeaf(to, of: handle) }
        leaves[to].append(contentsOf: leaves[from][range])
        leaves[from].removeSubrange(range)
    }

    /// Removes and returns the handle at `index`, which must be in `0 ..< count`.
    @discardableResult
    mutating func remove(at index: Int) -> UInt32 {
        precondition(index >= 0 && index < count, "item \(index) of \(count)")
        let (leaf, position) = nodes.find(index)
        let handle = leaves[leaf].remove(at: position)
        setLeaf(nil, of: handle)
        nodes.add(-1, length: 0, to: leaf)
        if let (from, to) = nodes.rebalance(leaf, capacity: Self.leafCapacity) { move(from: from, 0..., to: to) }
        return handle
    }

    mutating func removeAll() { self = HandleTree() }

    /// Records the leaf in which a handle is, nil if in none.
    private mutating func setLeaf(_ leaf: Int?, of handle: UInt32) {
        let (block, entry) = Self.entry(of: handle)
        while block >= leafOf.count { leafOf.append([]) }
        if entry >= leafOf[block].count {
            // The first block grows as needed, since many sequences are short.
            let count = block == 0 ? entry + 1 : 1 << Self.blockBits
            leafOf[block].append(contentsOf: repeatElement(Self.none, count: count - leafOf[block].count))
        }
        leafOf[block][entry] = leaf.map { UInt32($0) } ?? Self.none
    }

    private static func entry(of handle: UInt32) -> (block: Int, entry: Int) {
        (Int(handle) >> blockBits, Int(handle) & (1 << blockBits - 1))
    }
}
