// Equal cells in rows.

/// `grid`: rows of equal square cells, top to bottom.
///
/// Every query is O(1); nothing is stored per item.
///
/// Cells of `DensityZoom.smallestCell` points and more are whole points wide, with the spacing asked for between them.
/// Smaller ones are a mosaic (see `MosaicCells`): their gap shrinks with them.
public struct GridLayout: Sendable, Equatable {
    /// Number of items.
    public private(set) var count: Int
    /// Cells in a row, at least 1.
    public let columns: Int
    /// Empty cells before the first item, 0 ..< `columns`.
    ///
    /// They keep an item in its column when the number of columns changes.
    public private(set) var lead: Int
    /// The requested points between cells, in both directions; `gap` is the actual distance.
    public let spacing: Double
    /// Device pixels per point, positive: cells of a mosaic are whole device pixels wide where they can be.
    public let scale: Double
    /// Width and height of a cell, in points.
    public let cell: Double
    /// Distance from the edge of a cell to the same edge of the next one, across and down, in points.
    public let pitch: Double
    /// Whether the cells are too small for one slot each, and are shown as pictures of many cells.
    public let isMosaic: Bool
    let width: Double
    /// Points before the first column.
    let margin: Double

    /// A grid `width` points wide, whose first row begins with `lead` empty cells; both margins share the remaining
    /// width.
    public init(count: Int, width: Double, columns: Int, spacing: Double, scale: Double = 1, lead: Int = 0) {
        self.count = max(0, count)
        self.columns = max(1, columns)
        self.lead = max(0, lead) % self.columns
        self.spacing = ExtentScale.snap(max(0, spacing))
        self.scale = scale
        self.width = width
        let gaps = self.spacing * Double(self.columns - 1)
        let exact = (width - gaps) / Double(self.columns)
        isMosaic = self.columns > 1 && exact < DensityZoom.smallestCell
        if isMosaic {
            let cells = MosaicCells(
                width: width * scale, columns: self.columns, spacing: self.spacing / DensityZoom.smallestCell)
            cell = cells.side / scale
            pitch = cells.pitch / scale
            margin = cells.margin / scale
        } else {
            cell = exact >= 1 ? exact.rounded(.down) : max(exact, 1.0 / 1024)
            pitch = cell + self.spacing
            margin = max(0, ((width - gaps - cell * Double(self.columns)) / 2).rounded(.down))
        }
    }

    /// The default number of columns: three below 600 points; from there on, cells are about 200 points wide.
    public static func defaultColumns(width: Double, spacing: Double) -> Int {
        guard width >= 600 else { return 3 }
        return max(1, Int(clamping: ((width + spacing) / (200 + spacing)).rounded()))
    }

    /// The number of columns of a mosaic with cells about `pitch` device pixels apart; whole pixels from 1 up.
    public static func mosaicColumns(width: Double, spacing: Double, scale: Double, pitch: Double) -> Int {
        MosaicCells.columns(
            width: max(width * scale, 1.0 / 1024), pitch: pitch < 1 ? pitch : pitch.rounded(),
            spacing: max(0, spacing) / DensityZoom.smallestCell)
    }

    /// The number of empty cells before the first item that puts item `index` into `column`, from 0.
    public func lead(placing index: Int, at column: Int) -> Int {
        let lead = (column - index) % columns
        return lead < 0 ? lead + columns : lead
    }

    /// The column of the cell whose left edge is at `minX`, in content points at zoom scale 1.
    public func column(at minX: Double) -> Int { Int(clamping: ((minX - margin) / pitch).rounded()) }

    /// The column that a point lies in, or the nearest one.
    ///
    /// `x` is in content points at zoom scale 1.
    public func column(nearest x: Double) -> Int {
        Int(clamping: min(max(0, ((x - margin) / pitch).rounded(.down)), Double(columns - 1)))
    }

    /// Points between cells.
    public var gap: Double { pitch - cell }

    var rows: Int { count == 0 ? 0 : (count + lead + columns - 1) / columns }

    /// The same grid for another number of items and of empty cells before them.
    func with(count: Int, lead: Int = 0) -> GridLayout {
        var grid = self
        grid.count = max(0, count)
        grid.lead = max(0, lead) % columns
        return grid
    }

    /// The same width, spacing and scale with another number of columns.
    func with(columns: Int, lead: Int = 0) -> GridLayout {
        GridLayout(count: count, width: width, columns: columns, spacing: spacing, scale: scale, lead: lead)
    }

    /// The content's size at zoom scale 1, in points.
    public var contentSize: Size {
        Size(width: width, height: rows == 0 ? 0 : Double(rows) * pitch - gap)
    }

    /// Where item `index` lies in the content, at zoom scale 1.
    public func frame(of index: Int) -> Rect {
        let (row, column) = (index + lead).quotientAndRemainder(dividingBy: columns)
        return Rect(x: margin + Double(column) * pitch, y: Double(row) * pitch, width: cell, height: cell)
    }

    /// The items of all rows that share an area with `rect` (content points at zoom scale 1).
    ///
    /// Always whole rows, so that the items are one run of indices.
    public func items(in rect: Rect) -> Range<Int> {
        guard rows > 0, rect.minY < rect.maxY, rect.maxY > 0 else { return 0..<0 }
        let lowest = max(0, (rect.minY / pitch).rounded(.down))
        guard lowest < Double(rows) else { return count..<count }
        var first = Int(clamping: lowest)
        if Double(first) * pitch + cell <= rect.minY { first += 1 }
        var last = Int(clamping: min(Double(rows - 1), (rect.maxY / pitch).rounded(.down)))
        if Double(last) * pitch >= rect.maxY { last -= 1 }
        let start = min(max(0, first * columns - lead), count)
        return last < first ? start..<start : start..<min((last + 1) * columns - lead, count)
    }
}
