// Justified rows that stay in place when items come or go.

/// The start of a row in the client's view.
public struct PinnedRow: Sendable, Equatable {
    /// The index of the item that begins the row.
    public var start: Int
    /// Whether the row's items are unchanged.
    ///
    /// Changed rows are broken together with the next one where they would become much too high or too low.
    public var isWhole: Bool

    /// The column of that item in a grid, from 0; only a first row begins after empty cells.
    public var column: Int

    public init(start: Int, isWhole: Bool, column: Int = 0) {
        (self.start, self.isWhole, self.column) = (start, isWhole, column)
    }
}

/// A stretch of justified rows that begin with the same items as before a change, though other rows would now be
/// better.
///
/// It replaces whole sections for one query: rows begin at given items, and only the items between two of these are
/// broken anew. The best rows of a run are, between any two of their ends, the best rows there (parts of a shortest
/// path). So an unchanged row stays the same.
struct PinnedRun: Sendable {
    /// How high a row may be, divided by the target height, before it is broken together with its neighbours: a row of
    /// three pictures that has lost one is half as high again.
    private static let acceptableHeights = 0.6...1.5

    /// Items that are broken into rows on their own.
    struct Part: Sendable {
        var items: Range<Int>
        /// Points from the stretch's first row.
        var y: Double
        /// Whether the last row may stay short.
        var isShort: Bool
        /// Whether the part is an unchanged row.
        fileprivate var isWhole = false
    }

    /// The sections that it replaces, and the items in them.
    let sections: Range<Int>
    let items: Range<Int>
    let parts: [Part]
    /// Points from its first row to the row after it.
    let height: Double
    /// The height minus that of the sections that it replaces, in points.
    let shift: Double

    /// Pins `rows`, from the top; nil where the best rows begin with the same items.
    ///
    /// The last row only marks the end of the one before it, unless it is the group's last. `group` are the items of a
    /// group, whose last row may stay short. O(log n + sections touched).
    init?(_ rows: [PinnedRow], in sections: JustifiedSections, of proportions: Proportions, group: Range<Int>) {
        let rows = Self.ascending(rows).filter { group.contains($0.start) }
        guard let first = rows.first?.start, let last = rows.last?.start else { return nil }
        var touched = sections.section(of: first)..<sections.section(of: max(first, last - 1)) + 1
        var breaker = RowBreaker(metrics: sections.metrics)
        var usual: Set<Int> = []
        for section in touched {
            let run = sections.items(of: section)
            breaker.load(run, of: proportions, endsGroup: run.upperBound == group.upperBound)
            usual.formUnion(breaker.rows.map { run.lowerBound + $0.items.lowerBound })
        }
        usual.insert(sections.items(of: touched.upperBound - 1).upperBound)
        if rows.allSatisfy({ usual.contains($0.start) }) { return nil }
        func extend(_ ends: Range<Int>) -> Range<Int> {
            sections.items(of: ends.lowerBound).lowerBound..<sections.items(of: ends.upperBound - 1).upperBound
        }
        /// Whether items out of view would break badly on their own.
        func isBad(_ run: Range<Int>) -> Bool {
            breaker.load(run, of: proportions, endsGroup: run.upperBound == group.upperBound)
            return !Self.acceptableHeights.contains(breaker.worst)
        }
        // Items above and below the pinned rows are broken together with the sections there.
        var isShort = false
        if first > extend(touched).lowerBound, isBad(extend(touched).lowerBound..<first) {
            isShort = extend(touched).lowerBound == group.lowerBound
            if !isShort { touched = touched.lowerBound - 1..<touched.upperBound }
        }
        let end = extend(touched).upperBound
        if end < group.upperBound, last < end, isBad(last..<end) {
            touched = touched.lowerBound..<touched.upperBound + 1
        }
        let items = extend(touched)

        var parts = Self.parts(rows, of: items, group, isShort: isShort)
        Self.join(&parts, &breaker, proportions)
        var height = 0.0
        for index in parts.indices {
            breaker.load(parts[index].items, of: proportions, endsGroup: parts[index].isShort)
            parts[index].y = height
            height += breaker.height
        }
        (self.sections, self.items, self.parts, self.height) = (touched, items, parts, height)
        let (upper, lower) = (
            sections.heights.sum(before: touched.lowerBound), sections.heights.sum(before: touched.upperBound)
        )
        shift = height - (lower - upper)
    }

    /// The rows in ascending order, without those that are out of order.
    private static func ascending(_ rows: [PinnedRow]) -> [PinnedRow] {
        rows.reduce(into: []) { kept, row in
            if kept.last.map({ $0.start < row.start }) ?? true { kept.append(row) }
        }
    }

    /// Cuts `items` where rows begin, and into parts no longer than a section.
    ///
    /// `isShort` says that the items above the first row are too few to fill rows of their own.
    private static func parts(_ rows: [PinnedRow], of items: Range<Int>, _ group: Range<Int>, isShort: Bool) -> [Part] {
        var cuts = rows.filter { items.contains($0.start) }
        if let first = cuts.first, first.start > items.lowerBound {
            cuts.insert(PinnedRow(start: items.lowerBound, isWhole: false), at: 0)
        }
        return cuts.indices.flatMap { index in
            let end = index + 1 < cuts.count ? cuts[index + 1].start : items.upperBound
            return JustifiedSections.parts(of: cuts[index].start..<end).map { run in
                Part(
                    items: run, y: 0, isShort: run.upperBound == group.upperBound || isShort && index == 0,
                    isWhole: cuts[index].isWhole)
            }
        }
    }

    /// Joins a row that has changed and breaks badly with the next part, as long as that makes it better.
    private static func join(_ parts: inout [Part], _ breaker: inout RowBreaker, _ proportions: Proportions) {
        var index = 1
        while index + 1 < parts.count {
            let (part, next) = (parts[index], parts[index + 1])
            breaker.load(part.items, of: proportions, endsGroup: false)
            let worst = breaker.worst
            let joined = part.items.lowerBound..<next.items.upperBound
            var isBetter = false
            if !part.isWhole, !acceptableHeights.contains(worst), joined.count <= JustifiedSections.longest {
                breaker.load(joined, of: proportions, endsGroup: next.isShort)
                isBetter = abs(breaker.worst - 1) < abs(worst - 1)
            }
            if isBetter {
                parts[index...index + 1] = [Part(items: joined, y: 0, isShort: next.isShort)]
            } else {
                index += 1
            }
        }
    }
}

extension RowBreaker {
    /// The height, divided by the target height, of the row that deviates most from it; 1 where there is none.
    fileprivate var worst: Double { rows.map(\.ratio).max { abs($0 - 1) < abs($1 - 1) } ?? 1 }
}
