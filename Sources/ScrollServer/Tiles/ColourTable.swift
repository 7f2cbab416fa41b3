// What colour a picture is on the whole, for those that have been seen.

import Synchronization

/// Average colours by item: what a page shows until the picture has come. Safe on any thread.
///
/// Eight bytes an entry in a table that is at most half full and doubles up to `limit` entries; from then on a new colour
/// takes an old one's place.
///
///      63          24          0
///     | hash of item | 0xRRGGBB |     0 for none
final class ColourTable: Sendable {
    /// Entries at most: 8 MB.
    static let limit = 1 << 20

    fileprivate struct State {
        var entries = [UInt64](repeating: 0, count: 1 << 10)
        var count = 0
    }

    private let state = Mutex(State())

    /// Takes down a colour, 0xRRGGBB. O(1), amortised.
    func note(_ colour: UInt32, collection: String, item: String, version: String) {
        let entry = Self.tag(collection, item, version) | UInt64(colour & 0xFF_FFFF)
        state.withLock { state in
            if state.count * 2 >= state.entries.count, state.entries.count < Self.limit { state.grow() }
            let place = state.place(of: entry)
            if state.entries[place] == 0 { state.count += 1 }
            state.entries[place] = entry
        }
    }

    /// The colours of items of one collection, 0xRRGGBB; empty where nothing is known of any. O(items).
    func colours(of items: [ItemSummary], collection: String) -> [UInt32?] {
        if state.withLock({ $0.count == 0 }) { return [] }
        let tags = items.map { Self.tag(collection, $0.id, $0.version) }
        return state.withLock { state in
            tags.map { tag in
                let entry = state.entries[state.place(of: tag)]
                return entry >> 24 == tag >> 24 ? UInt32(entry & 0xFF_FFFF) : nil
            }
        }
    }

    /// The upper 40 bits; never 0.
    private static func tag(_ collection: String, _ item: String, _ version: String) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(collection)
        hasher.combine(item)
        hasher.combine(version)
        return UInt64(truncatingIfNeeded: hasher.finalize()) & ~0xFF_FFFF | 1 << 24
    }
}

extension ColourTable.State {
    /// Where an entry is or would be. Below `entries.count`, which is a power of two.
    fileprivate func place(of entry: UInt64) -> Int { Int(entry >> 25) & (entries.count - 1) }

    fileprivate mutating func grow() {
        let old = entries
        entries = [UInt64](repeating: 0, count: old.count * 2)
        for entry in old where entry != 0 { entries[place(of: entry)] = entry }
        count = entries.count { $0 != 0 }
    }
}
