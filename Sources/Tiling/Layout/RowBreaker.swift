// Finds the best row breaks for a section, comparing all possible ones.

/// Breaks a run of items into rows that fill the width.
///
/// A picture in a row of height h deviates from the target height H by h/H − 1. Of all ways to break the run, the
/// chosen one has the smallest sum, over the pictures, of squared deviations (a shortest path over the gaps between
/// items). The sum is over pictures, not over rows: otherwise two panoramas that are each too low would gain by sharing
/// a row.
///
/// Which rows are tried: let w = H × proportion + spacing for each item. A row is at most H high where its items' w sum
/// to at least C = width + spacing. If the sum without the row's largest w is at least 2C, the row can be cut into two
/// parts of at least C each. Both parts are higher than the row and not higher than H, so the row is not in a best
/// breaking. About twice as many rows are left to try per item as a row has items, and no best row is lost.
struct RowBreaker {
    /// One row; items are counted from the start of the run.
    struct Row: Equatable {
        var items: Range<Int>
        /// From the start of the run, in points.
        var y: Double
        /// In points: whole, or below 1 a multiple of 1/1024.
        var height: Double
        /// The height before rounding, divided by the target height.
        var ratio: Double
        /// Whether the row reaches the right edge: every row but a short last one.
        var isFilled: Bool
    }

    let metrics: JustifiedMetrics
    /// Number of items in the run.
    private(set) var count = 0
    /// The least sum of squared deviations, over all items of the run.
    var deviation: Double { costs[count] }

    /// `widths[i]`: points that the items before `i` take at the target height, without gaps.
    private var widths: [Double] = [0]
    /// `costs[i]`: the least sum of squared deviations for the items before `i`, when a row ends there.
    private var costs: [Double] = [0]
    /// The row ends, last one first, followed by 0.
    private var breaks: [Int] = [0]
    private var endsGroup = false

    init(metrics: JustifiedMetrics) {
        self.metrics = metrics
        widths.reserveCapacity(JustifiedSections.longest + 1)
        costs.reserveCapacity(JustifiedSections.longest + 1)
        breaks.reserveCapacity(JustifiedSections.longest / 2)
    }

    /// Breaks the items of `run` into rows.
    ///
    /// With `endsGroup` the last row may stay short; it is then `metrics.rowHeight` high. O(items × items in a row).
    mutating func load(_ run: Range<Int>, of proportions: Proportions, endsGroup: Bool) {
        widths.removeAll(keepingCapacity: true)
        widths.append(0)
        var sum = 0.0
        proportions.forEach(in: run) { proportion in
            sum += metrics.rowHeight * Double(proportion)
            widths.append(sum)
        }
        count = widths.count - 1
        self.endsGroup = endsGroup
        findCosts()
        findBreaks()
    }

    private mutating func findCosts() {
        costs.removeAll(keepingCapacity: true)
        costs.append(contentsOf: repeatElement(0, count: count + 1))
        guard count > 0 else { return }
        let widths = widths
        Self.findCosts(widths.span, &costs, metrics)
        guard endsGroup else { return }
        // A short last row costs nothing.
        var best = costs[count]
        for start in (max(0, count - metrics.mostPictures)..<count).reversed() {
            if metrics.room(for: count - start) <= widths[count] - widths[start] { break }
            best = min(best, costs[start])
        }
        costs[count] = best
    }

