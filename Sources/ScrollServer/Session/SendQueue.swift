// What a page needs and has not been sent, in the order of need.

/// The tiles on their way to one page: waiting to be asked for, being made, or ready to be sent.
///
///     want ─▶ waiting ─▶ asked ─▶ ready ─▶ sent
///                │          │        │
///                └──────────┴────────┴────▶ dropped, when a newer plan does not want it
///
/// Bounded: of the tiles wanted only so many are asked for at a time, and none while enough bytes are ready. A page that
/// does not take what is ready gets nothing made.
struct SendQueue: Sendable {
    struct Limits: Sendable {
        /// Tiles asked for and not ready. More would only be made in an older plan's order.
        var asked = 16
        /// Bytes ready, from which on nothing more is asked for.
        var readyBytes = 1 << 20
        /// One message's tiles.
        var batchTiles = 64
        var batchBytes = 256 << 10
    }

    private enum State {
        case waiting
        case asked(wish: Int)
        case ready(EncodedTile)
    }

    /// What a new plan has made needless.
    struct Dropped: Sendable, Equatable {
        /// Wishes to be cancelled.
        var wishes: [Int] = []
        /// Tiles that were ready and will not be sent.
        var ready = 0
    }

    let limits: Limits
    /// In the order of need; each has a state.
    private var tiles: [SessionTile] = []
    private var states: [TileKey: State] = [:]
    private var wishes: [Int: TileKey] = [:]
    private var nextWish = 0
    /// Index into `tiles`: none before it waits.
    private var firstWaiting = 0
    private(set) var readyByteCount = 0

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Tiles wanted and not sent.
    var count: Int { tiles.count }
    var askedCount: Int { wishes.count }

    func wants(_ key: TileKey) -> Bool { states[key] != nil }

    /// These tiles are wanted now, in this order, and no others. No key twice, each with its making.
    mutating func want(_ new: [SessionTile]) -> Dropped {
        var kept: [TileKey: State] = [:]
        kept.reserveCapacity(new.count)
        for tile in new { kept[tile.key] = states.removeValue(forKey: tile.key) ?? .waiting }
        var dropped = Dropped()
        for state in states.values {
            switch state {
            case .waiting: break
            case .asked(let wish):
                wishes[wish] = nil
                dropped.wishes.append(wish)
            case .ready(let tile):
                readyByteCount -= tile.bytes.count
                dropped.ready += 1
            }
        }
        dropped.wishes.sort()
        (tiles, states, firstWaiting) = (new, kept, 0)
        return dropped
    }

    /// The tiles to ask for now, the most needed first, each with a number for the wish.
    mutating func nextAsks() -> [(wish: Int, tile: SessionTile)] {
        var asks: [(wish: Int, tile: SessionTile)] = []
        while firstWaiting < tiles.count, wishes.count < limits.asked, readyByteCount < limits.readyBytes {
            let tile = tiles[firstWaiting]
            firstWaiting += 1
            guard case .waiting = states[tile.key] else { continue }
            nextWish += 1
            states[tile.key] = .asked(wish: nextWish)
            wishes[nextWish] = tile.key
            asks.append((nextWish, tile))
        }
        return asks
    }

    /// A tile has been made.
    ///
    /// - Returns: whether anybody still wants it.
    mutating func made(_ wish: Int, _ tile: EncodedTile) -> Bool {
        guard let key = wishes.removeValue(forKey: wish) else { return false }
        states[key] = .ready(tile)
        readyByteCount += tile.bytes.count
        return true
    }

    /// A tile cannot be made, and leaves the queue.
    ///
    /// - Returns: its key, when it is still wanted.
    mutating func failed(_ wish: Int) -> TileKey? {
        guard let key = wishes.removeValue(forKey: wish) else { return nil }
        states[key] = nil
        remove { $0 == key }
        return key
    }

    /// Takes the tiles that are ready, the most needed first, for one message.
    ///
    /// - Parameter room: bytes they may have together; the first may have more when it is alone in `isAlone`.
    mutating func takeBatch(room: Int, isAlone: Bool) -> [(tile: SessionTile, encoded: EncodedTile)] {
        guard readyByteCount > 0 else { return [] }
        let limit = min(room, limits.batchBytes)
        var batch: [(tile: SessionTile, encoded: EncodedTile)] = []
        var byteCount = 0
        for tile in tiles {
            guard batch.count < limits.batchTiles else { break }
            guard case .ready(let encoded) = states[tile.key] else { continue }
            let isFirst = batch.isEmpty && isAlone
            guard isFirst || encoded.bytes.count <= limit - byteCount else { break }
            batch.append((tile, encoded))
            byteCount += encoded.bytes.count
        }
        guard !batch.isEmpty else { return [] }
        for entry in batch { states[entry.tile.key] = nil }
        readyByteCount -= byteCount
        let sent = Set(batch.map(\.tile.key))
        remove(where: sent.contains)
        return batch
    }

    private mutating func remove(where isGone: (TileKey) -> Bool) {
        let before = tiles.prefix(firstWaiting).count { isGone($0.key) }
        tiles.removeAll { isGone($0.key) }
        firstWaiting -= before
    }
}
