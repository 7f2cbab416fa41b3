// Computes the visible tiles and their places from a layout, a viewport, an offset and a zoom scale.

/// Computes plans.
///
/// Cost: O(log n + tiles); no cost grows with the number of items (n) itself.
public struct Planner: Sendable {
    /// How a picture is put into a cell of other proportions.
    public enum Fit: String, Sendable {
        /// The whole picture is visible; the ground shows in the rest of the cell.
        case contain
        /// The picture fills the cell; the parts outside of it are cut off.
        case cover
    }

    /// The default greatest width of a picture's pixel, in points at zoom scale 1: that of `LinearLayout.fewestPixels`
    /// in a breadth of 1200 points.
    public static let greatestMagnification = 4.0

    /// What the planner needs to know of an item's picture.
    public struct Picture: Sendable, Equatable {
        /// The picture's size, upright, in pixels; nil until it has been measured.
        public var size: PixelSize?
        /// Whether the picture comes in tiles of any level; otherwise it comes whole, as tile 0/0/0.
        public var isTiled: Bool
        /// The longer side of the smaller copy that the file has of its picture, in pixels; nil where it has none.
        ///
        /// The copy comes as a single tile, long before tiles of finer levels.
        public var copySide: Int?
        /// The tiles that the file stores of the picture; nil where it stores none that can be sent.
        public var storedTiles: StoredTiles?

        public init(size: PixelSize?, isTiled: Bool, copySide: Int? = nil, storedTiles: StoredTiles? = nil) {
            self.size = size
            self.isTiled = isTiled
            self.copySide = copySide
            self.storedTiles = storedTiles
        }
    }

    /// The viewport, its zoom, and its movement.
    public struct Request: Sendable, Equatable {
        /// The viewport's size in points (CSS pixels); both sides positive.
        public var viewport: Size
        /// contentOffset in points at `zoomScale`; may be out of range.
        public var offset = Point.zero
        /// Positive.
        public var zoomScale = 1.0
        /// Device pixels per point; positive.
        public var scale = 1.0
        /// Items within this many points of the viewport count as near.
        public var overscan = 100.0
        /// Points by which the viewport will have moved when the plan reaches the screen.
        ///
        /// Items on that way count as near.
        public var lookahead = Point.zero
        public var inset = EdgeInsets.zero
        public var fit = Fit.cover
        /// The greatest width of a picture's pixel, in points at zoom scale 1; positive.
        ///
        /// A picture that would exceed this to fill its cell stays smaller, in the cell's middle; where it would cover
        /// the cell, it takes at least half of it.
        public var greatestMagnification = Double.infinity
        /// The point of the viewport where tiles are needed first; nil means its middle.
        public var focus: Point?
        /// Points per second, at `offset`.
        public var velocity = Point.zero
        /// Whether offsets come to rest on pages, along the layout's axis.
        public var paging = false
        /// How the velocity decays: the plan is for the offset where the content comes to rest.
        ///
        /// nil: the plan is for `offset` itself.
        public var deceleration: Deceleration?
        /// Only with a deceleration: the plan is for this many seconds after the content was let go at `offset`.
        public var time: Double?
        /// Whether content may be past an end; otherwise its offset is clamped.
        ///
        /// The rubber band shortens an offset past an end; with a deceleration, content then springs back.
        public var isBouncing = false
        /// Whether a picture of several tiles also gets one coarse tile beneath them, which arrives sooner.
        ///
        /// A picture with a smaller copy gets that, even beneath a single tile.
        public var hasBackdrop = false
        /// The last movement, used where `velocity` is 0: only its signs count.
        public var travel = Point.zero
        /// How quickly items become ready, and how much of them may be prefetched.
        public var pace = Prefetch.Pace()
        /// The fraction of a device pixel by which content is moved back along the layout's axis before its edges are
        /// rounded.
        ///
        /// It is above −½ and at most ½. When content before the viewport grows by a fraction of a pixel, everything in
        /// view keeps its exact place if the phase grows by that fraction (see `Planner.phase(rounding:of:for:)`).
        public var phase = 0.0
        /// Whether there is a footer after the last item (see `Footer`).
        public var hasFooter = false

        public init(viewport: Size) { self.viewport = viewport }

        /// The frame of the whole picture in `cell` (points at `zoomScale`), including the parts that the cell cuts
        /// off.
        public func frame(of size: PixelSize, in cell: Rect) -> Rect {
            let (width, height) = (Double(max(1, size.width)), Double(max(1, size.height)))
            let factors = (cell.width / width, cell.height / height)
            // In a cell that it would cover, the smallest icon is still seen: it takes half of the cell.
            let least = fit == .cover ? min(factors.0, factors.1) / 2 : 0
            let limit = max(greatestMagnification * zoomScale, least)
            // A cell made for this picture differs from it only by rounding: then the picture fills the cell exactly.
            if abs(factors.0 - factors.1) * max(width, height) * scale < 1, factors.0 <= limit { return cell }
            let factor = min(fit == .cover ? max(factors.0, factors.1) : min(factors.0, factors.1), limit)
            return Rect(
                x: cell.midX - width * factor / 2, y: cell.midY - height * factor / 2,
                width: width * factor, height: height * factor)
        }

