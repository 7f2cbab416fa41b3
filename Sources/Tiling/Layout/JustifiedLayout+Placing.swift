// Breaks rows anew around the picture under the pointer.

extension JustifiedLayout {
    /// How much a row may deviate from the target height for the sake of the picture.
    ///
    /// A row that is lower than two thirds of it would be better as two.
    private static let heights = 2.0 / 3...1.5

    /// The row of other metrics in which item `index` is nearest to `x` points from the row's start; nil where none
    /// will do.
    ///
    /// Among all rows of about the target height, it chooses those in which the picture covers that place or comes
    /// nearest to it; among these, the one nearest to the target height. The row stays within `group`, which holds
    /// `index`. O(k log n), with k items to a row.
    func row(placing index: Int, at x: Double, metrics: JustifiedMetrics, group: Range<Int>) -> Range<Int>? {
        let most = metrics.width / Self.heights.lowerBound
        let own = Double(proportions[index]) * metrics.rowHeight
        // `before[k]`: points that the k items before it take at the target height, without gaps; `after[k]`: the k
        // items after.
        let before = lengths(index - group.lowerBound, upTo: most - own) {
            metrics.rowHeight * Double(proportions[index - $0])
        }
        let after = lengths(group.upperBound - index - 1, upTo: most - own) {
            metrics.rowHeight * Double(proportions[index + $0])
        }
        var best: (items: Range<Int>, cost: Double)?
        var right = after.count - 1
        for left in before.indices {
            func ratio(_ right: Int) -> Double {
                metrics.room(for: left + 1 + right) / (before[left] + own + after[right])
            }
            // More items before it leave room for fewer after it.
            while right > 0, ratio(right) < 1 { right -= 1 }
            for right in max(0, right - 2)...min(after.count - 1, right + 2) {
                let exact = ratio(right)
                // A group's last row may stay short.
                let isShort = index + 1 + right == group.upperBound && exact > 1
                let scale = isShort ? 1 : exact
                guard Self.heights.contains(scale) else { continue }
                let start = before[left] * scale + metrics.spacing * Double(left)
                let away = max(0, start - x, x - start - own * scale) / metrics.width
                let cost = abs(scale - 1) + (isShort ? 0.5 : 0) + (away > 0 ? 1 + 8 * away : 0)
                if best.map({ cost < $0.cost }) ?? true { best = (index - left..<index + 1 + right, cost) }
            }
        }
        return best?.items
    }

    /// Sums of the first lengths, beginning with 0: as many of `count` as stay below `limit`.
    private func lengths(_ count: Int, upTo limit: Double, _ length: (Int) -> Double) -> [Double] {
        var sums = [0.0]
        while sums.count <= count {
            let next = sums[sums.count - 1] + length(sums.count)
            if next > limit { break }
            sums.append(next)
        }
        return sums
    }
}

extension Layout {
    /// The rows to pin when rows are laid out anew, so that item `index` is again at or near `x` points from their
    /// start.
    ///
    /// `metrics` are the new rows', where they are justified; `grid` is the new grid, where cells lie below headings.
    /// Empty for layouts that pin no rows.
    public func rows(placing index: Int, at x: Double, metrics: JustifiedMetrics, grid: GridLayout) -> [PinnedRow] {
        guard index >= 0, index < count else { return [] }
        switch self {
        case .justified(let layout):
            return Self.pinned(layout.row(placing: index, at: x, metrics: metrics, group: 0..<count))
        case .grouped(let layout):
            let group = layout.groups.items(of: layout.groups.group(of: index))
            if let rows = layout.justified {
                return Self.pinned(rows.row(placing: index, at: x, metrics: metrics, group: group))
            }
            let column = grid.column(nearest: x)
            let start = index - column
            return [PinnedRow(start: start >= group.lowerBound ? start : start + grid.columns, isWhole: false)]
        case .linear, .grid, .periodicRows, .pages, .picture, .slides, .plane: return []
        }
    }

    private static func pinned(_ row: Range<Int>?) -> [PinnedRow] {
        row.map { [PinnedRow(start: $0.lowerBound, isWhole: true), PinnedRow(start: $0.upperBound, isWhole: false)] }
            ?? []
    }
}
