// What a plan says about a plane: its axes, and how many pictures there are.

import Catalog
import Platform
import Tiling

/// The axes of a plane in a plan, and how many items its bins hold.
struct PlanPlane: Sendable {
    /// One axis: its field, and its ticks in points from the viewport's corner.
    struct Axis: Sendable {
        /// nil where it counts the pictures of a bar.
        var field: FactField?
        var kind: PlaneAxis.Kind
        var ticks: [PlaneAxis.PlacedTick]
    }

    let x: Axis
    let y: Axis
    /// The number of items in the bins whose pictures are partly in view.
    let seenCount: Int
    /// The number of items without a place, since they lack one of the values.
    let unplacedCount: Int
    /// How many items each bin with several holds, by the index of the one that it shows.
    let counts: [Int: Int]
    /// Where one field alone places the items: the bars in and near the viewport.
    let bars: PlanBars?
    /// Only of a map: pictures of it below the items, with their addresses.
    let backdrop: [(frame: Rect, url: String)]
    /// The tiles that show colours or densities; nil where bins show pictures.
    var raster: PlanRaster?

    /// The least distance of ticks, in points, which leaves room for their labels.
    private static let spacing = Size(width: 90, height: 44)

    /// nil for other layouts.
    init?(_ bins: [PlaneLayout.Bin], _ plan: Plan, of draft: PictureDraft) {
        let (planner, fields) = (draft.planner, draft.collection.factFields)
        guard case .plane(let layout) = draft.layout, let chosen = draft.resolved.layoutRequest.plane,
            let ticks = planner.axisTicks(for: draft.request, at: plan.contentOffset, spacing: Self.spacing)
        else { return nil }
        x = Axis(field: FactField.named(chosen.x.field, among: fields), kind: layout.x.kind, ticks: ticks.x)
        let up = chosen.y.flatMap { FactField.named($0.field, among: fields) }
        y = Axis(field: up, kind: layout.y.kind, ticks: ticks.y)
        let seen = Set(plan.tiles.lazy.filter(\.isVisible).map(\.index))
        seenCount = bins.reduce(0) { $0 + (seen.contains($1.first) ? $1.count : 0) }
        unplacedCount = layout.unplacedCount
        bars = PlanBars(plan, of: draft)
        backdrop = planner.mapTiles(for: draft.request, at: plan.contentOffset).map { tile, frame in
            (frame, draft.plans.addresses.map(tile))
        }
        let several = bins.lazy.filter { $0.count > 1 }.map { ($0.first, $0.count) }
        counts = Dictionary(several, uniquingKeysWith: { one, _ in one })
    }
}

extension JSONWriter {
    /// The member `plane`.
    mutating func write(_ plane: PlanPlane) {
        object("plane") { json in
            json.object("x") { $0.write(plane.x) }
            json.object("y") { $0.write(plane.y) }
            json.member("seen", plane.raster?.seenCount ?? plane.seenCount)
            json.member("unplaced", plane.unplacedCount)
            if let bars = plane.bars { json.write(bars) }
            json.write(plane.raster)
            guard !plane.backdrop.isEmpty else { return }
            json.objects("backdrop", of: plane.backdrop) { json, square in
                json.write(square.frame)
                json.member("url", square.url)
            }
        }
    }

    private mutating func write(_ axis: PlanPlane.Axis) {
        if let field = axis.field { member("field", field.name) }
        member("scale", axis.kind.rawValue)
        if let unit = axis.field?.unit, unit != .none { member("unit", unit.rawValue) }
        objects("ticks", of: axis.ticks) { json, placed in
            json.member("at", placed.place)
            json.member("label", placed.tick.label)
            if let context = placed.tick.context { json.member("context", context) }
        }
    }
}
