// Low-resolution stretches of content, painted in one piece, so that a fast fling never shows empty space.

/// A stretch of content in which every item is one patch (a rectangle of one colour).
public struct Band: Sendable, Equatable {
    /// The rectangle of one item, in steps from the band's top-left corner.
    public struct Patch: Sendable, Equatable {
        /// The item's index.
        public var index: Int
        public var column: Int
        public var row: Int
        public var columns: Int
        public var rows: Int
        /// All of the item, where a part of it lies beyond the band; nil where nothing does.
        ///
        /// A picture of the item is drawn there.
        public var whole: Whole?
    }

    /// A rectangle in steps from the band's top-left corner; it may begin before the band, and end beyond it.
    public struct Whole: Sendable, Equatable {
        public var column: Int
        public var row: Int
        public var columns: Int
        public var rows: Int
    }

    /// The band's number; band 0 begins where the content begins.
    public var number: Int
    /// In content points as zoomed.
    public var frame: Rect
    /// The frame's sides in steps, rounded up.
    public var columns: Int
    public var rows: Int
    /// The size of these steps in points as zoomed: up to a step more than the frame on each side.
    public var size: Size
    /// The patches of the items that share an area with the band, in item order.
    public var patches: [Patch]
}

/// The content of a layout cut into bands across its axis, each about as long as the viewport.
///
/// In a band, an item costs the page one rectangle; a tile costs it one element. So a band can be fetched and painted
/// long before it is seen, and also at speeds too high for tiles. Bands lie beneath the tiles; a tile's frame covers
/// its item's patch.
public struct Bands: Sendable {
    /// Above this number of visible items there are no bands.
    public static let mostVisible = 4096.0
    /// About the most items that all bands together have at a time.
    static let mostItems = 32_768.0
    /// Bands reach as far ahead as the viewport moves in `reach` seconds, plus the plan's lookahead, but at most `farthest`
    /// viewports.
    static let reach = 0.25
    static let farthest = 8.0
    /// The time, in seconds, below which an item in view cannot be recognised: two frames at 60 Hz, so no tile is worth
    /// it.
    static let recognitionTime = 0.04

    private let planner: Planner
    private let request: Planner.Request
    private let contentSize: Size
    private let axis: Axis
    /// Items in a viewport, on average.
    private let visibleCount: Double
    /// The side of an item in points as zoomed, on average.
    public let itemSide: Double
    /// The length of a band along the axis, in points as zoomed: a whole number of steps.
    public let length: Double
    /// The side of a step, in points.
    ///
    /// Patches are measured in steps; the page paints a band with one pixel per step.
    public let step: Double

    /// Cuts the content into bands; nil for single pictures, pages, charts, and zooms to more than twice the viewport's
    /// breadth.
    public init?(_ planner: Planner, for request: Planner.Request) {
        switch planner.layout {
        case .linear, .grid, .justified, .periodicRows, .grouped: break
        case .pages, .picture, .slides, .plane: return nil
        }
        axis = planner.layout.axis
        let plain = planner.layout.contentSize
        contentSize = Size(width: plain.width * request.zoomScale, height: plain.height * request.zoomScale)
        guard contentSize[axis.cross] <= 2 * request.viewport[axis.cross] else { return nil }
        self.planner = planner
        self.request = request
        let area = contentSize[axis.cross] * request.viewport[axis]
        let share = min(1, request.viewport[axis] / max(contentSize[axis], 1))
        visibleCount = share * Double(planner.layout.count)
        itemSide = (area / max(visibleCount, 1)).squareRoot()
        // About 1/50 of an item's side, more on large viewports: browsers copy a band's pixels, so there must be few.
        step =
            switch area / max(visibleCount, 1) {
            case ..<2500: area <= 1_000_000 ? 1 : 2
            case ..<10_000: 2
            default: area <= 2_000_000 ? 4 : 8
            }
        length = max(256, (request.viewport[axis] / step).rounded(.up) * step)
    }

    /// Whether the content moves so fast that no item can be recognised (see `recognitionTime`).
    public var isFleeting: Bool { abs(request.velocity[axis]) * Self.recognitionTime > request.viewport[axis] }

    /// The bands to have at an offset: one viewport on each side of the visible one, and as far ahead as scrolling soon
    /// gets.
    ///
    /// Empty where too many items are visible.
    public func wanted(at offset: Point) -> Range<Int> {
        guard visibleCount <= Self.mostVisible else { return 0..<0 }
        let viewports = min(Self.farthest, Self.mostItems / max(1, visibleCount) - 4)
        let farthest = viewports * request.viewport[axis]
        let travel = min(max(request.velocity[axis] * Self.reach + request.lookahead[axis], -farthest), farthest)
        return bands(from: offset[axis] + min(0, travel), to: offset[axis] + max(0, travel))
    }

    /// The bands within one viewport of the visible area: those that may be seen at any moment.
    public func near(_ offset: Point) -> Range<Int> { bands(from: offset[axis], to: offset[axis]) }

