// A hash table from ids to slots, 6 to 11 bytes an entry.

/// Stores slots only; the caller's `idOf` gives the id of a slot.
///
/// 256 small tables, chosen by the highest 8 bits of the id, each with linear probing and at most three quarters full.
/// Each table grows alone, so an insertion moves about one 256th of the entries at most.
struct IdTable: Sendable {
    /// Each entry is slot + 1, or 0 where the place is free.
    private var shards = [[UInt32]](repeating: [], count: 256)
    private var counts = [Int](repeating: 0, count: 256)

    /// Adds an id, whose bits must be well mixed, and which must not be in the table. O(1) on average.
    mutating func insert(_ id: UInt64, slot: Int, idOf: (Int) -> UInt64) {
        let shard = Int(id >> 56)
        if counts[shard] * 4 >= shards[shard].count * 3 {
            var grown = [UInt32](repeating: 0, count: max(shards[shard].count * 2, 4))
            for entry in shards[shard] where entry != 0 {
                Self.put(entry, id: idOf(Int(entry) - 1), into: &grown)
            }
            shards[shard] = grown
        }
        Self.put(UInt32(slot + 1), id: id, into: &shards[shard])
        counts[shard] += 1
    }

    /// The slot of an id; nil when it is not in the table. O(1) on average.
    func slot(of id: UInt64, idOf: (Int) -> UInt64) -> Int? {
        place(of: id, idOf: idOf).map { Int(shards[Int(id >> 56)][$0]) - 1 }
    }

    /// Removes an id, if it is in the table. Entries behind it move up, so that no search stops too early at a hole.
    mutating func remove(_ id: UInt64, idOf: (Int) -> UInt64) {
        guard var hole = place(of: id, idOf: idOf) else { return }
        let shard = Int(id >> 56)
        let mask = shards[shard].count - 1
        var next = (hole + 1) & mask
        while shards[shard][next] != 0 {
            let home = Int(truncatingIfNeeded: idOf(Int(shards[shard][next]) - 1)) & mask
            // An entry may move to the hole unless its search begins behind it.
            if (next - home) & mask >= (next - hole) & mask {
                shards[shard][hole] = shards[shard][next]
                hole = next
            }
            next = (next + 1) & mask
        }
        shards[shard][hole] = 0
        counts[shard] -= 1
    }

    private func place(of id: UInt64, idOf: (Int) -> UInt64) -> Int? {
        let shard = Int(id >> 56)
        let mask = shards[shard].count - 1
        guard mask >= 0 else { return nil }
        var place = Int(truncatingIfNeeded: id) & mask
        // This loop ends, since a quarter of the places is free.
        while shards[shard][place] != 0 {
            if idOf(Int(shards[shard][place]) - 1) == id { return place }
            place = (place + 1) & mask
        }
        return nil
    }

    private static func put(_ entry: UInt32, id: UInt64, into shard: inout [UInt32]) {
        var place = Int(truncatingIfNeeded: id) & (shard.count - 1)
        while shard[place] != 0 { place = (place + 1) & (shard.count - 1) }
        shard[place] = entry
    }
}
