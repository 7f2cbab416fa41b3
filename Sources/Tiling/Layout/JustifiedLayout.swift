// Rows filled to both edges, pictures in their own proportions.

/// `justified`: rows as wide as the viewport and about as high as requested, top to bottom.
///
/// Made for a query and not kept: while such a value is alive, it shares the storage of `Proportions` and
/// `JustifiedSections`, so that a change to one of these would have to copy it.
public struct JustifiedLayout: Sendable {
    private let proportions: Proportions
    private let sections: JustifiedSections

    /// `sections` must have been told of every change of `proportions`.
    public init(_ proportions: Proportions, sections: JustifiedSections) {
        precondition(proportions.count == sections.count, "\(proportions.count) items, laid out: \(sections.count)")
        self.proportions = proportions
        self.sections = sections
    }

    public var metrics: JustifiedMetrics { sections.metrics }

    /// Number of items.
    public var count: Int { sections.count }

    /// At zoom scale 1, in points.
    public var contentSize: Size {
        Size(width: metrics.width, height: count == 0 ? 0 : sections.heights.total - metrics.spacing)
    }

    /// Where item `index` lies in the content, at zoom scale 1. O(log n + section); for several items use
    /// `frames(of:)`.
    public func frame(of index: Int) -> Rect {
        precondition(index >= 0 && index < count, "item \(index) of \(count)")
        return frames(of: index..<index + 1)[0]
    }

    /// Where the items of `range` lie, in order. O(log n + range + section).
    public func frames(of range: Range<Int>) -> [Rect] { frames(of: range, group: 0..<count) }

    /// The items of all rows that share an area with `rect` (content points at zoom scale 1). Always whole rows, so
    /// that the items are one run of indices. O(log n + section).
    public func items(in rect: Rect) -> Range<Int> {
        guard count > 0, rect.minY < rect.maxY else { return 0..<0 }
        return items(from: rect.minY, to: rect.maxY, group: 0..<count)
    }

    // MARK: One group of several

    /// The y of the group's first row, headings not counted, in points. `group` is the group's items. O(log n).
    func start(of group: Range<Int>) -> Double {
        group.lowerBound == count ? sections.heights.total : y(of: sections.section(of: group.lowerBound))
    }

    /// The frames of `range`, which lies within `group`; headings not counted.
    func frames(of range: Range<Int>, group: Range<Int>) -> [Rect] {
        guard !range.isEmpty else { return [] }
        var frames: [Rect] = []
        frames.reserveCapacity(range.count)
        var breaker = RowBreaker(metrics: metrics)
        var section = sections.section(of: range.lowerBound)
        while frames.count < range.count {
            let items = sections.items(of: section)
            let top = y(of: section)
            breaker.load(items, of: proportions, endsGroup: items.upperBound == group.upperBound)
            let wanted = range.clamped(to: items)
            let places = wanted.lowerBound - items.lowerBound..<wanted.upperBound - items.lowerBound
            for row in breaker.rows where row.items.overlaps(places) {
                for place in row.items.clamped(to: places) {
                    var frame = breaker.frame(of: place, in: row)
                    frame.y += top
                    frames.append(frame)
                }
            }
            section += 1
        }
        return frames
    }

    /// The items of `group` whose rows share an area with the band between `top` and `bottom`, headings not counted;
    /// when there are none, an empty range at the next item below. `group` must not be empty.
    func items(from top: Double, to bottom: Double, group: Range<Int>) -> Range<Int> {
        let (first, last) = (sections.section(of: group.lowerBound), sections.section(of: group.upperBound - 1))
        let upper = min(max(sections.section(at: top), first), last)
        let lower = min(max(sections.section(at: bottom), first), last)
        var rows = Rows(upper, of: self, group: group)
        let start = rows.items { $0.y + $0.height <= top }
        if lower > upper { rows = Rows(lower, of: self, group: group) }
        return start..<max(start, rows.items { $0.y < bottom })
    }

    private func y(of section: Int) -> Double { sections.heights.sum(before: section) }

    /// The rows of one section, with their place in the content.
    private struct Rows {
        let items: Range<Int>
        let top: Double
        let rows: [RowBreaker.Row]

        init(_ section: Int, of layout: JustifiedLayout, group: Range<Int>) {
            items = layout.sections.items(of: section)
            top = layout.y(of: section)
            var breaker = RowBreaker(metrics: layout.metrics)
            breaker.load(items, of: layout.proportions, endsGroup: items.upperBound == group.upperBound)
            rows = breaker.rows
        }

        /// The first item after the rows for which `isBefore` holds. These rows must come first.
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
