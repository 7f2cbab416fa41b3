// Rows filled to both edges, pictures in their own proportions.

/// `justified`: rows as wide as the viewport and about as high as requested, top to bottom.
///
/// Made for a query and not kept: while such a value is alive, it shares the storage of `Proportions` and
/// `JustifiedSections`, so that a change to one of these would have to copy it.
public struct JustifiedLayout: Sendable {
    let proportions: Proportions
    private let sections: JustifiedSections
    /// Stretches whose rows are pinned, from the top.
    private let runs: [PinnedRun]

    /// A run of items that is broken into rows on its own: a section, or a part of a pinned run.
    private struct Block {
        var items: Range<Int>
        /// The top of its first row, in points; headings not counted.
        var top: Double
        /// Whether the last row may stay short even where the block does not end its group.
        var isShort = false
    }

    /// Lays out `sections`, which must know every change of `proportions`.
    ///
    /// `rows` are the rows in the client's view, from the top. Those that do not exist are ignored.
    public init(_ proportions: Proportions, sections: JustifiedSections, pinning rows: [PinnedRow] = []) {
        let run = PinnedRun(rows, in: sections, of: proportions, group: 0..<sections.count)
        self.init(proportions, sections: sections, runs: run.map { [$0] } ?? [])
    }

    /// Lays out `sections` with pinned runs, from the top, each within one group.
    init(_ proportions: Proportions, sections: JustifiedSections, runs: [PinnedRun]) {
        precondition(proportions.count == sections.count, "\(proportions.count) items, laid out: \(sections.count)")
        self.proportions = proportions
        self.sections = sections
        self.runs = runs
    }

    /// Whether rows are pinned that would otherwise begin with other items.
    public var hasPinnedRows: Bool { !runs.isEmpty }

    public var metrics: JustifiedMetrics { sections.metrics }

    /// Number of items.
    public var count: Int { sections.count }

    /// The content's size at zoom scale 1, in points.
    public var contentSize: Size {
        Size(width: metrics.width, height: count == 0 ? 0 : total - metrics.spacing)
    }

    /// Where item `index` lies in the content, at zoom scale 1.
    ///
    /// O(log n + section); for several items use `frames(of:)`.
    public func frame(of index: Int) -> Rect {
        precondition(index >= 0 && index < count, "item \(index) of \(count)")
        return frames(of: index..<index + 1)[0]
    }

    /// Where the items of `range` lie, in order.
    ///
    /// O(log n + range + section).
    public func frames(of range: Range<Int>) -> [Rect] { frames(of: range, group: 0..<count) }

    /// The items of all rows that share an area with `rect` (content points at zoom scale 1).
    ///
    /// Always whole rows, so that the items are one run of indices. O(log n + section).
    public func items(in rect: Rect) -> Range<Int> {
        guard count > 0, rect.minY < rect.maxY else { return 0..<0 }
        return items(from: rect.minY, to: rect.maxY, group: 0..<count)
    }

    // MARK: One group of several

    /// The y of the first row of `group`, headings not counted, in points.
    ///
    /// O(log n).
    func start(of group: Range<Int>) -> Double {
        group.lowerBound == count ? total : block(of: group.lowerBound).top
    }

    /// The frames of `range`, which lies within `group`; headings not counted.
    func frames(of range: Range<Int>, group: Range<Int>) -> [Rect] {
        var frames: [Rect] = []
        frames.reserveCapacity(range.count)
        var breaker = RowBreaker(metrics: metrics)
        while frames.count < range.count {
            let block = block(of: range.lowerBound + frames.count)
            breaker.load(
                block.items, of: proportions, endsGroup: block.isShort || block.items.upperBound == group.upperBound)
            let wanted = range.clamped(to: block.items)
            let inBlock = wanted.lowerBound - block.items.lowerBound..<wanted.upperBound - block.items.lowerBound
            for row in breaker.rows where row.items.overlaps(inBlock) {
                for index in row.items.clamped(to: inBlock) {
                    var frame = breaker.frame(of: index, in: row)
                    frame.y += block.top
                    frames.append(frame)
                }
            }
        }
        return frames
    }

    /// The items of `group` whose rows share an area with the band between `top` and `bottom`, headings not counted;
    /// when there are none, an empty range at the next item below.
    ///
    /// `group` must not be empty.
    func items(from top: Double, to bottom: Double, group: Range<Int>) -> Range<Int> {
        let (upper, lower) = (block(at: top, in: group), block(at: bottom, in: group))
        var rows = Rows(upper, of: self, group: group)
        let start = rows.items { $0.y + $0.height <= top }
        if lower.items.lowerBound > upper.items.lowerBound { rows = Rows(lower, of: self, group: group) }
        return start..<max(start, rows.items { $0.y < bottom })
    }

    // MARK: Blocks

    /// The height of all rows, each with the gap below it, in points.
    private var total: Double { sections.heights.total + runs.reduce(0) { $0 + $1.shift } }

    /// The block that holds item `index`.
    ///
    /// O(log n + pinned parts).
    private func block(of index: Int) -> Block {
        var shift = 0.0
        for run in runs {
            if index < run.items.lowerBound { break }
            if index < run.items.upperBound {
                let top = sections.heights.sum(before: run.sections.lowerBound) + shift
                return part(of: run, at: top) { $0.items.lowerBound <= index }
            }
            shift += run.shift
        }
        return block(sections.section(of: index), shift)
    }

    /// The block at `y` points, headings not counted, or the nearest one of `group`.
    ///
    /// O(log n + pinned parts).
    private func block(at y: Double, in group: Range<Int>) -> Block {
        let found = block(at: y)
        if found.items.upperBound <= group.lowerBound { return block(of: group.lowerBound) }
        return found.items.lowerBound >= group.upperBound ? block(of: group.upperBound - 1) : found
    }

    private func block(at y: Double) -> Block {
        var shift = 0.0
        for run in runs {
            let top = sections.heights.sum(before: run.sections.lowerBound) + shift
            if y < top { break }
            // Positions below everything belong to the last part of the last sections.
            if y < top + run.height || run.items.upperBound == count {
                return part(of: run, at: top) { top + $0.y <= y }
            }
            shift += run.shift
        }
        return block(sections.section(at: y - shift), shift)
    }

    /// The last part for which `isBefore` holds.
    private func part(of run: PinnedRun, at top: Double, isBefore: (PinnedRun.Part) -> Bool) -> Block {
        let part = run.parts.last(where: isBefore) ?? run.parts[0]
        return Block(items: part.items, top: top + part.y, isShort: part.isShort)
    }

    private func block(_ section: Int, _ shift: Double) -> Block {
        Block(items: sections.items(of: section), top: sections.heights.sum(before: section) + shift)
    }

    /// The rows of one block, with their place in the content.
    private struct Rows {
        let items: Range<Int>
        let top: Double
        let rows: [RowBreaker.Row]

        init(_ block: Block, of layout: JustifiedLayout, group: Range<Int>) {
            (items, top) = (block.items, block.top)
            var breaker = RowBreaker(metrics: layout.metrics)
            breaker.load(
                items, of: layout.proportions, endsGroup: block.isShort || items.upperBound == group.upperBound)
            rows = breaker.rows
        }

        /// The first item after the rows for which `isBefore` holds.
        ///
        /// These rows must come first.
        func items(_ isBefore: (RowBreaker.Row) -> Bool) -> Int {
            for row in rows {
                var placed = row
                placed.y += top
                if !isBefore(placed) { return items.lowerBound + row.items.lowerBound }
            }
            return items.upperBound
        }
    }
}
