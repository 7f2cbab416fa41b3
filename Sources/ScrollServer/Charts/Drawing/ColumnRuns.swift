// The part of each pixel column that a line covers, without and with its width.

/// The runs of the columns of a region and of some columns beside it, in units of 1/256 pixel relative to the region.
struct ColumnRuns {
    /// A vertical interval in a column.
    struct Span {
        var top: Int
        var bottom: Int

        mutating func join(_ other: Span) {
            top = min(top, other.top)
            bottom = max(bottom, other.bottom)
        }

        /// The interval lengthened at both ends.
        func widened(by distance: Int) -> Span { Span(top: top - distance, bottom: bottom + distance) }
    }

    /// The line within one column.
    struct Run {
        var span: Span
        /// The y at which the line enters and leaves the column.
        var left: Int
        var right: Int

        /// The part of the line near the left or the right edge of the column; `share` of its width, in 256ths.
        ///
        /// It is known only where the line runs straight through; otherwise it is the whole run, since the x of the
        /// extremes is not known.
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

    /// From `margin` columns left of the region to `margin` columns right of it; nil in gaps.
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
        runs = (0..<region.width + 2 * margin).map { column in
            let next = extremes(start + column + 1)
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

/// How a line of columns gets its width.
struct ColumnBrush {
    /// Half the width, above and below a run.
    private let reach: (above: Int, below: Int)
    /// The reach of ink above and below a run, in units, for a column 1, 2 … columns away from it.
    let reaches: [Int]
    /// The share of the outermost of these columns that the line covers, in 256ths; 0 where it covers the column fully.
    let outerShare: Int16

    /// - Parameter width: in units of 1/256 pixel.
    init(width: Double) {
        let units = Int(clamping: width.rounded(.up))
        reach = (units / 2, units - units / 2)
        // The column itself is one pixel wide. The rest of the width is split between both sides; its last column may
        // be partly covered.
        let side = max(0, units - 256) / 2
        outerShare = Int16(truncatingIfNeeded: side & 255)
        var reaches: [Int] = []
        for start in stride(from: 0, to: side, by: 256) {
            // Half the height of the round end, at the middle of what is painted in that column.
            let distance = Double(128 + start) + Double(min(256, side - start)) / 2
            reaches.append(Int(clamping: max(0, width * width / 4 - distance * distance).squareRoot()))
        }
        self.reaches = reaches
    }

    /// The intervals of a column that are painted fully (`inner`) and with a coverage of `outerShare` (`outer`); nil
    /// for none.
    ///
    /// A column is painted by the neighbours that are joined to it. A column in a gap is painted by the columns at the
    /// gap's nearer edge. `column` is an index in `runs`, at least `reaches.count` away from either end.
    func ink(at column: Int, of runs: ColumnRuns) -> (inner: ColumnRuns.Span, outer: ColumnRuns.Span)? {
        let nothing = ColumnRuns.Span(top: .max, bottom: .min)
        var inner = nothing
        if let own = runs.runs[column] {
            inner = ColumnRuns.Span(top: own.span.top - reach.above, bottom: own.span.bottom + reach.below)
        }
        var outer = nothing
        var isJoined = (left: runs.runs[column] != nil, right: runs.runs[column] != nil)
        let isGap = !isJoined.left
        for (index, reach) in reaches.enumerated() {
            let isOuter = outerShare > 0 && index == reaches.count - 1
            let share = isOuter ? min(Int(outerShare), 128) : 128
            let left = runs.runs[column - index - 1]
            let right = runs.runs[column + index + 1]
            if isGap, !isJoined.left, !isJoined.right {
                // The nearer edge of the gap; the left one at equal distances.
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
