// The counters of live sessions, each listed once: what is added up, and what `/metrics` says of it.

extension SessionCounts {
    /// One counter.
    struct Listed: Sendable {
        /// In `/metrics`, behind `session_` and before `_total`.
        let name: String
        /// What it counts, in a sentence.
        let help: String
        let count: WritableKeyPath<SessionCounts, Int> & Sendable
    }

    /// All counters, in the order in which `/metrics` writes them.
    static let listed: [Listed] = [
        Listed(name: "reports", help: "Positions reported by pages.", count: \.reports),
        Listed(
            name: "reports_replaced", help: "Reports replaced by a newer one before they were answered.",
            count: \.reportsReplaced),
        Listed(name: "plans", help: "Plans sent on live sessions.", count: \.plans),
        Listed(name: "problems", help: "Reports answered with a problem.", count: \.problems),
        Listed(
            name: "plans_fleeting", help: "Of the plans, those of what goes past too quickly for tiles.",
            count: \.fleeting),
        Listed(name: "bands", help: "Stretches of content sent as patches of colour.", count: \.bandsSent),
        Listed(name: "messages", help: "Binary messages sent.", count: \.messages),
        Listed(name: "tiles_sent", help: "Tiles sent on live sessions.", count: \.tilesSent),
        Listed(
            name: "tiles_sent_ahead", help: "Of the tiles sent, those that no plan needed yet.",
            count: \.tilesSentAhead),
        Listed(
            name: "ahead_hits", help: "Tiles sent ahead that were needed while the page held them.", count: \.aheadHits),
        Listed(
            name: "ahead_waste", help: "Tiles sent ahead that were dropped, or held to the end, and never needed.",
            count: \.aheadWasted),
        Listed(name: "bytes", help: "Bytes of binary messages sent.", count: \.bytes),
        Listed(name: "tiles_held", help: "Tiles shown from what the page held.", count: \.shownFromHeld),
        Listed(
            name: "tiles_cancelled", help: "Wishes for tiles cancelled as the window moved on.", count: \.cancelled),
        Listed(
            name: "tiles_dropped", help: "Tiles ready and not sent as the window had moved on.",
            count: \.droppedReady),
        Listed(name: "tiles_failed", help: "Tiles that could not be made for a session.", count: \.failed),
        Listed(name: "tiles_evicted", help: "Held tiles that pages were told to drop.", count: \.dropped),
    ]
}
