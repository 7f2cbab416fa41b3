// A plan as a live session needs it: what it says apart from its tiles, and the tiles.

import Tiling

/// One tile that a page is to show, or to have at hand.
struct SessionTile: Sendable {
    /// How its bytes are made.
    struct Making: Sendable {
        var pass: TilePass
        var position: TilePosition
    }

    var key: TileKey
    /// In points from the viewport's top-left corner.
    var frame: Rect
    var clip: EdgeInsets?
    var isVisible: Bool
    /// The tile's object as it stands in a plan.
    var json: [UInt8]
    /// nil where the page fetches the bytes by their URL: items that come whole, and those not measured yet.
    var making: Making?
    /// The item's index at the plan's revision.
    var index = 0
}

/// The answer to one report.
struct SessionPlan: Sendable {
    /// The plan's JSON object, its list of tiles empty.
    var place: [UInt8]
    /// contentOffset in points at the plan's zoom scale.
    var offset: Point
    /// In the order of need; no key twice.
    var tiles: [SessionTile]
    /// Tiles that are likely to be shown next, the likeliest first; none of them is visible, each has its making, and none
    /// has JSON.
    var ahead: [SessionTile] = []
    /// Items that will be seen next, also such as go past before their tiles can be made.
    var coming: [ItemSummary] = []
    /// nil where there are none.
    var bands: PlanBands?
    /// Of the collection, as it was planned.
    var revision = 0
    /// Asks for the same place again, held by what is seen there, when the collection has changed; nil to ask with the
    /// report's own query.
    var again: PlanParameters?
}
