// Counts of one live session, for `/metrics`.

/// Counts of one session since the last `LiveSession.removeCounts()`.
struct SessionCounts: Sendable, Equatable {
    var reports = 0
    /// Reports that a newer one replaced before they were answered.
    var reportsReplaced = 0
    var plans = 0
    /// Plans sent without tiles, because the content scrolled past too quickly to be made out.
    var fleeting = 0
    var bandsSent = 0
    /// Reports answered with a problem.
    var problems = 0
    var messages = 0
    var tilesSent = 0
    /// Tiles sent that no plan needed at that moment.
    var tilesSentAhead = 0
    /// Tiles sent ahead that a plan came to need while the page held them.
    var aheadHits = 0
    /// Tiles sent ahead that were dropped, or held when the session ended, without any plan having needed them.
    var aheadWasted = 0
    /// Bytes of binary messages.
    var bytes = 0
    /// Tiles shown from those that the page held, without being sent.
    var shownFromClient = 0
    /// Tile requests that were cancelled, since the window had moved on.
    var cancelled = 0
    /// Tiles made and not sent, since the window had moved on.
    var droppedReady = 0
    /// Tiles that cannot be made.
    var failed = 0
    /// Held tiles that the page was told to drop.
    var dropped = 0
    /// Nanoseconds from a report to its plan.
    var planTimes: [UInt64] = []
    /// Nanoseconds from a report to the last visible tile of its plan being sent.
    var completionTimes: [UInt64] = []
}
