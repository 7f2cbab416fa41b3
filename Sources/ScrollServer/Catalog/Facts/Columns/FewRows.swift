// The values of a chunk in which few rows have one.

import Platform

/// The values of some places of a chunk, in ascending order of places: 2 bytes and a value each.
///
/// For facts that few items have, and for long lists of which few items have been examined yet.
struct FewRows<Value: Sendable>: Sendable {
    /// With more values than this a chunk stores one for each row, which by then takes hardly more memory.
    static var limit: Int { RowChunk.count / 16 }

    private(set) var places: [UInt16] = []
    private(set) var values: [Value] = []

    var count: Int { places.count }

    /// O(log count).
    subscript(place: Int) -> Value? {
        let index = index(of: place)
        return index < places.count && Int(places[index]) == place ? values[index] : nil
    }

    /// Sets or removes a value, in O(1) behind the last place, else O(count).
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

    /// The index at which a place is or belongs.
    private func index(of place: Int) -> Int {
        guard let last = places.last, Int(last) >= place else { return places.count }
        return places.partitioningIndex { Int($0) >= place }
    }

    /// Calls `body` with each value and its place, from the last on, so that an array filled by it need not grow.
    func forEachFromLast(_ body: (Int, Value) -> Void) {
        for index in places.indices.reversed() { body(Int(places[index]), values[index]) }
    }
}
