// Where every item of a collection lies.

/// The arrangement of a collection's items in its content.
public enum Layout: Sendable {
    case linear(LinearLayout)
    case grid(GridLayout)
    case pages(PagesLayout)
    case picture(PictureLayout)
    case justified(JustifiedLayout)
    case grouped(GroupedLayout)

    /// Number of items.
    public var count: Int {
        switch self {
        case .linear(let layout): layout.count
        case .grid(let layout): layout.count
        case .pages(let layout): layout.count
        case .picture(let layout): layout.count
        case .justified(let layout): layout.count
        case .grouped(let layout): layout.count
        }
    }

    /// The direction in which the content is long.
    public var axis: Axis {
        switch self {
        case .linear(let layout): layout.axis
        case .grid, .justified, .grouped, .picture: .vertical
        case .pages: .horizontal
        }
    }

    /// At zoom scale 1, in points.
    public var contentSize: Size {
        switch self {
        case .linear(let layout): layout.contentSize
        case .grid(let layout): layout.contentSize
        case .pages(let layout): layout.contentSize
        case .picture(let layout): layout.contentSize
        case .justified(let layout): layout.contentSize
        case .grouped(let layout): layout.contentSize
        }
    }

    /// Where item `index` lies in the content, at zoom scale 1. O(log n); where rows are justified also a
    /// section's layout: for more than one item, `frames(of:)`.
    public func frame(of index: Int) -> Rect {
        switch self {
        case .linear(let layout): layout.frame(of: index)
        case .grid(let layout): layout.frame(of: index)
        case .pages(let layout): layout.frame(of: index)
        case .picture(let layout): layout.frame(of: index)
        case .justified(let layout): layout.frame(of: index)
        case .grouped(let layout): layout.frame(of: index)
        }
    }

    /// Where the items of `range` lie, in order.
    public func frames(of range: Range<Int>) -> [Rect] {
        switch self {
        case .linear(let layout): range.map { layout.frame(of: $0) }
        case .grid(let layout): range.map { layout.frame(of: $0) }
        case .pages(let layout): range.map { layout.frame(of: $0) }
        case .picture(let layout): range.map { layout.frame(of: $0) }
        case .justified(let layout): layout.frames(of: range)
        case .grouped(let layout): layout.frames(of: range)
        }
    }

    /// The run of items that share an area with `rect`, in content points at zoom scale 1. O(log n).
    public func items(in rect: Rect) -> Range<Int> {
        switch self {
        case .linear(let layout): layout.items(in: rect)
        case .grid(let layout): layout.items(in: rect)
        case .pages(let layout): layout.items(in: rect)
        case .picture(let layout): layout.items(in: rect)
        case .justified(let layout): layout.items(in: rect)
        case .grouped(let layout): layout.items(in: rect)
        }
    }
}
