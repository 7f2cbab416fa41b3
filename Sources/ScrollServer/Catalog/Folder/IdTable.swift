// A hash table from ids to handles, 7 to 13 bytes an entry.

/// Stores handles and 8 bits of their ids; the caller's `idOf` gives the id of a handle.
///
/// 256 small tables, chosen by the highest 8 bits of the id, each with linear probing and at most three quarters full.
/// Each grows alone, so an insertion moves at most about one 256th of the entries. The next 8 bits, stored beside the
/// entry, rule out most other ids on the way, so that few ids are fetched from memory.
struct IdTable: Sendable {
    private struct Shard {
        /// Each entry is handle + 1, or 0 where free.
        var entries: [UInt32] = []
        var tags: [UInt8] = []
        var count = 0

        mutating func put(_ entry: UInt32, id: UInt64) {
            var bucket = Int(truncatingIfNeeded: id) & (entries.count - 1)
            while entries[bucket] != 0 { bucket = (bucket + 1) & (entries.count - 1) }
            entries[bucket] = entry
            tags[bucket] = IdTable.tag(id)
        }
    }

    private var shards = [Shard](repeating: Shard(), count: 256)

    private static func tag(_ id: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: id >> 48) }

    /// Adds an id that is not in the table and whose bits are well mixed; O(1) on average.
    mutating func insert(_ id: UInt64, handle: Int, idOf: (Int) -> UInt64) {
        let shard = Int(id >> 56)
        if shards[shard].count * 4 >= shards[shard].entries.count * 3 {
            let count = max(shards[shard].entries.count * 2, 4)
            var grown = Shard(
                entries: [UInt32](repeating: 0, count: count), tags: [UInt8](repeating: 0, count: count),
                count: shards[shard].count)
            for entry in shards[shard].entries where entry != 0 { grown.put(entry, id: idOf(Int(entry) - 1)) }
            shards[shard] = grown
        }
        shards[shard].put(UInt32(handle + 1), id: id)
        shards[shard].count += 1
    }

    /// The handle of an id; nil when it is not in the table; O(1) on average.
    func handle(of id: UInt64, idOf: (Int) -> UInt64) -> Int? {
        bucket(of: id, idOf: idOf).map { Int(shards[Int(id >> 56)].entries[$0]) - 1 }
    }

    /// Removes an id, if it is in the table.
    ///
    /// Entries behind it move up, so that no search stops too early at a hole.
    mutating func remove(_ id: UInt64, idOf: (Int) -> UInt64) {
        guard var hole = bucket(of: id, idOf: idOf) else { return }
        let shard = Int(id >> 56)
        let mask = shards[shard].entries.count - 1
        var next = (hole + 1) & mask
        while shards[shard].entries[next] != 0 {
            let home = Int(truncatingIfNeeded: idOf(Int(shards[shard].entries[next]) - 1)) & mask
            // An entry may move to the hole unless its search begins behind it.
            if (next - home) & mask >= (next - hole) & mask {
                shards[shard].entries[hole] = shards[shard].entries[next]
                shards[shard].tags[hole] = shards[shard].tags[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        shards[shard].entries[hole] = 0
        shards[shard].count -= 1
    }

    private func bucket(of id: UInt64, idOf: (Int) -> UInt64) -> Int? {
        let shard = Int(id >> 56)
        let mask = shards[shard].entries.count - 1
        guard mask >= 0 else { return nil }
        let tag = Self.tag(id)
        var bucket = Int(truncatingIfNeeded: id) & mask
        // This loop ends, since a quarter of the buckets is free.
        while shards[shard].entries[bucket] != 0 {
            if shards[shard].tags[bucket] == tag, idOf(Int(shards[shard].entries[bucket]) - 1) == id { return bucket }
            bucket = (bucket + 1) & mask
        }
        return nil
    }
}
