// Zooming a grid: more or fewer columns.

/// Zooms a grid by changing its number of columns, so that the item under the pointer stays under it.
///
/// Cells fill the width, so their sizes come in steps. The `remainder` is the part of the zoom factor that the step
/// does not cover; the page may scale what it paints by it until the gesture ends.
public enum DensityZoom {
    /// Cells are not made smaller than this many points.
    public static let smallestCell = 24.0
    /// With one column, a zoom by more than this factor opens the picture itself.
    public static let enteringFactor = 1.414_213_562_373_095

    /// The result of a zoom.
    public enum Outcome: Sendable, Equatable {
        /// A grid of `columns` columns, with `lead` empty cells before the first item. `offset` is not clamped.
        case grid(columns: Int, lead: Int, offset: Point, remainder: Double)
        /// The picture of the item under the focus.
        case picture(index: Int)
    }

    /// Zooms `grid` at `offset` about `focus` (a point of the viewport) so that cells become about `factor` times as
    /// wide. All in points; `factor` is positive. O(1).
    public static func zoom(_ grid: GridLayout, offset: Point, focus: Point, factor: Double) -> Outcome {
        let wish = grid.cell * factor
        if grid.columns == 1, factor > enteringFactor, grid.count > 0 {
            return .picture(index: item(of: grid, at: Point(x: offset.x + focus.x, y: offset.y + focus.y)).index)
        }
        let columns = columns(of: grid, forCell: wish)
        // The cells cannot become smaller: the remainder must not shrink them either.
        let least = columns == mostColumns(of: grid) ? 1.0 : 0
        guard columns != grid.columns else {
            return .grid(columns: columns, lead: grid.lead, offset: offset, remainder: max(factor, least))
        }
        let (index, fraction) = item(of: grid, at: Point(x: offset.x + focus.x, y: offset.y + focus.y))
        let plain = GridLayout(count: grid.count, width: grid.width, columns: columns, spacing: grid.spacing)
        let column = Self.column(of: plain, at: offset.x + focus.x)
        // The number of empty cells that puts the item into the column under the pointer.
        let lead = ((column - index) % columns + columns) % columns
        let target = GridLayout(
            count: grid.count, width: grid.width, columns: columns, spacing: grid.spacing, lead: lead)
        let y = target.frame(of: index).minY + fraction * target.cell - focus.y
        return .grid(
            columns: columns, lead: lead, offset: Point(x: offset.x, y: y),
            remainder: max(wish / target.cell, least))
    }

    /// As `zoom`, for a grid of groups, each of which begins a row: only the number of columns and the remainder. The
    /// caller finds the item to keep under the pointer, since it knows the groups. nil means: open the picture under
    /// the focus. O(1).
    public static func columns(of grid: GridLayout, factor: Double) -> (columns: Int, remainder: Double)? {
        if grid.columns == 1, factor > enteringFactor { return nil }
        let wish = grid.cell * factor
        let columns = columns(of: grid, forCell: wish)
        let target = GridLayout(count: grid.count, width: grid.width, columns: columns, spacing: grid.spacing)
        return (columns, max(wish / target.cell, columns == mostColumns(of: grid) ? 1 : 0))
    }

    /// The number of columns whose cell width is nearest to `cell` points, by ratio.
    private static func columns(of grid: GridLayout, forCell cell: Double) -> Int {
        let exact = (grid.width + grid.spacing) / (max(cell, 0.001) + grid.spacing)
        let most = mostColumns(of: grid)
        let fewer = Int(min(max(1, exact.rounded(.down)), Double(most)))
        let more = min(fewer + 1, most)
        // The cell width before it is rounded to whole points.
        func width(_ columns: Int) -> Double { (grid.width + grid.spacing) / Double(columns) - grid.spacing }
        // The limit is the geometric mean of both widths; comparing squares saves the root.
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
