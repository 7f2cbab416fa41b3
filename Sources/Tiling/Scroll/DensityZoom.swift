// Zooming a layout of many columns: more or fewer of them.

/// Zooms a grid by changing its number of columns, so that the item under the pointer stays under it.
///
/// Cells fill the width, so their sizes come in steps: what a step leaves of the wished factor is the `remainder`, by
/// which the page may magnify what it paints until the gesture ends.
public enum DensityZoom {
    /// Cells are not made smaller than this many points.
    public static let smallestCell = 24.0
    /// Beyond this many times the width of the one column, zooming goes on in the picture itself.
    public static let enteringFactor = 1.414_213_562_373_095

    /// What a zoom leads to.
    public enum Outcome: Sendable, Equatable {
        /// A grid of other columns; `offset` is not clamped.
        case grid(columns: Int, lead: Int, offset: Point, remainder: Double)
        /// The picture of the item under the focus.
        case picture(index: Int)
    }

    /// Zooms `grid` at `offset` about `focus` (a point of the viewport) so that cells are `factor` times as wide, as
    /// nearly as columns allow. All in points; `factor` is positive. O(1).
    public static func zoom(_ grid: GridLayout, offset: Point, focus: Point, factor: Double) -> Outcome {
        let wish = grid.cell * factor
        if grid.columns == 1, factor > enteringFactor, grid.count > 0 {
            return .picture(index: item(of: grid, at: Point(x: offset.x + focus.x, y: offset.y + focus.y)).index)
        }
        let columns = columns(of: grid, forCell: wish)
        // With cells as small as they get, nothing is left of a wish for smaller ones.
        let least = columns == mostColumns(of: grid) ? 1.0 : 0
        guard columns != grid.columns else {
            return .grid(columns: columns, lead: grid.lead, offset: offset, remainder: max(factor, least))
        }
        let (index, fraction) = item(of: grid, at: Point(x: offset.x + focus.x, y: offset.y + focus.y))
        let plain = GridLayout(count: grid.count, width: grid.width, columns: columns, spacing: grid.spacing)
        let column = Self.column(of: plain, at: offset.x + focus.x)
        // As many empty cells as bring the item into the column under the pointer.
        let lead = ((column - index) % columns + columns) % columns
        let target = GridLayout(
            count: grid.count, width: grid.width, columns: columns, spacing: grid.spacing, lead: lead)
        let y = target.frame(of: index).minY + fraction * target.cell - focus.y
        return .grid(
            columns: columns, lead: lead, offset: Point(x: offset.x, y: y),
            remainder: max(wish / target.cell, least))
    }

    /// What zooming `grid` leads to where its items are in groups, each of which begins a row: as `zoom`, but what is kept
    /// under the pointer is found by who knows the groups. nil for the picture of the item under the focus. O(1).
    public static func columns(of grid: GridLayout, factor: Double) -> (columns: Int, remainder: Double)? {
        if grid.columns == 1, factor > enteringFactor { return nil }
        let wish = grid.cell * factor
        let columns = columns(of: grid, forCell: wish)
        let target = GridLayout(count: grid.count, width: grid.width, columns: columns, spacing: grid.spacing)
        return (columns, max(wish / target.cell, columns == mostColumns(of: grid) ? 1 : 0))
    }

    /// The number of columns whose cells come nearest to `cell` points, as a ratio.
    private static func columns(of grid: GridLayout, forCell cell: Double) -> Int {
        let exact = (grid.width + grid.spacing) / (max(cell, 0.001) + grid.spacing)
        let most = mostColumns(of: grid)
        let fewer = Int(min(max(1, exact.rounded(.down)), Double(most)))
        let more = min(fewer + 1, most)
        // As they would be without rounding to whole points.
        func width(_ columns: Int) -> Double { (grid.width + grid.spacing) / Double(columns) - grid.spacing }
        // cell² against the product of the two: the geometric middle between them, without a logarithm.
        return cell * cell >= width(fewer) * width(more) ? fewer : more
    }

    private static func mostColumns(of grid: GridLayout) -> Int {
        Int(max(1, min(1000, ((grid.width + grid.spacing) / (smallestCell + grid.spacing)).rounded(.down))))
    }

    /// The item nearest to a point of the content, and how far down its cell the point lies (0 is its top, 1 its bottom).
    public static func item(of grid: GridLayout, at point: Point) -> (index: Int, fraction: Double) {
        let last = max(0, (grid.count - 1 + grid.lead) / grid.columns)
        let row = Int(min(max(0, (point.y / grid.pitch).rounded(.down)), Double(last)))
        let index = row * grid.columns + column(of: grid, at: point.x) - grid.lead
        let nearest = min(max(0, index), max(0, grid.count - 1))
        return (nearest, (point.y - grid.frame(of: nearest).minY) / grid.cell)
    }

    private static func column(of grid: GridLayout, at x: Double) -> Int {
        Int(min(max(0, ((x - grid.margin) / grid.pitch).rounded(.down)), Double(grid.columns - 1)))
    }
}
