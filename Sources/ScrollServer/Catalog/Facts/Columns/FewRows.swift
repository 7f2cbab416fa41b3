// The values of a chunk in which few rows have one.

import Platform

/// The values at some positions of a chunk, in ascending order: 2 bytes and a value each.
///
/// For facts that few items have, and for long lists of which few items have been examined yet.
struct FewRows<Value: Sendable>: Sendable {
    /// With more values than this a chunk stores one for each row, which by then takes hardly more memory.
    static var limit: Int { RowChunk.count / 16 }

    private(set) var positions: [UInt16] = []
    private(set) var values: [Value] = []

    var count: Int { positions.count }

    /// O(log count).
    subscript(position: Int) -> Value? {
        let index = index(of: position)
        return index < positions.count && Int(positions[index]) == position ? values[index] : nil
    }

    /// Sets or removes a value, in O(1) behind the last position, else O(count).
    mutating func set(_ value: Value?, at position: Int) {
        let index = index(of: position)
        let isThere = index < positions.count && Int(positions[index]) == position
        if let value, isThere {
            values[index] = value
        } else if let value {
            positions.insert(UInt16(truncatingIfNeeded: position), at: index)
            values.insert(value, at: index)
        } else if isThere {
            positions.remove(at: index)
            values.remove(at: index)
        }
    }

    /// The index at which a position is or belongs.
    private func index(of position: Int) -> Int {
        guard let last = positions.last, Int(last) >= position else { return positions.count }
        return positions.partitioningIndex { Int($0) >= position }
    }

    /// Calls `body` with each value and its position, from the last on, so that an array filled by it need not grow.
    func forEachFromLast(_ body: (Int, Value) -> Void) {
        for index in positions.indices.reversed() { body(Int(positions[index]), values[index]) }
    }
}
