// Encoded tiles in memory, evicted least recently used first; prefetched tiles have a limit of their own.

import Pixels
import Synchronization

/// Keeps encoded tiles within two byte limits, which are never exceeded.
///
/// ```
///  store ──────────────────────▶ shown   up to byteLimit; the least recently used is evicted first
///                                  ▲
///                                  │ wanted: a hit
///  store ahead of need ────────▶ ahead   up to aheadLimit; the oldest is evicted first: waste
/// ```
/// Prefetched tiles never evict shown ones. Lookups and insertions are O(1), apart from evictions. An entry's cost is
/// its bytes plus `overhead` for its share of the tables. Thread-safe.
package final class MemoryCache: Sendable {
    /// The estimated size of an entry besides its tile, in bytes: key, strings, table and list.
    static let overhead = 256

    fileprivate struct Entry {
        var key: TileKey
        var tile: EncodedTile
        /// Whether it was prefetched and no client has requested it yet.
        var isAhead: Bool
        /// Indices of the neighbours in the order of use; −1 at the ends.
        var newer: Int
        var older: Int

        var cost: Int { tile.bytes.count + MemoryCache.overhead }
    }

    /// A linked list of entries in the order of use.
    fileprivate struct List {
        var newest = -1
        var oldest = -1
        var byteCount = 0
    }

    fileprivate struct State: ~Copyable {
        var indices: [TileKey: Int] = [:]
        var entries: [Entry] = []
        var free: [Int] = []
        var shown = List()
        var ahead = List()
        var counts = AheadCounts()
        /// Increases with each tile added or removed.
        var changeCount = 0
    }

    /// What became of the prefetched tiles.
    package struct AheadCounts: Sendable, Equatable {
        package var stored = 0
        /// Tiles requested while they were in memory.
        package var hits = 0
        /// Tiles evicted before a client requested them, or too large to be stored.
        package var wasted = 0
    }

    /// The maximum number of bytes for tiles that a client has requested.
    let byteLimit: Int
    /// The maximum number of bytes for prefetched tiles not yet requested, in addition to `byteLimit`.
    let aheadLimit: Int
    /// Guards the table, the lists of entries in the order of use, and their sums.
    private let state = Mutex(State())

    /// Makes a cache with limits in bytes; negative ones count as 0.
    ///
    /// If `aheadLimit` is 0, nothing is prefetched into it.
    package init(byteLimit: Int, aheadLimit: Int = 0) {
        self.byteLimit = max(0, byteLimit)
        self.aheadLimit = max(0, aheadLimit)
    }

    /// The number of bytes in memory, including `overhead`.
    var byteCount: Int { state.withLock { $0.shown.byteCount + $0.ahead.byteCount } }
    /// The number of bytes of tiles in memory that no client has requested yet.
    var aheadByteCount: Int { state.withLock { $0.ahead.byteCount } }
    /// The number of tiles in memory.
    var count: Int { state.withLock { $0.indices.count } }
    var aheadCounts: AheadCounts { state.withLock { $0.counts } }
    /// Increases with each tile added or removed.
    package var changeCount: Int { state.withLock { $0.changeCount } }

    /// Returns the tile if it is in memory; it becomes the most recently used.
    func tile(_ key: TileKey) -> EncodedTile? {
        state.withLock { state in
            guard let index = state.indices[key] else { return nil }
            let tile = state.entries[index].tile
            state.use(index, byteLimit: byteLimit)
            return tile
        }
    }

    /// Returns the tile for a prefetch if it is in memory; this does not count as a use.
    func tile(ahead key: TileKey) -> EncodedTile? {
        state.withLock { state in state.indices[key].map { state.entries[$0].tile } }
    }

    /// Records that a client needs a tile that it already has.
    func noteUse(_ key: TileKey) {
        state.withLock { state in
            if let index = state.indices[key] { state.use(index, byteLimit: byteLimit) }
        }
    }

    /// Returns whether the tile is in memory; this does not count as a use.
    func contains(_ key: TileKey) -> Bool { state.withLock { $0.indices[key] != nil } }

    /// Stores a requested tile, evicting others if needed; a tile larger than the whole cache is not stored.
    func store(_ tile: EncodedTile, for key: TileKey) {
        let cost = tile.bytes.count + Self.overhead
        guard cost <= byteLimit else { return }
        state.withLock { state in
            // A prefetched tile that is stored again for a request counts as a hit.
            if let index = state.indices[key] {
                if state.entries[index].isAhead { state.counts.hits += 1 }
                state.remove(index)
            }
            while state.shown.byteCount + cost > byteLimit, state.shown.oldest >= 0 { state.remove(state.shown.oldest) }
            state.insert(tile, for: key, isAhead: false)
        }
    }

    /// Stores a prefetched tile, evicting only older prefetched ones; does nothing if the tile is in memory.
    func store(ahead tile: EncodedTile, for key: TileKey) {
        let cost = tile.bytes.count + Self.overhead
        state.withLock { state in
            guard state.indices[key] == nil else { return }
            state.counts.stored += 1
            guard cost <= aheadLimit else {
                state.counts.wasted += 1
                return
            }
            while state.ahead.byteCount + cost > aheadLimit, state.ahead.oldest >= 0 {
                state.counts.wasted += 1
                state.remove(state.ahead.oldest)
            }
            state.insert(tile, for: key, isAhead: true)
        }
    }
}

extension MemoryCache.State {
    /// Makes an entry the most recently used; moves a prefetched one to the shown ones.
    fileprivate mutating func use(_ index: Int, byteLimit: Int) {
        unlink(index)
        if entries[index].isAhead {
            counts.hits += 1
            entries[index].isAhead = false
            let cost = entries[index].cost
            while shown.byteCount + cost > byteLimit, shown.oldest >= 0 { remove(shown.oldest) }
            guard cost <= byteLimit else { return forget(index) }
        }
        linkNewest(index)
    }

    fileprivate mutating func insert(_ tile: EncodedTile, for key: TileKey, isAhead: Bool) {
        changeCount += 1
        let entry = MemoryCache.Entry(key: key, tile: tile, isAhead: isAhead, newer: -1, older: -1)
        let index: Int
        if let reused = free.popLast() {
            index = reused
            entries[index] = entry
        } else {
            index = entries.count
            entries.append(entry)
        }
        indices[key] = index
        linkNewest(index)
    }

    fileprivate mutating func remove(_ index: Int) {
        unlink(index)
        forget(index)
    }

    private mutating func forget(_ index: Int) {
        changeCount += 1
        indices[entries[index].key] = nil
        entries[index].tile.bytes = []
        free.append(index)
    }

    fileprivate mutating func linkNewest(_ index: Int) {
        var list = entries[index].isAhead ? ahead : shown
        entries[index].older = list.newest
        entries[index].newer = -1
        if list.newest >= 0 { entries[list.newest].newer = index }
        list.newest = index
        if list.oldest < 0 { list.oldest = index }
        list.byteCount += entries[index].cost
        if entries[index].isAhead { ahead = list } else { shown = list }
    }

    fileprivate mutating func unlink(_ index: Int) {
        var list = entries[index].isAhead ? ahead : shown
        let (newer, older) = (entries[index].newer, entries[index].older)
        if newer >= 0 { entries[newer].older = older } else { list.newest = older }
        if older >= 0 { entries[older].newer = newer } else { list.oldest = newer }
        list.byteCount -= entries[index].cost
        if entries[index].isAhead { ahead = list } else { shown = list }
    }
}
