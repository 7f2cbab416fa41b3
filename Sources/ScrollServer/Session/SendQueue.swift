// What a page needs and has not been sent, in the order of need.

/// The tiles on their way to one page: waiting to be asked for, being made, or ready to be sent.
///
///     want ─▶ waiting ─▶ asked ─▶ ready ─▶ sent
///                │          │        │
///                └──────────┴────────┴────▶ dropped, when a newer plan does not want it
///
/// Bounded: of the tiles wanted only so many are asked for at a time, and none while enough bytes are ready. A page that
/// does not take what is ready gets nothing made. What may be needed next comes last, has bounds of its own, and is sent
/// when nothing else is to be.
struct SendQueue: Sendable {
    struct Limits: Sendable {
        /// Tiles asked for and not ready. More would only be made in an older plan's order.
        var asked = 16
        /// Bytes ready, from which on nothing more is asked for.
        var readyBytes = 1 << 20
        /// The same for tiles ahead of need, beside the others.
        var askedAhead = 8
        var readyAheadBytes = 512 << 10
        /// One message's tiles.
        var batchTiles = 64
        var batchBytes = 256 << 10
    }

    private enum State {
        case waiting
        case asked(wish: Int)
        case ready(EncodedTile)
    }

    private struct Entry {
        var state: State
        var isAhead: Bool
    }

    /// What a new plan has changed for the tiles that were wanted before.
    struct Change: Sendable, Equatable {
        /// Wishes to be cancelled.
        var wishes: [Int] = []
        /// Tiles that were ready and will not be sent.
        var ready = 0
        /// Wishes that stay, and have come to be needed now or not to be any more, with their new places.
        var ranked: [Ranked] = []
        /// Numbers of tiles that are ready ahead of need, and needed now.
        var used: [Int] = []
    }

    /// A wish's place in the order of need.
    struct Ranked: Sendable, Equatable {
        var wish: Int
        var isAhead: Bool
        /// From 0, the most needed first.
        var rank: Int
    }

    /// One tile and its number.
    struct Wanted: Sendable {
        var number: Int
        var tile: SessionTile
        /// Whether it may be needed next, rather than now.
        var isAhead = false
    }

    let limits: Limits
    /// In the order of need, those ahead last; each has an entry.
    private var tiles: [Wanted] = []
    private var entries: [Int: Entry] = [:]
    /// Numbers of tiles by their wishes.
    private var wishes: [Int: Int] = [:]
    private var nextWish = 0
    /// Index into `tiles`: none before it waits.
    private var firstWaiting = 0
    private var askedAheadCount = 0
    /// Tiles that are needed now.
    private(set) var neededCount = 0
    private(set) var readyByteCount = 0
    private(set) var readyAheadByteCount = 0

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Tiles wanted and not sent, in the order of need.
    var numbers: [Int] { tiles.map(\.number) }

    /// These tiles are wanted now, in this order, and no others. No number twice, each with its making, those ahead last.
    mutating func want(_ new: [Wanted]) -> Change {
        var change = Change()
        var kept: [Int: Entry] = [:]
        kept.reserveCapacity(new.count)
        (askedAheadCount, neededCount, readyByteCount, readyAheadByteCount) = (0, 0, 0, 0)
        for (rank, wanted) in new.enumerated() {
            let old = entries.removeValue(forKey: wanted.number)
            let state = old?.state ?? .waiting
            kept[wanted.number] = Entry(state: state, isAhead: wanted.isAhead)
            if !wanted.isAhead { neededCount += 1 }
            switch state {
            case .waiting: break
            case .asked(let wish):
                if wanted.isAhead { askedAheadCount += 1 }
                if old?.isAhead != wanted.isAhead {
                    change.ranked.append(Ranked(wish: wish, isAhead: wanted.isAhead, rank: rank))
                }
            case .ready(let tile):
                addReady(tile.bytes.count, isAhead: wanted.isAhead)
                if old?.isAhead == true, !wanted.isAhead { change.used.append(wanted.number) }
            }
        }
        for entry in entries.values {
            switch entry.state {
            case .waiting: break
            case .asked(let wish):
                wishes[wish] = nil
                change.wishes.append(wish)
            case .ready: change.ready += 1
            }
        }
        change.wishes.sort()
        (tiles, entries, firstWaiting) = (new, kept, 0)
        return change
    }

