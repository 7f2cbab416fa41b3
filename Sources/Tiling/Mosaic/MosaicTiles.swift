// Cuts a mosaic into tiles, and finds the cells of each.

/// The content of a grid of small cells, or of a grouped one, cut into square tiles of device pixels.
///
/// ```
///  content, in device pixels       side                  tile (1, 0)
///  ┌──────────┬──────────┬────     512, or 1024 and       rows from the top, of each
///  │ (0, 0)   │ (1, 0)   │         2048 on the largest    the cells that cross it
///  ├──────────┼──────────┼────     screens
/// ```
/// Tile (0, 0) begins where the content begins; the last column and row end with it. Neighbours share no pixel and leave
/// none out. Groups begin at whole device pixels, as all that is planned does.
public struct MosaicTiles: Sendable {
    /// The most tiles of a frame.
    public static let mostTiles = 60
    /// The sides that tiles may have, in device pixels.
    public static let sides = [512, 1024, 2048]

    /// The side of a tile that does not end with the content, in device pixels.
    public let side: Int
    /// Device pixels per point at zoom scale 1.
    private let ratio: Double
    private let layout: Layout
    /// The content's size in device pixels, rounded up.
    private let width: Double
    private let height: Double

    /// Cuts the content of `layout` into tiles; nil where it is no mosaic or has no items.
    ///
    /// `scale` is device pixels per point, `side` a tile's in device pixels; both are positive.
    public init?(_ layout: Layout, zoomScale: Double, scale: Double, side: Int) {
        guard layout.isMosaic, layout.count > 0, side > 0 else { return nil }
        self.layout = layout
        self.side = side
        ratio = zoomScale * scale
        let size = layout.contentSize
        (width, height) = (max(1, (size.width * ratio).rounded(.up)), max(1, (size.height * ratio).rounded(.up)))
    }

    /// The side of tiles, in device pixels, with which at most `mostTiles` cover a viewport of this size in points.
    ///
    /// It is 512 device pixels on screens up to about 3800 × 2100 device pixels, then 1024, then 2048.
    public static func side(for viewport: Size, scale: Double) -> Int {
        sides.first { side in
            let across = (viewport.width * scale / Double(side)).rounded(.up) + 1
            let down = (viewport.height * scale / Double(side)).rounded(.up) + 1
            return across * down <= Double(mostTiles)
        } ?? sides[sides.count - 1]
    }

    /// Columns and rows of tiles.
    public var counts: (columns: Int, rows: Int) { (count(of: width), count(of: height)) }

    private func count(of length: Double) -> Int { Int(clamping: (length / Double(side)).rounded(.up)) }

    /// The columns and rows of tiles that share an area with `rect`, in device pixels of the content.
    func tiles(in rect: Rect) -> (columns: Range<Int>, rows: Range<Int>) {
        func run(_ start: Double, _ end: Double, _ count: Int) -> Range<Int> {
            let first = min(max(0, (start / Double(side)).rounded(.down)), Double(count))
            let last = min(max(first, (end / Double(side)).rounded(.up)), Double(count))
            return Int(clamping: first)..<Int(clamping: last)
        }
        let counts = counts
        return (run(rect.minX, rect.maxX, counts.columns), run(rect.minY, rect.maxY, counts.rows))
    }

    /// Where a tile lies in the content, in device pixels; nil where there is no such tile.
    func area(column: Int, row: Int) -> Rect? {
        let counts = counts
        guard (0..<counts.columns).contains(column), (0..<counts.rows).contains(row) else { return nil }
        let (x, y) = (Double(column) * Double(side), Double(row) * Double(side))
        return Rect(minX: x, minY: y, maxX: min(x + Double(side), width), maxY: min(y + Double(side), height))
    }

    /// The items of all rows that share an area with a tile.
    ///
    /// O(log n).
    public func items(column: Int, row: Int) -> Range<Int> {
        guard let area = area(column: column, row: row) else { return 0..<0 }
        return layout.items(in: area.scaled(by: 1 / ratio))
    }

    /// What a tile shows; nil where there is no such tile.
    ///
    /// O(rows in the tile + groups in it × log groups).
    public func scene(column: Int, row: Int) -> MosaicScene? {
        guard let area = area(column: column, row: row), let first = grids(in: area).first?.grid else { return nil }
        let cells = DeviceCells(of: first, ratio: ratio)
        var scene = MosaicScene(
            size: PixelSize(width: Int(clamping: area.width), height: Int(clamping: area.height)), side: cells.side,
            pitch: cells.pitch,
            rows: [])
        for (items, top, grid) in grids(in: area) {
            // Whole pixels do not help cells that are smaller than a pixel.
            let start = cells.pitch >= 1 ? DeviceCells.roundedToDevice((top * ratio).rounded()) : top * ratio
            cells.append(grid, items: items, top: start, in: area, to: &scene.rows)
        }
        return scene
    }

    /// The grids that share an area with a part of the content in device pixels: the items of each, and the start of
    /// its first row in points.
    private func grids(in area: Rect) -> [(items: Range<Int>, top: Double, grid: GridLayout)] {
        switch layout {
        case .grid(let grid): [(0..<grid.count, 0, grid)]
        // Include groups that rounding moves into the tile.
        case .grouped(let layout): layout.grids(from: (area.minY - 1) / ratio, to: (area.maxY + 1) / ratio)
        default: []
        }
    }
}

/// The cells of a grid in device pixels.
private struct DeviceCells {
    let side: Double
    let pitch: Double
    let margin: Double

    init(of grid: GridLayout, ratio: Double) {
        side = Self.roundedToDevice(grid.cell * ratio)
        pitch = Self.roundedToDevice(grid.pitch * ratio)
        margin = Self.roundedToDevice(grid.margin * ratio)
    }

    /// Rounds away errors of the division of whole device pixels by the scale.
    static func roundedToDevice(_ length: Double) -> Double {
        let whole = length.rounded()
        return abs(length - whole) < 1e-6 ? whole : length
    }

    /// Appends the rows of a grid that begins at `top` and crosses `area`, both in device pixels of the content.
    func append(_ grid: GridLayout, items: Range<Int>, top: Double, in area: Rect, to rows: inout [MosaicRow]) {
        guard grid.rows > 0 else { return }
        let (first, last) = cells(from: area.minY - top, to: area.maxY - top, atMost: grid.rows)
        let (left, right) = cells(from: area.minX - margin, to: area.maxX - margin, atMost: grid.columns)
        guard first <= last, left <= right else { return }
        rows.reserveCapacity(rows.count + last - first + 1)
        for row in first...last {
            let start = row * grid.columns - grid.lead
            let (from, to) = (max(0, start + left), min(grid.count, start + right + 1))
            guard from < to else { continue }
            rows.append(
                MosaicRow(
                    items: items.lowerBound + from..<items.lowerBound + to,
                    x: margin + Double(from - start) * pitch - area.minX,
                    y: top + Double(row) * pitch - area.minY))
        }
    }

    /// The first and the last cell that overlap a stretch, counted from the start of cell 0; the last is below the
    /// first where none does.
    private func cells(from start: Double, to end: Double, atMost count: Int) -> (first: Int, last: Int) {
        var first = min(max(0, (start / pitch).rounded(.down)), Double(count))
        if first * pitch + side <= start { first += 1 }
        var last = min(max(-1, (end / pitch).rounded(.down)), Double(count - 1))
        if last * pitch >= end { last -= 1 }
        return (Int(clamping: first), Int(clamping: last))
    }
}
