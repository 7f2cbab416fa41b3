// Items in groups, each below a heading.

/// Groups from top to bottom: a heading across the whole width, then the group's items in a grid or in justified rows.
///
/// Made for a query and not kept (see `JustifiedLayout`).
public struct GroupedLayout: Sendable {
    /// The heading of a group and where it lies.
    public struct Heading: Sendable, Equatable {
        public var group: Int
        /// In content points at zoom scale 1.
        public var frame: Rect
    }

    /// The items of each group, and where the group starts.
    public let groups: GroupIndex
    private let content: Content
    /// Groups whose rows are pinned, from the top.
    private let pinnedGroups: [PinnedGroup]

    /// A group whose rows begin with the same items as in the client's last plan.
    private struct PinnedGroup: Sendable {
        var group: Int
        /// Only in a grid: the number of empty cells before the group's first item.
        var lead: Int
        /// From the top of its first row to the end of its last, in points.
        var rows: Double
        /// Points that this adds to the group's height.
        var shift: Double

        init(_ group: Int, of groups: GroupIndex, lead: Int = 0, rows: Double) {
            (self.group, self.lead, self.rows) = (group, lead, rows)
            shift = groups.shift(of: group, rows: rows)
        }
    }

    private enum Content: Sendable {
        case grid(GridLayout)
        case justified(JustifiedLayout)
    }

    /// Lays out `groups`, which must know every change of `proportions`; grids ignore the proportions.
    ///
    /// `rows` are the rows in the client's view, from the top. Those that do not exist are ignored.
    public init(_ groups: GroupIndex, of proportions: Proportions = Proportions(), pinning rows: [PinnedRow] = []) {
        self.groups = groups
        var pinnedGroups: [PinnedGroup] = []
        var rest = rows.filter { $0.start >= 0 && $0.start < groups.count }[...]
        switch groups.arrangement {
        case .grid(let grid):
            while let first = rest.first {
                let (group, items) = Self.group(of: first, in: groups, &rest)
                let lead = grid.lead(placing: first.start - items.lowerBound, at: first.column)
                guard lead > 0 else { continue }
                let rows = grid.with(count: items.count, lead: lead).contentSize.height
                pinnedGroups.append(PinnedGroup(group, of: groups, lead: lead, rows: rows))
            }
            content = .grid(grid)
        case .justified(let sections):
            var runs: [PinnedRun] = []
            while let first = rest.first {
                let before = rest
                let (group, items) = Self.group(of: first, in: groups, &rest)
                let these = Array(before.prefix(before.count - rest.count))
                guard let run = PinnedRun(these, in: sections, of: proportions, group: items) else { continue }
                let rows = sections.height(of: items) + run.shift
                runs.append(run)
                pinnedGroups.append(PinnedGroup(group, of: groups, rows: rows))
            }
            content = .justified(JustifiedLayout(proportions, sections: sections, runs: runs))
        }
        self.pinnedGroups = pinnedGroups
    }

    /// The groups' rows, where they are justified.
    var justified: JustifiedLayout? {
        if case .justified(let rows) = content { rows } else { nil }
    }

    /// The group that holds the row `first`, and its items; its rows are taken from the front of `rows`.
    private static func group(
        of first: PinnedRow, in groups: GroupIndex, _ rows: inout ArraySlice<PinnedRow>
    ) -> (group: Int, items: Range<Int>) {
        let group = groups.group(of: first.start)
        let items = groups.items(of: group)
        rows = rows.drop { $0.start < items.upperBound }
        return (group, items)
    }

    private var width: Double {
        switch content {
        case .grid(let grid): grid.contentSize.width
        case .justified(let layout): layout.metrics.width
        }
    }

    /// Number of items.
    public var count: Int { groups.count }

    /// Whether rows are pinned that would otherwise begin with other items.
    public var hasPinnedRows: Bool { !pinnedGroups.isEmpty }

    /// The content's size at zoom scale 1, in points.
    public var contentSize: Size {
        let last = groups.groupCount - 1
        guard last >= 0 else { return Size(width: width, height: 0) }
        let height = pinnedGroup(last).map { groups.headingHeight + $0.rows } ?? groups.height(of: last)
        return Size(width: width, height: start(of: last) + height)
    }

    private func pinnedGroup(_ group: Int) -> PinnedGroup? { pinnedGroups.first { $0.group == group } }

    /// Where `group` starts, in content points.
    ///
    /// O(log groups).
    private func start(of group: Int) -> Double {
        pinnedGroups.reduce(groups.start(of: group)) { $1.group < group ? $0 + $1.shift : $0 }
    }

