// Stretches of content that are painted in one piece, so that who flings never comes to bare ground.

/// A stretch of content in which every item is a patch.
public struct Band: Sendable, Equatable {
    /// Where an item is painted: in steps from the band's corner.
    public struct Patch: Sendable, Equatable {
        /// The item's.
        public var index: Int
        public var column: Int
        public var row: Int
        public var columns: Int
        public var rows: Int
    }

    /// 0 is where the content begins.
    public var number: Int
    /// In content points as zoomed.
    public var frame: Rect
    /// The frame's sides in steps, rounded up.
    public var columns: Int
    public var rows: Int
    /// Of every item that shares an area with the band, in the order of items.
    public var patches: [Patch]
}

/// The content of a layout cut into bands across its axis, as long as the viewport each.
///
/// An item in a band costs its page a rectangle, a tile costs it an element: a band can be had, and painted, long before
/// it is seen, and for what goes past too quickly for tiles. Bands lie beneath tiles, whose frames hide all of a patch.
public struct Bands: Sendable {
    /// Items in view up to which there are bands.
    public static let mostVisible = 4096.0
    /// Items that all bands have at a time, about.
    static let mostItems = 32_768.0
    /// How far beyond the plan's lead there are bands: as far as the reader comes in so many seconds. With the lead, no
    /// more than so many viewports.
    static let reach = 0.25
    static let farthest = 8.0
    /// An item that is in view for fewer seconds than this is not made out, whatever is painted of it: six frames.
    static let glance = 0.1

    private let planner: Planner
    private let request: Planner.Request
    private let contentSize: Size
    private let axis: Axis
    /// Items in a viewport, on average.
    private let visibleCount: Double
    /// Of a band along the axis, in points as zoomed: whole steps.
    public let length: Double
    /// The side of what a patch is measured in, in points.
    public let step: Double

    /// nil where the content is not many items side by side: single pictures, pages, charts, what is magnified far.
    public init?(_ planner: Planner, for request: Planner.Request) {
        switch planner.layout {
        case .linear, .grid, .justified, .periodicRows, .grouped: break
        case .pages, .picture, .slides: return nil
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
        // A fiftieth of an item's side, about; and no more pixels than a small screen has, since browsers copy them.
        step =
            switch area / max(visibleCount, 1) {
            case ..<2500: area <= 1_000_000 ? 1 : 2
            case ..<10_000: 2
            default: area <= 2_000_000 ? 4 : 8
            }
        length = max(256, (request.viewport[axis] / step).rounded(.up) * step)
    }

    /// Whether what is seen goes past too quickly to be made out.
    public var isFleeting: Bool { abs(request.velocity[axis]) * Self.glance > request.viewport[axis] }

    /// The bands to have at an offset: a viewport to each side of the viewport, and as far ahead as the reader soon comes.
    public func wanted(at offset: Point) -> Range<Int> {
        guard visibleCount <= Self.mostVisible else { return 0..<0 }
        let viewports = min(Self.farthest, Self.mostItems / max(1, visibleCount) - 4)
        let farthest = viewports * request.viewport[axis]
        let travel = min(max(request.velocity[axis] * Self.reach + request.lead[axis], -farthest), farthest)
        return bands(from: offset[axis] + min(0, travel), to: offset[axis] + max(0, travel))
    }

    /// Those of them that are seen, or may be at any moment.
    public func near(_ offset: Point) -> Range<Int> { bands(from: offset[axis], to: offset[axis]) }

    /// A viewport more to each side.
    private func bands(from first: Double, to last: Double) -> Range<Int> {
        let start = max(0, first - request.viewport[axis])
        let end = min(contentSize[axis], last + 2 * request.viewport[axis])
        guard start < end else { return 0..<0 }
        return Int((start / length).rounded(.down))..<Int((end / length).rounded(.up))
    }

    /// Content points as zoomed.
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

    /// The items of a band.
    public func items(_ number: Int) -> Range<Int> {
        planner.layout.items(in: frame(number).scaled(by: 1 / request.zoomScale))
    }

    /// A band. `pictures` is asked once, for its items. O(log n + items).
    public func band(_ number: Int, pictures: (Range<Int>) -> [Planner.Picture]) -> Band {
        let frame = frame(number)
        var band = Band(
            number: number, frame: frame, columns: Int((frame.width / step).rounded(.up)),
            rows: Int((frame.height / step).rounded(.up)), patches: [])
        let items = items(number)
        let pictures = pictures(items)
        band.patches.reserveCapacity(pictures.count)
        for ((index, picture), cell) in zip(
            zip(items, pictures), planner.layout.frames(of: items.prefix(pictures.count)))
        {
            let zoomed = cell.scaled(by: request.zoomScale)
            var seen = Planner.snapped(zoomed, scale: request.scale)
            if let size = picture.size, request.fit != .cover {
                let placed = Planner.frame(of: size, in: zoomed, request.fit, zoomScale: request.zoomScale)
                seen = seen.intersection(Planner.snapped(placed, scale: request.scale))
            }
            let place = seen.relative(to: Point(x: frame.minX, y: frame.minY))
            // Inwards, so that nothing of it is seen beside the tile; what is smaller than a step keeps one.
            let (column, columns) = Self.steps(place.minX / step, place.maxX / step, within: band.columns)
            let (row, rows) = Self.steps(place.minY / step, place.maxY / step, within: band.rows)
            guard columns > 0, rows > 0 else { continue }
            band.patches.append(Band.Patch(index: index, column: column, row: row, columns: columns, rows: rows))
        }
        return band
    }

    private static func steps(_ start: Double, _ end: Double, within count: Int) -> (first: Int, count: Int) {
        let (low, high) = (max(0, start), min(Double(count), end))
        guard low < high else { return (0, 0) }
        let first = low.rounded(.up)
        let last = high.rounded(.down)
        if first < last { return (Int(first), Int(last - first)) }
        return (min(Int(low), count - 1), 1)
    }
}
