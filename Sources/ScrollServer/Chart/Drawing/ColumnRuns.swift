// What a line covers of each column of pixels, before it has a width and with it.

/// The runs of the columns of a region and of some beside it, in units relative to the region.
struct ColumnRuns {
    /// From one place of a column to another.
    struct Span {
        var top: Int
        var bottom: Int

        mutating func join(_ other: Span) {
            top = min(top, other.top)
            bottom = max(bottom, other.bottom)
        }

        /// Lengthened at both ends.
        func widened(by distance: Int) -> Span { Span(top: top - distance, bottom: bottom + distance) }
    }

    /// What a line does in one column.
    struct Run {
        var span: Span
        /// Where it enters and leaves the column.
        var left: Int
        var right: Int

        /// The part that is near the left edge, or the right one, where it goes straight through; else all of it, since
        /// nobody knows where in the column its extremes are.
        ///
        /// - Parameter share: of the column's width, in 256ths.
        func part(near side: Side, share: Int) -> Span {
            guard span.top == min(left, right), span.bottom == max(left, right) else { return span }
            let (near, far) = side == .left ? (left, right) : (right, left)
            let end = near + ((far - near) * share) >> 8
            return Span(top: min(near, end), bottom: max(near, end))
        }
    }

    enum Side {
        case left
        case right
    }

    /// From `margin` columns left of the region to as many right of it; nil in gaps.
    private(set) var runs: [Run?]

    init(_ columns: [ColumnExtremes?], first: Int, region: DrawingRegion, margin: Int) {
        let origin = region.origin.y
        func extremes(_ column: Int) -> (first: Int, last: Int, top: Int, bottom: Int)? {
            let (index, overflow) = column.subtractingReportingOverflow(first)
            guard !overflow, columns.indices.contains(index), let own = columns[index], own.isNumber else { return nil }
            let (first, last) = (GridPoint.units(own.first) - origin, GridPoint.units(own.last) - origin)
            let (low, high) = (GridPoint.units(own.minY) - origin, GridPoint.units(own.maxY) - origin)
            return (first, last, min(min(first, last), min(low, high)), max(max(first, last), max(low, high)))
        }
        let start = region.column - margin
        var previous = extremes(start - 1)
        var own = extremes(start)
        runs = (0..<region.width + 2 * margin).map { place in
            let next = extremes(start + place + 1)
            defer { (previous, own) = (own, next) }
            guard let own else { return nil }
            let left = previous.map { ($0.last + own.first) >> 1 } ?? own.first
            let right = next.map { (own.last + $0.first) >> 1 } ?? own.last
            var span = Span(top: own.top, bottom: own.bottom)
            span.join(Span(top: min(left, right), bottom: max(left, right)))
            return Run(span: span, left: left, right: right)
        }
    }
}

/// The width of a line of columns.
struct ColumnBrush {
    /// Half the width, above and below.
    private let reach: (above: Int, below: Int)
    /// How far ink goes up and down beyond a run that is 1, 2 … columns away, in units.
    let reaches: [Int]
    /// The part of the outermost of these columns that the line still covers, in 256ths, where it is not all of it; else 0.
    let outerShare: Int16

    /// - Parameter width: in units of 1/256 pixel.
    init(width: Double) {
        let units = Int(width.rounded(.up))
        reach = (units / 2, units - units / 2)
        // A column is a pixel wide itself; the rest is on both sides, and fills all of a column or a part of the last.
        let side = max(0, units - 256) / 2
        outerShare = Int16(truncatingIfNeeded: side & 255)
        var reaches: [Int] = []
        for start in stride(from: 0, to: side, by: 256) {
            // Half the height of a circle at the middle of what is inked there.
            let distance = Double(128 + start) + Double(min(256, side - start)) / 2
            reaches.append(Int(max(0, width * width / 4 - distance * distance).squareRoot()))
        }
        self.reaches = reaches
    }

    /// What of a column is inked in its whole width, and what in `outerShare` of it; nil for nothing.
    ///
    /// A column is inked by its neighbours as far as they are joined to it; one in a gap by those at the gap's nearer edge.
    ///
    /// - Parameter place: in `runs`, at least as many places from their ends as there are `reaches`.
    func ink(at place: Int, of runs: ColumnRuns) -> (inner: ColumnRuns.Span, outer: ColumnRuns.Span)? {
        let nothing = ColumnRuns.Span(top: .max, bottom: .min)
        var inner = nothing
        if let own = runs.runs[place] {
            inner = ColumnRuns.Span(top: own.span.top - reach.above, bottom: own.span.bottom + reach.below)
        }
        var outer = nothing
        var isJoined = (left: runs.runs[place] != nil, right: runs.runs[place] != nil)
        let isGap = !isJoined.left
        for (index, reach) in reaches.enumerated() {
            let isOuter = outerShare > 0 && index == reaches.count - 1
            let share = isOuter ? min(Int(outerShare), 128) : 128
            let left = runs.runs[place - index - 1]
            let right = runs.runs[place + index + 1]
            if isGap, !isJoined.left, !isJoined.right {
                // The nearer edge, or the left one.
                isJoined = (left != nil, left == nil && right != nil)
            }
            isJoined = (isJoined.left && left != nil, isJoined.right && right != nil)
            if isJoined.left, let left {
                let span = left.part(near: .right, share: share).widened(by: reach)
                if isOuter { outer.join(span) } else { inner.join(span) }
            }
            if isJoined.right, let right {
                let span = right.part(near: .left, share: share).widened(by: reach)
                if isOuter { outer.join(span) } else { inner.join(span) }
            }
        }
        if inner.top <= inner.bottom { outer.join(inner) }
        return outer.top <= outer.bottom ? (inner, outer) : nil
    }
}
