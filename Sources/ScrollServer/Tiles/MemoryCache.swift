// Tiles in memory, the least recently used given up first.

import Synchronization

/// Keeps encoded tiles up to a number of bytes, which holds at every moment.
///
/// Looking up and storing are O(1). An entry counts its bytes and `overhead` for its place in the tables.
final class MemoryCache: Sendable {
    /// Bytes an entry is taken to need beside its tile: key, strings, table and list.
    static let overhead = 256

    fileprivate struct Entry {
        var key: TileKey
        var tile: EncodedTile
        /// Neighbours in the order of use; −1 at the ends.
        var newer: Int
        var older: Int
    }

    fileprivate struct State: ~Copyable {
        var places: [TileKey: Int] = [:]
        var entries: [Entry] = []
        var free: [Int] = []
        var newest = -1
        var oldest = -1
        var byteCount = 0
    }

    /// The most the cache may hold, in bytes.
    let byteLimit: Int
    /// Guards the table, the list of entries in the order of use, and their sum.
    private let state = Mutex(State())

    init(byteLimit: Int) {
        self.byteLimit = max(0, byteLimit)
    }

    /// Bytes held now.
    var byteCount: Int { state.withLock { $0.byteCount } }
    /// Tiles held now.
    var count: Int { state.withLock { $0.places.count } }

    /// The tile, if it is held; it becomes the most recently used.
    func tile(_ key: TileKey) -> EncodedTile? {
        state.withLock { state in
            guard let place = state.places[key] else { return nil }
            state.unlink(place)
            state.linkNewest(place)
            return state.entries[place].tile
        }
    }

    /// Whether the tile is held, which is no use of it.
    func holds(_ key: TileKey) -> Bool { state.withLock { $0.places[key] != nil } }

    /// Keeps a tile, giving up others where there is no room. One larger than the whole cache is not kept.
    func store(_ tile: EncodedTile, for key: TileKey) {
        let cost = tile.bytes.count + Self.overhead
        guard cost <= byteLimit else { return }
        state.withLock { state in
            if let place = state.places[key] { state.remove(place) }
            while state.byteCount + cost > byteLimit, state.oldest >= 0 { state.remove(state.oldest) }
            state.insert(tile, for: key, cost: cost)
        }
    }
}

extension MemoryCache.State {
    fileprivate mutating func insert(_ tile: EncodedTile, for key: TileKey, cost: Int) {
        let entry = MemoryCache.Entry(key: key, tile: tile, newer: -1, older: -1)
        let place: Int
        if let reused = free.popLast() {
            place = reused
            entries[place] = entry
        } else {
            place = entries.count
            entries.append(entry)
        }
        places[key] = place
        byteCount += cost
        linkNewest(place)
    }

    fileprivate mutating func remove(_ place: Int) {
        unlink(place)
        byteCount -= entries[place].tile.bytes.count + MemoryCache.overhead
        places[entries[place].key] = nil
        entries[place].tile.bytes = []
        free.append(place)
    }

    fileprivate mutating func linkNewest(_ place: Int) {
        entries[place].older = newest
        entries[place].newer = -1
        if newest >= 0 { entries[newest].newer = place }
        newest = place
        if oldest < 0 { oldest = place }
    }

    fileprivate mutating func unlink(_ place: Int) {
        let (newer, older) = (entries[place].newer, entries[place].older)
        if newer >= 0 { entries[newer].older = older } else { newest = older }
        if older >= 0 { entries[older].newer = newer } else { oldest = newer }
    }
}
