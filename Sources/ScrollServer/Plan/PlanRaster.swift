// The pixels of a plane in a plan: what they show, their tiles and their legend.

import Catalog
import Platform
import Tiles
import Tiling

/// The tiles of a plane that shows colours or densities.
struct PlanRaster: Sendable {
    /// A tile, where it is painted, and what is needed to make it.
    struct Tile: Sendable {
        let planned: PlannedRasterTile
        let request: MosaicTile
    }

    let show: PlaneShow
    /// As in `PlaneRaster`.
    let level: Int
    /// The number of items in the pixels that are at least partly in view.
    let seenCount: Int
    /// What the colours of a density mean; empty for mean colours.
    let legend: [(count: Int, colour: UInt32)]
    /// The most needed first.
    let tiles: [Tile]

    /// nil for other layouts.
    init?(_ show: PlaneShow, _ plan: Plan, of draft: PictureDraft) {
        guard case .plane(let plane) = draft.layout, let fields = draft.resolved.layoutRequest.plane,
            let planned = draft.planner.raster(for: draft.request, at: plan.contentOffset)
        else { return nil }
        let (view, collection, index) = (draft.view, draft.collection, plane.index)
        let look = PlaneLook(show: show, on: draft.asked.ground)
        let geometry = PlaneGeometry(
            fields, isTall: index.isTall, order: draft.asked.order, shows: look, level: planned.level)
        let version = draft.plans.mosaics.version(geometry, of: index, view, in: collection)
        (self.show, level, seenCount) = (show, planned.level, planned.seenCount)
        let greatest = index.greatestCount(level: planned.level)
        legend =
            show == .density && greatest > 0 ? DensityScale(greatest: greatest).legend(isDark: look.isDark) : []
        tiles = planned.tiles.map { tile in
            Tile(
                planned: tile,
                request: MosaicTile(
                    geometry, column: tile.column, row: tile.row, version: version, of: view, in: collection))
        }
    }
}

extension PictureDraft {
    /// What the pixels of a plane show, which has these bins in and near the view; nil where bins show pictures.
    func raster(_ bins: [PlaneLayout.Bin]) -> PlaneShow? {
        // Bars have pictures alone.
        guard case .plane(let plane) = layout, plane.index.count > 0, plane.bars == nil else { return nil }
        return PlaneShow.ofPixels(
            resolved.layoutRequest.planeShow, seen: planner.seen(bins, for: request, at: planner.offset(for: request)),
            zoomScale: request.zoomScale)
    }

    /// A plan of a plane's pixels, with the item in the middle.
    func rasterWindow(_ bins: [PlaneLayout.Bin], _ show: PlaneShow) -> Window {
        let plan = planner.plan(for: request, bins: bins, pictures: [], spacing: 0)
        var window = Window(plan: plan, bins: [], positions: [:], raster: show)
        if let anchor = plan.anchor, let bin = bins.first(where: { $0.first == anchor.index }),
            let item = shown.summary(at: anchor.index)
        {
            (window.items, window.bins, window.positions) = ([item], [bin], [anchor.index: 0])
        }
        return window
    }
}

extension JSONWriter {
    /// The members of `plane` that say what its pixels show.
    mutating func write(_ raster: PlanRaster?) {
        member("show", (raster?.show ?? .pictures).rawValue)
        guard let raster else { return }
        member("level", raster.level)
        guard !raster.legend.isEmpty else { return }
        objects("legend", of: raster.legend) { json, step in
            json.member("count", step.count)
            json.member("colour", "#" + step.colour.digits(6, radix: 16))
        }
    }

    /// Writes a tile of a plane's pixels as an element of `tiles`, as those of mosaics; `url` is a scene's `prefix`.
    mutating func write(_ tile: PlanRaster.Tile, url: [UInt8]) {
        let (planned, request) = (tile.planned, tile.request)
        object { json in
            json.member("mosaic", true)
            json.member("index", 0)
            json.member("item", "mosaic")
            json.member("level", 0)
            json.member("column", planned.column)
            json.member("row", planned.row)
            json.write(planned.frame)
            func writePlace(_ text: inout JSONText) {
                text.append(plain: "plane/", request.key.level)
                text.append(plain: "/", planned.column)
                text.append(plain: "/", planned.row)
                text.append(plain: "?")
                text.append(request.query)
            }
            json.text("place", writePlace)
            json.text("url") { text in
                text.append(plain: url)
                writePlace(&text)
                text.append(plain: "&v=")
                text.append(request.key.version)
            }
        }
    }
}
