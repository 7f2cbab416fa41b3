// What is known of a range of points without reading all of them.

extension SeriesView {
    /// The sums over the values of a line in `range`. O(log n), and the points of the two blocks at its ends.
    func moments(line: Int, in range: Range<Int>) -> LineMoments {
        var moments = LineMoments()
        let whole = wholeBlocks(in: range)
        visitEnds(of: range, line: line) { moments.add($0.moments(line: line, $1)) }
        if !whole.isEmpty, lines.indices.contains(line) { moments.add(blockMoments(line: line, whole)) }
        return moments
    }

    /// The first point of `range` at which `isIn` holds for what the line's values span from the range's start up to it;
    /// nil where it holds nowhere. `isIn` must hold from there on. O(log² n).
    private func firstIndex(
        line: Int, in range: Range<Int>, where isIn: ((min: Double, max: Double)) -> Bool
    ) -> Int? {
        var (low, high) = (range.lowerBound, range.upperBound)
        guard let all = extremes(line: line, in: range), isIn(all) else { return nil }
        while high - low > 1 {
            let middle = low + (high - low) / 2
            // Only the half that is new has to be looked at: in the one before it, it does not hold.
            if let extremes = extremes(line: line, in: low..<middle), isIn(extremes) {
                high = middle
            } else {
                low = middle
            }
        }
        return low
    }

    /// The first and the last point of `range` at which a line has a value. O(log² n).
    func ends(line: Int, in range: Range<Int>) -> (first: Int, last: Int)? {
        guard let first = firstIndex(line: line, in: range, where: { _ in true }) else { return nil }
        var (low, high) = (first, range.upperBound)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if extremes(line: line, in: middle..<high) != nil { low = middle } else { high = middle }
        }
        return (first, low)
    }

    /// The first points of `range` with the least and the greatest value of a line. O(log² n).
    func places(line: Int, in range: Range<Int>) -> (least: Int, greatest: Int)? {
        guard let (min, max) = extremes(line: line, in: range),
            let least = firstIndex(line: line, in: range, where: { $0.min <= min }),
            let greatest = firstIndex(line: line, in: range, where: { $0.max >= max })
        else { return nil }
        return (least, greatest)
    }
}