    /// The bands between two offsets of the viewport, with one viewport more to each side.
    private func bands(from first: Double, to last: Double) -> Range<Int> {
        let start = max(0, first - request.viewport[axis])
        let end = min(contentSize[axis], last + 2 * request.viewport[axis])
        guard start < end else { return 0..<0 }
        return Int(clamping: (start / length).rounded(.down))..<Int(clamping: (end / length).rounded(.up))
    }

    /// The frame of band `number`, in content points as zoomed.
    private func frame(_ number: Int) -> Rect {
        var frame = Rect(x: 0, y: 0, width: contentSize.width, height: contentSize.height)
        let start = Double(number) * length
        let end = min(start + length, contentSize[axis])
        if axis == .vertical {
            (frame.y, frame.height) = (start, end - start)
        } else {
            (frame.x, frame.width) = (start, end - start)
        }
        return frame
    }

    /// The items that share an area with band `number`.
    ///
    /// O(log n).
    public func items(_ number: Int) -> Range<Int> {
        planner.layout.items(in: frame(number).scaled(by: 1 / request.zoomScale))
    }

    /// The items that share an area with neighbouring bands; `numbers` must not be empty.
    ///
    /// O(log n).
    public func items(_ numbers: Range<Int>) -> Range<Int> {
        items(numbers.lowerBound)
            .lowerBound..<max(items(numbers.lowerBound).lowerBound, items(numbers.upperBound - 1).upperBound)
    }

    /// Makes band `number`.
    ///
    /// `pictures` is called once, with the band's items. O(log n + items).
    public func band(_ number: Int, pictures: (Range<Int>) -> [Planner.Picture]) -> Band {
        let frame = frame(number)
        let (columns, rows) = ((frame.width / step).rounded(.up), (frame.height / step).rounded(.up))
        var band = Band(
            number: number, frame: frame, columns: Int(clamping: columns), rows: Int(clamping: rows),
            size: Size(width: columns * step, height: rows * step), patches: [])
        let items = items(number)
        let pictures = pictures(items)
        band.patches.reserveCapacity(pictures.count)
        for ((index, picture), cell) in zip(
            zip(items, pictures), planner.layout.frames(of: items.prefix(pictures.count)))
        {
            let zoomed = cell.scaled(by: request.zoomScale)
            let painted = planner.painted(zoomed, for: request)
            var seen = painted
            if let size = picture.size, request.fit != .cover || request.greatestMagnification < .infinity {
                seen = seen.intersection(request.paintedFrame(of: size, in: zoomed, painted: painted))
            }
            // A small picture in a large cell has no patch where no whole step lies within it: it would show beside its
            // tile.
            if seen != painted, !hasStep(within: seen.relative(to: Point(x: frame.minX, y: frame.minY))) { continue }
            let area = seen.relative(to: Point(x: frame.minX, y: frame.minY))
            // Edges are rounded inwards, so that no patch shows beside its tile. A patch smaller than a step keeps one
            // step.
            let (column, columns) = Self.steps(area.minX / step, area.maxX / step, within: band.columns)
            let (row, rows) = Self.steps(area.minY / step, area.maxY / step, within: band.rows)
            guard columns > 0, rows > 0 else { continue }
            var patch = Band.Patch(index: index, column: column, row: row, columns: columns, rows: rows)
            let (all, down) = (
                Self.steps(area.minX / step, area.maxX / step), Self.steps(area.minY / step, area.maxY / step)
            )
            if all != (column, columns) || down != (row, rows) {
                patch.whole = Band.Whole(column: all.first, row: down.first, columns: all.count, rows: down.count)
            }
            band.patches.append(patch)
        }
        return band
    }

    /// Whether a whole step lies within a rectangle of a band, across and down.
    private func hasStep(within rect: Rect) -> Bool {
        [(rect.minX, rect.maxX), (rect.minY, rect.maxY)].allSatisfy { start, end in
            (start / step).rounded(.up) < (end / step).rounded(.down)
        }
    }

    /// The whole steps between two positions, at least one.
    private static func steps(_ start: Double, _ end: Double) -> (first: Int, count: Int) {
        let (first, last) = (start.rounded(.up), end.rounded(.down))
        return first < last
            ? (Int(clamping: first), Int(clamping: last - first)) : (Int(clamping: start.rounded(.down)), 1)
    }

    /// The whole steps between two positions in a band, at least one; a count of 0 where they lie outside of it.
    private static func steps(_ start: Double, _ end: Double, within count: Int) -> (first: Int, count: Int) {
        let (first, last) = (start.rounded(.up), end.rounded(.down))
        guard first < last else {
            let only = start.rounded(.down)
            return only >= 0 && only < Double(count) ? (Int(clamping: only), 1) : (0, 0)
        }
        let (low, high) = (max(0, first), min(Double(count), last))
        return low < high ? (Int(clamping: low), Int(clamping: high - low)) : (0, 0)
    }
}
