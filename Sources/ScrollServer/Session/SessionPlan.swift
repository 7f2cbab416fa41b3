// A plan as a live session needs it: its JSON without the tiles, and the tiles one by one.

import Catalog
import HTTP
import Platform
import Tiles
import Tiling

/// One tile that a page is to show, or to hold for later.
struct SessionTile: Sendable {
    /// What the pipeline needs to make the tile's bytes.
    struct Making: Sendable {
        var pass: TilePass
        var position: TilePosition
    }

    var key: TileKey
    /// Where the tile is painted, in points from the viewport's top-left corner.
    var frame: Rect
    var clip: EdgeInsets?
    var isVisible: Bool
    /// The tile's JSON object, as in the answer of `GET …/plan`; empty for a tile that is only fetched ahead.
    var json: [UInt8]
    /// nil where the page fetches the bytes by their URL: items sent as whole files, and items not measured yet.
    var making: Making?
    /// For a tile of a mosaic, in place of `making`.
    var mosaic: MosaicTile?
    /// The item's index at the plan's revision.
    var index = 0
    /// The item's name; nil unless the request asks for names.
    var name: String?
    /// A video's duration, in seconds.
    var duration: Double?
    /// What its cell says about the item; nil for nothing.
    var badge: ItemBadge?
    /// Whether the item is selected.
    var isSelected = false
    /// A contact sheet's revision of the collection; in another revision, its cells would show other items.
    var revision: Int?

    /// Whether its bytes are sent, rather than fetched by the page.
    var isSent: Bool { making != nil || mosaic != nil }

    /// Bytes of the tile's pixels once it is decoded, four a pixel; 0 where the page fetches it by its URL.
    var pixelByteCount: Int {
        guard let making else { return 0 }
        let (pyramid, position) = (Pyramid(making.pass.size), making.position)
        guard let region = pyramid.region(level: position.level, column: position.column, row: position.row) else {
            return 0
        }
        return 4 * region.width * region.height
    }
}

/// The answer to one report.
struct SessionPlan: Sendable {
    /// The plan's JSON object, its list of tiles empty.
    var document: [UInt8]
    /// contentOffset in points at the plan's zoom scale.
    var offset: Point
    /// The most needed first; no key twice.
    var tiles: [SessionTile]
    /// Tiles that are likely to be shown next, the likeliest first.
    ///
    /// None of them is visible, each has a `making`, and none has JSON.
    var ahead: [SessionTile] = []
    /// Items that come into view next, including those that scroll past before their tiles can be made.
    var coming: [ItemSummary] = []
    /// nil where the page paints no bands, or the layout has none.
    var bands: PlanBands?
    /// Whether the tiles are those of a mosaic, which change when more becomes known of its items.
    var isMosaic = false
    /// The collection's revision that the plan was made from.
    var revision = 0
    /// The revision of the selection that the plan shows.
    var selectionRevision = 0
    /// The request that plans the same place again after the collection has changed; nil for the report's own query.
    ///
    /// It keeps the item at the top in its place.
    var replanRequest: PlanRequest?
}

extension SessionPlan {
    /// Splits a plan's result into its parts.
    init(_ result: PlanResult) {
        let scene = result.scene
        let collection = scene.collection
        tiles = result.plan.tiles.compactMap { tile in
            guard let item = scene.item(at: tile.index) else { return nil }
            let label = scene.label(at: tile.index)
            return SessionTile(
                tile, of: item, in: collection,
                json: PlanJSON.encode(tile, of: item, prefix: scene.prefix, label), label)
        }
        if let mosaic = scene.mosaic {
            isMosaic = true
            tiles += mosaic.tiles.map { tile in
                SessionTile(
                    key: tile.request.key, frame: tile.planned.frame, clip: nil, isVisible: tile.planned.isVisible,
                    json: JSONWriter.bytes(capacity: 384) { $0.write(tile, url: scene.prefix) },
                    mosaic: tile.request, index: tile.planned.items.lowerBound)
            }
        }
        ahead = result.ahead.tiles.compactMap { tile, item in
            let planned = SessionTile(tile, of: item, in: collection, json: [], nil)
            return planned.making == nil ? nil : planned
        }
        offset = result.plan.contentOffset
        coming = result.ahead.coming
        bands = result.bands
        revision = result.status.revision
        selectionRevision = scene.selection?.revision ?? 0
        replanRequest = result.replanRequest
        var bare = result.plan
        bare.tiles = []
        var bareScene = scene
        bareScene.mosaic?.tiles = []
        document = PlanJSON.encode(bare, of: bareScene)
    }
}

extension SessionTile {
    fileprivate init(
        _ tile: PlannedTile, of item: ItemSummary, in collection: any ItemCollection, json: [UInt8],
        _ label: PlanJSON.Label?
    ) {
        // An original gets level −1: the page may hold the pyramid's first tile as well.
        key = TileKey(
            collection: collection.id, item: item.id, version: item.version, level: item.isOriginal ? -1 : tile.level,
            column: tile.column, row: tile.row)
        frame = tile.frame
        clip = tile.clip
        isVisible = tile.isVisible
        self.json = json
        making = TilePass(collection, item, level: tile.level).map {
            Making(pass: $0, position: TilePosition(level: tile.level, column: tile.column, row: tile.row))
        }
        index = tile.index
        duration = item.duration
        name = label?.name
        badge = label?.badge
        isSelected = label?.isSelected ?? false
    }
}

extension PlanRequest {
    /// The parameters of a session's query.
    ///
    /// - Throws: a 400 that names the parameter.
    init(_ question: LiveSession.Query, for collection: any ItemCollection) throws(Problem) {
        if let request = question.replanRequest {
            self = request
        } else {
            self = try PlanRequest(try Self.query(question.text), for: collection)
            seen = question.seen
        }
        isLive = true
        request.travel = question.travel
        painted = question.painted
        hasSheets = question.hasSheets
    }

    private static func query(_ text: String) throws(Problem) -> Query {
        do throws(RequestTarget.Failure) {
            return try RequestTarget(Array("/?\(text)".utf8)[...], method: .get).query
        } catch {
            throw .badParameter("plan", "is not a query: \(error.detail)")
        }
    }
}
