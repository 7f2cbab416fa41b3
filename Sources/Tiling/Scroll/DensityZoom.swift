// Zooming a grid: more or fewer columns.

/// Zooms a grid by changing its number of columns, so that the item under the pointer stays under it.
///
/// Cells fill the width, so their sizes come in steps. Cells of a mosaic come in steps of about a factor of 2^(1/4):
/// whole device pixels down to one, and smaller still until all of the collection is in view. The `remainder` is the
/// part of the zoom factor that the step does not cover; the page may scale its content by it until the gesture ends.
public enum DensityZoom {
    /// Smaller cells than this many points are a mosaic: some thousand slots cost a page more than pictures of many
    /// cells.
    public static let smallestCell = 24.0
    /// The most columns that a grid may have.
    public static let mostColumns = 1_000_000
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
    /// wide.
    ///
    /// Lengths are in points; `factor` is positive. `most` is the most columns that the zoom reaches (see
    /// `mostColumns(of:groups:height:)`); nil for as many as there are slots for. `kept` is an item and a vertical
    /// position in its cell to bring to the focus, instead of the item that is there. O(1).
    public static func zoom(
        _ grid: GridLayout, offset: Point, focus: Point, factor: Double, most: Int? = nil,
        keeping kept: (index: Int, fraction: Double)? = nil
    ) -> Outcome {
        let spot = kept ?? item(of: grid, at: Point(x: offset.x + focus.x, y: offset.y + focus.y))
        guard let (columns, remainder) = columns(of: grid, factor: factor, most: most) else {
            if grid.count > 0 { return .picture(index: spot.index) }
            return .grid(columns: 1, lead: 0, offset: offset, remainder: factor)
        }
        guard columns != grid.columns else {
            return .grid(columns: columns, lead: grid.lead, offset: offset, remainder: remainder)
        }
        let plain = grid.with(columns: columns)
        // The number of empty cells that puts the item into the column under the pointer; none where all items are in
        // view.
        let isAll = plain.isMosaic && columns == most
        let lead = isAll ? 0 : plain.lead(placing: spot.index, at: plain.column(nearest: offset.x + focus.x))
        let target = plain.with(count: grid.count, lead: lead)
        let y = target.frame(of: spot.index).minY + spot.fraction * target.cell - focus.y
        return .grid(columns: columns, lead: lead, offset: Point(x: offset.x, y: y), remainder: remainder)
    }

    /// As `zoom`, for a grid of groups, each of which begins a row: only the number of columns and the remainder.
    ///
    /// The caller finds the item to keep under the pointer, since it knows the groups. nil means: open the picture
    /// under the focus. O(1).
    public static func columns(
        of grid: GridLayout, factor: Double, most: Int? = nil
    ) -> (columns: Int, remainder: Double)? {
        if grid.columns == 1, factor > enteringFactor { return nil }
        let wanted = grid.cell * factor
        let last = max(most ?? 1, mostSlots(of: grid))
        let columns = columns(of: grid, forCell: wanted, most: last)
        // The cells cannot become smaller: the remainder must not shrink them either.
        return (columns, max(wanted / grid.with(columns: columns).cell, columns == last ? 1 : 0))
    }

    /// The most columns that zooming `grid` reaches; in a mosaic as many as show all items at once in `height` points.
    ///
    /// Other grids have as many as there are slots for. Each of the `groups` groups begins a row below its heading.
    /// O(log columns).
    public static func mostColumns(of grid: GridLayout, groups: Int = 0, height: Double) -> Int {
        let slots = mostSlots(of: grid)
        // Even where slots show all items, cells may shrink to the smallest slots.
        return fits(grid.with(columns: slots), groups, height)
            ? slots : max(slots, columnsShowingAll(of: grid, groups: groups, height: height))
    }

