// The tiles of a mosaic in a plan, and as JSON.

import Catalog
import Platform
import Tiles
import Tiling

/// The mosaic that a plan shows.
struct PlanMosaic: Sendable {
    /// A tile, where it is painted, and what is needed to make it.
    typealias Tile = (planned: PlannedMosaicTile, request: MosaicTile)

    let view: CatalogView
    /// The width of a cell, and from one cell's edge to the next one's, in points as zoomed.
    let cell: Double
    let pitch: Double
    /// Whether there are so many columns that all items are in view.
    let isAll: Bool
    /// The rows that begin with empty cells, as in a tile's address; empty where there are none.
    let pinnedRows: String
    /// The most needed first.
    let tiles: [Tile]

    /// Describes the mosaic of a plan.
    init(_ planned: PlannedMosaic, zoomScale: Double, of draft: PictureDraft) {
        let (layout, view, collection) = (draft.layout, draft.view, draft.collection)
        self.view = view
        var layoutRequest = draft.resolved.layoutRequest
        if case .grouped(let layout) = layout { layoutRequest.pinnedRows = layout.pinnedRows }
        let geometry = MosaicGeometry(
            layoutRequest, order: draft.asked.order, zoomScale: zoomScale, side: planned.side,
            ground: draft.asked.ground)
        pinnedRows = geometry.pinnedRowText
        let grid = layoutRequest.grid(count: layout.count)
        (cell, pitch) = (grid.cell * zoomScale, grid.pitch * zoomScale)
        isAll =
            layoutRequest.columnCount
            >= DensityZoom.columnsShowingAll(
                of: grid, groups: draft.groups.numbers.count, height: layoutRequest.viewport.height)
        var budget = MosaicColours.Budget()
        tiles = planned.tiles.map { tile in
            let version = draft.plans.mosaics.version(
                ofItems: tile.items, of: view, in: collection, within: &budget)
            return (
                tile,
                MosaicTile(
                    geometry, column: tile.column, row: tile.row, version: version, of: view, in: collection)
            )
        }
    }
}

extension JSONWriter {
    /// The member `mosaic` of a plan.
    mutating func write(_ mosaic: PlanMosaic) {
        object("mosaic") { json in
            json.member("cell", exactly: mosaic.cell)
            json.member("pitch", exactly: mosaic.pitch)
            json.member("isAll", mosaic.isAll)
            if !mosaic.pinnedRows.isEmpty { json.member("held", mosaic.pinnedRows) }
        }
    }

    /// Writes a tile of a mosaic as an element of `tiles`; `url` is the common beginning of addresses, a scene's
    /// `prefix`.
    mutating func write(_ tile: PlanMosaic.Tile, url: [UInt8]) {
        let (planned, request) = (tile.planned, tile.request)
        object { json in
            json.member("mosaic", true)
            json.member("index", planned.items.lowerBound)
            json.member("item", "mosaic")
            json.member("level", 0)
            json.member("column", planned.column)
            json.member("row", planned.row)
            json.write(planned.frame)
            // Stays the same while the tile has the same cells, even when their items change.
            func writePlace(_ text: inout JSONText) {
                text.append(plain: "", planned.column)
                text.append(plain: "/", planned.row)
                text.append(plain: "?")
                text.append(request.query)
            }
            json.text("place", writePlace)
            json.text("url") { text in
                text.append(plain: url)
                text.append(plain: "mosaic/")
                writePlace(&text)
                text.append(plain: "&v=")
                text.append(request.key.version)
            }
        }
    }
}
