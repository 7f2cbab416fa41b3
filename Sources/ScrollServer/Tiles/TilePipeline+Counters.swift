// What a pipeline counts.

extension TilePipeline {
    /// What has happened since the start; for `/metrics` and for tests.
    struct Counters: Sendable, Equatable {
        var wishes = 0
        /// Wishes answered from memory.
        var memoryHits = 0
        /// Tiles read from disk.
        var diskHits = 0
        var passesStarted = 0
        /// Dropped while they waited, since nobody wanted them any more.
        var passesDropped = 0
        var passesFailed = 0
        var tilesMade = 0
        /// Tiles made that nobody was waiting for.
        var tilesMadeForCache = 0
        /// Of these wishes and passes, those ahead of need.
        var wishesAhead = 0
        var passesStartedAhead = 0
        var passesDroppedAhead = 0
    }
}
