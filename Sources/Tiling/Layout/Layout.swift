// The place of every item of a collection.

/// The arrangement of a collection's items in its content.
public enum Layout: Sendable {
    case linear(LinearLayout)
    case grid(GridLayout)
    case pages(PagesLayout)
    case picture(PictureLayout)
    case justified(JustifiedLayout)
    case periodicRows(PeriodicJustifiedLayout)
    case grouped(GroupedLayout)
    case slides(SlidesLayout)
    case plane(PlaneLayout)

    /// Number of items.
    public var count: Int {
        switch self {
        case .linear(let layout): layout.count
        case .grid(let layout): layout.count
        case .pages(let layout): layout.count
        case .picture(let layout): layout.count
        case .justified(let layout): layout.count
        case .periodicRows(let layout): layout.count
        case .grouped(let layout): layout.count
        case .slides(let layout): layout.count
        case .plane(let layout): layout.count
        }
    }

    /// Whether rows are pinned that would otherwise begin with other items.
    public var hasPinnedRows: Bool {
        switch self {
        case .justified(let layout): layout.hasPinnedRows
        case .grouped(let layout): layout.hasPinnedRows
        case .linear, .grid, .pages, .picture, .periodicRows, .slides, .plane: false
        }
    }

    /// Whether one item at a time fills the view.
    public var fillsView: Bool {
        switch self {
        case .pages, .picture: true
        case .linear, .grid, .justified, .periodicRows, .grouped, .slides, .plane: false
        }
    }

    /// Whether cells are too small for one slot each, and are shown as pictures of many cells.
    public var isMosaic: Bool {
        switch self {
        case .grid(let grid): grid.isMosaic
        case .grouped(let layout): layout.grid?.isMosaic ?? false
        case .linear, .justified, .periodicRows, .pages, .picture, .slides, .plane: false
        }
    }

    /// Points between the cells of a grid, at zoom scale 1; 0 where there are none.
    public var gap: Double {
        switch self {
        case .grid(let grid): grid.gap
        case .grouped(let layout): layout.grid?.gap ?? 0
        case .linear, .justified, .periodicRows, .pages, .picture, .slides, .plane: 0
        }
    }

    /// The height in points of the heading that stays at the viewport's top; 0 for a layout without groups.
    public var headingHeight: Double {
        if case .grouped(let layout) = self { layout.groups.headingHeight } else { 0 }
    }

    /// The axis along which the content is long and scrolls.
    public var axis: Axis {
        switch self {
        case .linear(let layout): layout.axis
        case .grid, .justified, .periodicRows, .grouped, .picture, .plane: .vertical
        case .pages, .slides: .horizontal
        }
    }

    /// The content's size at zoom scale 1, in points.
    public var contentSize: Size {
        switch self {
        case .linear(let layout): layout.contentSize
        case .grid(let layout): layout.contentSize
        case .pages(let layout): layout.contentSize
        case .picture(let layout): layout.contentSize
        case .justified(let layout): layout.contentSize
        case .periodicRows(let layout): layout.contentSize
        case .grouped(let layout): layout.contentSize
        case .slides(let layout): layout.contentSize
        case .plane(let layout): layout.contentSize
        }
    }

    /// Where item `index` lies in the content, at zoom scale 1.
    ///
    /// O(log n); justified rows also lay out a section, so for several items use `frames(of:)`.
    public func frame(of index: Int) -> Rect {
        switch self {
        case .linear(let layout): layout.frame(of: index)
        case .grid(let layout): layout.frame(of: index)
        case .pages(let layout): layout.frame(of: index)
        case .picture(let layout): layout.frame(of: index)
        case .justified(let layout): layout.frame(of: index)
        case .periodicRows(let layout): layout.frame(of: index)
        case .grouped(let layout): layout.frame(of: index)
        case .slides(let layout): layout.frame(of: index)
        case .plane(let layout): layout.frame(of: index)
        }
    }

