// What a pipeline counts while it runs.

extension TilePipeline {
    /// Totals since the start; for `/metrics` and for tests.
    struct Counters: Sendable, Equatable {
        var wishes = 0
        /// Wishes answered from memory.
        var memoryHits = 0
        /// Tiles read from disk.
        var diskHits = 0
        var passesStarted = 0
        /// Passes dropped before they ran, because all their wishes were cancelled.
        var passesDropped = 0
        var passesFailed = 0
        var tilesMade = 0
        /// Tiles made that no wish was waiting for.
        var tilesMadeForCache = 0
        /// Of the wishes and passes above, those ahead of need.
        var wishesAhead = 0
        var passesStartedAhead = 0
        var passesDroppedAhead = 0
    }
}
