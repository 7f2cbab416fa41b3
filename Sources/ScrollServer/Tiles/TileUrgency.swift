// Which of the tiles that wait is made first.

/// The place of a wish among others: what is needed now before what may be needed, the newest turn first, and within a
/// turn by rank.
///
///      63    62      20       0
///     | now | turn    | −rank |
struct TileUrgency: Comparable, Sendable {
    private static let now: UInt64 = 1 << 63
    private static let lowestRank: UInt64 = 1 << 20 - 1

    private let value: UInt64

    /// - Parameters:
    ///   - isAhead: whether nobody needs the tile yet.
    ///   - turn: what `TilePipeline.turn()` gave; the higher the sooner.
    ///   - rank: from 0, the most needed first; what lies beyond a million is all the same.
    init(isAhead: Bool = false, turn: Int, rank: Int = 0) {
        let rank = min(UInt64(max(0, rank)), Self.lowestRank)
        let turn = UInt64(max(0, turn)) & (1 << 43 - 1)
        value = (isAhead ? 0 : Self.now) | turn << 20 | (Self.lowestRank - rank)
    }

    var isAhead: Bool { value & Self.now == 0 }

    static func < (left: TileUrgency, right: TileUrgency) -> Bool { left.value < right.value }
}

/// A wish for a tile that has been uttered and not been answered.
struct TileWish: Sendable {
    /// The tile is not wanted any more: what waits is dropped, what runs finishes into the caches.
    let cancel: @Sendable () -> Void
    /// It is needed sooner, or later, than was thought.
    let change: @Sendable (TileUrgency) -> Void
}
