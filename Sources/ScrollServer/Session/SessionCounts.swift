// Counts of one live session, for `/metrics`.

/// Counts of one session since the last `LiveSession.removeCounts()`; `listed` describes each.
struct SessionCounts: Sendable, Equatable {
    var reports = 0
    var reportsReplaced = 0
    var plans = 0
    var fleeting = 0
    var bandsSent = 0
    var problems = 0
    var messages = 0
    var tilesSent = 0
    var tilesSentAhead = 0
    var aheadHits = 0
    var aheadWasted = 0
    var bytes = 0
    var shownFromClient = 0
    var cancelled = 0
    var droppedReady = 0
    var failed = 0
    var dropped = 0
    /// Nanoseconds from a report to its plan.
    var planTimes: [UInt64] = []
    /// Nanoseconds from a report to the last visible tile of its plan being sent.
    var completionTimes: [UInt64] = []
}
