// Facts about a range of points, found without reading all of them.

extension SeriesView {
    /// The sums over the values of a line in `range`.
    ///
    /// O(log n), and the points of the two blocks at its ends.
    package func moments(line: Int, in range: Range<Int>) -> LineMoments {
        if let linear = linear(line) {
            guard let ends = extremes(line: linear.line, in: range) else { return LineMoments() }
            guard linear.apply(ends.min).isFinite, linear.apply(ends.max).isFinite else {
                // Values so large that some have no result: one after the other.
                return zip(x(in: range), values(line: line, in: range)).reduce(into: LineMoments()) { moments, point in
                    guard point.1.isFinite else { return }
                    var one = LineMoments()
                    (one.count, one.meanX, one.mean) = (1, point.0, point.1)
                    moments.add(one)
                }
            }
            return linear.moments(of: moments(line: linear.line, in: range))
        }
        if let view = formula(line) { return view.moments(line: number(ofFormula: line), in: range) }
        var moments = LineMoments()
        let whole = wholeBlocks(in: range)
        visitEnds(of: range, line: line) { moments.add($0.moments(line: line, $1)) }
        if !whole.isEmpty, hasColumn(line) { moments.add(blockMoments(line: line, whole)) }
        return moments
    }

    /// The means of adjacent runs of points, as `columns(line:boundaries:)` has their extremes; nil where the line has
    /// no value in a run, and where its values are too large for a mean.
    ///
    /// O(runs · (log n + points of two blocks)).
    func means(line: Int, boundaries: [Int]) -> [Double?] {
        guard boundaries.count > 1 else { return [] }
        return (1..<boundaries.count).map { edge in
            let range = boundaries[edge - 1]..<max(boundaries[edge - 1], boundaries[edge])
            if range.count == 1 {
                let value = value(line: line, at: range.lowerBound)
                return value.isFinite ? value : nil
            }
            let moments = moments(line: line, in: range)
            return moments.count > 0 && moments.mean.isFinite ? moments.mean : nil
        }
    }

    /// The first point of `range` for which `isIn` holds for the extremes from the range's start up to it; nil without
    /// one.
    ///
    /// `isIn` must hold from there on. O(log² n).
    private func firstIndex(
        line: Int, in range: Range<Int>, where isIn: ((min: Double, max: Double)) -> Bool
    ) -> Int? {
        var (low, high) = (range.lowerBound, range.upperBound)
        guard let all = extremes(line: line, in: range), isIn(all) else { return nil }
        while high - low > 1 {
            let middle = low + (high - low) / 2
            // Only the new half has to be examined: `isIn` does not hold in the one before it.
            if let extremes = extremes(line: line, in: low..<middle), isIn(extremes) {
                high = middle
            } else {
                low = middle
            }
        }
        return low
    }

    /// The first and the last point of `range` at which a line has a value.
    ///
    /// O(log² n).
    package func ends(line: Int, in range: Range<Int>) -> (first: Int, last: Int)? {
        guard let first = firstIndex(line: line, in: range, where: { _ in true }) else { return nil }
        var (low, high) = (first, range.upperBound)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if extremes(line: line, in: middle..<high) != nil { low = middle } else { high = middle }
        }
        return (first, low)
    }

    /// The first points of `range` with the least and the greatest value of a line.
    ///
    /// O(log² n).
    package func extremeIndices(line: Int, in range: Range<Int>) -> (least: Int, greatest: Int)? {
        guard let (min, max) = extremes(line: line, in: range),
            let least = firstIndex(line: line, in: range, where: { $0.min <= min }),
            let greatest = firstIndex(line: line, in: range, where: { $0.max >= max })
        else { return nil }
        return (least, greatest)
    }
}
