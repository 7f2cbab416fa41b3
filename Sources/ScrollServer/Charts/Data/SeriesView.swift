// A series at one moment, read without a lock.

import Platform
import Tiling

/// First, smallest, largest and last value of a run of points: all that a pixel column of a line needs.
struct SeriesColumn: Sendable, Equatable {
    var first: Double
    var min: Double
    var max: Double
    var last: Double
}

/// All points of a series at one moment; x does not decrease.
///
/// Safe on any thread. The memory stays as long as a view refers to it.
///
/// Positions that do not exist give NaN, nil or nothing instead of a trap: a file that is followed may become shorter
/// between two queries.
package struct SeriesView: Sendable {
    /// The revision of the series that this view shows.
    package internal(set) var revision: Int
    /// Two views of a series with the same generation agree in all points that both have.
    ///
    /// The generation stays while points are only appended, and from one start to the next while the file is the same.
    let generation: UInt64
    /// The number of points.
    package let count: Int
    /// The lines' names: those of the table, then those of formulas.
    package internal(set) var lines: [String]
    package let xKind: SeriesXKind
    /// The x column's name; empty where x is the index.
    package let xName: String
    /// The lines' units: see `SeriesDescription`.
    package internal(set) var units: [String]
    /// How each line is best drawn; no forms where all are straight.
    package internal(set) var forms: [LineForm]
    /// What each line's values are; no kinds where all are numbers.
    package internal(set) var kinds: [ValueKind]
    package let isSparse: Bool
    /// The zone of the table's times; nil where these are clock times without a zone.
    package let zone: ChartZone?
    /// See `SeriesDescription.exactIntegerResiduals`.
    private let exactIntegerResiduals: [Int]

    /// The number of lines that are columns of the table.
    let columnCount: Int
    /// Where each line after those, which a formula has, gets its values.
    var formulas: [FormulaPlace] = []
    /// The points of those that are stored; none, or one view with as many points at most.
    var computed: [SeriesView] = []
    private let blocks: [SeriesBlock]
    private let tree: BlockTree
    private let tail: SeriesBlock?
    private let shift: Int

    /// Combines `blocks`, full blocks of `1 << shift` points each, and `tail`, the points after them.
    ///
    /// The tail has at least the points that `count` includes.
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
        columnCount = description.lines.count
        (xKind, xName) = (description.xKind, description.xName)
        (units, forms, kinds) = (description.units, description.forms, description.kinds)
        isSparse = description.isSparse
        zone = description.zone.map { ChartZone(offset: $0) }
        exactIntegerResiduals = description.columnCount <= tree.lineCount ? description.exactIntegerResiduals : []
        self.blocks = blocks
        self.tree = tree
        self.tail = tail
        self.shift = shift
    }

    // MARK: Points

    /// The x of a point; NaN where there is no such point.
    ///
    /// O(1).
    package func x(at index: Int) -> Double {
        guard let block = block(index) else { return .nan }
        return block.x(at: index & ((1 << shift) - 1))
    }

    /// The value of a line at a point; NaN for a gap, and where there is no such point or line.
    ///
    /// O(1).
    package func value(line: Int, at index: Int) -> Double {
        guard line < columnCount else {
            if let linear = linear(line) { return linear.apply(value(line: linear.line, at: index)) }
            return formula(line)?.value(line: number(ofFormula: line), at: index) ?? .nan
        }
        guard line >= 0, let block = block(index) else { return .nan }
        return block.value(line: line, at: index & ((1 << shift) - 1))
    }

    /// The point with a line's value for the row at `index`; `index` where there is none.
    ///
    /// It is that row, or in a long table, whose rows have a value of one line each, a row with the same x. O(rows of
    /// that x), at most 2 · 1024.
    package func index(beside index: Int, line: Int) -> Int {
        guard isSparse, index >= 0, index < count, value(line: line, at: index).isNaN else { return index }
        let x = x(at: index)
        for step in [1, -1] {
            for distance in 1...1024 {
                let other = index + step * distance
                guard self.x(at: other) == x else { break }
                if !value(line: line, at: other).isNaN { return other }
            }
        }
        return index
    }

    /// A line's value at a point with all digits, where it is a whole number beyond 2⁵³; nil for any other value.
    ///
    /// O(log lines).
    package func wholeNumber(line: Int, at index: Int) -> Int128? {
        let residual = exactIntegerResiduals.partitioningIndex { $0 >= line }
        guard residual < exactIntegerResiduals.count, exactIntegerResiduals[residual] == line, let block = block(index)
        else {
            return nil
        }
        let point = index & ((1 << shift) - 1)
        return WholeNumber.number(
            block.value(line: line, at: point), residual: block.value(line: columnCount + residual, at: point))
    }

    /// The x of those points of `range` that exist.
    ///
    /// O(range).
    func x(in range: Range<Int>) -> [Double] {
        copy(range) { $0.copyX($1, to: &$2) }
    }

    /// The values of a line at those points of `range` that exist; NaN for gaps.
    ///
    /// O(range).
    func values(line: Int, in range: Range<Int>) -> [Double] {
        guard hasColumn(line) else {
            guard lines.indices.contains(line) else { return [] }
            let values =
                linear(line).map { linear in self.values(line: linear.line, in: range).map(linear.apply) }
                ?? formula(line)?.values(line: number(ofFormula: line), in: range) ?? []
            // The last points may not be computed yet.
            return values + [Double](repeating: .nan, count: max(0, clamped(range).count - values.count))
        }
        return copy(range) { $0.copyValues(line: line, $1, to: &$2) }
    }

    // MARK: Searching

    /// The first point whose x is not below `x`; `count` where there is none.
    ///
    /// O(log n).
    package func firstIndex(atOrAfter x: Double) -> Int {
        partition { $0 >= x }
    }

    /// The first point whose x is above `x`; `count` where there is none.
    ///
    /// O(log n).
    package func firstIndex(after x: Double) -> Int {
        partition { $0 > x }
    }

    private func partition(_ isBehind: (Double) -> Bool) -> Int {
        // First over the starts of the blocks, so that few memory pages are read.
        var (low, high) = (0, (count + (1 << shift) - 1) >> shift)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(x(at: middle << shift)) { high = middle } else { low = middle + 1 }
        }
        let start = (low - 1) << shift
        guard let block = block(start) else { return 0 }
        var (first, end) = (0, min(1 << shift, count - start))
        while first < end {
            let middle = (first + end) / 2
            if isBehind(block.x(at: middle)) { end = middle } else { first = middle + 1 }
        }
        return start + first
    }

    // MARK: Extremes

    /// The exact smallest and largest value of a line in `range`; nil where the line has no value there.
    ///
    /// O(log n).
    package func extremes(line: Int, in range: Range<Int>) -> (min: Double, max: Double)? {
        let extent = extent(line: line, clamped(range))
        return extent.isEmpty ? nil : (extent.min, extent.max)
    }

    /// The columns of adjacent runs of points; nil where the line has no value in a run.
    ///
    /// Run k is from `boundaries[k]` up to, but not including, `boundaries[k + 1]`. Boundaries do not decrease, and are
    /// limited to 0 … `count`. O(runs · log n), however many points the runs have.
    func columns(line: Int, boundaries: [Int]) -> [SeriesColumn?] {
        guard boundaries.count > 1 else { return [] }
        return (1..<boundaries.count).map { edge in
            let range = clamped(boundaries[edge - 1]..<max(boundaries[edge - 1], boundaries[edge]))
            if range.isEmpty || !lines.indices.contains(line) { return nil }
            if range.count == 1 {
                let value = value(line: line, at: range.lowerBound)
                return value.isNaN ? nil : SeriesColumn(first: value, min: value, max: value, last: value)
            }
            let extent = extent(line: line, range)
            if extent.isEmpty { return nil }
            var first = value(line: line, at: range.lowerBound)
            var last = value(line: line, at: range.upperBound - 1)
            // A search is needed only where a run begins or ends with a gap.
            if first.isNaN { first = value(at: .first, line: line, in: range) ?? extent.min }
            if last.isNaN { last = value(at: .last, line: line, in: range) ?? extent.max }
            return SeriesColumn(first: first, min: extent.min, max: extent.max, last: last)
        }
    }

    /// The first or the last value of a line in `range`.
    ///
    /// O(log n), plus O(1) for each block that holds only gaps.
    func value(at end: SeriesEnd, line: Int, in range: Range<Int>) -> Double? {
        if let linear = linear(line) {
            guard let value = value(at: end, line: linear.line, in: range) else { return nil }
            let result = linear.apply(value)
            guard !result.isFinite else { return result }
            // Values so large that they have no result are gaps.
            let all = values(line: line, in: range)
            return end == .first ? all.first(where: \.isFinite) : all.last(where: \.isFinite)
        }
        if let view = formula(line) { return view.value(at: end, line: number(ofFormula: line), in: range) }
        var answer: Double?
        visit(clamped(range), line: line, isReversed: end == .last) { number, block, part in
            if number >= tree.blockCount || !tree.extents[number, line].isEmpty {
                answer = block.value(at: end, line: line, in: part)
            }
            return answer == nil
        }
        return answer
    }

    private func extent(line: Int, _ range: Range<Int>) -> ValueExtent {
        if let linear = linear(line) { return linear.extent(of: extent(line: linear.line, range), self, range) }
        if let view = formula(line) { return view.extent(line: number(ofFormula: line), view.clamped(range)) }
        var extent = ValueExtent()
        guard !range.isEmpty, hasColumn(line) else { return extent }
        let first = range.lowerBound >> shift
        let last = (range.upperBound - 1) >> shift
        let mask = 1 << shift - 1
        if first == last {
            let start = range.lowerBound & mask
            let isWhole = range.count == 1 << shift && first < blocks.count
            if isWhole { return tree.extents.summary(line: line, blocks: first..<first + 1) }
            return block(range.lowerBound)?.extent(line: line, start..<start + range.count) ?? extent
        }
        // First the two ends, unless they are whole blocks; then the blocks between them.
        var whole = first..<last
        if range.lowerBound & mask != 0 {
            blocks[first].checkOnce()
            extent.add(blocks[first].extent(line: line, range.lowerBound & mask..<1 << shift))
            whole = first + 1..<last
        }
        if last < blocks.count, range.upperBound & mask == 0 {
            whole = whole.lowerBound..<last + 1
        } else if let block = block(range.upperBound - 1) {
            extent.add(block.extent(line: line, 0..<range.upperBound - last << shift))
        }
        extent.add(tree.extents.summary(line: line, blocks: whole))
        return extent
    }

    // MARK: Blocks

    /// The numbers of the full blocks that lie wholly in `range`.
    func wholeBlocks(in range: Range<Int>) -> Range<Int> {
        let range = clamped(range)
        let first = (range.lowerBound + 1 << shift - 1) >> shift
        return first..<max(first, min(range.upperBound >> shift, blocks.count))
    }

    /// The sums over a run of whole blocks.
    ///
    /// O(log blocks).
    func blockMoments(line: Int, _ blocks: Range<Int>) -> LineMoments {
        tree.moments.summary(line: line, blocks: blocks)
    }

    /// Calls `body` with the blocks that `range` covers only in part, and the points of that part: at most three.
    func visitEnds(of range: Range<Int>, line: Int, _ body: (SeriesBlock, Range<Int>) -> Void) {
        let range = clamped(range)
        let whole = wholeBlocks(in: range)
        let parts =
            whole.isEmpty
            ? [range] : [range.lowerBound..<whole.lowerBound << shift, whole.upperBound << shift..<range.upperBound]
        for part in parts {
            visit(part, line: line) { _, block, points in
                body(block, points)
                return true
            }
        }
    }

    // MARK: Within

    private func clamped(_ range: Range<Int>) -> Range<Int> { range.clamped(to: 0..<count) }

    @inline(__always)
    private func block(_ index: Int) -> SeriesBlock? {
        guard index >= 0, index < count else { return nil }
        let number = index >> shift
        guard number < blocks.count else { return tail }
        blocks[number].checkOnce()
        return blocks[number]
    }

    /// Whether all data read so far is intact: a file of blocks may have been truncated or overwritten.
    ///
    /// Check after reading, and discard the results if false. O(blocks) once any file has been damaged, else O(1).
    package var isSound: Bool {
        !MappingGuard.isAnyDamaged || blocks.allSatisfy(\.isSound) && computed.allSatisfy(\.isSound)
    }

    /// Calls `body` with the number of each block that `range` touches, the block, and the points of it in `range`.
    ///
    /// Ends when `body` returns false.
    private func visit(
        _ range: Range<Int>, line: Int, isReversed: Bool = false, _ body: (Int, SeriesBlock, Range<Int>) -> Bool
    ) {
        guard !range.isEmpty, hasColumn(line) else { return }
        let numbers = range.lowerBound >> shift...(range.upperBound - 1) >> shift
        for step in 0..<numbers.count {
            let number = isReversed ? numbers.upperBound - step : numbers.lowerBound + step
            let start = number << shift
            let part = max(range.lowerBound - start, 0)..<min(range.upperBound - start, 1 << shift)
            guard let block = block(start), body(number, block, part) else { return }
        }
    }

    private func copy(
        _ range: Range<Int>, _ body: (SeriesBlock, Range<Int>, inout OutputSpan<Double>) -> Void
    ) -> [Double] {
        let range = clamped(range)
        guard !range.isEmpty else { return [] }
        return [Double](capacity: range.count) { target in
            while !target.isFull, let block = block(range.lowerBound + target.count) {
                let start = (range.lowerBound + target.count) & (1 << shift - 1)
                body(block, start..<min(1 << shift, start + target.freeCapacity), &target)
            }
        }
    }
}

/// The columns of a table.
package struct SeriesDescription: Sendable, Equatable {
    /// The lines' names.
    var lines: [String]
    package var xKind: SeriesXKind
    /// The x column's name; empty where x is the index.
    package var xName: String
    /// The lines' units; an empty text for a line without one, and no texts where no line has one.
    var units: [String] = []
    /// Whether each row has values of some lines only, so that lines continue over rows without a value of theirs.
    var isSparse = false
    /// Seconds that the clocks of the table's times are ahead of UTC, where its times are moments; nil where they name no
    /// zone.
    var zone: Int?
    /// The lines, ascending, that have whole numbers beyond 2⁵³.
    ///
    /// For each, one more hidden line after all others holds the residuals that their Float64 leave out: see `WholeNumber`.
    var exactIntegerResiduals: [Int] = []
    /// How each line is best drawn; no forms where all are straight.
    var forms: [LineForm] = []
    /// What each line's values are; no kinds where all are numbers.
    var kinds: [ValueKind] = []

    /// The number of lines including the hidden ones.
    var columnCount: Int { lines.count + exactIntegerResiduals.count }
}
