// Equal cells in rows.

/// `grid`: rows of equal square cells, top to bottom. Every query is O(1); nothing is stored per item.
public struct GridLayout: Sendable, Equatable {
    /// Number of items.
    public let count: Int
    /// Cells in a row, at least 1.
    public let columns: Int
    /// Empty cells before the first item, 0 ..< `columns`. They keep an item in its column when the number of columns
    /// changes.
    public let lead: Int
    /// Points between cells, in both directions.
    public let spacing: Double
    /// Width and height of a cell, in points.
    public let cell: Double
    let width: Double
    let margin: Double

    /// A grid `width` points wide, whose first row begins with `lead` empty cells. Cells of a point or more are whole
    /// points wide; the space left over is shared by both sides.
    public init(count: Int, width: Double, columns: Int, spacing: Double, lead: Int = 0) {
        self.count = max(0, count)
        self.columns = max(1, columns)
        self.lead = max(0, lead) % self.columns
        self.spacing = ExtentScale.snap(max(0, spacing))
        self.width = width
        let gaps = self.spacing * Double(self.columns - 1)
        let exact = (width - gaps) / Double(self.columns)
        cell = exact >= 1 ? exact.rounded(.down) : max(exact, 1.0 / 1024)
        margin = max(0, ((width - gaps - cell * Double(self.columns)) / 2).rounded(.down))
    }

    /// The number of columns when none is asked for: three below 600 points; from there on, cells are about 200 points
    /// wide.
    public static func defaultColumns(width: Double, spacing: Double) -> Int {
        guard width >= 600 else { return 3 }
        return max(1, Int(((width + spacing) / (200 + spacing)).rounded()))
    }

    /// The number of empty cells before the first item with which item `index` stands in `column`, from 0.
    public func lead(placing index: Int, at column: Int) -> Int {
        let lead = (column - index) % columns
        return lead < 0 ? lead + columns : lead
    }

    /// The column of the cell whose left edge is at `minX`, in content points at zoom scale 1.
    public func column(at minX: Double) -> Int { Int(((minX - margin) / pitch).rounded()) }

    /// Distance from one row to the next, in points.
    var pitch: Double { cell + spacing }

    private var rows: Int { count == 0 ? 0 : (count + lead + columns - 1) / columns }

    /// At zoom scale 1, in points.
    public var contentSize: Size {
        Size(width: width, height: rows == 0 ? 0 : Double(rows) * pitch - spacing)
    }

    /// Where item `index` lies in the content, at zoom scale 1.
    public func frame(of index: Int) -> Rect {
        let (row, column) = (index + lead).quotientAndRemainder(dividingBy: columns)
        return Rect(x: margin + Double(column) * pitch, y: Double(row) * pitch, width: cell, height: cell)
    }

    /// The items of all rows that share an area with `rect` (content points at zoom scale 1). Always whole rows, so
    /// that the items are one run of indices.
    public func items(in rect: Rect) -> Range<Int> {
        guard rows > 0, rect.minY < rect.maxY, rect.maxY > 0 else { return 0..<0 }
        let lowest = max(0, (rect.minY / pitch).rounded(.down))
        guard lowest < Double(rows) else { return count..<count }
        var first = Int(lowest)
        if Double(first) * pitch + cell <= rect.minY { first += 1 }
        var last = Int(min(Double(rows - 1), (rect.maxY / pitch).rounded(.down)))
        if Double(last) * pitch >= rect.maxY { last -= 1 }
        let start = min(max(0, first * columns - lead), count)
        return last < first ? start..<start : start..<min((last + 1) * columns - lead, count)
    }
}
