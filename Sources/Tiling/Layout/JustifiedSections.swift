// The index over justified rows: how high each section of a collection is, at one width.

/// Sections of a collection's items, each broken into rows for itself, with their heights.
///
/// A section is a run of items whose last row is as full as the others: the break between sections is a break between
/// rows like any other. A change lays out one section again (O(log n + section)), whatever the number of items. What is
/// kept is two numbers for a section; rows are computed when they are looked at.
///
/// The proportions are kept elsewhere (`Proportions`), shared by all widths. A change is made there first, then told to
/// every index over them.
///
/// A group is a run of items after which the row may end early: the whole collection, unless there are headings.
public struct JustifiedSections: Sendable {
    /// The number of items that sections are made with. Longer ones break a little better (at 1280 points pictures deviate
    /// by 6.2 % from the wished height, by 5.4 % were there no sections) and cost more for each change and each plan.
    public static let usual = 96
    /// Longer sections are split.
    static let longest = 2 * usual
    /// Shorter ones are joined with a neighbour of their group, where there is one.
    static let shortest = usual / 2

    public let metrics: JustifiedMetrics
    /// Items of each section; none is empty.
    private(set) var counts = ExtentTree()
    /// Points from the section's first row to the first one of the next section.
    private(set) var heights = ExtentTree()

    /// Lays out all of `proportions` as one group. O(n).
    public init(_ proportions: Proportions, metrics: JustifiedMetrics) {
        self.init(proportions, metrics: metrics, groups: CollectionOfOne(proportions.count))
    }

    /// Lays out groups of so many items each. O(n).
    init(_ proportions: Proportions, metrics: JustifiedMetrics, groups: some Sequence<Int>) {
        self.metrics = metrics
        var breaker = RowBreaker(metrics: metrics)
        var start = 0
        for count in groups where count > 0 {
            for part in Self.parts(of: start..<start + count) {
                breaker.load(part, of: proportions, endsGroup: part.upperBound == start + count)
                counts.append(Double(part.count))
                heights.append(breaker.height)
            }
            start += count
        }
    }

    /// Number of items.
    public var count: Int { Int(counts.total) }

    /// Tells that `items` have given way to `inserted` others, in `proportions` as they are now: an insertion where `items`
    /// is empty, a removal where `inserted` is 0. O(log n + section) for each section that is touched.
    public mutating func replace(_ items: Range<Int>, with inserted: Int, in proportions: Proportions) {
        replace(items, with: inserted, in: proportions, group: 0..<count)
    }

    /// Tells that the items at `indices` (ascending) have other proportions now. O(log n + section) for each section that
    /// is touched, however many of its items are.
    public mutating func resize(_ indices: [Int], in proportions: Proportions) {
        resize(indices[...], in: proportions, group: 0..<count)
    }

    /// - Parameter group: the items of the group before the change; it holds `items`.
    mutating func replace(
        _ items: Range<Int>, with inserted: Int, in proportions: Proportions, group: Range<Int>
    ) {
        precondition(group.lowerBound <= items.lowerBound && items.upperBound <= group.upperBound)
        guard !items.isEmpty || inserted > 0 else { return }
        if items.isEmpty, items.lowerBound == group.upperBound {
            cutLastRow(of: group, before: inserted, in: proportions)
        }
        var sections = touched(by: items, in: group)
        let newGroup = group.lowerBound..<group.upperBound - items.count + inserted
        var start = Int(counts.sum(before: sections.lowerBound))
        var end = Int(counts.sum(before: sections.upperBound)) - items.count + inserted
        if end - start < Self.shortest {
            if end < newGroup.upperBound {
                end += Int(counts.length(of: sections.upperBound))
                sections = sections.lowerBound..<sections.upperBound + 1
            } else if start > group.lowerBound {
                sections = sections.lowerBound - 1..<sections.upperBound
                start -= Int(counts.length(of: sections.lowerBound))
            }
        }
        layOut(sections, as: Self.parts(of: start..<end), in: proportions, group: newGroup)
    }

