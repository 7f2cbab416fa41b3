// The tiny pictures and average colours of items seen in this run of the program or an earlier one.

import Catalog
import Platform
import Synchronization

/// Stores one tiny picture per item, for the colours of bands and slots and the pixels of mosaics.
///
/// Thread-safe.
///
/// Memory: 20 to 32 bytes per item (see `AtlasIndex`), and the most recently used pixels, up to `mappedLimit`. Pixels
/// are in a file if there is a folder for it. Otherwise, and for items drawn on demand, those of the first
/// `memoryLimit` items are kept in memory. Of items without room only the colour is kept, until the program ends.
///
/// A picture is verified by its checksum before it is first shown in a run. Damaged ones are forgotten and made again.
package final class Atlas: Sendable {
    /// The maximum number of bytes of pixels mapped at a time.
    private let mappedLimit: Int
    /// The maximum number of items whose pixels are kept in memory: 64 MB.
    static let memoryLimit = 16 * AtlasChunk.count

    private struct Chunks: ~Copyable {
        /// The chunks by number; nil for those of a file that has been replaced.
        var all: [AtlasChunk?] = []
        /// The number of the chunk in memory that is being filled, and the next position in it.
        var open: (number: Int, position: Int)?
        var inMemory = 0
    }

    private let index = AtlasIndex()
    /// Guards the table of chunks; their contents guard themselves.
    private let chunks = Mutex(Chunks())
    private let file: AtlasFile?
    private let changes = Atomic(0)
    private let generationCount = Atomic(0)
    private let clock = Atomic<UInt64>(0)
    private let mappedByteCount = Atomic(0)
    private let damages = Atomic(0)
    /// Whether there is no more room for pixels.
    private let isFull = Atomic(false)
    /// The items changed last, for code that stores colours of many items.
    let recentItems = RecentAtlasItems()

    /// Reads the file's index; blocks.
    ///
    /// `mappedLimit` is the maximum number of bytes of the file that are in memory at a time.
    package init(file: AtlasFile? = nil, mappedLimit: Int = 96 << 20) {
        self.file = file
        self.mappedLimit = mappedLimit
        file?.load(reader)
    }

    /// The number of known items.
    package var count: Int { index.count }
    /// The number of additions and changes.
    ///
    /// Never decreases.
    package var changeCount: Int { changes.load(ordering: .relaxed) }
    /// Changes whenever pictures have got other numbers.
    var generation: Int { generationCount.load(ordering: .acquiring) }
    /// The number of pictures that turned out to be damaged.
    var damageCount: Int { damages.load(ordering: .relaxed) }
    /// The disk space of the pictures in bytes.
    package var diskByteCount: Int { file?.byteCount ?? 0 }

    private var reader: AtlasFile.Reader {
        AtlasFile.Reader(
            addChunk: { chunk in
                self.chunks.withLock { chunks in
                    chunks.all.append(chunk)
                    return chunks.all.count - 1
                }
            },
            addEntry: { key, entry in self.insert(key, entry) },
            dropChunks: { numbers in
                guard !numbers.isEmpty else { return }
                self.chunks.withLock { chunks in
                    for number in numbers { chunks.all[number] = nil }
                }
                // Entries that were not found in the new file have lost their pixels.
                let dropped = Set(numbers)
                self.index.change { entry in
                    guard entry.hasPixels, dropped.contains(Int(entry.pictureNumber) / AtlasChunk.count) else {
                        return entry
                    }
                    return entry.withoutPixels
                }
                self.generationCount.add(1, ordering: .releasing)
            })
    }

    // MARK: Asking

    /// Returns what is known about a version of an item.
    ///
    /// O(1).
    subscript(key: AtlasKey) -> AtlasEntry? { index[key] }

    /// Returns whether all that can be stored about a version of an item is known.
    ///
    /// O(1).
    func isKnown(_ key: AtlasKey) -> Bool {
        guard let entry = index[key] else { return false }
        return entry.isDone || isFull.load(ordering: .relaxed)
    }

    /// Returns the colours of items of one collection, 0xRRGGBB; empty if no colour is known at all.
    ///
    /// O(items).
    ///
    /// A colour is nil if it is unknown or the picture is transparent. The collection's own colours take precedence.
    package func colours(of items: [ItemSummary], source: String) -> [UInt32?] {
        if count == 0, items.allSatisfy({ $0.colour == nil }) { return [] }
        let source = AtlasKey.source(source)
        var colours: [UInt32?] = []
        colours.reserveCapacity(items.count)
        // By index: `map` would copy each summary.
        for row in items.indices {
            let entry = items[row].colour == nil ? index[AtlasKey(source: source, ItemNumbers(items[row]))] : nil
            let isUsable = entry.map { !$0.isUnreadable && !$0.hasAlpha } ?? false
            colours.append(items[row].colour ?? (isUsable ? entry?.colour : nil))
        }
        return colours
    }

    /// Returns whether a decoded picture would add something: nothing is stored yet, or only a thumbnail.
    ///
    /// O(1).
    func needsPicture(_ key: AtlasKey) -> Bool { index[key].map { !$0.hasPixels || $0.isUnconfirmed } ?? true }

    /// Whether the thumbnail in a file shows its picture.
    package enum Verdict: Sendable {
        /// The picture has not been decoded yet.
        case unknown
        case agrees, isStale
    }

    /// Compares a thumbnail with the stored picture of its item.
    ///
    /// Blocks.
    package func verdict(on thumbnail: TinyPicture, _ key: AtlasKey) -> Verdict {
        guard !needsPicture(key), let picture = picture(key) else { return .unknown }
        return picture.agrees(with: thumbnail) ? .agrees : .isStale
    }

    /// All chunks, for `pixels`.
    var allChunks: [AtlasChunk?] { chunks.withLock { $0.all } }

    /// Returns the pixels of a part of a chunk; nil if they are no longer there.
    ///
    /// Blocks.
    func pixels(_ part: AtlasRecord.Part, of chunk: AtlasChunk) -> AtlasChunk.Pixels? {
        let time = clock.add(1, ordering: .relaxed).newValue
        guard let (pixels, mapped) = chunk.pixels(part, at: time) else { return nil }
        if mapped != 0, mappedByteCount.add(mapped, ordering: .relaxed).newValue > mappedLimit {
            releaseOldest(sparing: time)
        }
        return pixels
    }

    private func releaseOldest(sparing time: UInt64) {
        let all = allChunks.compactMap { $0 }
        var mapped = all.flatMap { chunk in chunk.mapped.map { (chunk: chunk, part: $0.part, used: $0.used) } }
        mapped.sort { $0.used < $1.used }
        for one in mapped where one.used < time {
            guard mappedByteCount.load(ordering: .relaxed) > mappedLimit / 4 * 3 else { return }
            mappedByteCount.subtract(one.chunk.release(one.part), ordering: .relaxed)
        }
    }

    /// Returns the tiny picture of an item; nil if there is none, or it is damaged.
    ///
    /// Blocks.
    func picture(_ key: AtlasKey) -> TinyPicture? {
        guard let entry = index[key], entry.hasPixels, let chunk = self.chunk(of: entry) else { return nil }
        var bytes: [UInt8] = []
        for part in AtlasRecord.Part.allCases {
            guard let pixels = pixels(part, of: chunk) else { return nil }
            let position = Int(entry.pictureNumber) % AtlasChunk.count
            guard chunk.isSound(position, pixels, for: key) else {
                forget(key, pictureNumber: entry.pictureNumber)
                return nil
            }
            bytes += pixels.bytes(of: position)
            guard !pixels.isDamaged else {
                forget(key, pictureNumber: entry.pictureNumber)
                return nil
            }
        }
        return TinyPicture(bytes: bytes, hasAlpha: entry.hasAlpha, isFromThumbnail: entry.isUnconfirmed)
    }

    private func chunk(of entry: AtlasEntry) -> AtlasChunk? {
        chunks.withLock { chunks in
            let number = Int(entry.pictureNumber) / AtlasChunk.count
            return chunks.all.indices.contains(number) ? chunks.all[number] : nil
        }
    }

    // MARK: Learning

    private func insert(_ key: AtlasKey, _ entry: AtlasEntry) {
        guard index.insert(key, entry) != entry else { return }
        changes.add(1, ordering: .relaxed)
    }

    /// Stores a picture, or only its colour while others store pictures.
    ///
    /// Blocks.
    ///
    /// - Returns: whether the picture was stored, being new or in place of a stale thumbnail.
    @discardableResult
    package func note(_ picture: TinyPicture, _ key: AtlasKey, of item: RecentAtlasItems.Item) -> Bool {
        note([(key, picture, item)], waits: false) > 0
    }

    /// Stores pictures, also for the next run if `isLasting`.
    ///
    /// Blocks.
    ///
    /// If not `waits`, only the colours may be stored while others store pictures.
    ///
    /// - Returns: the number of new pictures.
    @discardableResult
    func note(
        _ pictures: [(key: AtlasKey, picture: TinyPicture, item: RecentAtlasItems.Item)], isLasting: Bool = true,
        waits: Bool = true
    ) -> Int {
        let new = pictures.filter { !isKnown($0.key, by: $0.picture) }
        guard !new.isEmpty else { return 0 }
        // Wait for the file where a stale thumbnail is replaced, or the next run would show that again.
        let waits = waits || new.contains { index[$0.key]?.isUnconfirmed == true }
        var pictureNumbers: [UInt32]?
        if isLasting, let file {
            let outcome = file.append(
                new.map { ($0.key, $0.picture) }, waits: waits, reader,
                isUsed: { [index] key, pictureNumber in
                    // Drop records of unused items, and those replaced by a later record.
                    guard let entry = index.peek(key) else { return false }
                    return entry.isUsed && entry.pictureNumber == pictureNumber
                })
            if case .written(let found) = outcome { pictureNumbers = found }
            if outcome == .failed, !waits {
                noteColours(new)
                return 0
            }
        }
        let kept = pictureNumbers ?? new.map { putInMemory($0.picture) ?? AtlasEntry.noPicture }
        for (one, pictureNumber) in zip(new, kept) {
            insert(
                one.key,
                AtlasEntry(pictureNumber: pictureNumber, one.picture).inUse)
        }
        recentItems.add(new.map(\.item))
        return new.count
    }

    /// Returns whether a picture adds nothing new; marks a stored thumbnail that agrees with it as confirmed.
    private func isKnown(_ key: AtlasKey, by picture: TinyPicture) -> Bool {
        guard let entry = index[key], entry.isDone else { return false }
        guard entry.isUnconfirmed, !picture.isFromThumbnail else { return true }
        guard self.picture(key)?.agrees(with: picture) == true else { return false }
        index.update(key) { $0.pictureNumber == entry.pictureNumber ? $0.confirmed : nil }
        return true
    }

    /// Records only the colours; the pixels can be stored another time.
    private func noteColours(_ pictures: [(key: AtlasKey, picture: TinyPicture, item: RecentAtlasItems.Item)]) {
        for one in pictures {
            note(colour: one.picture.colour, one.key, of: one.item, hasAlpha: one.picture.hasAlpha)
        }
    }

    private func putInMemory(_ picture: TinyPicture) -> UInt32? {
        chunks.withLock { chunks in
            if chunks.open == nil || chunks.open?.position == AtlasChunk.count {
                guard chunks.inMemory < Self.memoryLimit / AtlasChunk.count, let chunk = AtlasChunk() else {
                    if !isFull.exchange(true, ordering: .relaxed) {
                        Log.warning(
                            "mosaics without room",
                            "there is no room for more mosaic thumbnails, so mosaics show colours instead; a larger "
                                + "--cache-limit makes room")
                    }
                    return nil
                }
                chunks.all.append(chunk)
                chunks.inMemory += 1
                chunks.open = (chunks.all.count - 1, 0)
            }
            guard let (number, position) = chunks.open, let chunk = chunks.all[number] else { return nil }
            chunk.write(picture, at: position)
            chunks.open = (number, position + 1)
            return UInt32(truncatingIfNeeded: number << 12 | position)
        }
    }

    /// Records the colour, 0xRRGGBB, of an item whose picture is not known.
    ///
    /// O(1), amortised.
    func note(colour: UInt32, _ key: AtlasKey, of item: RecentAtlasItems.Item, hasAlpha: Bool = false) {
        if let known = index[key], known.isDone { return }
        insert(key, AtlasEntry(pictureNumber: AtlasEntry.noPicture, colour: colour, hasAlpha: hasAlpha))
        recentItems.add([item])
    }

    /// Records that no picture can be made of an item, so that it is not tried again in this run.
    ///
    /// - Returns: whether that is new.
    func noteUnreadable(_ key: AtlasKey) -> Bool {
        guard index[key]?.isDone != true else { return false }
        insert(key, .ofUnreadable)
        return true
    }

    /// Forgets a damaged picture: it shows nothing, and a new one may be made.
    func forget(_ key: AtlasKey, pictureNumber: UInt32) {
        var isForgotten = false
        index.update(key) { entry in
            guard entry.pictureNumber == pictureNumber else { return nil }
            isForgotten = true
            return AtlasEntry.forgotten
        }
        guard isForgotten else { return }
        damages.add(1, ordering: .relaxed)
        changes.add(1, ordering: .relaxed)
        Log.warning("damaged pictures of mosaics", "a picture of a mosaic is damaged on the disk; it is made anew")
    }
}
