// Rows that are broken anew around a picture that somebody points at.

extension JustifiedLayout {
    /// How much a row may deviate from the target height for the sake of the picture. A row that is lower than two thirds
    /// of it would be better as two.
    private static let heights = 2.0 / 3...1.5

    /// The items of a row of other metrics in which item `index` lies at `x` points from the row's start, as far as that
    /// can be had: among all rows that are about as high as wished, the one in which the picture covers that place, or
    /// comes nearest to it; among such, the one nearest to the target height. nil where no row will do. O(k²), with k
    /// items to a row.
    ///
    /// - Parameter group: the items among which the row has to stay; holds `index`.
    func row(placing index: Int, at x: Double, metrics: JustifiedMetrics, group: Range<Int>) -> Range<Int>? {
        let height = metrics.rowHeight
        func length(_ items: Range<Int>) -> Double {
            var sum = 0.0
            proportions.forEach(in: items) { sum += Double($0) * height }
            return sum
        }
        let own = length(index..<index + 1)
        let most = metrics.width / Self.heights.lowerBound
        var best: (items: Range<Int>, cost: Double)?
        var (start, before) = (index, 0.0)
        while before + own <= most {
            var (end, whole) = (index + 1, before + own)
            while whole <= most {
                let items = start..<end
                let exact = metrics.room(for: items.count) / whole
                // A group's last row may stay short.
                let isShort = end == group.upperBound && exact > 1
                let ratio = isShort ? 1 : exact
                if Self.heights.contains(ratio) {
                    let left = before * ratio + metrics.spacing * Double(index - start)
                    let away = max(0, left - x, x - left - own * ratio) / metrics.width
                    let cost = abs(ratio - 1) + (isShort ? 0.5 : 0) + (away > 0 ? 1 + 8 * away : 0)
                    if best.map({ cost < $0.cost }) ?? true { best = (items, cost) }
                }
                guard end < group.upperBound else { break }
                whole += length(end..<end + 1)
                end += 1
            }
            guard start > group.lowerBound else { break }
            start -= 1
            before += length(start..<start + 1)
        }
        return best?.items
    }
}

extension Layout {
    /// The rows to be held when rows are laid out anew, so that item `index` is at `x` points from their start again, or
    /// near it. Empty for layouts that hold no rows.
    ///
    /// - Parameters:
    ///   - metrics: of the new rows, where they are justified.
    ///   - grid: the new grid, where cells lie below headings.
    public func rows(placing index: Int, at x: Double, metrics: JustifiedMetrics, grid: GridLayout) -> [HeldRow] {
        guard index >= 0, index < count else { return [] }
        switch self {
        case .justified(let layout):
            return Self.held(layout.row(placing: index, at: x, metrics: metrics, group: 0..<count))
        case .grouped(let layout):
            let group = layout.groups.items(of: layout.groups.group(of: index))
            if let rows = layout.justified {
                return Self.held(rows.row(placing: index, at: x, metrics: metrics, group: group))
            }
            let column = min(max(Int(((x - grid.margin) / grid.pitch).rounded(.down)), 0), grid.columns - 1)
            let start = index - column
            return [HeldRow(start: start >= group.lowerBound ? start : start + grid.columns, isWhole: false)]
        case .linear, .grid, .periodicRows, .pages, .picture, .slides: return []
        }
    }

    private static func held(_ row: Range<Int>?) -> [HeldRow] {
        row.map { [HeldRow(start: $0.lowerBound, isWhole: true), HeldRow(start: $0.upperBound, isWhole: false)] } ?? []
    }
}
