// The dashes that tell lines of the same colour apart.

/// Dashes and dots, with the gaps between them.
///
/// A line's number determines its colour, dash and width: eight colours, then the same colours dashed in fifteen ways,
/// then all of that wider. So 256 lines look different, where their values stand far enough apart.
package struct LineDash: Sendable, Equatable {
    /// The lengths of a mark, a gap, a mark, …, for a line of width 1; empty for a line without gaps.
    ///
    /// A mark of 0 is a dot. Ends are round, so that a mark is longer than that by the line's width, and a gap shorter.
    package let lengths: [Double]

    static let solid = LineDash(lengths: [])

    /// The least distance of values of a dashed line, in points: the length of a dash.
    ///
    /// A dash of closer values shows some of them whole and none of those in the gap: a noisy line becomes stripes.
    package static let leastSpacing = 4.0

    /// L is a long mark, D a dash, d a dot.
    private static let patterns: [LineDash] = [
        "", "D", "d", "Dd", "L", "Ld", "LD", "Ldd", "Ddd", "DDd", "LDd", "LLd", "LLD", "Lddd", "Dddd", "DDdd",
    ].map { pattern in
        LineDash(lengths: pattern.flatMap { [$0 == "L" ? 10.0 : $0 == "D" ? 4 : 0, 3] })
    }

    static let count = patterns.count

    /// The dash of line `number`, from 0.
    package static func dash(ofLine number: Int, colourCount: Int) -> LineDash {
        patterns[Int(number.magnitude / UInt(max(colourCount, 1)) % UInt(patterns.count))]
    }

    /// The pattern for a line of some width, in units of 1/256 pixel: where marks begin and end within a period.
    func marks(width: Double) -> (marks: [Range<Int>], period: Int) {
        // In whole pixels, so that columns of pixels are in a mark or not.
        let unit = max(1.5, width / 256)
        var (marks, end): ([Range<Int>], Int) = ([], 0)
        for (index, length) in lengths.enumerated() {
            let size = Int(clamping: (length * unit).rounded()) * 256
            if index % 2 == 0 { marks.append(end..<end + size) }
            end += max(size, 256)
        }
        return (marks, end)
    }
}

/// Cuts lines into marks.
///
/// Where the line is flat the marks follow x, where it is steep they follow y: so a part of a line has the same marks
/// in whatever region it is drawn, and no direction of a line falls into a gap as a whole.
struct Dasher {
    private let marks: [Range<Int>]
    private let period: Int

    /// nil for a line without gaps.
    init?(_ dash: LineDash, width: Double) {
        guard !dash.lengths.isEmpty else { return nil }
        (marks, period) = dash.marks(width: width)
        guard period > 0 else { return nil }
    }

    /// The marks of a polyline, whose points are relative to `origin` in the plane.
    func runs(of points: [GridPoint], origin: GridPoint) -> [[GridPoint]] {
        guard points.count > 1 else { return [points] }
        var runs: [[GridPoint]] = []
        var run: [GridPoint] = []
        for (a, b) in zip(points, points.dropFirst()) where a != b {
            let isFlat = abs(b.x - a.x) >= abs(b.y - a.y)
            let (from, to) = isFlat ? (a.x + origin.x, b.x + origin.x) : (a.y + origin.y, b.y + origin.y)
            for mark in pieces(from: from, to: to) {
                let (start, end) = (point(mark.start, from, to, a, b), point(mark.end, from, to, a, b))
                if run.last != start {
                    if !run.isEmpty { runs.append(run) }
                    run = [start]
                }
                if end != start { run.append(end) }
            }
        }
        if !run.isEmpty { runs.append(run) }
        return runs
    }

    /// The parts of a stretch between two coordinates that lie in marks, in the stretch's direction.
    private func pieces(from: Int, to: Int) -> [(start: Int, end: Int)] {
        let (low, high) = (min(from, to), max(from, to))
        // A stretch of very many periods is far outside of any region.
        guard (high - low) / period < 4096 else { return [(from, to)] }
        var pieces: [(start: Int, end: Int)] = []
        var start = (low >= 0 ? low / period : -((-low + period - 1) / period)) * period
        while start <= high {
            for mark in marks {
                let (first, last) = (start + mark.lowerBound, start + mark.upperBound)
                // A dot belongs to the step that contains it; its end belongs to the next one.
                guard first == last ? first >= low && first < high : last > low && first < high else { continue }
                let piece = (max(first, low), min(last, high))
                pieces.append(from <= to ? piece : (piece.1, piece.0))
            }
            start += period
        }
        return from <= to ? pieces : pieces.reversed()
    }

    /// The point between `a` and `b` at a coordinate between `from` and `to`.
    private func point(_ at: Int, _ from: Int, _ to: Int, _ a: GridPoint, _ b: GridPoint) -> GridPoint {
        if at == from { return a }
        if at == to { return b }
        let share = Double(at - from) / Double(to - from)
        return GridPoint(
            x: a.x + GridPoint.rounded(Double(b.x - a.x) * share), y: a.y + GridPoint.rounded(Double(b.y - a.y) * share)
        )
    }
}
