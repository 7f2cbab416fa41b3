// Converts items in their cells to tiles, most needed first.

/// Gathers the tiles of a plan.
struct TileCollector {
    private let request: Planner.Request
    private let offset: Point
    private let axis: Axis
    /// The fractions of a device pixel by which edges are moved before they are rounded.
    ///
    /// Edges are rounded to whole device pixels, so that neighbours meet without a blurred seam. They are counted from
    /// the content's origin, not from the viewport's: otherwise pictures would tremble by a pixel while scrolling.
    private let phase: Point
    private let viewport: Rect
    private var near: Rect
    private let focus: Point
    /// One device pixel, in points.
    private let device: Double
    private var tiles: [PlannedTile] = []
    /// The order of need in the upper 32 bits, the index in `tiles` in the lower 32: sorting these sorts the plan.
    private var keys: [UInt64] = []
    /// Whether tiles are needed in the order in which they are added (prefetching).
    private var isInOrder = false

    /// Tiles added so far.
    var count: Int { tiles.count }

    init(_ planner: Planner, request: Planner.Request, offset: Point, expected: Int) {
        self.request = request
        self.offset = offset
        axis = planner.layout.axis
        phase = planner.phase(of: request)
        viewport = Rect(x: 0, y: 0, width: request.viewport.width, height: request.viewport.height)
        near = request.near(at: .zero)
        device = 1 / request.scale
        focus = request.focus ?? Point(x: viewport.midX, y: viewport.midY)
        tiles.reserveCapacity(expected)
        keys.reserveCapacity(expected)
    }

    /// Adds the tiles of one item that lie in or near the viewport.
    ///
    /// `cell` is in content points as zoomed. O(tiles).
    mutating func add(_ picture: Planner.Picture, index: Int, cell: Rect) {
        let bounds = Planner.snapped(cell, scale: request.scale, phase: phase)
        guard let size = picture.size, size.width > 0, size.height > 0 else {
            append(index: index, level: 0, column: 0, row: 0, frame: bounds, bounds: bounds)
            return
        }
        let frame = request.paintedFrame(of: size, in: cell, painted: bounds)
        guard picture.isTiled else {
            append(index: index, level: 0, column: 0, row: 0, frame: frame, bounds: bounds)
            return
        }
        let pyramid = Pyramid(size, storedTiles: picture.storedTiles)
        let ratio = frame.width * request.scale / Double(size.width)
        let level = pyramid.level(forRatio: ratio)
        if let side = picture.copySide, pyramid.isCoarser(copySide: side, than: level) {
            let isEnough = pyramid.isEnough(copySide: side, forRatio: ratio)
            if isEnough || request.hasBackdrop {
                append(
                    index: index, level: Pyramid.copyLevel, column: 0, row: 0, frame: frame, bounds: bounds,
                    isFirst: !isEnough)
            }
            if isEnough { return }
        }
        let counts = pyramid.tileCounts(of: level)
        if counts == (1, 1) {
            append(index: index, level: level, column: 0, row: 0, frame: frame, bounds: bounds)
            return
        }
        let tiles = TileGrid(of: pyramid, level, counts: counts, frame: frame)
        // Where the cell shows a single tile of the picture, that tile arrives as soon as a backdrop would.
        let all = tiles.run(in: bounds.intersection(frame))
        if request.hasBackdrop, picture.copySide == nil, all.columns.count * all.rows.count > 1 {
            addBackdrop(of: pyramid, above: level, index: index, frame: frame, bounds: bounds)
        }
        add(tiles, level: level, index: index, bounds: bounds)
    }

    /// Adds the tiles of an item that is not near the viewport yet: the part that shows once the item's nearest edge
    /// has moved through the viewport to its other side.
    ///
    /// These tiles come after all that were added before.
    mutating func addAhead(_ picture: Planner.Picture, index: Int, cell: Rect, isForwards: Bool) {
        isInOrder = true
        let shownCell = cell.relative(to: offset)
        var shown = viewport.expanded(by: request.overscan)
        if axis == .vertical {
            shown.y = isForwards ? shownCell.minY : shownCell.maxY - viewport.height
            shown.height = viewport.height
        } else {
            shown.x = isForwards ? shownCell.minX : shownCell.maxX - viewport.width
            shown.width = viewport.width
        }
        near = shown
        add(picture, index: index, cell: cell)
    }

