// The distance between neighbouring points in a part of a chart.

extension ChartData {
    /// Up to this many points each gap is examined; with more points, the mean gaps of this many runs.
    private static let mostGaps = 1024

    /// The distance in units between the nearest two points, of different x, in `range` and beside it; nil where there
    /// are no two.
    ///
    /// With more than 1024 points it is the least mean distance within a run of them; zooming in makes it exact. O(1)
    /// after the search.
    package func nearestGap(around range: Range<Int>) -> Double? {
        let run = max(0, range.lowerBound - 1)..<min(view.count, range.upperBound + 1)
        guard run.count > 1 else { return nil }
        guard isSpaced else { return 1 }
        let parts = min(run.count - 1, Self.mostGaps)
        var (least, before) = (Double.infinity, unit(at: run.lowerBound))
        for part in 1...parts {
            let first = run.lowerBound + (run.count - 1) * (part - 1) / parts
            let end = run.lowerBound + (run.count - 1) * part / parts
            let unit = unit(at: end)
            let gap = (unit - before) / Double(end - first)
            if gap > 0, gap < least { least = gap }
            before = unit
        }
        return least.isFinite ? least : nil
    }
}
