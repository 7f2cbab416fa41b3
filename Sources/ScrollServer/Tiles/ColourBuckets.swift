// A hash table of colours in eight bytes an entry.

/// Entries in buckets of eight, in a table that doubles while it is more than half full.
///
///      63          24          0
///     | hash of item | 0xRRGGBB |     0 for none
struct ColourBuckets: Sendable {
    private static let bucket = 8

    private var entries = [UInt64](repeating: 0, count: 16)
    private(set) var count = 0
    /// Entries beyond which the table does not double; a power of two.
    private let limit: Int

    /// - Parameter limit: entries at most; a power of two from 16 on.
    init(limit: Int) { self.limit = limit }

    /// Every entry. O(limit).
    var all: [UInt64] { entries.filter { $0 != 0 } }

    /// The colour of the entry with this tag, 0xRRGGBB. O(1).
    func colour(of tag: UInt64) -> UInt32? {
        position(of: tag).map { UInt32(entries[$0] & 0xFF_FFFF) }
    }

    /// Puts an entry in, in place of one with the same tag. O(1), amortised.
    ///
    /// - Returns: whether this was not known.
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

    /// The bucket of an entry: within `entries`, whose count is a power of two and no less than a bucket.
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
            // A bucket's entries go into two.
            guard let position = bucket(of: entry).first(where: { entries[$0] == 0 }) else { continue }
            entries[position] = entry
            count += 1
        }
    }
}
