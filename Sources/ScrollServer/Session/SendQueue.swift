// The tiles that a page needs and has not been sent, the most needed first.

import Pixels

/// The tiles on their way to one page: waiting to be asked for, being made, or ready to be sent.
///
///     want ─▶ waiting ─▶ asked ─▶ ready ─▶ sent
///                │          │        │
///                └──────────┴────────┴────▶ dropped, when a newer plan does not want it
///
/// The queue is bounded: only `Limits.asked` tiles are asked for at a time, and none while `readyBytes` are ready. So
/// for a page that does not take its tiles, no more are made. Tiles ahead of need come last, have limits of their own,
/// and are sent only when no needed tile is still to be sent.
struct SendQueue: Sendable {
    struct Limits: Sendable {
        /// The most tiles requested and not ready; with more, tiles would be made in the order of an outdated plan.
        var asked = 16
        /// While this many bytes are ready, no more tiles are asked for.
        var readyBytes = 1 << 20
        /// The same two limits for tiles ahead of need, which count separately.
        var askedAhead = 8
        var readyAheadBytes = 512 << 10
        /// The most tiles, and bytes of tiles, in one message.
        var batchTiles = 64
        var batchBytes = 256 << 10
    }

    private enum State {
        case waiting
        case asked(request: Int)
        case ready(EncodedTile)
    }

    private struct Entry {
        var state: State
        var isAhead: Bool
    }

    /// How a new plan changes the tiles that were already requested.
    struct Change: Sendable, Equatable {
        /// Requests to cancel, in the order in which they were made.
        var cancelled: [Int] = []
        /// How many tiles were ready and will not be sent.
        var ready = 0
        /// Requests that stay and have changed between needed now and ahead of need, with their new ranks.
        var ranked: [Request] = []
        /// Numbers of tiles that were made ahead of need and are needed now.
        var used: [Int] = []
    }

    /// One request to the pipeline for a tile, by its number, and its place in the order of need.
    struct Request: Sendable, Equatable {
        var number: Int
        var isAhead: Bool
        /// From 0, the most needed first.
        var rank: Int
    }

    /// A tile that is to be sent, and its number.
    struct Wanted: Sendable {
        var number: Int
        var tile: SessionTile
        /// Whether the tile is fetched ahead of need.
        var isAhead = false
    }

    let limits: Limits
    /// The most needed first, those ahead last; each has an entry in `entries`.
    private var tiles: [Wanted] = []
    private var entries: [Int: Entry] = [:]
    /// The tile's number for each request's number.
    private var requests: [Int: Int] = [:]
    /// The number of the newest request; the first is 1.
    private var lastRequest = 0
    /// Index into `tiles`: no tile before it is waiting.
    private var firstWaiting = 0
    private var askedAheadCount = 0
    /// How many of `tiles` are needed now.
    private(set) var neededCount = 0
    private(set) var readyByteCount = 0
    private(set) var readyAheadByteCount = 0

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Numbers of the tiles wanted and not sent, the most needed first.
    var numbers: [Int] { tiles.map(\.number) }