        /// The area in which items count as near, in content points as zoomed, with the viewport at `offset`.
        public func near(at offset: Point) -> Rect {
            Rect(
                minX: offset.x + min(0, lookahead.x), minY: offset.y + min(0, lookahead.y),
                maxX: offset.x + viewport.width + max(0, lookahead.x),
                maxY: offset.y + viewport.height + max(0, lookahead.y)
            ).expanded(by: overscan)
        }
    }

    /// The layout that is planned for.
    public let layout: Layout

    public init(layout: Layout) { self.layout = layout }

    /// The scroll geometry of the content as zoomed.
    ///
    /// Pages have their insets inside; a picture smaller than the viewport is centred.
    public func geometry(for request: Request) -> ScrollGeometry {
        let size = contentSize(for: request)
        let geometry = ScrollGeometry(
            contentSize: Size(width: size.width * request.zoomScale, height: size.height * request.zoomScale),
            viewport: request.viewport, inset: request.inset)
        switch layout {
        case .linear, .grid, .justified, .periodicRows, .grouped, .slides: return geometry
        case .plane(let plane): return plane.map?.geometry(geometry, zoomScale: request.zoomScale) ?? geometry
        case .picture: return geometry.centered()
        case .pages: return ScrollGeometry(contentSize: geometry.contentSize, viewport: request.viewport)
        }
    }

    /// The items visible at `offset`, and those that are near (see `Request.near`): for a chart, its live slides.
    ///
    /// O(log n).
    public func windows(for request: Request, at offset: Point) -> (visible: Range<Int>, near: Range<Int>) {
        if case .slides(let slides) = layout {
            let windows = slides.windows(
                offset: offset.x / request.zoomScale, viewportWidth: request.viewport.width / request.zoomScale)
            return (windows.visible, windows.live)
        }
        let offset = layoutPoint(offset, for: request)
        let seen = Rect(
            x: offset.x, y: offset.y, width: request.viewport.width, height: request.viewport.height)
        let unzoomed = 1 / request.zoomScale
        let visible = layout.items(in: seen.scaled(by: unzoomed))
        return (visible, layout.items(in: request.near(at: offset).scaled(by: unzoomed)))
    }

    /// The offset that the plan is for: after the deceleration or `time`, then clamped, then moved to a page when
    /// paging.
    ///
    /// With `isBouncing` and no deceleration it is the request's offset, shortened past the ends.
    public func offset(for request: Request) -> Point {
        let geometry = geometry(for: request)
        if let time = request.time, let flings = flings(for: request) {
            return Point(x: flings.x.offset(after: time), y: flings.y.offset(after: time))
        }
        if request.isBouncing, request.deceleration == nil { return geometry.banded(request.offset) }
        var offset = request.offset
        if let deceleration = request.deceleration {
            offset.x = deceleration.target(from: offset.x, velocity: request.velocity.x)
            offset.y = deceleration.target(from: offset.y, velocity: request.velocity.y)
        }
        offset = geometry.clamp(offset)
        if request.paging {
            let axis = layout.axis
            offset[axis] = Paging.target(
                offset: offset[axis], velocity: request.deceleration == nil ? request.velocity[axis] : 0,
                page: pageLength(request), minimum: geometry.minimum(axis), maximum: geometry.maximum(axis))
        }
        return offset
    }

    /// The movement of content after its release; nil without a deceleration, and with paging, whose pages turn.
    private func flings(for request: Request) -> (x: Fling, y: Fling)? {
        guard let deceleration = request.deceleration, !request.paging else { return nil }
        let geometry = geometry(for: request)
        func fling(_ axis: Axis) -> Fling {
            Fling(
                offset: request.offset[axis], velocity: request.velocity[axis], deceleration: deceleration,
                range: geometry.minimum(axis)...geometry.maximum(axis), bounces: request.isBouncing)
        }
        return (fling(.horizontal), fling(.vertical))
    }

    private func pageLength(_ request: Request) -> Double {
        if case .pages(let pages) = layout { return pages.pitch * request.zoomScale }
        return request.viewport[layout.axis]
    }

    /// The item at the top-left corner inside the insets, and its frame in points from the viewport's corner; nil
    /// without one.
    public func anchor(for request: Request, at offset: Point) -> Plan.Anchor? {
        let (inset, viewport) = (request.inset, request.viewport)
        let corner = layoutPoint(offset, for: request)
        let uncovered = Rect(
            minX: corner.x + inset.left, minY: corner.y + inset.top,
            maxX: corner.x + max(viewport.width - inset.right, inset.left + 1),
            maxY: corner.y + max(viewport.height - inset.bottom, inset.top + 1))
        let items = layout.items(in: uncovered.scaled(by: 1 / request.zoomScale))
        guard let index = items.first else { return nil }
        // The frame as it is painted. A caller that keeps this frame in place is not moved by rounding.
        let cell = layout.frame(of: index)
        return Plan.Anchor(
            index: index, frame: painted(cell.scaled(by: request.zoomScale), for: request).relative(to: offset),
            rounding: rounding(of: cell, for: request))
    }

