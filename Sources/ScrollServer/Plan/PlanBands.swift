// The bands of a plan: which a page is to have, and those it has not.

import Tiling

/// Bands around what is seen and far ahead of it, with the colours of their items.
struct PlanBands: Sendable {
    /// What bands are cut from. Those of another geometry lie elsewhere, or show other items.
    struct Geometry: Sendable, Equatable {
        var wish: LayoutIndex.Wish
        var order: ItemOrder
        var revision: Int
        var zoomScale: Double
        var viewport: Size
        var scale: Double
        var fit: Planner.Fit
    }

    /// What a page has.
    struct Painted: Sendable, Equatable {
        var geometry: Geometry?
        /// Numbers of bands.
        var range = 0..<0
        /// Of these, those with items whose colours were not known.
        var pale: Set<Int> = []

        /// Whether a band is there, of this geometry.
        func has(_ number: Int, of geometry: Geometry) -> Bool {
            geometry == self.geometry && range.contains(number)
        }
    }

    /// A band that is new to the page.
    struct New: Sendable {
        var band: Band
        /// Of its patches, 0xRRGGBB where known.
        var colours: [UInt32?]
        /// In points from the viewport's top-left corner.
        var place: Point
    }

    var geometry: Geometry
    /// The bands that the page is to have.
    var range: Range<Int>
    /// Those of them that it has not, or that have got colours since.
    var new: [New] = []
    /// Bands of the page that were looked at once more.
    var revised: Set<Int> = []
    /// Whether the plan's items go past too quickly to be made out: their tiles need not be shown.
    var isFleeting: Bool

    /// nil where a layout has no bands. O(log n + items of new bands).
    ///
    /// - Parameters:
    ///   - painted: what the page has.
    ///   - colours: what is known of the colours of items, 0xRRGGBB; empty where nothing is known of any.
    init?(
        _ plan: Plan, _ request: Planner.Request, _ planner: Planner, _ geometry: Geometry, painted: Painted,
        _ items: any CollectionView, colours: ([ItemSummary]) -> [UInt32?]
    ) {
        var request = request
        request.zoomScale = plan.zoomScale
        guard let bands = Bands(planner, for: request) else { return nil }
        self.geometry = geometry
        range = bands.wanted(at: plan.contentOffset)
        isFleeting = bands.isFleeting && !range.isEmpty
        // Once only: what is not known as a band comes into view can be seen in its tiles.
        revised = painted.geometry == geometry ? painted.pale.intersection(bands.near(plan.contentOffset)) : []
        for number in range where revised.contains(number) || !painted.has(number, of: geometry) {
            var (first, known): (Int, [UInt32?]) = (0, [])
            let band = bands.band(number) { run in
                let found = items.summaries(in: run)
                (first, known) = (run.lowerBound, colours(found))
                return found.map { Planner.Picture(size: $0.size, isTiled: $0.isTiled) }
            }
            if revised.contains(number), known.allSatisfy({ $0 == nil }) { continue }
            let place = Point(x: band.frame.x - plan.contentOffset.x, y: band.frame.y - plan.contentOffset.y)
            let colours = band.patches.map { patch in
                known.indices.contains(patch.index - first) ? known[patch.index - first] : nil
            }
            new.append(New(band: band, colours: colours, place: place))
        }
    }

    /// What the page has when it has painted these.
    ///
    /// - Parameter painted: what it had.
    func painted(after painted: Painted) -> Painted {
        var next = Painted(geometry: geometry, range: range)
        if painted.geometry == geometry { next.pale = painted.pale.filter(range.contains) }
        next.pale.subtract(revised)
        for new in new where !revised.contains(new.band.number) && new.colours.contains(nil) {
            next.pale.insert(new.band.number)
        }
        return next
    }

    /// Bands of the page that are not wanted any more, in order.
    func freed(of painted: Painted) -> [Int] {
        painted.range.filter { painted.geometry != geometry || !range.contains($0) }
    }
}
