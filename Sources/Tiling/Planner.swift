// What is visible: from a layout, a viewport, an offset and a zoom scale to tiles and where to paint them.

/// Computes plans. Cost: O(log n + tiles); nothing depends on how many items the collection has.
public struct Planner: Sendable {
    /// How a picture is put into a cell of other proportions.
    public enum Fit: String, Sendable {
        /// All of it is seen; the cell shows ground beside it.
        case contain
        /// It fills the cell; what sticks out is cut off.
        case cover
        /// As `contain`, but no pixel is made larger than a point.
        case inside
    }

    /// What the planner needs to know of an item's picture.
    public struct Picture: Sendable, Equatable {
        /// Upright, in pixels; nil until it has been measured.
        public var size: PixelSize?
        /// Whether it can be had in tiles of any level; else it comes whole, as tile 0/0/0.
        public var isTiled: Bool

        public init(size: PixelSize?, isTiled: Bool) {
            self.size = size
            self.isTiled = isTiled
        }
    }

    /// Where the reader is.
    public struct Request: Sendable, Equatable {
        /// In points (CSS pixels); both sides positive.
        public var viewport: Size
        /// contentOffset in points at `zoomScale`; may be out of range.
        public var offset = Point.zero
        /// Positive.
        public var zoomScale = 1.0
        /// Device pixels to a point; positive.
        public var scale = 1.0
        /// Points around the viewport in which items count as near.
        public var overscan = 100.0
        /// Points that the viewport will have moved by the time that the plan is seen: items on that way count as near.
        public var lead = Point.zero
        public var inset = EdgeInsets.zero
        public var fit = Fit.cover
        /// The point of the viewport that matters most; its middle when nil.
        public var focus: Point?
        /// Points per second.
        public var velocity = Point.zero
        /// Whether offsets come to rest on multiples of the viewport, along the layout's axis.
        public var paging = false
        /// How the velocity dies away; nil where the offset is where the reader is and stays.
        public var deceleration: Deceleration?
        /// Whether an offset past an end is answered as the rubber band shows it, rather than clamped.
        public var isBouncing = false
        /// Whether a picture of several tiles gets a single coarse one beneath them.
        public var hasBackdrop = false
        /// The last movement, where there is none now: only its signs count.
        public var travel = Point.zero
        /// How quickly what lies ahead can be had.
        public var pace = Prefetch.Pace()
        /// Whether something is said behind the last item.
        public var hasFooter = false

        public init(viewport: Size) { self.viewport = viewport }

        /// Where items count as near, with the viewport at `offset`.
        public func near(at offset: Point) -> Rect {
            Rect(
                minX: offset.x + min(0, lead.x), minY: offset.y + min(0, lead.y),
                maxX: offset.x + viewport.width + max(0, lead.x), maxY: offset.y + viewport.height + max(0, lead.y)
            ).expanded(by: overscan)
        }
    }

    /// The layout whose content is looked at.
    public let layout: Layout

    public init(layout: Layout) { self.layout = layout }

    /// The geometry of the content as zoomed: a page has its insets within it, a picture smaller than the viewport is in
    /// its middle.
    public func geometry(for request: Request) -> ScrollGeometry {
        let size = contentSize(for: request)
        let geometry = ScrollGeometry(
            contentSize: Size(width: size.width * request.zoomScale, height: size.height * request.zoomScale),
            viewport: request.viewport, inset: request.inset)
        switch layout {
        case .linear, .grid, .justified, .periodicRows, .grouped, .slides: return geometry
        case .picture: return geometry.centered()
        case .pages: return ScrollGeometry(contentSize: geometry.contentSize, viewport: request.viewport)
        }
    }

    /// The items visible from `offset`, and those within the overscan distance of them.
    public func windows(for request: Request, at offset: Point) -> (visible: Range<Int>, near: Range<Int>) {
        if case .slides(let slides) = layout {
            let windows = slides.windows(
                offset: offset.x / request.zoomScale, viewportWidth: request.viewport.width / request.zoomScale)
            return (windows.visible, windows.live)
        }
        let seen = Rect(
            x: offset.x, y: offset.y, width: request.viewport.width, height: request.viewport.height)
        let unzoomed = 1 / request.zoomScale
        let visible = layout.items(in: seen.scaled(by: unzoomed))
        return (visible, layout.items(in: request.near(at: offset).scaled(by: unzoomed)))
    }