    private mutating func addReady(_ byteCount: Int, isAhead: Bool) {
        if isAhead { readyAheadByteCount += byteCount } else { readyByteCount += byteCount }
    }

    /// The tiles to ask for now, the most needed first, each with its wish.
    mutating func nextAsks() -> [(wish: Ranked, tile: SessionTile)] {
        var asks: [(wish: Ranked, tile: SessionTile)] = []
        while firstWaiting < tiles.count {
            let wanted = tiles[firstWaiting]
            let mayAsk =
                wanted.isAhead
                ? askedAheadCount < limits.askedAhead && readyAheadByteCount < limits.readyAheadBytes
                : wishes.count - askedAheadCount < limits.asked && readyByteCount < limits.readyBytes
            guard mayAsk else { break }
            let rank = firstWaiting
            firstWaiting += 1
            guard case .waiting? = entries[wanted.number]?.state else { continue }
            nextWish += 1
            entries[wanted.number]?.state = .asked(wish: nextWish)
            wishes[nextWish] = wanted.number
            if wanted.isAhead { askedAheadCount += 1 }
            asks.append((Ranked(wish: nextWish, isAhead: wanted.isAhead, rank: rank), wanted.tile))
        }
        return asks
    }

    /// A tile has been made; nothing happens when nobody wants it any more.
    mutating func made(_ wish: Int, _ tile: EncodedTile) {
        guard let number = wishes.removeValue(forKey: wish), let entry = entries[number] else { return }
        entries[number]?.state = .ready(tile)
        if entry.isAhead { askedAheadCount -= 1 }
        addReady(tile.bytes.count, isAhead: entry.isAhead)
    }

    /// A tile cannot be made, and leaves the queue.
    ///
    /// - Returns: the tile, when it was still wanted.
    mutating func failed(_ wish: Int) -> Wanted? {
        guard let number = wishes.removeValue(forKey: wish) else { return nil }
        if entries[number]?.isAhead == true { askedAheadCount -= 1 }
        let wanted = tiles.first { $0.number == number }
        remove([number])
        return wanted
    }

    /// Takes the tiles that are ready, the most needed first, for one message. Those ahead go by themselves, when nothing
    /// that is needed is still to be sent.
    ///
    /// - Parameters:
    ///   - room: bytes they may have together.
    ///   - isAlone: whether the first may have more, since nothing else is under way.
    ///   - aheadRoom: bytes that tiles ahead may have together; the first of them may have more where it is alone, up to
    ///     `aheadLimit`.
    mutating func takeBatch(
        room: Int, isAlone: Bool, aheadRoom: Int = 0, aheadLimit: Int = 0
    ) -> [(wanted: Wanted, encoded: EncodedTile)] {
        let isAhead = neededCount == 0
        guard isAhead ? readyAheadByteCount > 0 : readyByteCount > 0 else { return [] }
        let limit = min(isAhead ? min(aheadRoom, aheadLimit) : room, limits.batchBytes)
        var batch: [(wanted: Wanted, encoded: EncodedTile)] = []
        var byteCount = 0
        for wanted in tiles {
            guard batch.count < limits.batchTiles, wanted.isAhead == isAhead else { break }
            guard case .ready(let encoded)? = entries[wanted.number]?.state else { continue }
            let isFirst = batch.isEmpty && isAlone && (!isAhead || encoded.bytes.count <= aheadLimit)
            guard isFirst || encoded.bytes.count <= limit - byteCount else { break }
            batch.append((wanted, encoded))
            byteCount += encoded.bytes.count
        }
        guard !batch.isEmpty else { return [] }
        addReady(-byteCount, isAhead: isAhead)
        remove(Set(batch.map(\.wanted.number)))
        return batch
    }

    private mutating func remove(_ gone: Set<Int>) {
        for number in gone {
            if entries.removeValue(forKey: number)?.isAhead == false { neededCount -= 1 }
        }
        let before = tiles.prefix(firstWaiting).count { gone.contains($0.number) }
        tiles.removeAll { gone.contains($0.number) }
        firstWaiting -= before
        // An idle session holds no memory for its queue.
        if tiles.isEmpty { (tiles, entries, wishes) = ([], [:], [:]) }
    }
}