    /// Replaces the tiles to be sent by `new`: the most needed first, those ahead last, no number twice, each with a
    /// `making`.
    ///
    /// Tiles requested or ready that are in `new` keep their state; the others are dropped. O(tiles before and now).
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
            case .asked(let request):
                if wanted.isAhead { askedAheadCount += 1 }
                if old?.isAhead != wanted.isAhead {
                    change.ranked.append(Request(number: request, isAhead: wanted.isAhead, rank: rank))
                }
            case .ready(let tile):
                addReady(tile.bytes.count, isAhead: wanted.isAhead)
                if old?.isAhead == true, !wanted.isAhead { change.used.append(wanted.number) }
            }
        }
        for entry in entries.values {
            switch entry.state {
            case .waiting: break
            case .asked(let request):
                requests[request] = nil
                change.cancelled.append(request)
            case .ready: change.ready += 1
            }
        }
        change.cancelled.sort()
        (tiles, entries, firstWaiting) = (new, kept, 0)
        return change
    }

    private mutating func addReady(_ byteCount: Int, isAhead: Bool) {
        if isAhead { readyAheadByteCount += byteCount } else { readyByteCount += byteCount }
    }

    /// The tiles to request now, within the limits, the most needed first, each with a new request number.
    mutating func nextRequests() -> [(request: Request, tile: SessionTile)] {
        var next: [(request: Request, tile: SessionTile)] = []
        while firstWaiting < tiles.count {
            let wanted = tiles[firstWaiting]
            let mayAsk =
                wanted.isAhead
                ? askedAheadCount < limits.askedAhead && readyAheadByteCount < limits.readyAheadBytes
                : requests.count - askedAheadCount < limits.asked && readyByteCount < limits.readyBytes
            guard mayAsk else { break }
            let rank = firstWaiting
            firstWaiting += 1
            guard case .waiting? = entries[wanted.number]?.state else { continue }
            lastRequest += 1
            entries[wanted.number]?.state = .asked(request: lastRequest)
            requests[lastRequest] = wanted.number
            if wanted.isAhead { askedAheadCount += 1 }
            next.append((Request(number: lastRequest, isAhead: wanted.isAhead, rank: rank), wanted.tile))
        }
        return next
    }

    /// Takes a tile that has been made.
    ///
    /// Does nothing when the tile is no longer wanted.
    mutating func made(_ request: Int, _ tile: EncodedTile) {
        guard let number = requests.removeValue(forKey: request), let entry = entries[number] else { return }
        entries[number]?.state = .ready(tile)
        if entry.isAhead { askedAheadCount -= 1 }
        addReady(tile.bytes.count, isAhead: entry.isAhead)
    }

    /// Removes a tile that cannot be made.
    ///
    /// O(tiles).
    ///
    /// - Returns: the tile, or nil when it was no longer wanted.
    mutating func failed(_ request: Int) -> Wanted? {
        guard let number = requests.removeValue(forKey: request) else { return nil }
        if entries[number]?.isAhead == true { askedAheadCount -= 1 }
        let wanted = tiles.first { $0.number == number }
        remove([number])
        return wanted
    }

    /// Removes and returns the ready tiles that go into one message, the most needed first.
    ///
    /// A message has either needed tiles or tiles ahead; tiles ahead are taken only when no needed tile is still to be
    /// sent. `room` and `aheadRoom` limit the bytes of either kind. `isAlone` says that nothing is under way to the
    /// page: then the first tile may exceed them, so that a large tile is sent at all. `aheadLimit`, in bytes, and
    /// `aheadPixels`, in bytes of decoded pixels, limit tiles ahead without exception. O(tiles).
    mutating func nextBatch(
        room: Int, isAlone: Bool, aheadRoom: Int = 0, aheadLimit: Int = 0, aheadPixels: Int = .max
    ) -> [(wanted: Wanted, encoded: EncodedTile)] {
        let isAhead = neededCount == 0
        guard isAhead ? readyAheadByteCount > 0 : readyByteCount > 0 else { return [] }
        let limit = min(isAhead ? min(aheadRoom, aheadLimit) : room, limits.batchBytes)
        var batch: [(wanted: Wanted, encoded: EncodedTile)] = []
        var (byteCount, pixels) = (0, isAhead ? aheadPixels : .max)
        for wanted in tiles {
            guard batch.count < limits.batchTiles, wanted.isAhead == isAhead else { break }
            guard case .ready(let encoded)? = entries[wanted.number]?.state else { continue }
            guard wanted.tile.pixelByteCount <= pixels else { break }
            let isFirst = batch.isEmpty && isAlone && (!isAhead || encoded.bytes.count <= aheadLimit)
            guard isFirst || encoded.bytes.count <= limit - byteCount else { break }
            batch.append((wanted, encoded))
            byteCount += encoded.bytes.count
            pixels -= wanted.tile.pixelByteCount
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
        // Releases the memory, so that an idle session keeps none for its queue.
        if tiles.isEmpty { (tiles, entries, requests) = ([], [:], [:]) }
    }
}
