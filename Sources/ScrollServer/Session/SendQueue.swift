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

    /// One tile and its number.
    struct Wanted: Sendable {
        var number: Int
        var tile: SessionTile
    }

    let limits: Limits
    /// In the order of need; each has a state.
    private var tiles: [Wanted] = []
    private var states: [Int: State] = [:]
    /// Numbers of tiles by their wishes.
    private var wishes: [Int: Int] = [:]
    private var nextWish = 0
    /// Index into `tiles`: none before it waits.
    private var firstWaiting = 0
    private(set) var readyByteCount = 0

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Tiles wanted and not sent.
    var count: Int { tiles.count }

    /// These tiles are wanted now, in this order, and no others. No number twice, each with its making.
    mutating func want(_ new: [Wanted]) -> Dropped {
        var kept: [Int: State] = [:]
        kept.reserveCapacity(new.count)
        for wanted in new { kept[wanted.number] = states.removeValue(forKey: wanted.number) ?? .waiting }
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
            let wanted = tiles[firstWaiting]
            firstWaiting += 1
            guard case .waiting = states[wanted.number] else { continue }
            nextWish += 1
            states[wanted.number] = .asked(wish: nextWish)
            wishes[nextWish] = wanted.number
            asks.append((nextWish, wanted.tile))
        }
        return asks
    }

    /// A tile has been made; nothing happens when nobody wants it any more.
    mutating func made(_ wish: Int, _ tile: EncodedTile) {
        guard let number = wishes.removeValue(forKey: wish) else { return }
        states[number] = .ready(tile)
        readyByteCount += tile.bytes.count
    }

    /// A tile cannot be made, and leaves the queue.
    ///
    /// - Returns: the tile, when it was still wanted.
    mutating func failed(_ wish: Int) -> Wanted? {
        guard let number = wishes.removeValue(forKey: wish) else { return nil }
        let wanted = tiles.first { $0.number == number }
        remove([number])
        return wanted
    }

    /// Takes the tiles that are ready, the most needed first, for one message.
    ///
    /// - Parameters:
    ///   - room: bytes they may have together.
    ///   - isAlone: whether the first may have more, since nothing else is under way.
    mutating func takeBatch(room: Int, isAlone: Bool) -> [(wanted: Wanted, encoded: EncodedTile)] {
        guard readyByteCount > 0 else { return [] }
        let limit = min(room, limits.batchBytes)
        var batch: [(wanted: Wanted, encoded: EncodedTile)] = []
        var byteCount = 0
        for wanted in tiles {
            guard batch.count < limits.batchTiles else { break }
            guard case .ready(let encoded) = states[wanted.number] else { continue }
            let isFirst = batch.isEmpty && isAlone
            guard isFirst || encoded.bytes.count <= limit - byteCount else { break }
            batch.append((wanted, encoded))
            byteCount += encoded.bytes.count
        }
        guard !batch.isEmpty else { return [] }
        readyByteCount -= byteCount
        remove(Set(batch.map(\.wanted.number)))
        return batch
    }

    private mutating func remove(_ gone: Set<Int>) {
        for number in gone { states[number] = nil }
        let before = tiles.prefix(firstWaiting).count { gone.contains($0.number) }
        tiles.removeAll { gone.contains($0.number) }
        firstWaiting -= before
        // An idle session holds no memory for its queue.
        if tiles.isEmpty { (tiles, states, wishes) = ([], [:], [:]) }
    }
}
