// The sums over a part of a block.

extension SeriesBlock {
    /// The sums over the points `range`, which must be published.
    ///
    /// O(range), in constant memory.
    func moments(line: Int, _ range: Range<Int>) -> LineMoments {
        precondition(range.lowerBound >= 0 && range.upperBound <= form.capacity)
        var moments = LineMoments()
        if form.x == .stored, !form.lines[line].isSingle {
            let x = UnsafeBufferPointer(start: storedX + range.lowerBound, count: range.count)
            let values = UnsafeBufferPointer(start: doubles(line: line) + range.lowerBound, count: range.count)
            return LineMoments(x: x, values: values)
        }
        // Packed numbers become doubles, some at a time.
        let size = 1024
        withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * size) { buffer in
            var first = range.lowerBound
            while first < range.upperBound {
                let part = first..<min(range.upperBound, first + size)
                let x = UnsafeMutableBufferPointer(rebasing: buffer[..<part.count])
                let values = UnsafeMutableBufferPointer(rebasing: buffer[size..<size + part.count])
                copyX(part, to: x)
                copyValues(line: line, part, to: values)
                moments.add(LineMoments(x: UnsafeBufferPointer(x), values: UnsafeBufferPointer(values)))
                first = part.upperBound
            }
        }
        return moments
    }
}
