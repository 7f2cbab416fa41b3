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

    private enum Content: Sendable {
        case grid(GridLayout)
        case justified(JustifiedLayout)
    }

    /// `groups` must have been told of every change of `proportions`. Grids ignore the proportions.
    public init(_ groups: GroupIndex, of proportions: Proportions = Proportions()) {
        self.groups = groups
        switch groups.arrangement {
        case .grid(let grid): content = .grid(grid)
        case .justified(let sections): content = .justified(JustifiedLayout(proportions, sections: sections))
        }
    }

    private var width: Double {
        switch content {
        case .grid(let grid): grid.contentSize.width
        case .justified(let layout): layout.metrics.width
        }
    }

    /// Number of items.
    public var count: Int { groups.count }

    /// At zoom scale 1, in points.
    public var contentSize: Size {
        let last = groups.groupCount - 1
        return Size(width: width, height: last < 0 ? 0 : groups.start(of: last) + groups.height(of: last))
    }

    /// Where item `index` lies in the content, at zoom scale 1. O(log n + section); for several items use
    /// `frames(of:)`.
    public func frame(of index: Int) -> Rect {
        precondition(index >= 0 && index < count, "item \(index) of \(count)")
        return frames(of: index..<index + 1)[0]
    }

    /// Where the items of `range` lie, in order. O(log n + section) for each group and section that the range touches.
    public func frames(of range: Range<Int>) -> [Rect] {
        guard !range.isEmpty else { return [] }
        var frames: [Rect] = []
        frames.reserveCapacity(range.count)
        var group = groups.group(of: range.lowerBound)
        while frames.count < range.count {
            let items = groups.items(of: group)
            let wanted = items.clamped(to: range.lowerBound + frames.count..<range.upperBound)
            let top = groups.start(of: group) + groups.headingHeight
            switch content {
            case .grid(let grid):
                let grid = grid.with(count: items.count)
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

    /// The items of all rows that share an area with `rect` (content points at zoom scale 1). Always whole rows, so
    /// that the items are one run of indices. Empty where there are only headings. O(log n + section).
    public func items(in rect: Rect) -> Range<Int> {
        guard rect.minY < rect.maxY, let first = groups.group(at: rect.minY), let last = groups.group(at: rect.maxY)
        else { return 0..<0 }
        let upper = items(from: rect.minY, to: rect.maxY, in: first)
        return last == first ? upper : upper.lowerBound..<items(from: rect.minY, to: rect.maxY, in: last).upperBound
    }

    /// The items of `group` between two heights of the content; when there are none, an empty range at the next item
    /// below.
    private func items(from minY: Double, to maxY: Double, in group: Int) -> Range<Int> {
        let items = groups.items(of: group)
        if items.isEmpty { return items }
        let top = groups.start(of: group) + groups.headingHeight
        switch content {
        case .grid(let grid):
            let found = grid.with(count: items.count).items(
                in: Rect(minX: 0, minY: minY - top, maxX: width, maxY: maxY - top))
            return items.lowerBound + found.lowerBound..<items.lowerBound + found.upperBound
        case .justified(let layout):
            let start = layout.start(of: items)
            return layout.items(from: minY - top + start, to: maxY - top + start, group: items)
        }
    }

    // MARK: Headings

    /// Where the heading of `group` lies in the content, at zoom scale 1. O(log groups).
    public func headingFrame(of group: Int) -> Rect {
        Rect(x: 0, y: groups.start(of: group), width: width, height: groups.headingHeight)
    }

    /// The headings that share an area with `rect`, from the top. O(log groups) for each group in it.
    public func headings(in rect: Rect) -> [Heading] {
        guard rect.minY < rect.maxY, let first = groups.group(at: rect.minY), let last = groups.group(at: rect.maxY)
        else { return [] }
        return (first...last).map { Heading(group: $0, frame: headingFrame(of: $0)) }
            .filter { $0.frame.intersects(rect) }
    }

    /// The heading to paint at the viewport's top edge: that of the group at `y` (the top edge in content points at
    /// zoom scale 1). It is painted at `y`, but not above its own position, and the next group's heading pushes it out.
    /// nil when there is no group.
    public func stickyHeading(at y: Double) -> Heading? {
        guard let group = groups.group(at: y) else { return nil }
        var frame = headingFrame(of: group)
        let end = group + 1 < groups.groupCount ? groups.start(of: group + 1) : contentSize.height
        frame.y = max(frame.y, min(y, end - groups.headingHeight))
        return Heading(group: group, frame: frame)
    }
}
