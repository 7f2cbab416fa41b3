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

extension SessionPlan {
    /// A plan in parts.
    init(_ result: PlanResult) {
        let scene = result.scene
        let collection = scene.collection
        tiles = result.plan.tiles.compactMap { tile in
            guard let item = scene.item(at: tile.index) else { return nil }
            return SessionTile(
                tile, of: item, in: collection,
                json: PlanJSON.encode(
                    tile, of: item, collection: collection.id, name: scene.name(at: tile.index),
                    hasThumbnail: scene.thumbnails.contains(tile.index), colour: scene.colour(at: tile.index)))
        }
        ahead = result.ahead.tiles.compactMap { tile, item in
            let planned = SessionTile(tile, of: item, in: collection, json: [])
            return planned.making == nil ? nil : planned
        }
        offset = result.plan.contentOffset
        coming = result.ahead.coming
        bands = result.bands
        revision = result.status.revision
        again = result.again
        var bare = result.plan
        bare.tiles = []
        place = PlanJSON.encode(bare, of: scene)
    }
}

extension SessionTile {
    fileprivate init(_ tile: PlannedTile, of item: ItemSummary, in collection: any ItemCollection, json: [UInt8]) {
        key = TileKey(
            collection: collection.id, item: item.id, version: item.version, level: tile.level, column: tile.column,
            row: tile.row)
        frame = tile.frame
        clip = tile.clip
        isVisible = tile.isVisible
        self.json = json
        making = TilePass(collection, item, level: tile.level).map {
            Making(pass: $0, position: TilePosition(level: tile.level, column: tile.column, row: tile.row))
        }
        index = tile.index
    }
}

extension PlanParameters {
    /// What a live session asks.
    ///
    /// - Throws: a 400 that names the parameter.
    init(_ question: LiveSession.Query, for collection: any ItemCollection) throws(Problem) {
        if let again = question.again {
            self = again
        } else {
            self = try PlanParameters(try Self.query(question.text), for: collection)
        }
        isLive = true
        request.travel = question.travel
        painted = question.painted
    }

    private static func query(_ text: String) throws(Problem) -> Query {
        do throws(RequestTarget.Failure) {
            return try RequestTarget(Array("/?\(text)".utf8)[...], method: .get).query
        } catch {
            throw .badParameter("plan", "is not a query: \(error.detail)")
        }
    }
}
