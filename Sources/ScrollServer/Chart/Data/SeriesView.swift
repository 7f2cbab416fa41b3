// What a series held at one moment, to be read without a lock.

/// First, least, greatest and last value of a run of points: what a pixel column of a line needs.
struct SeriesColumn: Sendable, Equatable {
    var first: Double
    var min: Double
    var max: Double
    var last: Double
}

/// All points of a series at one moment; x does not decrease. Safe on any thread; holding it keeps its memory.
///
/// Positions that are not there give NaN, nil or nothing rather than a trap, since a file that is followed can become
/// shorter between two questions.
struct SeriesView: Sendable {
    /// The series' revision that this is of.
    let revision: Int
    /// Unlike that of a view of the same series in which a point that both have is another one. It stays while points are
    /// only added at the end, and from one start to the next while the file is what it was.
    let generation: UInt64
    /// Points.
    let count: Int
    /// The lines' names.
    let lines: [String]
    let xKind: SeriesXKind
    /// The x column's name; empty where x is the index.
    let xName: String

    private let blocks: [SeriesBlock]
    private let tree: BlockTree
    private let tail: SeriesBlock?
    private let shift: Int

    /// - Parameters:
    ///   - blocks: full blocks of `1 << shift` points each.
    ///   - tail: the points behind them, at least those that `count` promises.
    init(
        revision: Int, generation: UInt64, count: Int, description: SeriesDescription, blocks: [SeriesBlock],
        tree: BlockTree,
        tail: SeriesBlock?, shift: Int
    ) {
        precondition(tree.blockCount == blocks.count && count >= blocks.count << shift)
        precondition(count - blocks.count << shift <= (tail?.form.capacity ?? 0))
        self.revision = revision
        self.generation = generation
        self.count = count
        lines = description.lines
        xKind = description.xKind
        xName = description.xName
        self.blocks = blocks
        self.tree = tree
        self.tail = tail
        self.shift = shift
    }

    // MARK: Points

    /// x of a point; NaN where there is none. O(1).
    func x(at index: Int) -> Double {
        guard let block = block(index) else { return .nan }
        return block.x(at: index & ((1 << shift) - 1))
    }

    /// A line's value at a point; NaN for a gap. O(1).
    func value(line: Int, at index: Int) -> Double {
        guard lines.indices.contains(line), let block = block(index) else { return .nan }
        return block.value(line: line, at: index & ((1 << shift) - 1))
    }

    /// x of the points of `range`, as far as they are there.
    func x(in range: Range<Int>) -> [Double] {
        copy(range) { $0.copyX($1, to: $2) }
    }

    /// A line's values at the points of `range`, as far as they are there; NaN for gaps.
    func values(line: Int, in range: Range<Int>) -> [Double] {
        guard lines.indices.contains(line) else { return [] }
        return copy(range) { $0.copyValues(line: line, $1, to: $2) }
    }

    // MARK: Searching

    /// The first point whose x is not below `x`; `count` where there is none. O(log n).
    func firstIndex(atOrAfter x: Double) -> Int {
        partition { $0 >= x }
    }

    /// The first point whose x is above `x`; `count` where there is none. O(log n).
    func firstIndex(after x: Double) -> Int {
        partition { $0 > x }
    }

