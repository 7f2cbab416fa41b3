// The index over groups of items: where each group starts, among the items and in the content.

/// Groups of a collection's items (the files of a folder, the pictures of a day), each with a heading above it.
///
/// A group is `headingHeight` points of heading, its items in a grid or in justified rows, and `gap` points below. Its
/// height is rounded up to a whole point, so that all headings are painted alike; in a mosaic to a part of a point (see
/// `GroupMetrics`). Queries and changes are O(log n); with justified rows, a change also lays out a section. Memory is 16
/// bytes per group (24 after many random changes), plus the justified sections.
public struct GroupIndex: Sendable {
    /// The arrangement of the items below a heading.
    enum Arrangement: Sendable {
        case grid(GridLayout)
        case justified(JustifiedSections)
    }

    /// The height of a heading in points; a multiple of 1/1024.
    ///
    /// A heading is as wide as the content.
    public let headingHeight: Double
    /// Points below each group but the last; a multiple of 1/1024.
    public let gap: Double
    var arrangement: Arrangement
    private var counts = RunTree()
    /// Heights of the groups, in units of 4096 times the multiples that they are rounded up to: that leaves most room.
    private var heights = ExtentTree()
    /// Heights are rounded up to multiples of this many points.
    private let quantum: Double
    private var heightUnit: ExtentScale { ExtentScale(scale: 4096 * quantum, gap: 0) }

    /// Groups in grids; each element of `groups` is the number of items of a group.
    ///
    /// The count of `grid` is ignored. O(groups).
    public init(_ groups: some Sequence<Int>, grid: GridLayout, headingHeight: Double, gap: Double) {
        self.init(arrangement: .grid(grid), GroupMetrics(headingHeight: headingHeight, gap: gap))
        append(groups)
    }

    /// Groups in grids, with the headings and gaps that suit their cells.
    ///
    /// O(groups).
    public init(_ groups: some Sequence<Int>, grid: GridLayout) {
        self.init(arrangement: .grid(grid), GroupMetrics(of: grid))
        append(groups)
    }

    /// Groups in justified rows.
    ///
    /// The sum of `groups` must be the count of `proportions`. O(n).
    public init(
        _ groups: some Sequence<Int>, of proportions: Proportions, metrics: JustifiedMetrics, headingHeight: Double,
        gap: Double
    ) {
        let sections = JustifiedSections(proportions, metrics: metrics, groups: groups)
        self.init(arrangement: .justified(sections), GroupMetrics(headingHeight: headingHeight, gap: gap))
        append(groups)
    }

    private init(arrangement: Arrangement, _ metrics: GroupMetrics) {
        self.arrangement = arrangement
        headingHeight = metrics.headingHeight
        gap = metrics.gap
        quantum = metrics.quantum
    }

    private mutating func append(_ groups: some Sequence<Int>) {
        for count in groups {
            let group = counts.count
            counts.append(max(0, count))
            heights.append(storedHeight(of: group))
        }
    }

    // MARK: Queries

    /// Number of groups.
    public var groupCount: Int { counts.count }

    /// Number of items.
    public var count: Int { counts.itemCount }

    /// The items of `group`.
    ///
    /// O(log groups).
    public func items(of group: Int) -> Range<Int> { counts.items(of: group) }

    /// The group that holds item `index`, which must be in `0 ..< count`.
    ///
    /// O(log groups).
    public func group(of index: Int) -> Int {
        precondition(index >= 0 && index < count, "item \(index) of \(count)")
        return counts.run(of: index)
    }

    /// The last group that starts at or before `y` (content points at zoom scale 1); above all of them the first one;
    /// nil when there is no group.
    ///
    /// O(log groups).
    public func group(at y: Double) -> Int? {
        groupCount == 0 ? nil : heights.index(at: y, in: heightUnit)
    }

    /// Where `group` starts, in content points; `group` may be `groupCount`.
    ///
    /// O(log groups).
    func start(of group: Int) -> Double { heightUnit.position(sum: heights.sum(before: group), count: group) }

