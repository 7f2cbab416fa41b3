// The bands of a plan: stretches of content painted as patches of colour beneath the tiles.

import Catalog
import Tiling

/// The bands that a page is to have, around the viewport and far ahead of it, and the colours of those that it lacks.
struct PlanBands: Sendable {
    /// Everything that determines the places and items of bands.
    ///
    /// When any of it changes, the page's bands are out of date.
    struct Geometry: Sendable, Equatable {
        var layoutRequest: LayoutRequest
        var order: ItemOrder
        var revision: Int
        var zoomScale: Double
        var viewport: Size
        var scale: Double
        var fit: Planner.Fit
        var greatestMagnification: Double
        /// See `Planner.Request.phase`.
        var phase: Double
    }

    /// The bands that a page has.
    struct Painted: Sendable, Equatable {
        var geometry: Geometry?
        /// The bands' numbers.
        var range = 0..<0
        /// Numbers of the bands in `range` with an item whose colour was not known.
        var bandsMissingColours: Set<Int> = []

        /// Whether the page has this band, in this geometry.
        func has(_ number: Int, of geometry: Geometry) -> Bool {
            geometry == self.geometry && range.contains(number)
        }
    }

    /// A band that is new to the page.
    struct New: Sendable {
        var band: Band
        /// The colour of each patch, 0xRRGGBB; nil where not known.
        var colours: [UInt32?]
        /// The band's top-left corner, in points from the viewport's.
        var position: Point
    }

    var geometry: Geometry
    /// Numbers of the bands that the page is to have.
    var range: Range<Int>
    /// The bands in `range` that the page lacks, or whose colours have become known since.
    var new: [New] = []
    /// Numbers of the page's bands without colours that this plan has looked up again.
    var revised: Set<Int> = []
    /// The average side of an item in points as zoomed.
    let itemSide: Double
    /// The items of the bands in `range`.
    let items: Range<Int>
    /// The pictures of these items; nil where the page draws none, or none is known.
    var sheets: ContactSheets?
    /// Whether the items scroll past too quickly to be made out, so that their tiles need not be shown.
    var isFleeting: Bool

    /// Computes the bands of a plan; nil where the layout has none.
    ///
    /// `painted` are the bands that the page has. O(log n + items of new bands).
    init?(_ plan: Plan, of draft: PictureDraft, painted: Painted) {
        var request = draft.request
        request.zoomScale = plan.zoomScale
        let (planner, items) = (draft.planner, draft.shown)
        // Bands would be no coarser than a mosaic's own tiles, so they are not needed.
        guard !planner.layout.isMosaic, let bands = Bands(planner, for: request) else { return nil }
        geometry = Geometry(
            layoutRequest: draft.resolved.layoutRequest, order: draft.asked.order, revision: draft.status.revision,
            zoomScale: plan.zoomScale, viewport: request.viewport, scale: request.scale, fit: request.fit,
            greatestMagnification: request.greatestMagnification, phase: request.phase)
        range = bands.wanted(at: plan.contentOffset)
        isFleeting = bands.isFleeting && !range.isEmpty
        itemSide = bands.itemSide
        self.items = range.isEmpty ? 0..<0 : bands.items(range)
        // Look up a band's missing colours once more as it comes near; after that, its tiles show them.
        let isSame = painted.geometry == geometry
        revised = isSame ? painted.bandsMissingColours.intersection(bands.near(plan.contentOffset)) : []
        for number in range where revised.contains(number) || !painted.has(number, of: geometry) {
            var (first, known): (Int, [UInt32?]) = (0, [])
            let band = bands.band(number) { run in
                let found = items.summaries(in: run)
                first = run.lowerBound
                known = draft.plans.pipeline.atlas.colours(of: found, source: draft.collection.source)
                return found.map { Planner.Picture(size: $0.size, isTiled: $0.isTiled) }
            }
            if revised.contains(number), known.allSatisfy({ $0 == nil }) { continue }
            let position = Point(x: band.frame.x - plan.contentOffset.x, y: band.frame.y - plan.contentOffset.y)
            let colours = band.patches.map { patch in
                known.indices.contains(patch.index - first) ? known[patch.index - first] : nil
            }
            new.append(New(band: band, colours: colours, position: position))
        }
    }

    /// The bands that the page has after painting this plan's; it had `painted` before.
    func painted(after painted: Painted) -> Painted {
        var next = Painted(geometry: geometry, range: range)
        if painted.geometry == geometry {
            next.bandsMissingColours = painted.bandsMissingColours.filter(range.contains)
        }
        next.bandsMissingColours.subtract(revised)
        for new in new where !revised.contains(new.band.number) && new.colours.contains(nil) {
            next.bandsMissingColours.insert(new.band.number)
        }
        return next
    }

    /// Numbers of the page's bands that it is to remove, in ascending order.
    func freed(of painted: Painted) -> [Int] {
        painted.range.filter { painted.geometry != geometry || !range.contains($0) }
    }
}