    private func partition(_ isBehind: (Double) -> Bool) -> Int {
        // First over the blocks' beginnings, so that few pages are touched.
        var (low, high) = (0, (count + (1 << shift) - 1) >> shift)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(x(at: middle << shift)) { high = middle } else { low = middle + 1 }
        }
        guard low > 0 else { return 0 }
        var (first, end) = ((low - 1) << shift, min(low << shift, count))
        while first < end {
            let middle = (first + end) / 2
            if isBehind(x(at: middle)) { end = middle } else { first = middle + 1 }
        }
        return first
    }

    // MARK: Extremes

    /// Least and greatest value of a line at the points of `range`, exactly; nil where it has none there. O(log n).
    func extremes(line: Int, in range: Range<Int>) -> (min: Double, max: Double)? {
        let extent = extent(line: line, clamped(range))
        return extent.isEmpty ? nil : (extent.min, extent.max)
    }

    /// Of the values of runs of points that follow one another, from `boundaries[k]` to before `boundaries[k + 1]`; nil
    /// where a run has none. O(runs · log n), however many points they have.
    ///
    /// - Parameter boundaries: not decreasing; what lies outside of the points counts as the nearest end.
    func columns(line: Int, boundaries: [Int]) -> [SeriesColumn?] {
        guard boundaries.count > 1 else { return [] }
        return (1..<boundaries.count).map { place in
            let range = clamped(boundaries[place - 1]..<max(boundaries[place - 1], boundaries[place]))
            if range.isEmpty || !lines.indices.contains(line) { return nil }
            if range.count == 1 {
                let value = value(line: line, at: range.lowerBound)
                return value.isNaN ? nil : SeriesColumn(first: value, min: value, max: value, last: value)
            }
            let extent = extent(line: line, range)
            if extent.isEmpty { return nil }
            var first = value(line: line, at: range.lowerBound)
            var last = value(line: line, at: range.upperBound - 1)
            // Only behind a gap is a value searched for.
            if first.isNaN { first = firstValue(line: line, in: range) ?? extent.min }
            if last.isNaN { last = lastValue(line: line, in: range) ?? extent.max }
            return SeriesColumn(first: first, min: extent.min, max: extent.max, last: last)
        }
    }

    /// The first value of a line within a run of points. O(log n) but for blocks that hold gaps only, O(1) each.
    func firstValue(line: Int, in range: Range<Int>) -> Double? {
        var answer: Double?
        visit(clamped(range), line: line) { number, block, part in
            if number >= tree.blockCount || !tree.isEmpty(line: line, block: number) {
                answer = block.firstValue(line: line, in: part)
            }
            return answer == nil
        }
        return answer
    }

    /// The last value of a line within a run of points. O(log n) but for blocks that hold gaps only, O(1) each.
    func lastValue(line: Int, in range: Range<Int>) -> Double? {
        var answer: Double?
        visit(clamped(range), line: line, isReversed: true) { number, block, part in
            if number >= tree.blockCount || !tree.isEmpty(line: line, block: number) {
                answer = block.lastValue(line: line, in: part)
            }
            return answer == nil
        }
        return answer
    }

    private func extent(line: Int, _ range: Range<Int>) -> ValueExtent {
        var extent = ValueExtent()
        guard !range.isEmpty, lines.indices.contains(line) else { return extent }
        let first = range.lowerBound >> shift
        let last = (range.upperBound - 1) >> shift
        let mask = 1 << shift - 1
        if first == last {
            let start = range.lowerBound & mask
            let isWhole = range.count == 1 << shift && first < blocks.count
            if isWhole { return tree.extent(line: line, blocks: first..<first + 1) }
            return block(range.lowerBound)?.extent(line: line, start..<start + range.count) ?? extent
        }
        // The ends, unless they are whole blocks; then what is between.
        var whole = first..<last
        if range.lowerBound & mask != 0 {
            extent.add(blocks[first].extent(line: line, range.lowerBound & mask..<1 << shift))
            whole = first + 1..<last
        }
        if last < blocks.count, range.upperBound & mask == 0 {
            whole = whole.lowerBound..<last + 1
        } else if let block = block(range.upperBound - 1) {
            extent.add(block.extent(line: line, 0..<range.upperBound - last << shift))
        }
        extent.add(tree.extent(line: line, blocks: whole))
        return extent
    }

    // MARK: Within

    private func clamped(_ range: Range<Int>) -> Range<Int> { range.clamped(to: 0..<count) }

    @inline(__always)
    private func block(_ index: Int) -> SeriesBlock? {
        guard index >= 0, index < count else { return nil }
        let number = index >> shift
        return number < blocks.count ? blocks[number] : tail
    }

    /// Calls `body` with each block that `range` touches, and which of the block's points.
    private func visit(
        _ range: Range<Int>, line: Int, isReversed: Bool = false, _ body: (Int, SeriesBlock, Range<Int>) -> Bool
    ) {
        guard !range.isEmpty, lines.indices.contains(line) else { return }
        let numbers = range.lowerBound >> shift...(range.upperBound - 1) >> shift
        for step in 0..<numbers.count {
            let number = isReversed ? numbers.upperBound - step : numbers.lowerBound + step
            let start = number << shift
            let part = max(range.lowerBound - start, 0)..<min(range.upperBound - start, 1 << shift)
            guard let block = block(start), body(number, block, part) else { return }
        }
    }

    private func copy(
        _ range: Range<Int>, _ body: (SeriesBlock, Range<Int>, UnsafeMutableBufferPointer<Double>) -> Void
    ) -> [Double] {
        let range = clamped(range)
        guard !range.isEmpty else { return [] }
        return [Double](unsafeUninitializedCapacity: range.count) { buffer, filled in
            while filled < range.count, let block = block(range.lowerBound + filled) {
                let start = (range.lowerBound + filled) & (1 << shift - 1)
                let part = start..<min(1 << shift, start + range.count - filled)
                body(block, part, UnsafeMutableBufferPointer(rebasing: buffer[filled...]))
                filled += part.count
            }
        }
    }
}

/// What a table's columns are.
struct SeriesDescription: Sendable, Equatable {
    /// The lines' names.
    var lines: [String]
    var xKind: SeriesXKind
    /// Empty where x is the index.
    var xName: String
}