    /// The plan for `request`.
    ///
    /// `pictures` is called once, with the window; items that it leaves out at the end of that run get no tiles.
    public func plan(for request: Request, pictures: (Range<Int>) -> [Picture]) -> Plan {
        let offset = offset(for: request)
        let (visible, window) = windows(for: request, at: offset)
        // A mosaic may have millions of items, so they are not examined one by one.
        let pictures = layout.isMosaic ? [] : pictures(window)
        // Sized by the pictures given, not by the window: the caller may refuse a window of a million items.
        var tiles = TileCollector(self, request: request, offset: offset, expected: pictures.count)
        // All cells in one call: justified rows are laid out a section at a time.
        let cells = layout.frames(of: window.prefix(pictures.count))
        for ((index, picture), cell) in zip(zip(window, pictures), cells) {
            tiles.add(picture, index: index, cell: cell.scaled(by: request.zoomScale))
        }
        let geometry = geometry(for: request)
        let rest = flings(for: request).map { flings in
            Plan.Rest(
                offset: Point(x: flings.x.target, y: flings.y.target),
                duration: max(flings.x.duration, flings.y.duration))
        }
        return Plan(
            contentSize: contentSize(for: request), contentOffset: offset, zoomScale: request.zoomScale,
            offsetRange: geometry.range, rest: rest, anchor: anchor(for: request, at: offset),
            visible: visible.isEmpty ? nil : visible, window: window,
            cells: cells, edges: geometry.edges(at: offset), tiles: tiles.inOrderOfNeed(),
            mosaic: mosaic(for: request, at: offset),
            prefetch: layout.isMosaic ? [] : prefetch(for: request, at: offset, visible: visible, window: window),
            footer: footer(for: request, at: offset, visible: visible))
    }
}

/// The tiles to show and to fetch for one request.
public struct Plan: Sendable {
    /// An item and its frame, in points from the viewport's top-left corner.
    public struct Anchor: Sendable, Equatable {
        public var index: Int
        public var frame: Rect
        /// What rounding has taken from the item's start (see `Planner.rounding(of:for:)`), in device pixels.
        public var rounding: Double

        /// The share of the item that lies before the inner corner of `inset`, on each axis: 0 where the item begins
        /// there.
        public func fraction(below inset: EdgeInsets) -> Point {
            Point(
                x: frame.width > 0 ? (inset.left - frame.minX) / frame.width : 0,
                y: frame.height > 0 ? (inset.top - frame.minY) / frame.height : 0)
        }
    }

    /// The end of a deceleration.
    public struct Rest: Sendable, Equatable {
        /// contentOffset in points at the plan's zoom scale.
        public var offset: Point
        /// Seconds from letting go.
        public var duration: Double
    }

    /// The content's size at zoom scale 1, in points, with its footer.
    public var contentSize: Size
    /// The offset that the plan is for, in points at `zoomScale` (see `Planner.offset(for:)`).
    public var contentOffset: Point
    public var zoomScale: Double
    /// The smallest and the largest valid offset, in points at `zoomScale`.
    public var offsetRange: (minimum: Point, maximum: Point)
    /// The end of the deceleration; nil for content that does not decelerate.
    public var rest: Rest?
    /// The item at the top-left corner of the uncovered area; nil where there is none.
    public var anchor: Anchor?
    /// The items that are at least partly visible; nil when there are none.
    public var visible: Range<Int>?
    /// The items that are visible or near.
    public var window: Range<Int>
    /// Frames of the window's first items, those with a known picture, in content points at zoom scale 1.
    public var cells: [Rect]
    public var edges: ScrollEdges
    /// The tiles in the order in which to fetch them.
    public var tiles: [PlannedTile]
    /// The tiles of a mosaic in the order in which to fetch them; then `tiles`, `cells` and `prefetch` are empty.
    ///
    /// nil where each item has tiles of its own.
    public var mosaic: PlannedMosaic?
    /// Items to fetch next, most urgent first; none of the window's.
    public var prefetch: [Int]
    /// The footer's frame in points from the viewport's top-left corner; nil where none is near.
    public var footer: Rect?
}

/// One tile and where to paint it.
public struct PlannedTile: Sendable, Equatable {
    public var index: Int
    /// The pyramid's level, or `Pyramid.copyLevel`.
    public var level: Int
    public var column: Int
    public var row: Int
    /// In points from the viewport's top-left corner.
    public var frame: Rect
    /// How much of the frame is cut off at each edge, in points; nil when nothing is.
    public var clip: EdgeInsets?
    /// Whether the visible part of the frame shares an area with the viewport.
    public var isVisible: Bool
}
