// The values of a chunk of a column of which few rows have one.

import Platform

/// Places of a chunk, ascending, and their values: 2 bytes and a value each. For what few items have, and for items of which
/// few have been looked at yet, here and there in a long list.
struct FewRows<Value: Sendable>: Sendable {
    /// With more of them a chunk has a value for each row, which by then takes hardly more memory.
    static var limit: Int { RowChunk.count / 16 }

    private(set) var places: [UInt16] = []
    private(set) var values: [Value] = []

    var count: Int { places.count }

    /// O(log count).
    subscript(place: Int) -> Value? {
        let index = index(of: place)
        return index < places.count && Int(places[index]) == place ? values[index] : nil
    }

    /// Sets a value, or takes it away. O(1) behind the last place, else O(count).
    mutating func set(_ value: Value?, at place: Int) {
        let index = index(of: place)
        let isThere = index < places.count && Int(places[index]) == place
        if let value, isThere {
            values[index] = value
        } else if let value {
            places.insert(UInt16(truncatingIfNeeded: place), at: index)
            values.insert(value, at: index)
        } else if isThere {
            places.remove(at: index)
            values.remove(at: index)
        }
    }

    /// Where a place is or belongs.
    private func index(of place: Int) -> Int {
        guard let last = places.last, Int(last) >= place else { return places.count }
        return places.partitioningIndex { Int($0) >= place }
    }

    /// Calls `body` with each value and its place, from the last on: an array that is filled so need not grow.
    func forEachFromLast(_ body: (Int, Value) -> Void) {
        for index in places.indices.reversed() { body(Int(places[index]), values[index]) }
    }
}
