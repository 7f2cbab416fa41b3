// What is known of single blocks, of groups of 16 blocks, of 256 …

/// What is known of some points, such as their extremes; `init()` is that of no points.
protocol BlockSummary: Sendable {
    init()
    /// Adds other points.
    mutating func add(_ other: Self)
}

extension ValueExtent: BlockSummary {}
extension LineMoments: BlockSummary {}

/// For each line, a pyramid of summaries above the blocks.
///
/// An entry never changes once it is there: only full groups have one.
struct BlockPyramid<Summary: BlockSummary>: Sendable {
    let lineCount: Int
    private(set) var blockCount = 0
    /// `levels[k][group · lineCount + line]` holds the summary of a group of 16ᵏ blocks.
    private var levels: [[Summary]] = [[]]

    init(lineCount: Int) { self.lineCount = lineCount }

    /// Adds a block with the summaries of its lines.
    ///
    /// Amortised O(lines).
    mutating func append(_ summaries: [Summary]) {
        precondition(summaries.count == lineCount)
        levels[0] += summaries
        blockCount += 1
        var (level, count) = (0, blockCount)
        while count % 16 == 0 {
            var group = [Summary](repeating: Summary(), count: lineCount)
            for entry in count - 16..<count {
                for line in 0..<lineCount { group[line].add(levels[level][entry * lineCount + line]) }
            }
            level += 1
            if level == levels.count { levels.append([]) }
            levels[level] += group
            count /= 16
        }
    }

    /// Removes all blocks but the first `count`.
    mutating func truncate(to count: Int) {
        precondition(count <= blockCount)
        blockCount = count
        var rest = count
        for level in levels.indices {
            levels[level].removeLast(levels[level].count - rest * lineCount)
            rest /= 16
        }
    }

    /// The summaries of a block's lines.
    subscript(block: Int) -> ArraySlice<Summary> { levels[0][block * lineCount..<(block + 1) * lineCount] }

    /// The summary of a line of a block.
    subscript(block: Int, line: Int) -> Summary { levels[0][block * lineCount + line] }

    /// The summary of a run of whole blocks.
    ///
    /// O(log blocks).
    func summary(line: Int, blocks: Range<Int>) -> Summary {
        precondition(blocks.lowerBound >= 0 && blocks.upperBound <= blockCount && line >= 0 && line < lineCount)
        var summary = Summary()
        var (first, end) = (blocks.lowerBound, blocks.upperBound)
        var level = 0
        while first < end {
            let inner = ((first + 15) / 16, end / 16)
            let isLast = inner.0 >= inner.1
            for entry in first..<(isLast ? end : inner.0 * 16) { summary.add(levels[level][entry * lineCount + line]) }
            if isLast { break }
            for entry in inner.1 * 16..<end { summary.add(levels[level][entry * lineCount + line]) }
            (first, end) = inner
            level += 1
        }
        return summary
    }
}

/// The extremes of the blocks' lines, and the sums over them.
struct BlockTree: Sendable {
    private(set) var extents: BlockPyramid<ValueExtent>
    private(set) var moments: BlockPyramid<LineMoments>

    var lineCount: Int { extents.lineCount }
    var blockCount: Int { extents.blockCount }

    init(lineCount: Int) {
        extents = BlockPyramid(lineCount: lineCount)
        moments = BlockPyramid(lineCount: lineCount)
    }

    /// Adds a block with the extremes and the sums of its lines.
    mutating func append(_ extents: [ValueExtent], _ sums: [LineMoments]) {
        self.extents.append(extents)
        moments.append(sums)
    }

    /// Removes all blocks but the first `count`.
    mutating func truncate(to count: Int) {
        extents.truncate(to: count)
        moments.truncate(to: count)
    }
}
