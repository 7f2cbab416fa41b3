// The sums over single blocks, over groups of 16 blocks, of 256 …

/// For each line, a pyramid of sums above the blocks, as `BlockTree` has one of extremes.
///
/// An entry never changes once it is there: only full groups have one.
struct MomentTree: Sendable {
    let lineCount: Int
    private(set) var blockCount = 0
    /// `levels[k][group · lineCount + line]` holds the sums over a group of 16ᵏ blocks.
    private var levels: [[LineMoments]] = [[]]

    init(lineCount: Int) { self.lineCount = lineCount }

    /// Adds a block with the sums of its lines.
    ///
    /// Amortised O(lines).
    mutating func append(_ moments: [LineMoments]) {
        precondition(moments.count == lineCount)
        levels[0] += moments
        blockCount += 1
        var (level, count) = (0, blockCount)
        while count % 16 == 0 {
            var group = [LineMoments](repeating: LineMoments(), count: lineCount)
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

    func moments(ofBlock block: Int) -> ArraySlice<LineMoments> {
        levels[0][block * lineCount..<(block + 1) * lineCount]
    }

    /// The sums over a run of whole blocks.
    ///
    /// O(log blocks).
    func moments(line: Int, blocks: Range<Int>) -> LineMoments {
        precondition(blocks.lowerBound >= 0 && blocks.upperBound <= blockCount && line >= 0 && line < lineCount)
        var moments = LineMoments()
        var (first, end) = (blocks.lowerBound, blocks.upperBound)
        var level = 0
        while first < end {
            let inner = ((first + 15) / 16, end / 16)
            let isLast = inner.0 >= inner.1
            for entry in first..<(isLast ? end : inner.0 * 16) { moments.add(levels[level][entry * lineCount + line]) }
            if isLast { break }
            for entry in inner.1 * 16..<end { moments.add(levels[level][entry * lineCount + line]) }
            (first, end) = inner
            level += 1
        }
        return moments
    }
}