    /// Makes a section of a group's last row, which is to take `inserted` items more: the rows before it stay as they are,
    /// so that what is seen while items are appended does not move. They are the best ones also without the last row, since
    /// they are the start of a shortest path. Not done where one of the sections would be too short.
    private mutating func cutLastRow(of group: Range<Int>, before inserted: Int, in proportions: Proportions) {
        guard !group.isEmpty else { return }
        let section = section(of: group.upperBound - 1)
        let run = items(of: section)
        guard run.count > Self.shortest else { return }
        var breaker = RowBreaker(metrics: metrics)
        breaker.load(run, of: proportions, endsGroup: true)
        guard let last = breaker.rows.last, last.items.lowerBound >= Self.shortest,
            last.items.count + inserted >= Self.shortest
        else { return }
        counts.resize(section, to: Double(last.items.lowerBound))
        heights.resize(section, to: last.y)
        counts.insert(Double(last.items.count), at: section + 1)
        heights.insert(breaker.height - last.y, at: section + 1)
    }

    /// All of `indices` are of this group.
    mutating func resize(_ indices: ArraySlice<Int>, in proportions: Proportions, group: Range<Int>) {
        var end = 0
        for index in indices where index >= end {
            let section = section(of: index)
            let start = Int(counts.sum(before: section))
            end = start + Int(counts.length(of: section))
            layOut(section..<section + 1, as: [start..<end], in: proportions, group: group)
        }
    }

    /// The sections that hold `items`, or the one that takes what is inserted there; none in an empty group.
    private func touched(by items: Range<Int>, in group: Range<Int>) -> Range<Int> {
        guard !group.isEmpty else {
            let place = group.lowerBound == count ? counts.count : section(of: group.lowerBound)
            return place..<place
        }
        if items.isEmpty {
            // At a section's end it is that section which grows: so does the last one while items are appended.
            let taker = section(of: max(items.lowerBound - 1, group.lowerBound))
            return taker..<taker + 1
        }
        return section(of: items.lowerBound)..<section(of: items.upperBound - 1) + 1
    }

    /// Puts sections over `parts` in the place of `sections`.
    private mutating func layOut(
        _ sections: Range<Int>, as parts: [Range<Int>], in proportions: Proportions, group: Range<Int>
    ) {
        var breaker = RowBreaker(metrics: metrics)
        for (place, part) in zip(sections.lowerBound..., parts) {
            breaker.load(part, of: proportions, endsGroup: part.upperBound == group.upperBound)
            if place < sections.upperBound {
                counts.resize(place, to: Double(part.count))
                heights.resize(place, to: breaker.height)
            } else {
                counts.insert(Double(part.count), at: place)
                heights.insert(breaker.height, at: place)
            }
        }
        for _ in 0..<max(0, sections.count - parts.count) {
            counts.remove(at: sections.lowerBound + parts.count)
            heights.remove(at: sections.lowerBound + parts.count)
        }
    }

    /// A run cut into sections of even length: one where it is not too long for that.
    private static func parts(of run: Range<Int>) -> [Range<Int>] {
        guard run.count > longest else { return run.isEmpty ? [] : [run] }
        let pieces = (run.count + usual / 2) / usual
        return (0..<pieces).map { piece in
            run.lowerBound + run.count * piece / pieces..<run.lowerBound + run.count * (piece + 1) / pieces
        }
    }

    // MARK: Queries

    /// The section that holds item `index`. O(log n).
    func section(of index: Int) -> Int { counts.index(at: Double(index), in: .identity) }

    /// The last section that starts at or before `y`, the first one above all. O(log n).
    func section(at y: Double) -> Int { heights.index(at: y, in: .identity) }

    /// Points from the group's first row to the end of its last one, were there no headings. O(log n).
    func height(of group: Range<Int>) -> Double {
        guard !group.isEmpty else { return 0 }
        let (first, last) = (section(of: group.lowerBound), section(of: group.upperBound - 1))
        return heights.sum(before: last + 1) - heights.sum(before: first) - metrics.spacing
    }

    /// The items of `section`. O(log n).
    func items(of section: Int) -> Range<Int> {
        let start = Int(counts.sum(before: section))
        return start..<start + Int(counts.length(of: section))
    }
}