    private static func findCosts(_ widths: Span<Double>, _ array: inout [Double], _ metrics: JustifiedMetrics) {
        var costs = array.mutableSpan
        let spacing = metrics.spacing
        let full = metrics.width + spacing
        let mostPictures = metrics.mostPictures
        // The first start to try, and the widest item from there on (the last one among equals).
        var (first, largest, widest) = (0, 0, 0.0)
        for end in 1..<widths.count {
            let right = widths[end]
            let width = right - widths[end - 1]
            if width >= widest { (largest, widest) = (end - 1, width) }
            // A start that is left out for one end is left out for all later ends: their rows are longer still.
            while first < end - 1,
                end - first > mostPictures
                    || right - widths[first] - widest + spacing * Double(end - first - 1) >= 2 * full
            {
                first += 1
                guard largest < first else { continue }
                widest = 0
                for index in first..<end where widths[index + 1] - widths[index] >= widest {
                    (largest, widest) = (index, widths[index + 1] - widths[index])
                }
            }
            // Neither branches nor calls, because this loop takes most of the time.
            var best = Double.infinity
            for start in first..<end {
                let pictures = Double(end - start)
                let excess = (full - spacing * pictures) / (right - widths[start]) - 1
                let cost = costs[start] + pictures * excess * excess
                best = cost < best ? cost : best
            }
            costs[end] = best
        }
    }

    /// Walks back from the end.
    ///
    /// Row starts are not stored in `findCosts`: finding them again for the chosen rows costs less than storing them
    /// for every row that is tried.
    private mutating func findBreaks() {
        breaks.removeAll(keepingCapacity: true)
        var end = count
        while end > 0 {
            breaks.append(end)
            var start = end - 1
            while start > 0, costs[start] + deviation(of: start, end) != costs[end] { start -= 1 }
            end = start
        }
        breaks.append(0)
    }

    /// The sum of squared deviations of the pictures in one row; 0 for a short last row.
    private func deviation(of start: Int, _ end: Int) -> Double {
        let pictures = Double(end - start)
        let full = metrics.width + metrics.spacing
        let excess = (full - metrics.spacing * pictures) / (widths[end] - widths[start]) - 1
        return endsGroup && end == count && excess > 0 ? 0 : pictures * excess * excess
    }

    /// The height of all rows, each with the gap below it, in points.
    var height: Double {
        var height = 0.0
        for (end, start) in zip(breaks, breaks.dropFirst()) {
            height += Self.height(ratio(start..<end).ratio * metrics.rowHeight) + metrics.spacing
        }
        return height
    }

    /// The rows, from the top.
    var rows: [Row] {
        var y = 0.0
        return zip(breaks, breaks.dropFirst()).reversed().map { end, start in
            let (ratio, isFilled) = ratio(start..<end)
            let height = Self.height(ratio * metrics.rowHeight)
            defer { y += height + metrics.spacing }
            return Row(items: start..<end, y: y, height: height, ratio: ratio, isFilled: isFilled)
        }
    }

    /// The height of a row: whole points, if it is a point or higher.
    ///
    /// Then all gaps are painted alike, and rows above can come and go without changing how rows below are rounded to
    /// pixels.
    private static func height(_ exact: Double) -> Double {
        // Numbers that are whole except for rounding stay whole.
        let snapped = ExtentScale.snap(exact)
        return snapped >= 1 ? snapped.rounded(.down) : snapped
    }

    private func ratio(_ items: Range<Int>) -> (ratio: Double, isFilled: Bool) {
        let exact = metrics.room(for: items.count) / (widths[items.upperBound] - widths[items.lowerBound])
        return endsGroup && items.upperBound == count && exact > 1 ? (1, false) : (exact, true)
    }

    /// Where the item at `index` lies, in points from the start of the run; `row` must hold it.
    ///
    /// Edges of neighbours come from the same sums, so they never overlap. The last item of a full row ends at the
    /// width.
    func frame(of index: Int, in row: Row) -> Rect {
        let first = widths[row.items.lowerBound]
        let gaps = metrics.spacing * Double(index - row.items.lowerBound)
        let left = ExtentScale.snap((widths[index] - first) * row.ratio) + gaps
        let right =
            row.isFilled && index + 1 == row.items.upperBound
            ? metrics.width : ExtentScale.snap((widths[index + 1] - first) * row.ratio) + gaps
        return Rect(minX: left, minY: row.y, maxX: right, maxY: row.y + row.height)
    }
}
