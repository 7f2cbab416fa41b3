// What a live session is told, and what it wants done.

import Tiling

extension LiveSession {
    enum Event: Sendable {
        case report(SessionReport)
        /// The answer to `Action.plan` with this number.
        case planned(Int, Result<SessionPlan, Problem>)
        /// The answer to `Action.ask` with this number; ignored where it has been cancelled.
        case made(Int, Result<EncodedTile, ImageError>)
        /// The collection has come to this revision.
        case changed(revision: Int)
        /// Whether the connection takes messages at present.
        case blocked(Bool)
    }

    enum Action: Sendable {
        /// Compute the plan for a query, and say `planned` with this number.
        case plan(Int, Query)
        /// Have a tile made, and say `made` with the wish's number. Of plans, the newest one's wishes come first.
        case ask(SendQueue.Ranked, SessionTile, plan: Int)
        /// A wish has another place in the order of need.
        case rank(SendQueue.Ranked, plan: Int)
        case cancel(Int)
        /// A tile that was made ahead of need is needed.
        case use(TileKey)
        case text([UInt8])
        /// The parts of one message.
        case binary([[UInt8]])
        case fail(SessionError)
    }

    /// What a plan is asked for.
    struct Query: Sendable {
        /// As `GET …/plan` takes it.
        var text: String
        /// Takes the text's place where the collection has changed under a reader who has not moved.
        var again: PlanParameters?
        /// The reader's last movement, of which only the signs count.
        var travel = Point.zero
        /// The bands that the page has; nil where it paints none.
        var painted: PlanBands.Painted?
    }

    struct Limits: Sendable {
        /// Bytes a page holds unless it says otherwise, and at most.
        var budget = 64 << 20
        var greatestBudget = 1 << 30
        /// Bytes under way to a page unless it says otherwise, and at most.
        var room = 512 << 10
        var greatestRoom = 4 << 20
        var queue = SendQueue.Limits()
    }
}