    /// The last group that starts at or before `y` (content points); above all of them the first one; nil when there is
    /// no group.
    ///
    /// O(log groups).
    private func group(at y: Double) -> Int? {
        var shift = 0.0
        for pinned in pinnedGroups {
            if y < groups.start(of: pinned.group) + shift { break }
            if y < groups.start(of: pinned.group + 1) + shift + pinned.shift { return pinned.group }
            shift += pinned.shift
        }
        return groups.group(at: y - shift)
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
    /// O(log n + section) for each group and section that the range touches.
    public func frames(of range: Range<Int>) -> [Rect] {
        guard !range.isEmpty else { return [] }
        var frames: [Rect] = []
        frames.reserveCapacity(range.count)
        var group = groups.group(of: range.lowerBound)
        while frames.count < range.count {
            let items = groups.items(of: group)
            let wanted = items.clamped(to: range.lowerBound + frames.count..<range.upperBound)
            let top = start(of: group) + groups.headingHeight
            switch content {
            case .grid(let grid):
                let grid = grid.with(count: items.count, lead: pinnedGroup(group)?.lead ?? 0)
                for index in wanted {
                    var frame = grid.frame(of: index - items.lowerBound)
                    frame.y += top
                    frames.append(frame)
                }
            case .justified(let layout):
                let start = wanted.isEmpty ? 0 : layout.start(of: items)
                for var frame in layout.frames(of: wanted, group: items) {
                    frame.y += top - start
                    frames.append(frame)
                }
            }
            group += 1
        }
        return frames
    }

    /// The items of all rows that share an area with `rect` (content points at zoom scale 1).
    ///
    /// Always whole rows, so that the items are one run of indices. Empty where there are only headings. O(log n +
    /// section).
    public func items(in rect: Rect) -> Range<Int> {
        guard rect.minY < rect.maxY, let first = group(at: rect.minY), let last = group(at: rect.maxY)
        else { return 0..<0 }
        let upper = items(from: rect.minY, to: rect.maxY, in: first)
        return last == first ? upper : upper.lowerBound..<items(from: rect.minY, to: rect.maxY, in: last).upperBound
    }

    /// The items of `group` between two heights of the content; when there are none, an empty range at the next item
    /// below.
    private func items(from minY: Double, to maxY: Double, in group: Int) -> Range<Int> {
        let items = groups.items(of: group)
        if items.isEmpty { return items }
        let top = start(of: group) + groups.headingHeight
        switch content {
        case .grid(let grid):
            let found = grid.with(count: items.count, lead: pinnedGroup(group)?.lead ?? 0).items(
                in: Rect(minX: 0, minY: minY - top, maxX: width, maxY: maxY - top))
            return items.lowerBound + found.lowerBound..<items.lowerBound + found.upperBound
        case .justified(let layout):
            let start = layout.start(of: items)
            return layout.items(from: minY - top + start, to: maxY - top + start, group: items)
        }
    }

    // MARK: Grids

    /// The pinned rows of grids, one for each group whose first item is not in column 0: that item and its column.
    public var pinnedRows: [PinnedRow] {
        pinnedGroups.map { PinnedRow(start: groups.items(of: $0.group).lowerBound, isWhole: false, column: $0.lead) }
    }

    /// The grid of all groups, whose count is meaningless; nil where rows are justified.
    var grid: GridLayout? {
        if case .grid(let grid) = content { grid } else { nil }
    }

    /// The grids of the groups that share an area with the stretch between two heights of the content (at zoom scale
    /// 1), from the top: the items of each, and where its first row begins.
    ///
    /// Empty where rows are justified. O(log groups) for each.
    func grids(from minY: Double, to maxY: Double) -> [(items: Range<Int>, top: Double, grid: GridLayout)] {
        guard case .grid(let grid) = content, minY < maxY, let first = group(at: minY), let last = group(at: maxY)
        else { return [] }
        return (first...last).map { group in
            let items = groups.items(of: group)
            return (
                items, start(of: group) + groups.headingHeight,
                grid.with(count: items.count, lead: pinnedGroup(group)?.lead ?? 0)
            )
        }
    }

    /// As `Layout.item(nearest:)`, for groups in grids; nil where rows are justified and where there are no items.
    ///
    /// O(log groups).
    func cell(nearest point: Point) -> (index: Int, fraction: Double)? {
        guard let (items, top, grid) = grids(from: point.y, to: point.y.nextUp).first, !items.isEmpty else {
            return nil
        }
        let spot = DensityZoom.item(of: grid, at: Point(x: point.x, y: point.y - top))
        return (items.lowerBound + spot.index, spot.fraction)
    }

    // MARK: Headings

    /// Where the heading of `group` lies in the content, at zoom scale 1.
    ///
    /// O(log groups).
    public func headingFrame(of group: Int) -> Rect {
        Rect(x: 0, y: start(of: group), width: width, height: groups.headingHeight)
    }

    /// In a mosaic, the least height in points of a group with room for a label; and the number of groups in view above
    /// which hardly any has room.
    private static let labelHeight = 24.0
    private static let mostRules = 256

    /// The headings that share an area with `rect`, from the top; in a mosaic those of all groups in it with room for a
    /// label.
    ///
    /// O(log groups) for each group in it.
    public func headings(in rect: Rect) -> [Heading] {
        guard rect.minY < rect.maxY, let first = group(at: rect.minY), let last = group(at: rect.maxY)
        else { return [] }
        guard grid?.isMosaic == true else {
            return (first...last).map { Heading(group: $0, frame: headingFrame(of: $0)) }
                .filter { $0.frame.intersects(rect) }
        }
        guard last - first < Self.mostRules else { return [] }
        return (first...last).filter { start(of: $0 + 1) - start(of: $0) >= Self.labelHeight }
            .map { Heading(group: $0, frame: headingFrame(of: $0)) }
    }

    /// The heading to paint at the viewport's top edge: that of the group at `y` (the top edge in content points at
    /// zoom scale 1).
    ///
    /// It is painted at `y`, but not above its own position, and the next group's heading pushes it out. nil when there
    /// is no group.
    public func stickyHeading(at y: Double) -> Heading? {
        guard let group = group(at: y) else { return nil }
        var frame = headingFrame(of: group)
        let end = group + 1 < groups.groupCount ? start(of: group + 1) : contentSize.height
        frame.y = max(frame.y, min(y, end - groups.headingHeight))
        return Heading(group: group, frame: frame)
    }
}
