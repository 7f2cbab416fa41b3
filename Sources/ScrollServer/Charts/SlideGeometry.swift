// Positions of a series' points, in device pixels of the whole drawing.

import Platform
import Tiling

/// Turns points into positions, for any run of pixel columns of a drawing.
///
/// A column's result does not depend on the requested run, so parts that are drawn separately meet without a seam.
package struct SlideGeometry: Sendable {
    /// A column with more points than this is drawn by its extremes.
    private static let mostPoints = 4

    package let key: SlideKey
    package let data: ChartData
    package let calculator: LayoutCalculator
    /// The scales of the panes, from the top down.
    let scales: [ValueScale]
    /// The factors of lines' values where they are shown relative to one place; empty elsewhere, NaN for a line without
    /// one.
    let factors: [Double]
    private let units: ColumnUnits
    /// The width of bars in device pixels, of all lines of a pane together; 0 where no line has bars.
    private let barWidth: Double

    /// nil when the key's numbers make no valid `GraphConfig`.
    package init?(_ key: SlideKey, _ view: SeriesView) {
        self.key = key
        data = ChartData(view, isSpaced: key.isSpaced)
        let config: GraphConfig
        do throws(GraphConfigError) {
            config = try GraphConfig(
                pointSize: key.pointSize, lineSize: key.lineSize, paddings: key.paddings, minLineGapSize: 0,
                maxLineGapSize: key.lineGap)
        } catch {
            return nil
        }
        calculator = LayoutCalculator(
            config: config, viewport: Size(width: key.viewportWidth, height: key.height), slideWidth: key.slideWidth,
            lineGapSize: key.lineGap, axis: data.axis, values: key.minimumValue...key.maximumValue)
        units = ColumnUnits(calculator, scale: key.scale)
        scales = key.panes.scales(
            first: key.minimumValue...key.maximumValue, top: calculator.sectionMinY, bottom: calculator.sectionMaxY,
            kinds: key.panes.kinds(view, hidden: key.hidden))
        factors = key.panes.measure == .indexed ? data.indexFactors(at: key.panes.base) : []
        guard key.forms.contains(.bars) else {
            barWidth = 0
            return
        }
        let gap = data.nearestGap(around: 0..<view.count) ?? 1
        barWidth = min(max(gap * key.lineGap * key.scale * Self.barShare, 1), Self.widestBar)
    }

    /// The share of the distance between points that bars take, and their greatest width in device pixels.
    private static let (barShare, widestBar) = (0.8, 512.0)

    /// The form of a line.
    func form(ofLine line: Int) -> LineForm { key.forms.indices.contains(line) ? key.forms[line] : .straight }

    /// How far bars reach to the sides of their points, in whole device pixels; 0 where no line has bars.
    var barReach: Int { barWidth > 0 ? Int(clamping: (barWidth / 2).rounded(.up)) + 1 : 0 }

    /// The left and right edges of the bar of a line at an x, in whole device pixels: the lines of a pane stand side by
    /// side.
    func bar(ofLine line: Int, at x: Double) -> (left: Double, right: Double) {
        let pane = key.panes.pane(of: line)
        let others = data.view.lines.indices.filter {
            form(ofLine: $0) == .bars && !key.hidden.contains($0) && key.panes.pane(of: $0) == pane
        }
        let slot = Double(others.firstIndex(of: line) ?? 0)
        let width = barWidth / Double(max(others.count, 1))
        let left = (x - barWidth / 2 + slot * width).rounded()
        return (left, max((x - barWidth / 2 + (slot + 1) * width).rounded(), left + 1))
    }

    /// The scale of a line's values.
    func valueScale(ofLine line: Int) -> ValueScale { scales[min(key.panes.pane(of: line), scales.count - 1)] }

    // MARK: Slides

    /// The points in slide `number`.
    ///
    /// O(log n).
    func points(ofSlide number: Int) -> Range<Int> {
        let columns = units.columns(ofSlide: number)
        let first = data.firstIndex(atOrAfter: units.boundary(columns.lowerBound))
        // The last slide also has the last point, which lies exactly at the content's end.
        let isLast = number >= calculator.totalSlideNum - 1
        let end = isLast ? data.view.count : data.firstIndex(atOrAfter: units.boundary(columns.upperBound))
        return first..<max(first, end)
    }

    /// Grows when keys are drawn otherwise than before: 1 since dense lines are solid, 2 since lines have forms.
    private static let drawingRevision: UInt64 = 2

    /// Changes whenever the slide may look different.
    ///
    /// While points are only appended (the same `SeriesView.generation`), it changes when a new point can be seen in
    /// the slide, or when the slide's end moves. O(log n).
    func version(ofSlide number: Int) -> String {
        let seen = pointsSeen(inSlide: number)
        var hash = StableHash.mix(data.view.generation ^ Self.drawingRevision)
        func add(_ bits: UInt64) { hash = StableHash.mix(hash ^ bits) }
        add(UInt64(seen.lowerBound))
        add(UInt64(seen.upperBound))
        if let last = seen.last {
            // A last row without a line end may get another value when it is read again.
            add(data.unit(at: last).bitPattern)
            for line in data.view.lines.indices { add(data.view.value(line: line, at: last).bitPattern) }
        }
        for factor in factors { add(factor.bitPattern) }
        // Points elsewhere may make all bars narrower.
        if barWidth > 0 { add(barWidth.bitPattern) }
        // A single value lies elsewhere than the first of several; and the last slide ends where the content does.
        if data.axis.span == 0 || number >= calculator.totalSlideNum - 1 { add(calculator.drawWidth.bitPattern) }
        return String(hash, radix: 36)
    }

    /// The points on which a slide's picture depends: those in its columns; those in the columns beside it from which
    /// ink reaches into it; and those of two more non-empty columns on either side, which bend the curves.
    private func pointsSeen(inSlide number: Int) -> Range<Int> {
        let columns = units.columns(ofSlide: number)
        let factor = ChartStyle.light.widthFactor(ofLine: max(data.view.lines.count - 1, 0))
        let margin =
            DrawnLine.reach(width: key.lineSize * key.scale * factor, pointSize: key.pointSize * key.scale) + 1
            + barReach
        var first = data.firstIndex(atOrAfter: units.boundary(columns.lowerBound - margin))
        var end = data.firstIndex(atOrAfter: units.boundary(columns.upperBound + margin))
        for _ in 0..<2 {
            if first > 0 { first = start(ofColumnAt: first - 1) }
            if end < data.view.count { end = self.end(ofColumnAt: end) }
        }
        if data.view.isSparse {
            // A line continues to its next value, which may be some rows away.
            first = max(first - Self.sparseReach, 0)
            end = min(end + Self.sparseReach, data.view.count)
        }
        return first..<max(first, end)
    }

    /// How many rows of a long table a line may go without a value of its own.
    private static let sparseReach = 2048

    /// The nearest point at or beyond `index`, in steps of `step` (1 or −1), at which the line has a value.
    ///
    /// Rows of a table that is not sparse have one each, or a gap.
    private func valued(_ line: Int, at index: Int, step: Int) -> Int? {
        guard data.view.isSparse else { return index }
        var index = index
        for _ in 0..<Self.sparseReach {
            guard index >= 0, index < data.view.count else { return nil }
            if data.view.value(line: line, at: index).isFinite { return index }
            index += step
        }
        return nil
    }

    /// The position of a point; nil where the line has no value.
    func point(line: Int, at index: Int) -> Point? { point(line, heights(ofLine: line), at: index) }

    private func point(_ line: Int, _ heights: Heights, at index: Int) -> Point? {
        guard let y = heights.y(of: data.view.value(line: line, at: index)) else { return nil }
        return Point(x: x(at: index), y: y)
    }

    private func x(at index: Int) -> Double { calculator.x(ofUnit: data.unit(at: index)) * key.scale }

    /// From a line's values to heights in device pixels.
    private struct Heights {
        let scale: ValueScale
        let factor: Double
        let pixels: Double

        /// nil for a gap, and for values that the line's scale cannot show.
        @inline(__always)
        func y(of value: Double) -> Double? {
            guard value.isFinite else { return nil }
            let y = scale.y(ofValue: value * factor)
            return y.isFinite ? y * pixels : nil
        }

        /// The extremes of a column; on a logarithmic scale those of its positive values.
        func column(_ column: SeriesColumn) -> SeriesColumn? {
            guard !scale.isLogarithmic, factor == 1 else { return slowColumn(column) }
            func y(_ value: Double) -> Double { scale.y(ofValue: value) * pixels }
            return SeriesColumn(
                first: y(column.first), min: y(column.max), max: y(column.min), last: y(column.last))
        }

        private func slowColumn(_ column: SeriesColumn) -> SeriesColumn? {
            let heights = [column.first, column.min, column.max, column.last].map { y(of: $0) }
            let known = heights.compactMap { $0 }
            guard let low = known.min(), let high = known.max() else { return nil }
            // Values without a height lie below all others.
            return SeriesColumn(first: heights[0] ?? high, min: low, max: high, last: heights[3] ?? high)
        }
    }

    private func heights(ofLine line: Int) -> Heights {
        Heights(
            scale: valueScale(ofLine: line), factor: factors.isEmpty ? 1 : factors[line], pixels: key.scale)
    }

    /// The first point of each column of `columns`, and of the column after them.
    ///
    /// O(columns · log n).
    private func boundaries(of columns: Range<Int>) -> [Int] {
        units.boundaries(of: columns).map { data.firstIndex(atOrAfter: $0) }
    }

    // MARK: Dense

    /// The extremes of a line in each of `columns`, as y (downwards); nil in gaps.
    ///
    /// A column without points lies on the straight line between the neighbouring points. O(columns · log n).
    func columns(line: Int, _ columns: Range<Int>) -> [SeriesColumn?] {
        self.columns(line: line, columns) { data.view.columns(line: line, boundaries: $0) }
    }

    /// The mean of a line in each of `columns`, as y; otherwise as `columns(line:_:)`.
    ///
    /// O(columns · (log n + points of two blocks)).
    func means(line: Int, _ columns: Range<Int>) -> [SeriesColumn?] {
        self.columns(line: line, columns) { boundaries in
            data.view.means(line: line, boundaries: boundaries).map { mean in
                mean.map { SeriesColumn(first: $0, min: $0, max: $0, last: $0) }
            }
        }
    }

    /// The results of `find` between the boundaries of `columns`, as y.
    private func columns(
        line: Int, _ columns: Range<Int>, _ find: ([Int]) -> [SeriesColumn?]
    ) -> [SeriesColumn?] {
        let boundaries = boundaries(of: columns)
        let heights = heights(ofLine: line)
        return zip(find(boundaries), columns).enumerated().map { number, pair in
            let (found, column) = pair
            guard boundaries[number] == boundaries[number + 1] || found == nil && data.view.isSparse else {
                return found.flatMap { heights.column($0) }
            }
            return between(line, boundaries[number], column)
        }
    }

    /// The part, within one column, of the straight line from the point before `index` to the point at `index`.
    private func between(_ line: Int, _ index: Int, _ column: Int) -> SeriesColumn? {
        guard index > 0, index < data.view.count, let before = valued(line, at: index - 1, step: -1),
            let behind = valued(line, at: index, step: 1), let from = point(line: line, at: before),
            let to = point(line: line, at: behind), to.x > from.x
        else { return nil }
        func y(at x: Double) -> Double { from.y + (to.y - from.y) * min(max((x - from.x) / (to.x - from.x), 0), 1) }
        let (first, last) = (y(at: Double(column)), y(at: Double(column + 1)))
        return SeriesColumn(first: first, min: min(first, last), max: max(first, last), last: last)
    }

    // MARK: Curves

    /// The points of a line that lie in `columns`, and at least two beyond either end, in order of x; nil for gaps.
    ///
    /// A column with many points gives four: the first, the two extremes and the last.
    func points(line: Int, _ columns: Range<Int>) -> [Point?] {
        let boundaries = boundaries(of: columns)
        guard let first = boundaries.first, let last = boundaries.last else { return [] }
        let heights = heights(ofLine: line)
        var points: [Point?] = []
        if last - first <= columns.count {
            // There are fewer points than columns, so most columns are empty: walk over the points.
            var index = first
            while index < last {
                let end = end(ofColumnAt: index)
                points += reduced(line, heights, index..<end)
                index = end
            }
        } else {
            for position in columns.indices {
                let column = position - columns.lowerBound
                points += reduced(line, heights, boundaries[column]..<max(boundaries[column], boundaries[column + 1]))
            }
        }
        if data.view.isSparse { return sparse(line, points, first..<last) }
        var (before, behind) = (first, last)
        var left: [Point?] = []
        while left.count < 2, before > 0 {
            let start = start(ofColumnAt: before - 1)
            left = reduced(line, heights, start..<before) + left
            before = start
        }
        var right: [Point?] = []
        while right.count < 2, behind < data.view.count {
            let end = end(ofColumnAt: behind)
            right += reduced(line, heights, behind..<end)
            behind = end
        }
        return left + points + right
    }

    /// The points with a value, and two more on either side: rows without one are no gaps of the line.
    private func sparse(_ line: Int, _ points: [Point?], _ range: Range<Int>) -> [Point?] {
        var (left, right): ([Point?], [Point?]) = ([], [])
        var (before, behind) = (range.lowerBound - 1, range.upperBound)
        while left.count < 2, let index = valued(line, at: before, step: -1) {
            left.insert(point(line: line, at: index), at: 0)
            before = index - 1
        }
        while right.count < 2, let index = valued(line, at: behind, step: 1) {
            right.append(point(line: line, at: index))
            behind = index + 1
        }
        return (left + points + right).filter { $0 != nil }
    }

    /// The column of a point, by the same edges as `boundaries(of:)`.
    private func column(at index: Int) -> Int {
        let column = Int(clamping: min(max(x(at: index).rounded(.down), -1e15), 1e15))
        let unit = data.unit(at: index)
        if unit < units.boundary(column) { return column - 1 }
        return unit >= units.boundary(column + 1) ? column + 1 : column
    }

    private func start(ofColumnAt index: Int) -> Int {
        min(index, data.firstIndex(atOrAfter: units.boundary(column(at: index))))
    }

    private func end(ofColumnAt index: Int) -> Int {
        max(index + 1, data.firstIndex(atOrAfter: units.boundary(column(at: index) + 1)))
    }

    /// The points of one column; four points replace many.
    private func reduced(_ line: Int, _ heights: Heights, _ range: Range<Int>) -> [Point?] {
        guard range.count > Self.mostPoints else { return range.map { point(line, heights, at: $0) } }
        let boundaries = [range.lowerBound, range.upperBound]
        if key.band != .extremes {
            let y = data.view.means(line: line, boundaries: boundaries)[0].flatMap { heights.y(of: $0) }
            return [y.map { Point(x: Double(column(at: range.lowerBound)) + 0.5, y: $0) }]
        }
        guard let extremes = data.view.columns(line: line, boundaries: boundaries)[0] else {
            return [nil]
        }
        // The order within the pixel column may differ from the data's, which cannot be seen.
        let left = Double(column(at: range.lowerBound))
        let values = [extremes.first, extremes.min, extremes.max, extremes.last]
        return values.enumerated().map { number, value in
            heights.y(of: value).map { Point(x: left + 0.2 + 0.2 * Double(number), y: $0) }
        }
    }
}