    /// The fewest columns that show all items at once in `height` points, as far as `mostColumns` suffice.
    ///
    /// Cells are not whole device pixels wide: with height left over, a zoom from there would have to move the item
    /// under the pointer. O(log columns).
    public static func columnsShowingAll(of grid: GridLayout, groups: Int = 0, height: Double) -> Int {
        var (low, high) = (1, mostColumns)
        while low < high {
            let middle = (low + high) / 2
            if fits(grid.with(columns: middle), groups, height) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Whether all items are certainly in view at once; assumes that each group ends with an almost empty row.
    private static func fits(_ grid: GridLayout, _ groups: Int, _ height: Double) -> Bool {
        guard groups > 0 else { return grid.with(count: grid.count).contentSize.height <= height }
        let metrics = GroupMetrics(of: grid)
        let rows = Double(grid.count / grid.columns + groups)
        return rows * grid.pitch + Double(groups) * (metrics.headingHeight + metrics.gap + metrics.quantum) <= height
    }

    /// The number of columns whose cell width is nearest to `cell` points, by ratio, and at most `most`.
    private static func columns(of grid: GridLayout, forCell cell: Double, most: Int) -> Int {
        let slots = mostSlots(of: grid)
        guard most > slots else { return slotColumns(of: grid, forCell: cell, most: slots) }
        var best = slotColumns(of: grid, forCell: cell, most: slots)
        var distance = ratio(grid.with(columns: best).cell, cell)
        // Some sixty steps from 24 points to a hundredth of a device pixel.
        var columns = slots
        var step = nextStep(below: 2 * smallestCell * grid.scale + 1)
        while columns < most {
            columns = min(most, max(columns, Self.columns(of: grid, pitch: step)))
            step = nextStep(below: step)
            guard columns > slots else { continue }
            let next = ratio(grid.with(columns: columns).cell, cell)
            // Further cells are only smaller.
            if next > distance, grid.with(columns: columns).cell < cell { break }
            if next < distance { (best, distance) = (columns, next) }
        }
        return best
    }

    /// The ratio of the longer length to the shorter; 1 where they are equal.
    private static func ratio(_ one: Double, _ other: Double) -> Double {
        one > other ? one / max(other, 1e-9) : other / max(one, 1e-9)
    }

    private static func columns(of grid: GridLayout, pitch: Double) -> Int {
        MosaicCells.columns(
            width: max(grid.width * grid.scale, 1.0 / 1024), pitch: pitch, spacing: grid.spacing / smallestCell)
    }

    /// The next smaller pitch of a mosaic, in device pixels: about 2^(1/4) times as small, and whole down to 1.
    private static func nextStep(below pitch: Double) -> Double {
        let next = pitch / RowZoom.step
        guard pitch > 1 else { return next }
        return max(1, min(next.rounded(), pitch.rounded(.up) - 1))
    }

    private static func slotColumns(of grid: GridLayout, forCell cell: Double, most: Int) -> Int {
        let exact = (grid.width + grid.spacing) / (max(cell, 0.001) + grid.spacing)
        let fewer = Int(clamping: min(max(1, exact.rounded(.down)), Double(most)))
        let more = min(fewer + 1, most)
        // The cell width before it is rounded to whole points.
        func width(_ columns: Int) -> Double { (grid.width + grid.spacing) / Double(columns) - grid.spacing }
        // The limit is the geometric mean of both widths; comparing squares saves the root.
        return cell * cell >= width(fewer) * width(more) ? fewer : more
    }

    /// The most columns with cells large enough for a slot each.
    private static func mostSlots(of grid: GridLayout) -> Int {
        Int(clamping: max(1, min(1000, ((grid.width + grid.spacing) / (smallestCell + grid.spacing)).rounded(.down))))
    }

    /// The item nearest to a point of the content, and the point's vertical position in its cell (0 top, 1 bottom).
    public static func item(of grid: GridLayout, at point: Point) -> (index: Int, fraction: Double) {
        let last = max(0, (grid.count - 1 + grid.lead) / grid.columns)
        let row = Int(clamping: min(max(0, (point.y / grid.pitch).rounded(.down)), Double(last)))
        let index = row * grid.columns + grid.column(nearest: point.x) - grid.lead
        let nearest = min(max(0, index), max(0, grid.count - 1))
        return (nearest, (point.y - grid.frame(of: nearest).minY) / grid.cell)
    }
}
