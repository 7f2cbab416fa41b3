// The points of a view one after the other, as formulas count them.

/// Some points that follow each other.
struct PointRun {
    /// The rows of the view.
    var rows: Range<Int>
    /// In a long table, where rows of one x are one point: the row behind each point's last one.
    var ends: [Int]?

    var count: Int { ends?.count ?? rows.count }
}

/// Walks over the points of a growing view.
///
/// In a long table each row has values of some lines only, so rows of the same x count as one point.
struct PointWalk {
    /// The most rows that are looked at together.
    static let pieceCount = 1 << 14

    private(set) var row = 0

    /// The next points, at most `count`; fewer only at the view's end.
    mutating func next(_ count: Int, _ view: SeriesView) -> PointRun {
        let start = row
        guard view.isSparse else {
            row = min(view.count, row + count)
            return PointRun(rows: start..<row)
        }
        var ends: [Int] = []
        var last = view.x(at: row)
        var piece = row
        while piece < view.count {
            for (index, x) in view.x(in: piece..<min(view.count, piece + Self.pieceCount)).enumerated() where x != last
            {
                ends.append(piece + index)
                last = x
                if ends.count == count {
                    row = piece + index
                    return PointRun(rows: start..<row, ends: ends)
                }
            }
            piece = min(view.count, piece + Self.pieceCount)
        }
        if row < view.count { ends.append(view.count) }
        row = view.count
        return PointRun(rows: start..<row, ends: ends)
    }
}

extension PointRun {
    /// The x of the points.
    func x(_ view: SeriesView) -> [Double] {
        guard let ends else { return view.x(in: rows) }
        return ends.map { view.x(at: $0 - 1) }
    }

    /// A line's values; NaN for gaps, and for what is not finite.
    func values(line: Int, _ view: SeriesView) -> [Double] {
        guard let ends else { return view.values(line: line, in: rows).map { $0.isFinite ? $0 : .nan } }
        var values = [Double](repeating: .nan, count: ends.count)
        var point = 0
        for start in stride(from: rows.lowerBound, to: rows.upperBound, by: PointWalk.pieceCount) {
            let piece = start..<min(rows.upperBound, start + PointWalk.pieceCount)
            for (index, value) in view.values(line: line, in: piece).enumerated() {
                if start + index == ends[point] { point += 1 }
                if value.isFinite { values[point] = value }
            }
        }
        return values
    }
}
