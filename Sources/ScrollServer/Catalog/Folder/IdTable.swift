// From ids to indices, in a few bytes each.

/// A hash table that stores indices alone: who asks knows the id of each index.
///
/// 256 small tables, chosen by the highest bits, each with linear probing and at most three quarters full. Each grows
/// by itself, so no insertion ever moves more than one part in 256.
struct IdTable: Sendable {
    /// Index + 1; 0 is free.
    private var shards = [[UInt32]](repeating: [], count: 256)
    private var counts = [Int](repeating: 0, count: 256)

    /// `id` must be well mixed and not in the table yet; `idOf` gives the id of each index that is.
    mutating func insert(_ id: UInt64, index: Int, idOf: (Int) -> UInt64) {
        let shard = Int(id >> 56)
        if counts[shard] * 4 >= shards[shard].count * 3 {
            var grown = [UInt32](repeating: 0, count: max(shards[shard].count * 2, 4))
            for entry in shards[shard] where entry != 0 {
                Self.put(entry, id: idOf(Int(entry) - 1), into: &grown)
            }
            shards[shard] = grown
        }
        Self.put(UInt32(index + 1), id: id, into: &shards[shard])
        counts[shard] += 1
    }

    func index(of id: UInt64, idOf: (Int) -> UInt64) -> Int? {
        let shard = shards[Int(id >> 56)]
        guard !shard.isEmpty else { return nil }
        var place = Int(truncatingIfNeeded: id) & (shard.count - 1)
        // Ends: a quarter of the places is free.
        while shard[place] != 0 {
            let index = Int(shard[place]) - 1
            if idOf(index) == id { return index }
            place = (place + 1) & (shard.count - 1)
        }
        return nil
    }

    private static func put(_ entry: UInt32, id: UInt64, into shard: inout [UInt32]) {
        var place = Int(truncatingIfNeeded: id) & (shard.count - 1)
        while shard[place] != 0 { place = (place + 1) & (shard.count - 1) }
        shard[place] = entry
    }
}
