// What colour a picture is on the whole, for those that have been seen, in this run of the program or an earlier one.

import Synchronization

/// Average colours by item: what a page shows until the picture has come. Safe on any thread.
///
/// Eight bytes an entry, in buckets of eight entries, in a table that is at most half full and doubles up to `limit`
/// entries; from then on, and where a bucket is full, a new colour takes an old one's place.
///
///      63          24          0
///     | hash of item | 0xRRGGBB |     0 for none
///
/// What is new goes into the file, if there is one, in small portions.
final class ColourTable: Sendable {
    /// Entries at most: 8 MB.
    static let limit = 1 << 20
    /// New colours that wait at most to be written together.
    private static let portion = 64
    /// Entries of a bucket.
    fileprivate static let bucket = 8

    fileprivate struct State {
        var entries = [UInt64](repeating: 0, count: 1 << 10)
        var count = 0
        var unsaved: [UInt64] = []
        /// When colours were last written, in nanoseconds.
        var saved: UInt64 = 0
    }

    private let state = Mutex(State())
    private let file: ColourFile?

    /// Reads what the file has. Blocks.
    init(file: ColourFile? = nil) {
        self.file = file
        guard let file else { return }
        let entries = file.load()
        state.withLock { state in
            for entry in entries { _ = state.insert(entry) }
        }
    }

    /// Colours known.
    var count: Int { state.withLock { $0.count } }

    /// Takes down a colour, 0xRRGGBB. O(1), amortised. Blocks now and then, to write.
    ///
    /// - Parameters:
    ///   - source: where the items of the collection come from, which is the same in every run.
    ///   - isLasting: whether the next run may have it.
    func note(_ colour: UInt32, source: String, item: String, version: String, isLasting: Bool = true) {
        let entry = Self.tag(Self.hash(source), item, version) | UInt64(colour & 0xFF_FFFF)
        let now = System.monotonicNanoseconds()
        let portion: [UInt64] = state.withLock { state in
            guard state.insert(entry), isLasting, file != nil else { return [] }
            state.unsaved.append(entry)
            // What comes after a rest is written at once: the program may be ended before there is more.
            guard state.unsaved.count >= Self.portion || now &- state.saved > 1_000_000_000 else { return [] }
            return state.takeUnsaved(now)
        }
        if !portion.isEmpty { write(portion) }
    }

    /// Writes what is not written yet. Blocks.
    func save() {
        let portion = state.withLock { $0.takeUnsaved(System.monotonicNanoseconds()) }
        if !portion.isEmpty { write(portion) }
    }

    private func write(_ portion: [UInt64]) {
        guard let file, file.append(portion) else { return }
        let entries = state.withLock { $0.entries }
        file.rewrite(entries.filter { $0 != 0 })
    }

    /// The colours of items of one collection, 0xRRGGBB; empty where nothing is known of any. O(items).
    func colours(of items: [ItemSummary], source: String) -> [UInt32?] {
        if state.withLock({ $0.count == 0 }) { return [] }
        let start = Self.hash(source)
        let tags = items.map { Self.tag(start, $0.id, $0.version) }
        return state.withLock { state in
            tags.map { tag in
                state.place(of: tag).map { UInt32(state.entries[$0] & 0xFF_FFFF) }
            }
        }
    }

    /// What the tags of all items of a collection have in common.
    private static func hash(_ source: String) -> StableHash {
        var hash = StableHash()
        hash.add(source.utf8)
        hash.add(CollectionOfOne(0))
        return hash
    }

    /// The upper 40 bits; never 0.
    private static func tag(_ start: StableHash, _ item: String, _ version: String) -> UInt64 {
        var hash = start
        hash.add(item.utf8)
        hash.add(CollectionOfOne(0))
        hash.add(version.utf8)
        return hash.value & ~0xFF_FFFF | 1 << 24
    }
}

extension ColourTable.State {
    /// The bucket of an entry: within `entries`, whose count is a power of two and no less than a bucket.
    private func bucket(of entry: UInt64) -> Range<Int> {
        let first = Int(entry >> 25) & (entries.count - 1) & ~(ColourTable.bucket - 1)
        return first..<first + ColourTable.bucket
    }

    /// Where the entry with this tag is.
    fileprivate func place(of tag: UInt64) -> Int? {
        bucket(of: tag).first { entries[$0] >> 24 == tag >> 24 }
    }

    /// - Returns: whether this was not known.
    fileprivate mutating func insert(_ entry: UInt64) -> Bool {
        if let place = place(of: entry) {
            defer { entries[place] = entry }
            return entries[place] != entry
        }
        var bucket = bucket(of: entry)
        let isFull = !bucket.contains { entries[$0] == 0 }
        if count * (isFull ? 8 : 2) >= entries.count, entries.count < ColourTable.limit {
            grow()
            bucket = self.bucket(of: entry)
        }
        if let place = bucket.first(where: { entries[$0] == 0 }) {
            entries[place] = entry
            count += 1
        } else {
            entries[bucket.lowerBound + Int(entry >> 60) % ColourTable.bucket] = entry
        }
        return true
    }

    private mutating func grow() {
        let old = entries
        entries = [UInt64](repeating: 0, count: old.count * 2)
        count = 0
        for entry in old where entry != 0 {
            // A bucket's entries go into two.
            guard let place = bucket(of: entry).first(where: { entries[$0] == 0 }) else { continue }
            entries[place] = entry
            count += 1
        }
    }

    fileprivate mutating func takeUnsaved(_ now: UInt64) -> [UInt64] {
        defer { (unsaved, saved) = ([], now) }
        return unsaved
    }
}
