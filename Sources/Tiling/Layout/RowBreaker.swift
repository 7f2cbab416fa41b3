// Where rows end: the best breaks for a section, found over all of them at once.

/// Breaks a run of items into rows that fill the width.
///
/// A picture in a row of height h deviates from the wished height H by h/H − 1. Among all ways to break the run, the one
/// is taken whose squared deviations, summed over the pictures, are least (a shortest path over the gaps between items).
/// The sum goes over pictures and not over rows: else two panoramas, each too low already, would gain by sharing a row.
///
/// Which rows are tried: with w = H × proportion + spacing for each item, a row reaches the wished height or less where
/// its items' w sum to at least C = width + spacing. If a row's w without the largest one sum to 2C or more, it can be cut
/// into two parts of at least C each; both are higher than the row was and neither is higher than the wish, so it was not
/// in a best breaking. That leaves about twice as many rows to try for each item as a row has items, and loses nothing.
struct RowBreaker {
    /// One row, by places in the run.
    struct Row: Equatable {
        var items: Range<Int>
        /// From the run's start, in points.
        var y: Double
        /// In points, a multiple of 1/1024.
        var height: Double
        /// The height before it was rounded, in units of the wished one.
        var ratio: Double
        /// Whether it reaches the right edge: all but a short last row do.
        var isFilled: Bool
    }

    let metrics: JustifiedMetrics
    /// Number of items in the run.
    private(set) var count = 0
    /// The least sum of squared deviations, over all items of the run.
    var deviation: Double { costs[count] }

    /// `widths[i]`: points that the items before `i` take at the wished height, without gaps.
    private var widths: [Double] = [0]
    /// `costs[i]`: the least sum for the items before `i`, when a row ends there.
    private var costs: [Double] = [0]
    /// Where rows end, from the last one back, and 0.
    private var breaks: [Int] = [0]
    private var endsGroup = false

    init(metrics: JustifiedMetrics) {
        self.metrics = metrics
        widths.reserveCapacity(JustifiedSections.longest + 1)
        costs.reserveCapacity(JustifiedSections.longest + 1)
        breaks.reserveCapacity(JustifiedSections.longest / 2)
    }

    /// Breaks the items of `run`. With `endsGroup` the last row may stay short: it is not higher than the wish.
    /// O(items × items in a row).
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
        // The last row costs nothing where it stays short.
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
        // The first start to try, and the largest item from there on (the last of equal ones).
        var (first, largest, widest) = (0, 0, 0.0)
        for end in 1..<widths.count {
            let right = widths[end]
            let width = right - widths[end - 1]
            if width >= widest { (largest, widest) = (end - 1, width) }
            // What is left out for one end is left out for all that follow: its rows only grow longer.
            while first < end - 1,
                end - first > mostPictures
                    || right - widths[first] - widest + spacing * Double(end - first - 1) >= 2 * full
            {
                first += 1
                guard largest < first else { continue }
                widest = 0
                for place in first..<end where widths[place + 1] - widths[place] >= widest {
                    (largest, widest) = (place, widths[place + 1] - widths[place])
                }
            }
            // Neither branches nor calls: this is where the time goes.
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

    /// Walks back from the end. Where rows start was not noted on the way: finding it again for the rows that are taken costs
    /// less than noting it for all that are tried.
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

    /// The sum of the squared deviations of the pictures in one row.
    private func deviation(of start: Int, _ end: Int) -> Double {
        let pictures = Double(end - start)
        let full = metrics.width + metrics.spacing
        let excess = (full - metrics.spacing * pictures) / (widths[end] - widths[start]) - 1
        return endsGroup && end == count && excess > 0 ? 0 : pictures * excess * excess
    }

    /// The heights of all rows, each with the gap below it, in points.
    var height: Double {
        var height = 0.0
        for (end, start) in zip(breaks, breaks.dropFirst()) {
            height += ExtentScale.snap(ratio(start..<end).ratio * metrics.rowHeight) + metrics.spacing
        }
        return height
    }

    /// The rows, from the top.
    var rows: [Row] {
        var y = 0.0
        return zip(breaks, breaks.dropFirst()).reversed().map { end, start in
            let (ratio, isFilled) = ratio(start..<end)
            let height = ExtentScale.snap(ratio * metrics.rowHeight)
            defer { y += height + metrics.spacing }
            return Row(items: start..<end, y: y, height: height, ratio: ratio, isFilled: isFilled)
        }
    }

    private func ratio(_ items: Range<Int>) -> (ratio: Double, isFilled: Bool) {
        let exact = metrics.room(for: items.count) / (widths[items.upperBound] - widths[items.lowerBound])
        return endsGroup && items.upperBound == count && exact > 1 ? (1, false) : (exact, true)
    }

    /// Where the item at `place` lies, from the run's start; `row` holds it. Edges of neighbours are computed from the same
    /// sums, so they never overlap; the last item of a full row ends at the width.
    func frame(of place: Int, in row: Row) -> Rect {
        let first = widths[row.items.lowerBound]
        let gaps = metrics.spacing * Double(place - row.items.lowerBound)
        let left = ExtentScale.snap((widths[place] - first) * row.ratio) + gaps
        let right =
            row.isFilled && place + 1 == row.items.upperBound
            ? metrics.width : ExtentScale.snap((widths[place + 1] - first) * row.ratio) + gaps
        return Rect(minX: left, minY: row.y, maxX: right, maxY: row.y + row.height)
    }
}
