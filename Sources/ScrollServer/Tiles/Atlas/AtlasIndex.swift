// Finds the atlas's entries by key.

import Synchronization

/// A hash table from keys to entries.
///
/// Thread-safe.
///
/// Memory: 16 bytes per slot of a table that is half to four fifths full: 20 to 32 bytes per entry. It has 256 parts,
/// each with its own lock, so that a lookup waits at most while one part grows, which has 4,000 of a million entries.
final class AtlasIndex: Sendable {
    private static let partCount = 256

    private struct Table {
        /// The keys, 0 in free slots; entries have the same indices.
        var keys: [UInt64] = [0, 0, 0, 0]
        var entries: [UInt64] = [0, 0, 0, 0]
        var count = 0

        /// Returns a key's slot, or the free slot where it belongs; the table is never full.
        func bucket(of key: UInt64) -> Int {
            // The upper bits of the product are evenly distributed for a table of any size.
            var bucket = Int(
                truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(
                    by: UInt64(keys.count)
                ).high)
            while keys[bucket] != 0, keys[bucket] != key {
                bucket += 1
                if bucket == keys.count { bucket = 0 }
            }
            return bucket
        }

        /// Adds or replaces an entry.
        ///
        /// - Returns: the previous entry.
        mutating func insert(_ key: UInt64, _ entry: UInt64) -> UInt64? {
            var bucket = bucket(of: key)
            if keys[bucket] == key {
                defer { entries[bucket] = entry }
                return entries[bucket]
            }
            if (count + 1) * 5 > keys.count * 4 {
                grow()
                bucket = self.bucket(of: key)
            }
            (keys[bucket], entries[bucket]) = (key, entry)
            count += 1
            return nil
        }

        private mutating func grow() {
            let (oldKeys, oldEntries) = (keys, entries)
            let size = keys.count + keys.count / 2 + 4
            keys = [UInt64](repeating: 0, count: size)
            entries = keys
            for (old, key) in oldKeys.enumerated() where key != 0 {
                let bucket = bucket(of: key)
                (keys[bucket], entries[bucket]) = (key, oldEntries[old])
            }
        }
    }

    private final class Part: Sendable {
        /// Guards the part's table; never held while a file is read.
        let table = Mutex(Table())
    }

    private let parts: [Part] = (0..<partCount).map { _ in Part() }
    private let entryCount = Atomic(0)

    /// The number of keys.
    var count: Int { entryCount.load(ordering: .relaxed) }

    private func part(of key: UInt64) -> Part { parts[Int(key >> 56) % Self.partCount] }

    /// Returns a key's entry, and marks it as used.
    ///
    /// O(1).
    subscript(key: AtlasKey) -> AtlasEntry? {
        part(of: key.value).table.withLock { table in
            let bucket = table.bucket(of: key.value)
            guard table.keys[bucket] != 0 else { return nil }
            table.entries[bucket] |= AtlasEntry.used
            let entry = AtlasEntry(bits: table.entries[bucket])
            return entry.isForgotten ? nil : entry
        }
    }

    /// Returns a key's entry without marking it as used.
    ///
    /// O(1).
    func peek(_ key: AtlasKey) -> AtlasEntry? {
        part(of: key.value).table.withLock { table in
            let bucket = table.bucket(of: key.value)
            return table.keys[bucket] == 0 ? nil : AtlasEntry(bits: table.entries[bucket])
        }
    }

    /// Adds or replaces a key's entry.
    ///
    /// O(1), amortised.
    ///
    /// - Returns: the previous entry.
    @discardableResult
    func insert(_ key: AtlasKey, _ entry: AtlasEntry) -> AtlasEntry? {
        let old = part(of: key.value).table.withLock { $0.insert(key.value, entry.bits) }
        if old == nil { entryCount.add(1, ordering: .relaxed) }
        return old.map { AtlasEntry(bits: $0) }
    }

    /// Replaces every entry by the result of `change`, part by part.
    ///
    /// O(count).
    func change(_ change: (AtlasEntry) -> AtlasEntry) {
        for part in parts {
            part.table.withLock { table in
                for bucket in table.keys.indices where table.keys[bucket] != 0 {
                    table.entries[bucket] = change(AtlasEntry(bits: table.entries[bucket])).bits
                }
            }
        }
    }

    /// Replaces a key's entry atomically by the result of `change`, unless it is nil.
    func update(_ key: AtlasKey, _ change: (AtlasEntry) -> AtlasEntry?) {
        part(of: key.value).table.withLock { table in
            let bucket = table.bucket(of: key.value)
            guard table.keys[bucket] != 0, let entry = change(AtlasEntry(bits: table.entries[bucket])) else { return }
            table.entries[bucket] = entry.bits
        }
    }
}
