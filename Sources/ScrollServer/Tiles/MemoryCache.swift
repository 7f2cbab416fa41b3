// Tiles in memory, the least recently used given up first; those fetched ahead of need in a room of their own.

import Synchronization

/// Keeps encoded tiles up to a number of bytes, which holds at every moment.
///
/// ```
///  store ──────────────────────▶ shown   up to byteLimit, the least recently used goes first
///                                  ▲
///                                  │ wanted: a hit
///  store ahead of need ────────▶ ahead   up to aheadLimit, the oldest goes first: waste
/// ```
/// What is fetched ahead never takes the place of what was shown. Looking up and storing are O(1). An entry counts its
/// bytes and `overhead` for its place in the tables.
final class MemoryCache: Sendable {
    /// Bytes an entry is taken to need beside its tile: key, strings, table and list.
    static let overhead = 256

    fileprivate struct Entry {
        var key: TileKey
        var tile: EncodedTile
        /// Whether nobody has wanted it yet.
        var isAhead: Bool
        /// Neighbours in the order of use; −1 at the ends.
        var newer: Int
        var older: Int

        var cost: Int { tile.bytes.count + MemoryCache.overhead }
    }

    /// Entries in the order of use.
    fileprivate struct List {
        var newest = -1
        var oldest = -1
        var byteCount = 0
    }

    fileprivate struct State: ~Copyable {
        var places: [TileKey: Int] = [:]
        var entries: [Entry] = []
        var free: [Int] = []
        var shown = List()
        var ahead = List()
        var counts = AheadCounts()
    }

    /// What has become of the tiles that were stored ahead of need.
    struct AheadCounts: Sendable, Equatable {
        var stored = 0
        /// Wanted while they were held.
        var hits = 0
        /// Given up before anybody wanted them, or not kept at all.
        var wasted = 0
    }

    /// The most that tiles somebody wanted may take, in bytes.
    let byteLimit: Int
    /// The most that tiles nobody has wanted yet may take beside them.
    let aheadLimit: Int
    /// Guards the table, the lists of entries in the order of use, and their sums.
    private let state = Mutex(State())

    init(byteLimit: Int, aheadLimit: Int = 0) {
        self.byteLimit = max(0, byteLimit)
        self.aheadLimit = max(0, aheadLimit)
    }

    /// Bytes held now.
    var byteCount: Int { state.withLock { $0.shown.byteCount + $0.ahead.byteCount } }
    /// Bytes held now of tiles that nobody has wanted yet.
    var aheadByteCount: Int { state.withLock { $0.ahead.byteCount } }
    /// Tiles held now.
    var count: Int { state.withLock { $0.places.count } }
    var aheadCounts: AheadCounts { state.withLock { $0.counts } }

    /// The tile, if it is held; it becomes the most recently used.
    func tile(_ key: TileKey) -> EncodedTile? {
        state.withLock { state in
            guard let place = state.places[key] else { return nil }
            let tile = state.entries[place].tile
            state.use(place, byteLimit: byteLimit)
            return tile
        }
    }

    /// The tile, if it is held, for somebody who may want it later: no use of it.
    func tile(ahead key: TileKey) -> EncodedTile? {
        state.withLock { state in state.places[key].map { state.entries[$0].tile } }
    }

    /// Somebody wants the tile, and has it already.
    func noteUse(_ key: TileKey) {
        state.withLock { state in
            if let place = state.places[key] { state.use(place, byteLimit: byteLimit) }
        }
    }

    /// Whether the tile is held, which is no use of it.
    func holds(_ key: TileKey) -> Bool { state.withLock { $0.places[key] != nil } }

    /// Keeps a tile that somebody wants, giving up others where there is no room. One larger than the whole cache is not
    /// kept.
    func store(_ tile: EncodedTile, for key: TileKey) {
        let cost = tile.bytes.count + Self.overhead
        guard cost <= byteLimit else { return }
        state.withLock { state in
            // Of what was fetched ahead and is wanted when it is stored again, the first copy was no waste.
            if let place = state.places[key] {
                if state.entries[place].isAhead { state.counts.hits += 1 }
                state.remove(place)
            }
            while state.shown.byteCount + cost > byteLimit, state.shown.oldest >= 0 { state.remove(state.shown.oldest) }
            state.insert(tile, for: key, isAhead: false)
        }
    }

    /// Keeps a tile that nobody wants yet, giving up older ones of the same kind alone; one that is held stays as it is.
    func store(ahead tile: EncodedTile, for key: TileKey) {
        let cost = tile.bytes.count + Self.overhead
        state.withLock { state in
            guard state.places[key] == nil else { return }
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
    /// Makes an entry the one used last; one that was ahead of need takes its place among those that were wanted.
    fileprivate mutating func use(_ place: Int, byteLimit: Int) {
        unlink(place)
        if entries[place].isAhead {
            counts.hits += 1
            entries[place].isAhead = false
            let cost = entries[place].cost
            while shown.byteCount + cost > byteLimit, shown.oldest >= 0 { remove(shown.oldest) }
            guard cost <= byteLimit else { return forget(place) }
        }
        linkNewest(place)
    }

    fileprivate mutating func insert(_ tile: EncodedTile, for key: TileKey, isAhead: Bool) {
        let entry = MemoryCache.Entry(key: key, tile: tile, isAhead: isAhead, newer: -1, older: -1)
        let place: Int
        if let reused = free.popLast() {
            place = reused
            entries[place] = entry
        } else {
            place = entries.count
            entries.append(entry)
        }
        places[key] = place
        linkNewest(place)
    }

    fileprivate mutating func remove(_ place: Int) {
        unlink(place)
        forget(place)
    }

    private mutating func forget(_ place: Int) {
        places[entries[place].key] = nil
        entries[place].tile.bytes = []
        free.append(place)
    }

    fileprivate mutating func linkNewest(_ place: Int) {
        var list = entries[place].isAhead ? ahead : shown
        entries[place].older = list.newest
        entries[place].newer = -1
        if list.newest >= 0 { entries[list.newest].newer = place }
        list.newest = place
        if list.oldest < 0 { list.oldest = place }
        list.byteCount += entries[place].cost
        if entries[place].isAhead { ahead = list } else { shown = list }
    }

    fileprivate mutating func unlink(_ place: Int) {
        var list = entries[place].isAhead ? ahead : shown
        let (newer, older) = (entries[place].newer, entries[place].older)
        if newer >= 0 { entries[newer].older = older } else { list.newest = older }
        if older >= 0 { entries[older].newer = newer } else { list.oldest = newer }
        list.byteCount -= entries[place].cost
        if entries[place].isAhead { ahead = list } else { shown = list }
    }
}
