// What colour a picture is on the whole, for those that have been seen, in this run of the program or an earlier one.

import Synchronization

/// Average colours by item: what a page shows until the picture has come. Safe on any thread.
///
/// Eight bytes an entry. The table has 64 parts with a lock each; each is at most half full and doubles up to its share of
/// `limit`, so that whoever looks up a colour never waits for more than the moving of some thousand entries. From then on,
/// and where a bucket is full, a new colour takes an old one's place.
///
/// What is new goes into the file, if there is one, in small portions.
final class ColourTable: Sendable {
    /// Entries at most: 8 MB.
    static let limit = 1 << 20
    /// New colours that wait at most to be written together.
    private static let portion = 64
    private static let partCount = 64

    private struct Unsaved {
        var entries: [UInt64] = []
        /// When colours were last written, in nanoseconds.
        var saved: UInt64 = 0

        mutating func removeAll(at now: UInt64) -> [UInt64] {
            defer { (entries, saved) = ([], now) }
            return entries
        }
    }

    /// One part of the table behind its lock, which guards nothing else.
    private final class Part: Sendable {
        let table = Mutex(ColourBuckets(limit: ColourTable.limit / ColourTable.partCount))
    }

    private let parts: [Part]
    /// Guards what is not written yet; never held while it is written.
    private let unsaved = Mutex(Unsaved())
    private let entryCount = Atomic(0)
    private let changes = Atomic(0)
    private let file: ColourFile?

    /// Reads what the file has. Blocks.
    init(file: ColourFile? = nil) {
        self.file = file
        parts = (0..<Self.partCount).map { _ in Part() }
        for entry in file?.load() ?? [] { _ = insert(entry) }
    }

    /// Colours known.
    var count: Int { entryCount.load(ordering: .relaxed) }
    /// How often a colour has become known, or another one. Only grows.
    var changeCount: Int { changes.load(ordering: .relaxed) }

    /// Takes down a colour, 0xRRGGBB. O(1), amortised. Blocks now and then, to write.
    ///
    /// - Parameters:
    ///   - source: where the items of the collection come from, which is the same in every run.
    ///   - isLasting: whether the next run may have it.
    func note(_ colour: UInt32, source: String, item: String, version: String, isLasting: Bool = true) {
        let entry = Self.tag(Self.hash(source), item, version) | UInt64(colour & 0xFF_FFFF)
        guard insert(entry), isLasting, file != nil else { return }
        let now = System.monotonicNanoseconds()
        let portion: [UInt64] = unsaved.withLock { unsaved in
            unsaved.entries.append(entry)
            // What comes after a rest is written at once: the program may be ended before there is more.
            guard unsaved.entries.count >= Self.portion || now &- unsaved.saved > 1_000_000_000 else { return [] }
            return unsaved.removeAll(at: now)
        }
        if !portion.isEmpty { write(portion) }
    }

    /// Writes what is not written yet. Blocks.
    func save() {
        let portion = unsaved.withLock { $0.removeAll(at: System.monotonicNanoseconds()) }
        if !portion.isEmpty { write(portion) }
    }

    private func write(_ portion: [UInt64]) {
        guard let file, file.append(portion) else { return }
        file.rewrite(parts.flatMap { part in part.table.withLock { $0.all } })
    }

    /// - Returns: whether this was not known.
    private func insert(_ entry: UInt64) -> Bool {
        let (isNew, added) = part(of: entry).table.withLock { table in
            let before = table.count
            return (table.insert(entry), table.count - before)
        }
        if added > 0 { entryCount.add(added, ordering: .relaxed) }
        if isNew { changes.add(1, ordering: .relaxed) }
        return isNew
    }

    /// The part of an entry: by its upper bits, buckets by the lower ones.
    private func part(of entry: UInt64) -> Part { parts[Int(entry >> 58) % Self.partCount] }

    /// The colours of items of one collection, 0xRRGGBB; empty where nothing is known of any. O(items).
    func colours(of items: [ItemSummary], source: String) -> [UInt32?] {
        if count == 0 { return [] }
        let start = Self.hash(source)
        return items.map { item in
            let tag = Self.tag(start, item.id, item.version)
            return part(of: tag).table.withLock { $0.colour(of: tag) }
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
