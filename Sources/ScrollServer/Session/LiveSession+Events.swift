// The events that go into a live session, and the actions that come out.

import HTTP
import Pixels
import Tiles
import Tiling

extension LiveSession {
    enum Event: Sendable {
        case report(SessionReport)
        /// The result of the `Action.plan` with this number.
        indirect case planned(Int, Result<SessionPlan, Problem>)
        /// The result of the `Action.ask` with this request number; ignored where the request has been cancelled.
        case made(Int, Result<EncodedTile, ImageError>)
        /// A mosaic's tile has another version than the one it was asked for by, or no single one (nil), having changed
        /// while it was made. `isAlone` says whether the tile's own name is free for another picture.
        case named(TileKey, version: String?, isAlone: Bool)
        /// The collection now has this revision.
        case changed(revision: Int)
        /// The collection's selection now has this revision.
        case selected(revision: Int)
        /// More is known of items, which changes mosaics.
        case refreshed
        /// Whether the connection has no room for messages at present.
        case blocked(Bool)
    }

    enum Action: Sendable {
        /// Compute the plan for a query, then pass in `Event.planned` with this number.
        indirect case plan(Int, Query)
        /// Request a tile from the pipeline, then pass in `Event.made` with the request's number. Requests of the
        /// newest plan precede those of older plans.
        case ask(SendQueue.Request, SessionTile, plan: Int)
        /// Move a tile request to another place in the order of need.
        case rank(SendQueue.Request, plan: Int)
        /// Cancel the tile request with this number.
        case cancel(Int)
        /// Note that a tile made ahead of need is needed now.
        case use(TileKey)
        /// Send a text message.
        case text([UInt8])
        /// Send one binary message, given in parts.
        case binary([[UInt8]])
        /// Close the connection: the page broke the protocol.
        case fail(SessionError)
    }

    /// What a plan is made for.
    struct Query: Sendable {
        /// The query of `GET …/plan`.
        var text: String
        /// Replaces `text` when the collection has changed and the viewport has not moved.
        var replanRequest: PlanRequest?
        /// The rows that the last plan showed; nil before the first.
        var seen: SeenRows?
        var page: LivePage
    }

    struct Limits: Sendable {
        /// Bytes of tiles that a page may hold: the default, and the most a page may ask for.
        var budget = 64 << 20
        var greatestBudget = 1 << 30
        /// Bytes of decoded pixels that a page may hold of tiles which no plan has needed yet: the default, for pages
        /// that decode nothing ahead of need.
        var pixels = Int.max
        /// Bytes sent to a page and not yet acknowledged: the default, and the most a page may ask for.
        var room = 512 << 10
        var greatestRoom = 4 << 20
        var queue = SendQueue.Limits()
    }
}

/// What the page of a live session has, and how it moves.
struct LivePage: Sendable {
    /// The viewport's last movement along each axis; only the signs count.
    var travel = Point.zero
    /// The bands that the page has; nil where the page paints none.
    var painted: PlanBands.Painted?
    /// Whether the page draws contact sheets over its bands.
    var hasSheets = false
}
