// Zooming a grid beyond the smallest slots, until all of it is seen, and back.

import Testing

@testable import Tiling

@Suite struct MosaicZoomTests {
    /// Cells are whole device pixels where they can be, gaps at least a third of one, and what is left over is small.
    @Test(arguments: [1.0, 1.25, 2, 3]) func cellsAreWholeDevicePixels(scale: Double) {
        for width in [377.5, 390, 1200, 3840] {
            for columns in stride(from: Int(clamping: width / 20), to: Int(clamping: width * scale * 3), by: 7) {
                let grid = GridLayout(count: 10, width: width, columns: columns, spacing: 4, scale: scale)
                #expect(grid.isMosaic)
                let (pitch, gap) = (grid.pitch * scale, grid.gap * scale)
                #expect(gap < 1e-9 || gap > 1.0 / 3 - 1e-9)
                #expect(gap < 1e-9 || abs(gap / pitch - 1.0 / 7) < 1 / pitch)
                #expect(pitch > 7.0 / 3 - 1e-9 || gap < 1e-9)
                let used = pitch * Double(columns) - gap
                #expect(used <= width * scale + 1e-6 && used > width * scale - max(1, pitch) - 1e-6)
                #expect(grid.margin * scale <= max(1, pitch) / 2 + 1e-6)
            }
            // As many columns as fit at a whole pitch: that one, or a wider one with which as many fit.
            for pitch in 2...20 {
                let columns = MosaicCells.columns(width: width * scale, pitch: Double(pitch), spacing: 4 / 24)
                let grid = GridLayout(count: 10, width: width, columns: columns, spacing: 4, scale: scale)
                let found = grid.pitch * scale
                #expect(!grid.isMosaic || abs(found - found.rounded()) < 1e-9 && found > Double(pitch) - 1e-9)
            }
        }
    }

    /// Key by key out to where all is seen, and back in as far as slots: no key without effect, none back and forth.
    @Test(arguments: [
        (100_000, 390.0, 700.0, 3.0), (1_000_000, 1200, 800, 1), (20_000_000, 1280, 720, 2),
        (1_000_000_000, 1200, 800, 1),
    ])
    func stepsLeadAllTheWay(count: Int, width: Double, height: Double, scale: Double) {
        var grid = GridLayout(count: count, width: width, columns: 6, spacing: 4, scale: scale)
        let most = DensityZoom.mostColumns(of: grid, height: height)
        var keys = 0
        while grid.columns < most, keys < 100 {
            guard let (columns, _) = DensityZoom.columns(of: grid, factor: 1 / 1.415, most: most) else { break }
            #expect(columns > grid.columns, "at \(grid.columns) of \(most) columns")
            grid = grid.with(columns: columns)
            keys += 1
        }
        #expect(grid.columns == most && grid.contentSize.height <= height)
        // Not much is left empty below it.
        #expect(grid.contentSize.height > 0.96 * height)
        while grid.columns > 6, keys < 200 {
            guard let (columns, _) = DensityZoom.columns(of: grid, factor: 1.415, most: most) else { break }
            #expect(columns < grid.columns, "at \(grid.columns) columns")
            grid = grid.with(columns: columns)
            keys += 1
        }
        #expect(grid.columns <= 6 && keys < 80)
    }

