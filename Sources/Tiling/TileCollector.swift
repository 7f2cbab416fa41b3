// From items in their cells to tiles in the order of need.

/// Gathers the tiles of a plan.
struct TileCollector {
    private let request: Planner.Request
    private let offset: Point
    private let axis: Axis
    private let viewport: Rect
    private var near: Rect
    private let focus: Point
    /// One device pixel, in points.
    private let device: Double
    private var tiles: [PlannedTile] = []
    /// Order of need in the upper bits, place in `tiles` in the lower ones: sorting these sorts the plan.
    private var keys: [UInt64] = []
    /// Whether tiles are needed in the order in which they are added.
    private var isInOrder = false

    /// Tiles added so far.
    var count: Int { tiles.count }

    init(request: Planner.Request, offset: Point, axis: Axis, expected: Int) {
        self.request = request
        self.offset = offset
        self.axis = axis
        viewport = Rect(x: 0, y: 0, width: request.viewport.width, height: request.viewport.height)
        near = request.near(at: .zero)
        device = 1 / request.scale
        focus = request.focus ?? Point(x: viewport.midX, y: viewport.midY)
        tiles.reserveCapacity(expected)
        keys.reserveCapacity(expected)
    }

    /// Adds the tiles of one item that lie in or near the viewport. `cell` is in content points as zoomed.
    mutating func add(_ picture: Planner.Picture, index: Int, cell: Rect) {
        let bounds = snapped(cell)
        guard let size = picture.size, size.width > 0, size.height > 0 else {
            append(index: index, level: 0, column: 0, row: 0, frame: bounds, bounds: bounds)
            return
        }
        let frame = placed(size, in: cell, bounds: bounds)
        guard picture.isTiled else {
            append(index: index, level: 0, column: 0, row: 0, frame: frame, bounds: bounds)
            return
        }
        let pyramid = Pyramid(size)
        let ratio = frame.width * request.scale / Double(size.width)
        let level = pyramid.level(forRatio: ratio)
        let counts = pyramid.tileCounts(of: level)
        if counts == (1, 1) {
            append(index: index, level: level, column: 0, row: 0, frame: frame, bounds: bounds)
            return
        }
        let tiles = TileGrid(of: pyramid.size(of: level), counts: counts, frame: frame)
        // Where the cell cuts off all but a part of one tile, that tile is as soon there as a softer one.
        let all = tiles.run(in: bounds.intersection(frame))
        if request.hasBackdrop, all.columns.count * all.rows.count > 1 {
            addBackdrop(of: pyramid, above: level, index: index, frame: frame, bounds: bounds)
        }
        add(tiles, level: level, index: index, bounds: bounds)
    }

    /// Adds the tiles of an item that will come into view with its edge nearest to the viewport: as much of it as the
    /// viewport shows, after those added before.
    mutating func addAhead(_ picture: Planner.Picture, index: Int, cell: Rect, isForwards: Bool) {
        isInOrder = true
        let place = cell.relative(to: offset)
        var shown = viewport.expanded(by: request.overscan)
        if axis == .vertical {
            shown.y = isForwards ? place.minY : place.maxY - viewport.height
            shown.height = viewport.height
        } else {
            shown.x = isForwards ? place.minX : place.maxX - viewport.width
            shown.width = viewport.width
        }
        near = shown
        add(picture, index: index, cell: cell)
    }

    /// The sharpest level that is one tile: soon there, and behind the others until they are.
    private mutating func addBackdrop(of pyramid: Pyramid, above level: Int, index: Int, frame: Rect, bounds: Rect) {
        var coarse = level
        while pyramid.tileCounts(of: coarse) != (1, 1) { coarse += 1 }
        append(index: index, level: coarse, column: 0, row: 0, frame: frame, bounds: bounds, isFirst: true)
    }

    private mutating func add(_ tiles: TileGrid, level: Int, index: Int, bounds: Rect) {
        let shown = near.relative(to: Point(x: -offset.x, y: -offset.y)).intersection(bounds)
        guard shown.width > 0, shown.height > 0 else { return }
        let (columns, rows) = tiles.run(in: shown)
        for row in rows {
            for column in columns {
                let frame = snapped(tiles.frame(column: column, row: row))
                append(index: index, level: level, column: column, row: row, frame: frame, bounds: bounds)
            }
        }
    }

    /// The tiles of a level of a picture, in content points as zoomed.
    private struct TileGrid {
        private let size: PixelSize
        private let counts: (columns: Int, rows: Int)
        private let frame: Rect
        /// Points to a pixel of the level.
        private let perColumn: Double
        private let perRow: Double
        private var side: Double { Double(Pyramid.tileSize) }

