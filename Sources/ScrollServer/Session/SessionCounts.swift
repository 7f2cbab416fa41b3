// Counts of one live session, for `/metrics`.

import Platform

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

    /// All counters, in the order in which `/metrics` writes them.
    static let listed: [ListedCounter<Self>] = [
        ListedCounter("reports", \.reports, "Positions reported by pages."),
        ListedCounter(
            "reports_replaced", \.reportsReplaced, "Reports replaced by a newer one before they were answered."),
        ListedCounter("plans", \.plans, "Plans sent on live sessions."),
        ListedCounter("problems", \.problems, "Reports answered with a problem."),
        ListedCounter("plans_fleeting", \.fleeting, "Of the plans, those of what goes past too quickly for tiles."),
        ListedCounter("bands", \.bandsSent, "Stretches of content sent as patches of colour."),
        ListedCounter("messages", \.messages, "Binary messages sent."),
        ListedCounter("tiles_sent", \.tilesSent, "Tiles sent on live sessions."),
        ListedCounter("tiles_sent_ahead", \.tilesSentAhead, "Of the tiles sent, those that no plan needed yet."),
        ListedCounter("ahead_hits", \.aheadHits, "Tiles sent ahead that were needed while the page held them."),
        ListedCounter(
            "ahead_waste", \.aheadWasted, "Tiles sent ahead that were dropped, or held to the end, and never needed."),
        ListedCounter("bytes", \.bytes, "Bytes of binary messages sent."),
        ListedCounter("tiles_held", \.shownFromClient, "Tiles shown from what the page held."),
        ListedCounter("tiles_cancelled", \.cancelled, "Requests for tiles cancelled as the window moved on."),
        ListedCounter("tiles_dropped", \.droppedReady, "Tiles ready and not sent as the window had moved on."),
        ListedCounter("tiles_failed", \.failed, "Tiles that could not be made for a session."),
        ListedCounter("tiles_evicted", \.dropped, "Held tiles that pages were told to drop."),
    ]
}