    /// Points from the start of `group` to the end of its items.
    func height(of group: Int) -> Double {
        switch arrangement {
        case .grid(let grid): headingHeight + grid.with(count: items(of: group).count).contentSize.height
        case .justified(let sections): headingHeight + sections.height(of: items(of: group))
        }
    }

    private func storedHeight(of group: Int) -> Double {
        rounded(height(of: group) + gap) / heightUnit.scale
    }

    /// Points by which `group` would be higher if its rows took `rows` points, from the first to the end of the last.
    func shift(of group: Int, rows: Double) -> Double {
        rounded(headingHeight + rows + gap) - heights.length(of: group) * heightUnit.scale
    }

    private func rounded(_ height: Double) -> Double { (height / quantum).rounded(.up) * quantum }

    // MARK: Changes
    // The caller changes `Proportions` first, then passes them here in their new state. Grids ignore them.

    /// Inserts a group of `count` items before the one at `group` (0 … groupCount).
    ///
    /// O(log n + count).
    public mutating func insertGroup(_ count: Int, at group: Int, in proportions: Proportions) {
        counts.insert(0, at: group)
        heights.insert(0, at: group)
        insert(max(0, count), at: counts.start(of: group), in: group, in: proportions)
    }

    /// Removes a group and its items.
    ///
    /// O(log n + its sections).
    public mutating func removeGroup(at group: Int, in proportions: Proportions) {
        remove(items(of: group), in: proportions)
        counts.remove(at: group)
        heights.remove(at: group)
    }

    /// Inserts `inserted` items before the one at `index`, which must be in `group` or at its end.
    ///
    /// O(log n + section).
    public mutating func insert(_ inserted: Int, at index: Int, in group: Int, in proportions: Proportions) {
        let items = items(of: group)
        precondition(index >= items.lowerBound && index <= items.upperBound, "place \(index), group: \(items)")
        replace(index..<index, of: group, with: inserted, in: proportions)
    }

    /// Removes items of one group or of several.
    ///
    /// The groups stay, even when they become empty. O(log n + section) for each group that is touched.
    public mutating func remove(_ range: Range<Int>, in proportions: Proportions) {
        var left = range.count
        while left > 0 {
            // Groups are changed in order: a section that is laid out again needs all items before it to match
            // `proportions` already.
            let group = group(of: range.lowerBound)
            let removed = range.lowerBound..<min(range.lowerBound + left, items(of: group).upperBound)
            replace(removed, of: group, with: 0, in: proportions)
            left -= removed.count
        }
    }

    /// Updates the layout after the proportions of the items at `indices` (ascending) have changed.
    ///
    /// O(log n + section) for each section that is touched.
    public mutating func resize(_ indices: [Int], in proportions: Proportions) {
        guard case .justified(var sections) = arrangement else { return }
        // Leaves `sections` as the only reference, so that the change copies nothing.
        arrangement = .grid(.none)
        var rest = indices[...]
        var groups: [Int] = []
        while let first = rest.first {
            let group = group(of: first)
            let items = items(of: group)
            let these = rest.prefix { $0 < items.upperBound }
            sections.resize(these, in: proportions, group: items)
            groups.append(group)
            rest = rest.dropFirst(these.count)
        }
        arrangement = .justified(sections)
        for group in groups { heights.resize(group, to: storedHeight(of: group)) }
    }

    private mutating func replace(
        _ range: Range<Int>, of group: Int, with inserted: Int, in proportions: Proportions
    ) {
        let items = items(of: group)
        counts[group] = items.count - range.count + inserted
        if case .justified(var sections) = arrangement {
            // Leaves `sections` as the only reference, so that the change copies nothing.
            arrangement = .grid(.none)
            sections.replace(range, with: inserted, in: proportions, group: items)
            arrangement = .justified(sections)
        }
        heights.resize(group, to: storedHeight(of: group))
    }
}

extension GridLayout {
    /// A grid without items, a placeholder.
    fileprivate static let none = GridLayout(count: 0, width: 1, columns: 1, spacing: 0)
}
