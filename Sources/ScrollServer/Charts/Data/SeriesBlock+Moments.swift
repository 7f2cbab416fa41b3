// The sums over a part of a block.

extension SeriesBlock {
    /// The sums over the points `range`, which must be published.
    ///
    /// O(range), in constant memory.
    func moments(line: Int, _ range: Range<Int>) -> LineMoments {
        precondition(range.lowerBound >= 0 && range.upperBound <= form.capacity)
        var moments = LineMoments()
        if form.x == .stored, !form.lines[line].isSingle {
            let x = unsafe UnsafeBufferPointer(start: storedX + range.lowerBound, count: range.count)
            let values = unsafe UnsafeBufferPointer(start: doubles(line: line) + range.lowerBound, count: range.count)
            return unsafe LineMoments(x: x, values: values)
        }
        // Packed numbers become doubles, some at a time.
        let size = 1024
        unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * size) { buffer in
            var first = range.lowerBound
            while first < range.upperBound {
                let part = first..<min(range.upperBound, first + size)
                let x = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<part.count])
                let values = unsafe UnsafeMutableBufferPointer(rebasing: buffer[size..<size + part.count])
                unsafe copyX(part, to: x)
                unsafe copyValues(line: line, part, to: values)
                unsafe moments.add(LineMoments(x: UnsafeBufferPointer(x), values: UnsafeBufferPointer(values)))
                first = part.upperBound
            }
        }
        return moments
    }
}
