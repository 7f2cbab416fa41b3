// The average colours of pictures that were seen in this run of the program or an earlier one.

import Synchronization

/// Average colours by item: the page shows them until the picture arrives. Safe on any thread.
///
/// Memory: eight bytes per entry. The table has 64 parts, each with its own lock. A part doubles when it is half full,
/// up to its share of `limit`, so a look-up waits at most while one part moves some thousand entries. At the limit, and
/// where a bucket is full, a new colour replaces an old one.
///
/// New colours are written to the file, if there is one, in small portions.
final class ColourTable: Sendable {
    /// The most entries: 8 MB.
    static let limit = 1 << 20
    /// The most new colours that are held back to be written together.
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

    /// One part of the table, with its lock.
    private final class Part: Sendable {
        let table = Mutex(ColourBuckets(limit: ColourTable.limit / ColourTable.partCount))
    }

    private let parts: [Part]
    /// Guards the colours not written yet; not held during the write.
    private let unsaved = Mutex(Unsaved())
    private let entryCount = Atomic(0)
    private let changes = Atomic(0)
    private let file: ColourFile?

    /// Loads the colours of the file. Blocks.
    init(file: ColourFile? = nil) {
        self.file = file
        parts = (0..<Self.partCount).map { _ in Part() }
        for entry in file?.load() ?? [] { _ = insert(entry) }
    }

    /// Number of colours known.
    var count: Int { entryCount.load(ordering: .relaxed) }
    /// How often a colour was added or changed. Never decreases.
    var changeCount: Int { changes.load(ordering: .relaxed) }

    /// Records a colour, 0xRRGGBB. O(1), amortised. Blocks now and then while colours are written to the file.
    ///
    /// - Parameters:
    ///   - source: where the collection's items come from; the same in every run.
    ///   - isLasting: whether the colour is kept for the next run.
    func note(_ colour: UInt32, source: String, item: String, version: String, isLasting: Bool = true) {
        let entry = Self.tag(Self.hash(source), item, version) | UInt64(colour & 0xFF_FFFF)
        guard insert(entry), isLasting, file != nil else { return }
        let now = System.monotonicNanoseconds()
        let portion: [UInt64] = unsaved.withLock { unsaved in
            unsaved.entries.append(entry)
            // A colour that comes a second or more after the last write is written at once, in case the program is
            // ended.
            guard unsaved.entries.count >= Self.portion || now &- unsaved.saved > 1_000_000_000 else { return [] }
            return unsaved.removeAll(at: now)
        }
        if !portion.isEmpty { write(portion) }
    }

    /// Writes the colours that are not written yet. Blocks.
    func save() {
        let portion = unsaved.withLock { $0.removeAll(at: System.monotonicNanoseconds()) }
        if !portion.isEmpty { write(portion) }
    }

    private func write(_ portion: [UInt64]) {
        guard let file, file.append(portion) else { return }
        file.rewrite(parts.flatMap { part in part.table.withLock { $0.all } })
    }

    /// - Returns: false if exactly this entry was already there.
    private func insert(_ entry: UInt64) -> Bool {
        let (isNew, added) = part(of: entry).table.withLock { table in
            let before = table.count
            return (table.insert(entry), table.count - before)
        }
        if added > 0 { entryCount.add(added, ordering: .relaxed) }
        if isNew { changes.add(1, ordering: .relaxed) }
        return isNew
    }

    /// The part that holds an entry: its top bits choose the part, lower bits the bucket.
    private func part(of entry: UInt64) -> Part { parts[Int(entry >> 58) % Self.partCount] }

    /// The colours, 0xRRGGBB, of items of one collection, nil where unknown; an empty array if no colour is known at
    /// all. What the collection itself knows comes first. O(items).
    func colours(of items: [ItemSummary], source: String) -> [UInt32?] {
        if count == 0, items.allSatisfy({ $0.colour == nil }) { return [] }
        let start = Self.hash(source)
        return items.map { item in
            if let colour = item.colour { return colour }
            let tag = Self.tag(start, item.id, item.version)
            return part(of: tag).table.withLock { $0.colour(of: tag) }
        }
    }

    /// The start of the hash, which is the same for all items of a collection.
    private static func hash(_ source: String) -> StableHash {
        var hash = StableHash()
        hash.add(source.utf8)
        hash.add(CollectionOfOne(0))
        return hash
    }

    /// An entry without its colour: the upper 40 bits; never 0.
    private static func tag(_ start: StableHash, _ item: String, _ version: String) -> UInt64 {
        var hash = start
        hash.add(item.utf8)
        hash.add(CollectionOfOne(0))
        hash.add(version.utf8)
        return hash.value & ~0xFF_FFFF | 1 << 24
    }
}
