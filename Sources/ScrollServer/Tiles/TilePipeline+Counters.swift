// The counters of a pipeline.

import Platform

extension TilePipeline {
    /// Totals since the start, for `/metrics` and for tests; `listed` describes each.
    package struct Counters: Sendable, Equatable {
        var requests = 0
        var memoryHits = 0
        var diskHits = 0
        var passesStarted = 0
        var passesDropped = 0
        var passesFailed = 0
        package var tilesMade = 0
        var tilesMadeForCache = 0
        var requestsAhead = 0
        var passesStartedAhead = 0
        var passesDroppedAhead = 0

        /// All counters, in the order in which `/metrics` writes them.
        package static let listed: [ListedCounter<Self>] = [
            ListedCounter("wishes", \.requests, "Tiles asked of the pipeline."),
            ListedCounter("memory_hits", \.memoryHits, "Requests answered from memory."),
            ListedCounter("disk_hits", \.diskHits, "Tiles read from the disk cache."),
            ListedCounter("decodes_started", \.passesStarted, "Decodes started."),
            ListedCounter("decodes_cancelled", \.passesDropped, "Decodes cancelled in the queue."),
            ListedCounter("decodes_failed", \.passesFailed, "Decodes that failed."),
            ListedCounter("tiles_made", \.tilesMade, "Tiles made."),
            ListedCounter("tiles_made_for_cache", \.tilesMadeForCache, "Tiles made that nobody waited for any more."),
            ListedCounter("prefetch_wishes", \.requestsAhead, "Of requests, those ahead of need."),
            ListedCounter(
                "prefetch_decodes_started", \.passesStartedAhead, "Of the decodes started, those ahead of need."),
            ListedCounter(
                "prefetch_decodes_cancelled", \.passesDroppedAhead,
                "Of the decodes cancelled in the queue, those ahead of need."),
        ]
    }
}
