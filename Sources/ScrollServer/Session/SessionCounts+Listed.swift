// The counters of live sessions, each listed once for adding up and for `/metrics`.

import Platform

extension SessionCounts {
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