        init(of size: PixelSize, counts: (columns: Int, rows: Int), frame: Rect) {
            (self.size, self.counts, self.frame) = (size, counts, frame)
            (perColumn, perRow) = (frame.width / Double(size.width), frame.height / Double(size.height))
        }

        /// The tiles that share an area with a rectangle, which has one with the picture.
        func run(in rect: Rect) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
            (
                run((rect.minX - frame.minX) / perColumn, (rect.maxX - frame.minX) / perColumn, counts.columns),
                run((rect.minY - frame.minY) / perRow, (rect.maxY - frame.minY) / perRow, counts.rows)
            )
        }

        private func run(_ low: Double, _ high: Double, _ count: Int) -> ClosedRange<Int> {
            let first = min(max(low / side, 0), Double(count - 1)).rounded(.down)
            let last = min(max((high / side).rounded(.up) - 1, first), Double(count - 1))
            return Int(first)...Int(last)
        }

        func frame(column: Int, row: Int) -> Rect {
            Rect(
                minX: frame.minX + Double(column) * side * perColumn, minY: frame.minY + Double(row) * side * perRow,
                maxX: frame.minX + min(Double(column + 1) * side, Double(size.width)) * perColumn,
                maxY: frame.minY + min(Double(row + 1) * side, Double(size.height)) * perRow)
        }
    }

    /// The tiles, most needed first: what is seen before what is near, nearest the focus first; of what is near, what
    /// lies ahead in the direction of travel first.
    func inOrderOfNeed() -> [PlannedTile] {
        keys.sorted().map { tiles[Int($0 & 0xFFFF_FFFF)] }
    }

    private mutating func append(
        index: Int, level: Int, column: Int, row: Int, frame: Rect, bounds: Rect, isFirst: Bool = false
    ) {
        let seen = frame.intersection(bounds).relative(to: offset)
        guard seen.width > 0, seen.height > 0, seen.intersects(near) else { return }
        let relative = frame.relative(to: offset)
        let clip = EdgeInsets(
            top: max(0, bounds.minY - frame.minY), left: max(0, bounds.minX - frame.minX),
            bottom: max(0, frame.maxY - bounds.maxY), right: max(0, frame.maxX - bounds.maxX))
        let isVisible = seen.intersects(viewport)
        let need =
            isInOrder ? UInt64(tiles.count) << 32 : isFirst && isVisible ? 0 : key(of: seen, isVisible: isVisible)
        keys.append(need | UInt64(tiles.count))
        tiles.append(
            PlannedTile(
                index: index, level: level, column: column, row: row, frame: relative,
                clip: clip == .zero ? nil : clip, isVisible: isVisible))
    }

    private func key(of seen: Rect, isVisible: Bool) -> UInt64 {
        let (dx, dy) = (seen.midX - focus.x, seen.midY - focus.y)
        let ahead = (axis == .vertical ? dy : dx) * request.velocity[axis] >= 0
        let band: UInt64 = isVisible ? 0 : ahead ? 1 : 2
        // Bit patterns of positive Floats sort like the numbers; dropping their last two bits leaves room for the band.
        let distance = UInt64(Float(dx * dx + dy * dy).bitPattern >> 2)
        return (band << 62) | (distance << 32)
    }

    /// Where a picture goes in its cell, in content points as zoomed.
    private func placed(_ size: PixelSize, in cell: Rect, bounds: Rect) -> Rect {
        let frame = Planner.frame(of: size, in: cell, request.fit, zoomScale: request.zoomScale)
        // A cell made for this picture differs from it by rounding alone: then nothing is cut off and nothing left free.
        if abs(frame.width - cell.width) < device, abs(frame.height - cell.height) < device { return bounds }
        return snapped(frame)
    }

    /// Edges moved to whole device pixels of the content, so that neighbours meet without a blurred seam. The content is
    /// snapped and not the viewport: else a picture would tremble by a pixel as it scrolls.
    private func snapped(_ rect: Rect) -> Rect { Planner.snapped(rect, scale: request.scale) }
}

extension Planner {
    /// A frame with its edges on whole device pixels of the content, at least one of them wide and high, as it is painted.
    public static func snapped(_ rect: Rect, scale: Double) -> Rect {
        let device = 1 / scale
        // At one pixel to a point, the common case, a division is saved for each edge.
        func snap(_ value: Double) -> Double { scale == 1 ? value.nearest : (value * scale).nearest / scale }
        let (minX, minY) = (snap(rect.minX), snap(rect.minY))
        return Rect(
            minX: minX, minY: minY, maxX: max(snap(rect.maxX), minX + device),
            maxY: max(snap(rect.maxY), minY + device))
    }
}
