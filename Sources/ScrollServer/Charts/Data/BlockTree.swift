// The extremes of single blocks, of groups of 16 blocks, of 256 …

/// For each line, a pyramid of extremes above the blocks.
///
/// An entry never changes once it is there: only full groups have one.
struct BlockTree: Sendable {
    let lineCount: Int
    private(set) var blockCount = 0
    /// `levels[k][group · lineCount + line]` holds the extremes of a group of 16ᵏ blocks.
    private var levels: [[ValueExtent]] = [[]]
    /// The sums over the same blocks.
    private(set) var moments: MomentTree

    init(lineCount: Int) {
        self.lineCount = lineCount
        moments = MomentTree(lineCount: lineCount)
    }

    /// Adds a block with the extremes and the sums of its lines.
    ///
    /// Amortised O(lines).
    mutating func append(_ extents: [ValueExtent], _ sums: [LineMoments]) {
        precondition(extents.count == lineCount)
        moments.append(sums)
        levels[0] += extents
        blockCount += 1
        var (level, count) = (0, blockCount)
        while count % 16 == 0 {
            var group = [ValueExtent](repeating: ValueExtent(), count: lineCount)
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
        moments.truncate(to: count)
        blockCount = count
        var rest = count
        for level in levels.indices {
            levels[level].removeLast(levels[level].count - rest * lineCount)
            rest /= 16
        }
    }

    func extents(ofBlock block: Int) -> ArraySlice<ValueExtent> {
        levels[0][block * lineCount..<(block + 1) * lineCount]
    }

    /// The extremes of a run of whole blocks.
    ///
    /// O(log blocks).
    func extent(line: Int, blocks: Range<Int>) -> ValueExtent {
        precondition(blocks.lowerBound >= 0 && blocks.upperBound <= blockCount && line >= 0 && line < lineCount)
        var extent = ValueExtent()
        var (first, end) = (blocks.lowerBound, blocks.upperBound)
        var level = 0
        while first < end {
            let inner = ((first + 15) / 16, end / 16)
            let isLast = inner.0 >= inner.1
            for entry in first..<(isLast ? end : inner.0 * 16) { extent.add(levels[level][entry * lineCount + line]) }
            if isLast { break }
            for entry in inner.1 * 16..<end { extent.add(levels[level][entry * lineCount + line]) }
            (first, end) = inner
            level += 1
        }
        return extent
    }

    /// Whether a line has no value in a block.
    func isEmpty(line: Int, block: Int) -> Bool { levels[0][block * lineCount + line].isEmpty }
}