    /// Where the wished offset leads: run out where it decelerates, at a page's start when paging, and within the content
    /// or held back by the rubber band.
    public func offset(for request: Request) -> Point {
        let geometry = geometry(for: request)
        if request.isBouncing { return geometry.banded(request.offset) }
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

    private func pageLength(_ request: Request) -> Double {
        if case .pages(let pages) = layout { return pages.pitch * request.zoomScale }
        return request.viewport[layout.axis]
    }

    /// The item at the top-left corner of what nothing covers, and its frame in points from the viewport's corner.
    public func anchor(for request: Request, at offset: Point) -> Plan.Anchor? {
        let (inset, viewport) = (request.inset, request.viewport)
        let uncovered = Rect(
            minX: offset.x + inset.left, minY: offset.y + inset.top,
            maxX: offset.x + max(viewport.width - inset.right, inset.left + 1),
            maxY: offset.y + max(viewport.height - inset.bottom, inset.top + 1))
        let items = layout.items(in: uncovered.scaled(by: 1 / request.zoomScale))
        guard let index = items.first else { return nil }
        // As it is painted: held by that, it does not move by what rounding makes of it elsewhere.
        let frame = Planner.snapped(layout.frame(of: index).scaled(by: request.zoomScale), scale: request.scale)
        return Plan.Anchor(index: index, frame: frame.relative(to: offset))
    }

    /// Where the whole of a picture lies in its cell (points, any scale), also what is cut off of it.
    public static func frame(of size: PixelSize, in cell: Rect, _ fit: Fit, zoomScale: Double = 1) -> Rect {
        let (width, height) = (Double(max(1, size.width)), Double(max(1, size.height)))
        let factors = (cell.width / width, cell.height / height)
        let factor =
            switch fit {
            case .cover: max(factors.0, factors.1)
            case .contain: min(factors.0, factors.1)
            case .inside: min(factors.0, factors.1, zoomScale)
            }
        return Rect(
            x: cell.midX - width * factor / 2, y: cell.midY - height * factor / 2,
            width: width * factor, height: height * factor)
    }

    /// The plan for `request`. `pictures` is asked once, for the items of the window; items it leaves out at the end of
    /// the run get no tiles.
    public func plan(for request: Request, pictures: (Range<Int>) -> [Picture]) -> Plan {
        let offset = offset(for: request)
        let (visible, window) = windows(for: request, at: offset)
        let pictures = pictures(window)
        // As many as were given, not as the window would hold: the caller may refuse a window of a million.
        var tiles = TileCollector(request: request, offset: offset, axis: layout.axis, expected: pictures.count)
        // All at once: rows are laid out a section at a time.
        let cells = layout.frames(of: window.prefix(pictures.count))
        for ((index, picture), cell) in zip(zip(window, pictures), cells) {
            tiles.add(picture, index: index, cell: cell.scaled(by: request.zoomScale))
        }
        let geometry = geometry(for: request)
        return Plan(
            contentSize: contentSize(for: request), contentOffset: offset, zoomScale: request.zoomScale,
            offsetRange: geometry.range, anchor: anchor(for: request, at: offset),
            visible: visible.isEmpty ? nil : visible, window: window,
            edges: geometry.edges(at: offset), tiles: tiles.inOrderOfNeed(),
            prefetch: prefetch(for: request, at: offset, visible: visible, window: window),
            footer: footer(for: request, at: offset, visible: visible))
    }
}

/// What to show and what to fetch, for one place of one reader.
public struct Plan: Sendable {
    /// An item, and where it is in points from the viewport's top-left corner.
    public struct Anchor: Sendable, Equatable {
        public var index: Int
        public var frame: Rect

        /// How much of the item lies before the point of the viewport where `inset` ends: 0 where it begins there.
        public func fraction(below inset: EdgeInsets) -> Point {
            Point(
                x: frame.width > 0 ? (inset.left - frame.minX) / frame.width : 0,
                y: frame.height > 0 ? (inset.top - frame.minY) / frame.height : 0)
        }
    }

    /// At zoom scale 1, in points.
    public var contentSize: Size
    /// Where the offset was clamped to, in points at `zoomScale`.
    public var contentOffset: Point
    public var zoomScale: Double
    /// The smallest valid offset and the largest, in points at `zoomScale`.
    public var offsetRange: (minimum: Point, maximum: Point)
    /// The item at the top of what is seen; nil where there is none.
    public var anchor: Anchor?
    /// The items of which something is seen; nil when there are none.
    public var visible: Range<Int>?
    /// The items visible or within the overscan distance.
    public var window: Range<Int>
    public var edges: ScrollEdges
    /// In the order in which they should be fetched.
    public var tiles: [PlannedTile]
    /// Items to fetch next, most urgent first; none of the window's.
    public var prefetch: [Int]
    /// Where the footer is painted, in points from the viewport's top-left corner; nil where there is none near.
    public var footer: Rect?
}

/// One tile and where to paint it.
public struct PlannedTile: Sendable, Equatable {
    public var index: Int
    public var level: Int
    public var column: Int
    public var row: Int
    /// In points from the viewport's top-left corner.
    public var frame: Rect
    /// How much of the frame is cut off at each edge, in points; nil when nothing is.
    public var clip: EdgeInsets?
    /// Whether the frame itself, not just its surroundings, shares an area with the viewport.
    public var isVisible: Bool
}
