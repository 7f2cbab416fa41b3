// Merges many changes of a sequence into one difference.

import Tiling

/// A sequence as pieces, each a run of its old state or of new items; a change is O(log changes).
///
/// ```
///   past     a b c d e f g h
///   now      [a b] [new × 2] [e f g] [h, resized]        pieces
///   gone     c d
/// ```
struct PieceTable {
    private var lengths = RunTree()
    /// The pieces in their current order; a piece's handle is its index in `origins`.
    private var order = HandleTree()
    /// For each piece the index of its first item in the old state; −1 for new items.
    private var origins: [Int] = []
    private var isResized: [Bool] = []
    private var removals: [(origin: Int, ids: ArraySlice<UInt64>)] = []

    /// A sequence of `count` items that has not changed yet.
    init(count: Int) {
        if count > 0 { insert(origin: 0, length: count, at: 0) }
    }

    private mutating func insert(origin: Int, length: Int, at piece: Int) {
        origins.append(origin)
        isResized.append(false)
        order.insert(UInt32(origins.count - 1), at: piece)
        lengths.insert(length, at: piece)
    }

    /// Splits a piece so that one begins at `index`.
    ///
    /// - Returns: the position of that piece; the number of pieces when `index` is the end.
    private mutating func split(at index: Int) -> Int {
        guard index < lengths.itemCount else { return order.count }
        let piece = lengths.run(of: index)
        let offset = index - lengths.start(of: piece)
        guard offset > 0 else { return piece }
        let length = lengths[piece]
        let origin = origins[Int(order[piece])]
        lengths[piece] = offset
        // A resized piece has one item, so it is never split.
        insert(origin: origin < 0 ? -1 : origin + offset, length: length - offset, at: piece + 1)
        return piece + 1
    }

    /// Inserts `count` new items at `index`.
    mutating func insert(at index: Int, count: Int) {
        insert(origin: -1, length: count, at: split(at: index))
    }

    /// Removes the items with these ids, which start at `index`.
    mutating func remove(at index: Int, ids: ArraySlice<UInt64>) {
        let first = split(at: index)
        let end = split(at: index + ids.count)
        var rest = ids
        for _ in first..<max(first, end) {
            let length = lengths.remove(at: first)
            let origin = origins[Int(order.remove(at: first))]
            if origin >= 0 { removals.append((origin, rest.prefix(length))) }
            rest = rest.dropFirst(length)
        }
    }

    /// Marks the item at `index` as resized.
    mutating func resize(_ index: Int) {
        let piece = lengths.run(of: index)
        guard piece < order.count, origins[Int(order[piece])] >= 0 else { return }
        let first = split(at: index)
        _ = split(at: index + 1)
        isResized[Int(order[first])] = true
    }

    /// The net difference of all changes so far.
    func difference() -> OrderDifference {
        var difference = OrderDifference()
        for removal in removals.sorted(by: { $0.origin < $1.origin }) {
            let run = removal.origin..<removal.origin + removal.ids.count
            difference.removed.extend(by: run)
            difference.removedIDs += removal.ids
        }
        var (number, start) = (0, 0)
        order.forEach(in: 0..<order.count) { piece in
            let length = lengths[number]
            if origins[Int(piece)] < 0 {
                difference.inserted.extend(by: start..<start + length)
            } else if isResized[Int(piece)] {
                difference.resized.append(start)
            }
            start += length
            number += 1
        }
        return difference
    }
}