    /// Where the items of `range` lie, in order, at zoom scale 1.
    ///
    /// At most O(range × log n), and for justified rows the layout of the sections that the range touches.
    public func frames(of range: Range<Int>) -> [Rect] {
        switch self {
        case .linear(let layout): range.map { layout.frame(of: $0) }
        case .grid(let layout): range.map { layout.frame(of: $0) }
        case .pages(let layout): range.map { layout.frame(of: $0) }
        case .picture(let layout): range.map { layout.frame(of: $0) }
        case .justified(let layout): layout.frames(of: range)
        case .periodicRows(let layout): range.map { layout.frame(of: $0) }
        case .grouped(let layout): layout.frames(of: range)
        case .slides(let layout): range.map { layout.frame(of: $0) }
        case .plane(let layout): range.map { layout.frame(of: $0) }
        }
    }

    /// The items that share an area with `rect` (content points at zoom scale 1), as one run of indices.
    ///
    /// O(log n).
    public func items(in rect: Rect) -> Range<Int> {
        switch self {
        case .linear(let layout): layout.items(in: rect)
        case .grid(let layout): layout.items(in: rect)
        case .pages(let layout): layout.items(in: rect)
        case .picture(let layout): layout.items(in: rect)
        case .justified(let layout): layout.items(in: rect)
        case .periodicRows(let layout): layout.items(in: rect)
        case .grouped(let layout): layout.items(in: rect)
        case .slides(let layout): layout.items(in: rect)
        // The items in a part of a plane are no run.
        case .plane: 0..<0
        }
    }

    /// The item nearest to a point of the content (at zoom scale 1), and the point's vertical position in its cell.
    ///
    /// The position is 0 at the top and 1 at the bottom; nil when there are no items. O(log n + items around the
    /// point).
    public func item(nearest point: Point) -> (index: Int, fraction: Double)? {
        guard count > 0 else { return nil }
        // Rows of a mosaic have too many cells to examine each.
        switch self {
        case .grid(let grid): return DensityZoom.item(of: grid, at: point)
        case .plane(let plane):
            return plane.bin(nearest: point, zoomScale: 1).map { bin in
                (bin.first, (point.y - bin.frame.minY) / bin.frame.height)
            }
        case .grouped(let layout) where isMosaic:
            if let cell = layout.cell(nearest: point) { return cell }
        default: break
        }
        // First the row at the point; then around a gap or a heading. Past an end, the first or the last item.
        for reach in [0.5, 64, 1024] {
            let rect = Rect(minX: 0, minY: point.y - reach, maxX: contentSize.width, maxY: point.y + reach)
            let items = items(in: rect)
            let found = zip(items, frames(of: items)).min { $0.1.distance(to: point) < $1.1.distance(to: point) }
            if let (index, frame) = found { return (index, (point.y - frame.minY) / frame.height) }
        }
        let index = point.y < 0 ? 0 : count - 1
        let frame = frame(of: index)
        return (index, (point.y - frame.minY) / frame.height)
    }
}

extension Layout {
    /// The item `rows` rows below another one, or above it if negative, nearest to the same place in its row.
    ///
    /// Beyond an end, the item itself. O(rows × log n).
    public func item(_ rows: Int, rowsBelow index: Int) -> Int {
        guard count > 0 else { return index }
        var index = min(max(0, index), count - 1)
        let middle = frame(of: index).midX
        for _ in 0..<min(rows.magnitude, UInt(count)) {
            guard let next = item(beside: index, isBelow: rows > 0, x: middle) else { break }
            index = next
        }
        return index
    }

    /// The item of the next or the previous row that is nearest to `x`.
    private func item(beside index: Int, isBelow: Bool, x: Double) -> Int? {
        let from = frame(of: index)
        var step = from.height + gap
        guard step > 0 else { return nil }
        var y = isBelow ? from.maxY + step / 2 : from.minY - step / 2
        // A heading between two rows belongs to neither, and is as high as thousands of the smallest cells.
        while y > 0, y < contentSize.height {
            if let (found, _) = item(nearest: Point(x: x, y: y)) {
                let top = frame(of: found).minY
                if isBelow ? top > from.minY : top < from.minY { return found }
            }
            step = max(step, 1)
            y += isBelow ? step : -step
        }
        return nil
    }
}

extension Rect {
    /// The square of the distance from the rectangle's nearest point to `point`; 0 within the rectangle.
    func distance(to point: Point) -> Double {
        let (x, y) = (min(max(point.x, minX), maxX) - point.x, min(max(point.y, minY), maxY) - point.y)
        return x * x + y * y
    }
}
