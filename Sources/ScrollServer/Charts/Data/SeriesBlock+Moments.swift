// The sums over a part of a block.

extension SeriesBlock {
    /// The sums over the points `range`, which must be published.
    ///
    /// O(range), in constant memory.
    func moments(line: Int, _ range: Range<Int>) -> LineMoments {
        if form.x == .stored, !form.lines[line].isSingle {
            return readX(range) { x in
                readDoubles(line: line) { LineMoments(x: x, values: $0.extracting(range)) }
            }
        }
        // Packed numbers become doubles, some at a time.
        var moments = LineMoments()
        var first = range.lowerBound
        while first < range.upperBound {
            let part = first..<min(range.upperBound, first + 1024)
            let x = [Double](capacity: part.count) { copyX(part, to: &$0) }
            let values = [Double](capacity: part.count) { copyValues(line: line, part, to: &$0) }
            moments.add(LineMoments(x: x.span, values: values.span))
            first = part.upperBound
        }
        return moments
    }
}
