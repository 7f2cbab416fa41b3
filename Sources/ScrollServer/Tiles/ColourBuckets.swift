// A hash table of colours that takes eight bytes per entry.

/// A table of buckets of eight entries each. It doubles, up to a limit, when it is half full, or when a bucket is full
/// and the table is at least an eighth full.
///
///      63          24          0
///     | hash of item | 0xRRGGBB |     0 for an empty entry
struct ColourBuckets: Sendable {
    private static let bucket = 8

    private var entries = [UInt64](repeating: 0, count: 16)
    private(set) var count = 0
    /// The most entries the table grows to; a power of two.
    private let limit: Int

    /// - Parameter limit: the most entries; a power of two, at least 16.
    init(limit: Int) { self.limit = limit }

    /// All entries. O(limit).
    var all: [UInt64] { entries.filter { $0 != 0 } }

    /// The colour, 0xRRGGBB, of the entry whose upper 40 bits equal those of `tag`; nil if there is none. O(1).
    func colour(of tag: UInt64) -> UInt32? {
        position(of: tag).map { UInt32(entries[$0] & 0xFF_FFFF) }
    }

    /// Adds an entry, or replaces the one with the same tag. In a full bucket of a table at its limit, it replaces
    /// another. O(1), amortised.
    ///
    /// - Returns: false if exactly this entry was already there.
    mutating func insert(_ entry: UInt64) -> Bool {
        if let position = position(of: entry) {
            defer { entries[position] = entry }
            return entries[position] != entry
        }
        var range = bucket(of: entry)
        let isFull = !range.contains { entries[$0] == 0 }
        if count * (isFull ? 8 : 2) >= entries.count, entries.count < limit {
            grow()
            range = bucket(of: entry)
        }
        if let position = range.first(where: { entries[$0] == 0 }) {
            entries[position] = entry
            count += 1
        } else {
            entries[range.lowerBound + Int(entry >> 55) % Self.bucket] = entry
        }
        return true
    }

    /// The bucket of an entry. Bounds: within `entries`, whose count is a power of two and at least a bucket's.
    private func bucket(of entry: UInt64) -> Range<Int> {
        let first = Int(entry >> 25) & (entries.count - 1) & ~(Self.bucket - 1)
        return first..<first + Self.bucket
    }

    private func position(of tag: UInt64) -> Int? {
        bucket(of: tag).first { entries[$0] >> 24 == tag >> 24 }
    }

    private mutating func grow() {
        let old = entries
        entries = [UInt64](repeating: 0, count: old.count * 2)
        count = 0
        for entry in old where entry != 0 {
            // The entries of a bucket go to one of two buckets each.
            guard let position = bucket(of: entry).first(where: { entries[$0] == 0 }) else { continue }
            entries[position] = entry
            count += 1
        }
    }
}