    /// The item under the pointer stays there in two hundred steps from all of it to single pixels of cells and further in,
    /// and it is where it was after as many back.
    @Test(arguments: 0..<40) func theItemUnderThePointerStays(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let count = [50_000, 1_000_000, 20_000_000, 1_000_000_000][Int.random(in: 0..<4, using: &generator)]
        let width = Double(Int.random(in: 300...2000, using: &generator))
        let height = Double.random(in: 300...1400, using: &generator)
        let scale = [1, 2, 1.5][Int.random(in: 0..<3, using: &generator)]
        var grid = GridLayout(count: count, width: width, columns: 1, spacing: 4, scale: scale)
        let most = DensityZoom.mostColumns(of: grid, height: height)
        grid = grid.with(columns: most)
        let start = grid
        let focus = Point(
            x: Double.random(in: 0..<width, using: &generator),
            y: Double.random(in: 0..<grid.contentSize.height, using: &generator))
        let index = DensityZoom.item(of: grid, at: focus).index
        let fraction = DensityZoom.item(of: grid, at: focus).fraction
        var (offset, remainder) = (Point.zero, 1.0)
        let step = 1.08
        for factor in Array(repeating: step, count: 100) + Array(repeating: 1 / step, count: 100) {
            guard
                case .grid(let columns, let lead, let moved, let rest) = DensityZoom.zoom(
                    grid, offset: offset, focus: focus, factor: remainder * factor, most: most,
                    keeping: (index, fraction))
            else { return }
            grid = grid.with(columns: columns, lead: lead)
            (offset, remainder) = (moved, rest)
            let cell = grid.frame(of: index)
            #expect(abs(cell.minY + fraction * cell.height - offset.y - focus.y) < 1e-3)
            #expect(cell.minX - grid.pitch <= focus.x + 1e-6 && focus.x <= cell.maxX + grid.pitch + 1e-6)
            // Nothing has to be moved to be within the content.
            #expect(
                offset.y >= -1e-3 - grid.pitch
                    && offset.y <= max(0, grid.contentSize.height - height) + grid.pitch + 1e-3)
        }
        #expect(grid == start && abs(offset.y) < 1e-3 && abs(remainder - 1) < 1e-9)
    }

    /// Many steps and one lead to the same place.
    @Test func aPinchIsTheSameInManyEvents() {
        let first = GridLayout(count: 5_000_000, width: 1200, columns: 20, spacing: 4)
        let most = DensityZoom.mostColumns(of: first, height: 800)
        for goal in [0.5, 0.1, 0.03, 0.005] {
            var (grid, remainder) = (first, 1.0)
            for event in 1...50 {
                let done = first.cell * goal.power(of: event, of: 50) / grid.cell
                guard let (columns, rest) = DensityZoom.columns(of: grid, factor: done, most: most) else { return }
                (grid, remainder) = (grid.with(columns: columns), rest)
            }
            let once = DensityZoom.columns(of: first, factor: goal, most: most)
            #expect(once?.columns == grid.columns && abs((once?.remainder ?? 0) - remainder) < 1e-6)
        }
    }

    /// Whatever the groups: zoomed out all the way, all of them are seen.
    @Test(arguments: 0..<30) func groupsFitToo(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let counts = (0..<Int.random(in: 1...3000, using: &generator)).map { _ in
            Int.random(in: 1...2000, using: &generator)
        }
        let grid = GridLayout(
            count: counts.reduce(0, +), width: 1200, columns: 6, spacing: 4,
            scale: [1, 2][Int.random(in: 0..<2, using: &generator)])
        let height = Double.random(in: 300...1200, using: &generator)
        let all = grid.with(columns: DensityZoom.mostColumns(of: grid, groups: counts.count, height: height))
        let layout = GroupedLayout(GroupIndex(counts, grid: all))
        #expect(layout.contentSize.height <= height)
        if all.isMosaic { #expect(layout.contentSize.height > 0.3 * height) }
        // Few headings, each over a group with room for it.
        let headings = layout.headings(in: Rect(x: 0, y: 0, width: 1200, height: height))
        #expect(Double(headings.count) <= height / 20)
    }

    /// A small collection, all of which is seen with slots, has the smallest slots as its limit, as ever.
    @Test func smallCollectionsEndAtSlots() {
        for count in [0, 1, 50, 1000] {
            let grid = GridLayout(count: count, width: 1200, columns: 6, spacing: 4)
            #expect(DensityZoom.mostColumns(of: grid, height: 800) == 43)
            let all = grid.with(columns: DensityZoom.columnsShowingAll(of: grid, height: 800))
            #expect(!all.isMosaic && all.contentSize.height <= 800)
            if count > 1 { #expect(grid.with(columns: all.columns - 1).contentSize.height > 800) }
        }
    }
}

extension Double {
    /// This to the power of `numerator / denominator`, by repeated roots: the standard library alone has no `pow`.
    fileprivate func power(of numerator: Int, of denominator: Int) -> Double {
        var (low, high) = (min(self, 1), max(self, 1))
        // x with x^denominator = self, by halving.
        for _ in 0..<200 {
            let middle = (low + high) / 2
            var product = 1.0
            for _ in 0..<denominator { product *= middle }
            if product < self { low = middle } else { high = middle }
        }
        var product = 1.0
        for _ in 0..<numerator { product *= low }
        return product
    }
}