    /// Adds the sharpest level that is a single tile.
    ///
    /// It arrives first and lies beneath the sharper tiles until they come.
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
                // Counted from the picture's painted corner, so without the phase.
                let frame = Planner.snapped(tiles.frame(column: column, row: row), scale: request.scale)
                append(index: index, level: level, column: column, row: row, frame: frame, bounds: bounds)
            }
        }
    }

    /// The tiles of one level of a picture, in content points as zoomed.
    private struct TileGrid {
        private let size: PixelSize
        private let counts: (columns: Int, rows: Int)
        private let frame: Rect
        /// Points per pixel of the level, horizontally; `perRow` vertically.
        private let perColumn: Double
        private let perRow: Double
        private let side: Double

        init(of pyramid: Pyramid, _ level: Int, counts: (columns: Int, rows: Int), frame: Rect) {
            (size, self.counts, self.frame) = (pyramid.size(of: level), counts, frame)
            side = Double(pyramid.tileSide(of: level))
            (perColumn, perRow) = (frame.width / Double(size.width), frame.height / Double(size.height))
        }

        /// The columns and rows of tiles that share an area with `rect`, which must share one with the picture.
        func run(in rect: Rect) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
            (
                run((rect.minX - frame.minX) / perColumn, (rect.maxX - frame.minX) / perColumn, counts.columns),
                run((rect.minY - frame.minY) / perRow, (rect.maxY - frame.minY) / perRow, counts.rows)
            )
        }

        private func run(_ low: Double, _ high: Double, _ count: Int) -> ClosedRange<Int> {
            let first = min(max(low / side, 0), Double(count - 1)).rounded(.down)
            let last = min(max((high / side).rounded(.up) - 1, first), Double(count - 1))
            return Int(clamping: first)...Int(clamping: last)
        }

        func frame(column: Int, row: Int) -> Rect {
            Rect(
                minX: frame.minX + Double(column) * side * perColumn, minY: frame.minY + Double(row) * side * perRow,
                maxX: frame.minX + min(Double(column + 1) * side, Double(size.width)) * perColumn,
                maxY: frame.minY + min(Double(row + 1) * side, Double(size.height)) * perRow)
        }
    }

    /// The tiles, most needed first.
    ///
    /// Visible tiles come before near ones, and then those nearest to the focus. Near tiles that lie ahead in the
    /// direction of travel come before those behind. O(tiles × log tiles).
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
            // Of what lies ahead, all smaller copies come first.
            isInOrder
            ? UInt64(tiles.count) << 32 | (level == Pyramid.copyLevel ? 0 : 1 << 62)
            : isFirst && isVisible ? 0 : key(of: seen, isVisible: isVisible)
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

}

extension Planner.Request {
    /// `frame(of:in:)` as it is painted, with edges on whole device pixels; `bounds` is the painted cell.
    ///
    /// Along an axis where the picture is as long as its cell, up to rounding, it has the cell's painted edges. Along
    /// the other it is counted from the cell's corner: a picture that moves with its cell would otherwise tremble in it
    /// by a pixel.
    func paintedFrame(of size: PixelSize, in cell: Rect, painted bounds: Rect) -> Rect {
        let frame = frame(of: size, in: cell)
        let inner = Planner.snapped(frame.relative(to: Point(x: cell.minX, y: cell.minY)), scale: scale)
        let fills = (abs(frame.width - cell.width) * scale < 1, abs(frame.height - cell.height) * scale < 1)
        return Rect(
            x: fills.0 ? bounds.minX : bounds.minX + inner.minX, y: fills.1 ? bounds.minY : bounds.minY + inner.minY,
            width: fills.0 ? bounds.width : inner.width, height: fills.1 ? bounds.height : inner.height)
    }
}
