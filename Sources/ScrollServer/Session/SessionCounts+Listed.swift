// The counters of live sessions, each listed once for adding up and for `/metrics`.

import Platform

extension SessionCounts {
    /// All counters, in the order in which `/metrics` writes them.
    static let listed: [ListedCounter<Self>] = [
        ListedCounter(name: "reports", help: "Positions reported by pages.", count: \.reports),
        ListedCounter(
            name: "reports_replaced", help: "Reports replaced by a newer one before they were answered.",
            count: \.reportsReplaced),
        ListedCounter(name: "plans", help: "Plans sent on live sessions.", count: \.plans),
        ListedCounter(name: "problems", help: "Reports answered with a problem.", count: \.problems),
        ListedCounter(
            name: "plans_fleeting", help: "Of the plans, those of what goes past too quickly for tiles.",
            count: \.fleeting),
        ListedCounter(name: "bands", help: "Stretches of content sent as patches of colour.", count: \.bandsSent),
        ListedCounter(name: "messages", help: "Binary messages sent.", count: \.messages),
        ListedCounter(name: "tiles_sent", help: "Tiles sent on live sessions.", count: \.tilesSent),
        ListedCounter(
            name: "tiles_sent_ahead", help: "Of the tiles sent, those that no plan needed yet.",
            count: \.tilesSentAhead),
        ListedCounter(
            name: "ahead_hits", help: "Tiles sent ahead that were needed while the page held them.", count: \.aheadHits),
        ListedCounter(
            name: "ahead_waste", help: "Tiles sent ahead that were dropped, or held to the end, and never needed.",
            count: \.aheadWasted),
        ListedCounter(name: "bytes", help: "Bytes of binary messages sent.", count: \.bytes),
        ListedCounter(name: "tiles_held", help: "Tiles shown from what the page held.", count: \.shownFromClient),
        ListedCounter(
            name: "tiles_cancelled", help: "Requests for tiles cancelled as the window moved on.", count: \.cancelled),
        ListedCounter(
            name: "tiles_dropped", help: "Tiles ready and not sent as the window had moved on.",
            count: \.droppedReady),
        ListedCounter(name: "tiles_failed", help: "Tiles that could not be made for a session.", count: \.failed),
        ListedCounter(name: "tiles_evicted", help: "Held tiles that pages were told to drop.", count: \.dropped),
    ]
}
