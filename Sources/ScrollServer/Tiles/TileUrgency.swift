// The order in which waiting tiles are made.

/// The urgency of a request: tiles needed now come first, then the newest turn, then the lowest rank.
///
///      63    62      20       0
///     | now | turn    | −rank |
package struct TileUrgency: Comparable, Sendable {
    private static let now: UInt64 = 1 << 63
    private static let lowestRank: UInt64 = 1 << 20 - 1

    private let value: UInt64

    /// Makes an urgency; `isAhead` means that no client needs the tile yet.
    ///
    /// The highest `turn`, from `TilePipeline.newTurn()`, goes first; within it, the lowest `rank`. Ranks above 2²⁰ − 1
    /// count as that, negative ones as 0.
    package init(isAhead: Bool = false, turn: Int, rank: Int = 0) {
        let rank = min(UInt64(max(0, rank)), Self.lowestRank)
        let turn = UInt64(max(0, turn)) & (1 << 43 - 1)
        value = (isAhead ? 0 : Self.now) | turn << 20 | (Self.lowestRank - rank)
    }

    /// Whether no client needs the tile yet.
    var isAhead: Bool { value & Self.now == 0 }

    package static func < (left: TileUrgency, right: TileUrgency) -> Bool { left.value < right.value }
}

/// A request for a tile that has not been answered yet.
package struct TileRequest: Sendable {
    /// Withdraws the request: a waiting pass without other requests is dropped, a running one finishes into the caches.
    package let cancel: @Sendable () -> Void
    /// Changes the urgency of the request.
    package let change: @Sendable (TileUrgency) -> Void
}
