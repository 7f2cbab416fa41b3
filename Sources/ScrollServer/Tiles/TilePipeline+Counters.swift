// The counters of a pipeline.

import Platform

extension TilePipeline {
    /// Totals since the start; for `/metrics` and for tests.
    package struct Counters: Sendable, Equatable {
        var requests = 0
        /// Requests answered from memory.
        var memoryHits = 0
        /// Tiles read from disk.
        var diskHits = 0
        var passesStarted = 0
        /// Passes dropped before they ran, because all their requests were cancelled.
        var passesDropped = 0
        var passesFailed = 0
        package var tilesMade = 0
        /// Tiles made that no request was waiting for.
        var tilesMadeForCache = 0
        /// The requests and passes above that were ahead of need.
        var requestsAhead = 0
        var passesStartedAhead = 0
        var passesDroppedAhead = 0

        /// All counters, in the order in which `/metrics` writes them.
        package static let listed: [ListedCounter<Self>] = [
            ListedCounter(name: "wishes", help: "Tiles asked of the pipeline.", count: \.requests),
            ListedCounter(name: "memory_hits", help: "Requests answered from memory.", count: \.memoryHits),
            ListedCounter(name: "disk_hits", help: "Tiles read from the disk cache.", count: \.diskHits),
            ListedCounter(name: "decodes_started", help: "Decodes started.", count: \.passesStarted),
            ListedCounter(name: "decodes_cancelled", help: "Decodes cancelled in the queue.", count: \.passesDropped),
            ListedCounter(name: "decodes_failed", help: "Decodes that failed.", count: \.passesFailed),
            ListedCounter(name: "tiles_made", help: "Tiles made.", count: \.tilesMade),
            ListedCounter(
                name: "tiles_made_for_cache", help: "Tiles made that nobody waited for any more.",
                count: \.tilesMadeForCache),
            ListedCounter(name: "prefetch_wishes", help: "Of requests, those ahead of need.", count: \.requestsAhead),
            ListedCounter(
                name: "prefetch_decodes_started", help: "Of the decodes started, those ahead of need.",
                count: \.passesStartedAhead),
            ListedCounter(
                name: "prefetch_decodes_cancelled",
                help: "Of the decodes cancelled in the queue, those ahead of need.", count: \.passesDroppedAhead),
        ]
    }
}
