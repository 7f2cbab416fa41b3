// What is visible: from a layout, a viewport, an offset and a zoom scale to tiles and where to paint them.

/// Computes plans. Cost: O(log n + tiles); nothing depends on how many items the collection has.
public struct Planner: Sendable {
    /// How a picture is put into a cell of other proportions.
    public enum Fit: String, Sendable {
        /// All of it is seen; the cell shows ground beside it.
        case contain
        /// It fills the cell; what sticks out is cut off.
        case cover
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
        public var inset = EdgeInsets.zero
        public var fit = Fit.cover
        /// The point of the viewport that matters most; its middle when nil.
        public var focus: Point?
        /// Points per second.
        public var velocity = Point.zero
        /// Whether offsets come to rest on multiples of the viewport, along the layout's axis.
        public var paging = false

        public init(viewport: Size) { self.viewport = viewport }
    }

    /// The layout whose content is looked at.
    public let layout: Layout

    public init(layout: Layout) { self.layout = layout }

    /// The geometry of the content as zoomed.
    public func geometry(for request: Request) -> ScrollGeometry {
        let size = layout.contentSize
        return ScrollGeometry(
            contentSize: Size(width: size.width * request.zoomScale, height: size.height * request.zoomScale),
            viewport: request.viewport, inset: request.inset)
    }

    /// The items visible from `offset`, and those within the overscan distance of them.
    public func windows(for request: Request, at offset: Point) -> (visible: Range<Int>, near: Range<Int>) {
        let seen = Rect(
            x: offset.x, y: offset.y, width: request.viewport.width, height: request.viewport.height)
        let unzoomed = 1 / request.zoomScale
        return (
            layout.items(in: seen.scaled(by: unzoomed)),
            layout.items(in: seen.expanded(by: request.overscan).scaled(by: unzoomed))
        )
    }

    /// The offset nearest to the wished one: within the content, and at a page's start when paging.
    public func offset(for request: Request) -> Point {
        let geometry = geometry(for: request)
        var offset = geometry.clamp(request.offset)
        if request.paging {
            let axis = layout.axis
            offset[axis] = Paging.target(
                offset: offset[axis], velocity: request.velocity[axis], page: request.viewport[axis],
                minimum: geometry.minimum(axis), maximum: geometry.maximum(axis))
        }
        return offset
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
        return Plan(
            contentSize: layout.contentSize, contentOffset: offset, zoomScale: request.zoomScale,
            visible: visible.isEmpty ? nil : visible, window: window,
            edges: geometry(for: request).edges(at: offset), tiles: tiles.inOrderOfNeed(),
            prefetch: Prefetch.indices(
                around: window, count: layout.count, depth: visible.count, velocity: request.velocity[layout.axis]))
    }
}

/// What to show and what to fetch, for one place of one reader.
public struct Plan: Sendable, Equatable {
    /// At zoom scale 1, in points.
    public var contentSize: Size
    /// Where the offset was clamped to, in points at `zoomScale`.
    public var contentOffset: Point
    public var zoomScale: Double
    /// The items of which something is seen; nil when there are none.
    public var visible: Range<Int>?
    /// The items visible or within the overscan distance.
    public var window: Range<Int>
    public var edges: ScrollEdges
    /// In the order in which they should be fetched.
    public var tiles: [PlannedTile]
    /// Items to fetch next, most urgent first; none of the window's.
    public var prefetch: [Int]
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
