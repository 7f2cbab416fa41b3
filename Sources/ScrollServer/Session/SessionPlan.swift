// A plan as a live session needs it: its JSON without the tiles, and the tiles one by one.

import Catalog
import HTTP
import Pixels
import Platform
import Tiles
import Tiling

/// One tile that a page is to show, or to hold for later.
struct SessionTile: Sendable {
    /// What is needed to make the tile's bytes.
    enum Making: Sendable {
        case picture(TilePosition, TilePass)
        indirect case mosaic(MosaicTile)
    }

    var key: TileKey
    var placement: TilePlacement
    var isVisible = false
    /// The tile's JSON object, as in the answer of `GET …/plan`; empty for a tile that is only fetched ahead.
    var json: [UInt8] = []
    /// nil where the page fetches the bytes by their URL: items sent as whole files, and items not measured yet.
    var making: Making?
    /// A contact sheet's revision of the collection; in another revision, its cells would show other items.
    var revision: Int?

    /// Bytes of the tile's pixels once it is decoded, four a pixel; 0 for a tile of no single picture.
    var pixelByteCount: Int {
        guard case .picture(let position, let pass)? = making else { return 0 }
        if position == .copy, let side = pass.copySide { return 4 * side * side }
        guard
            let region = pass.pyramid.region(level: position.level, column: position.column, row: position.row)
        else { return 0 }
        return 4 * region.width * region.height
    }
}

/// The answer to one report.
struct SessionPlan: Sendable {
    /// What decides when the same place is planned again, and how.
    struct Basis: Sendable {
        /// Whether the plan shows what may change without its collection: the tiles of a mosaic or the colours of a plane,
        /// when more becomes known of its items, or pictures of another collection.
        var isMosaic = false
        /// The revision of that other collection; nil for none.
        var othersRevision: Int?
        /// The collection's revision that the plan was made from.
        var revision = 0
        /// The revision of the selection that the plan shows.
        var selectionRevision = 0
        /// Plans the same place again and keeps the item at its top in place; nil for the report's own query.
        var replanRequest: PlanRequest?
    }

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
    /// nil where the page paints no bands, or the layout has none.
    var bands: PlanBands?
    var basis = Basis()
}

extension SessionPlan {
    /// Splits a plan's result into its parts.
    init(_ result: PlanResult) {
        let (scene, collection) = (result.scene, result.scene.collection)
        tiles = scene.plan.tiles.compactMap { tile in
            guard let position = scene.position(of: tile.index) else { return nil }
            let item = scene.items[position]
            let json = JSONWriter.bytes(capacity: 384) { $0.write(tile, of: scene) }
            return SessionTile(
                tile, of: item, in: collection, display: scene.display(of: item), json: json,
                scene.label(of: tile.index, at: position))
        }
        for tile in scene.mosaic?.tiles ?? [] {
            tiles.append(
                SessionTile(
                    key: tile.request.key,
                    placement: TilePlacement(frame: tile.planned.frame, index: tile.planned.items.lowerBound),
                    isVisible: tile.planned.isVisible,
                    json: JSONWriter.bytes(capacity: 384) { $0.write(tile, url: scene.prefix) },
                    making: .mosaic(tile.request)))
        }
        for tile in scene.plane?.raster?.tiles ?? [] {
            tiles.append(
                SessionTile(
                    key: tile.request.key, placement: TilePlacement(frame: tile.planned.frame),
                    isVisible: tile.planned.isVisible,
                    json: JSONWriter.bytes(capacity: 384) { $0.write(tile, url: scene.prefix) },
                    making: .mosaic(tile.request)))
        }
        ahead = scene.ahead.tiles.compactMap { tile, item in
            let planned = SessionTile(tile, of: item, in: collection, display: scene.display(of: item))
            return planned.making == nil ? nil : planned
        }
        offset = scene.plan.contentOffset
        bands = scene.bands
        basis = Basis(
            isMosaic: scene.mosaic != nil || scene.plane?.raster?.show == .colours || scene.othersRevision != nil,
            othersRevision: scene.othersRevision, revision: scene.status.revision,
            selectionRevision: scene.selection?.revision ?? 0, replanRequest: result.replanRequest)
        document = PlanJSON.encode(scene, hasTiles: false)
    }
}

extension SessionTile {
    fileprivate init(
        _ tile: PlannedTile, of item: ItemSummary, in collection: any ItemCollection, display: SampleDisplay?,
        json: [UInt8] = [], _ label: TileLabel = TileLabel()
    ) {
        let position = TilePosition(level: tile.level, column: tile.column, row: tile.row)
        // An original gets level −1: the page may hold the pyramid's first tile as well.
        key = TileKey(
            collection: collection.id, item: item.id, version: item.version, level: item.isOriginal ? -1 : tile.level,
            column: tile.column, row: tile.row, display: display?.text ?? "")
        placement = TilePlacement(frame: tile.frame, clip: tile.clip, index: tile.index, label: label)
        isVisible = tile.isVisible
        self.json = json
        making = TilePass(collection, item, level: tile.level, display: display).map { .picture(position, $0) }
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
            let query = try mapError(try Query(text: question.text)) { (error: RequestTarget.Failure) in
                Problem.badParameter("plan", "is not a query: \(error.detail)")
            }
            self = try PlanRequest(query, for: collection)
            seen = question.seen
        }
        page = question.page
        request.travel = question.page.travel
    }
}
