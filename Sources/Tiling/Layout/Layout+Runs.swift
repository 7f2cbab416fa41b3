// Items in a rectangle, and rows of small cells, as runs of indices.

extension Layout {
    /// The most runs, and items that are examined one by one, of `runs(in:)`.
    public static let mostRuns = 1_000_000

    /// The items whose frames share an area with `rect` (content points at zoom scale 1), as ascending runs.
    ///
    /// nil where there are more than `mostRuns`. O(rows of a grid), in other layouts O(items); O(log n) where `rect`
    /// is as wide as the content.
    public func runs(in rect: Rect) -> [Range<Int>]? {
        let items = items(in: rect)
        guard !items.isEmpty else { return [] }
        let across: Axis = axis == .vertical ? .horizontal : .vertical
        if rect.start(across) <= 0, rect.end(across) >= contentSize[across] { return [items] }
        switch self {
        case .grid(let grid): return grid.runs(in: rect)
        case .grouped(let layout) where layout.grid != nil:
            var runs: [Range<Int>] = []
            for (items, top, grid) in layout.grids(from: rect.minY, to: rect.maxY) {
                guard let found = grid.runs(in: rect.relative(to: Point(x: 0, y: top))),
                    runs.count + found.count <= Self.mostRuns
                else { return nil }
                runs += found.map { $0.lowerBound + items.lowerBound..<$0.upperBound + items.lowerBound }
            }
            return runs
        case .linear, .pages, .picture, .justified, .periodicRows, .grouped, .slides, .plane:
            guard items.count <= Self.mostRuns else { return nil }
            var runs: [Range<Int>] = []
            for (index, frame) in zip(items, frames(of: items)) where frame.intersects(rect) {
                if let last = runs.last, last.upperBound == index {
                    runs[runs.count - 1] = last.lowerBound..<index + 1
                } else {
                    runs.append(index..<index + 1)
                }
            }
            return runs
        }
    }

    /// The rows of a grid between two items, each as a run of items; empty for other layouts.
    ///
    /// O(rows + groups × log n).
    public func gridRows(of range: Range<Int>) -> [Range<Int>] {
        switch self {
        case .grid(let grid): return grid.rows(of: range)
        case .grouped(let layout):
            guard let grid = layout.grid, !range.isEmpty, range.lowerBound >= 0, range.upperBound <= count else {
                return []
            }
            let (first, last) = (frame(of: range.lowerBound), frame(of: range.upperBound - 1))
            return layout.grids(from: first.minY, to: max(last.maxY, first.minY + grid.pitch)).flatMap {
                items, _, grid in
                let own = range.clamped(to: items)
                return grid.rows(of: own.lowerBound - items.lowerBound..<own.upperBound - items.lowerBound).map {
                    $0.lowerBound + items.lowerBound..<$0.upperBound + items.lowerBound
                }
            }
        case .linear, .pages, .picture, .justified, .periodicRows, .slides, .plane: return []
        }
    }
}

extension GridLayout {
    /// As `Layout.runs(in:)`; O(rows).
    func runs(in rect: Rect) -> [Range<Int>]? {
        let items = items(in: rect)
        guard !items.isEmpty else { return [] }
        let first = max(0, Int(clamping: ((rect.minX - margin - cell) / pitch).rounded(.down)) + 1)
        let last = min(columns - 1, Int(clamping: ((rect.maxX - margin) / pitch).rounded(.up)) - 1)
        guard first <= last else { return [] }
        if first == 0, last == columns - 1 { return [items] }
        let rows = (items.lowerBound + lead) / columns...(items.upperBound - 1 + lead) / columns
        guard rows.count <= Layout.mostRuns else { return nil }
        return rows.compactMap { row in
            let run = (row * columns + first - lead..<row * columns + last + 1 - lead).clamped(to: 0..<count)
            return run.isEmpty ? nil : run
        }
    }

    /// As `Layout.gridRows(of:)`.
    func rows(of range: Range<Int>) -> [Range<Int>] {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return [] }
        return ((range.lowerBound + lead) / columns...(range.upperBound - 1 + lead) / columns).map { row in
            (row * columns - lead..<(row + 1) * columns - lead).clamped(to: range)
        }
    }
}
