// Whether all of a chart shows something, though many of its points share a pixel.

extension ChartData {
    /// At most so many lines are examined, the first ones.
    private static let mostLines = 16
    /// How much of all its values a line may span in a part of the chart, where its course can be told.
    private static let mostOfRange = 2.0 / 3

    /// Whether the course of a line can be told when all of the chart is in view.
    ///
    /// The x axis is cut into `partCount` equal parts. In most of them the line must span at most two thirds of all its
    /// values; noise spans nearly all of them in each part. O(lines · parts · log n).
    package func isCourseSeen(ofLines lines: [Int], partCount: Int) -> Bool {
        lines.prefix(Self.mostLines).contains { isCourseSeen(ofLine: $0, partCount) }
    }

    private func isCourseSeen(ofLine line: Int, _ partCount: Int) -> Bool {
        guard partCount > 0, let whole = view.extremes(line: line, in: 0..<view.count) else { return false }
        // Halves, because the difference of the two largest doubles overflows.
        let most = (whole.max / 2 - whole.min / 2) * Self.mostOfRange
        var (few, known, start) = (0, 0, 0)
        for part in 1...partCount {
            let edge = axis.span * Double(part) / Double(partCount)
            let end = part < partCount ? firstIndex(atOrAfter: edge) : view.count
            defer { start = max(start, end) }
            guard start < end, let found = view.extremes(line: line, in: start..<end) else { continue }
            known += 1
            if found.max / 2 - found.min / 2 <= most { few += 1 }
        }
        return 2 * few > known
    }
}
