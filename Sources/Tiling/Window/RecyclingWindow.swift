// A fixed number of cells that follow a drag: first out, last + 1 in.

/// A window of `cellCount` equal cells over a longer row of items, moved by dragging.
///
/// `changeOffset` is how far the drag has gone into the first cell. Each crossing of a cell's length shifts the window by
/// one item and gives that length back, so what is on screen does not move: its origin moves with the window. A jump of
/// many cells shifts by as many. At either end the drag stops, and reversing it frees it at once.
///
/// Deltas that are multiples of 1/1024 point are summed exactly: any split of a drag gives the same window.
public struct RecyclingWindow: Sendable, Equatable {
    /// Items in all.
    public let itemCount: Int
    /// Cells that exist, at most `itemCount`.
    public let cellCount: Int
    /// Points from one cell to the next; positive.
    public let cellLength: Double
    /// What is seen of them, in points.
    public let viewportLength: Double
    /// The item the first cell shows.
    public private(set) var first = 0
    /// Points between the first cell's start and the viewport's: 0 up to `cellLength`, and beyond it only where the last
    /// cell has come in.
    public private(set) var changeOffset = 0.0

    /// `cellLength` must be positive.
    public init(itemCount: Int, cellCount: Int, cellLength: Double, viewportLength: Double) {
        self.itemCount = max(0, itemCount)
        self.cellCount = min(max(0, cellCount), self.itemCount)
        self.cellLength = cellLength
        self.viewportLength = viewportLength
    }

    /// The items that have a cell.
    public var window: Range<Int> { first..<first + cellCount }
    /// Whether the drag stands at the first item's start.
    public var scrollUpEnded: Bool { offset <= 0 }
    /// Whether the drag stands at the last item's end.
    public var scrollDownEnded: Bool { offset >= maximumOffset }
    /// Points from the start of the first item to the viewport's start.
    public var offset: Double { Double(first) * cellLength + changeOffset }
    private var maximumOffset: Double { max(0, Double(itemCount) * cellLength - viewportLength) }

    /// Moves the content under the viewport by `delta` points, downwards or rightwards where positive.
    ///
    /// - Returns: how the window changed.
    public mutating func drag(by delta: Double) -> WindowDifference {
        let old = window
        let target = min(max(offset + delta, 0), maximumOffset)
        changeOffset += target - offset
        let lastFirst = itemCount - cellCount
        // As many cells as the drag has crossed, in one step; less where the row of items ends.
        let crossed = (changeOffset / cellLength).rounded(.down)
        let shift = min(max(Double(first) + crossed, 0), Double(lastFirst)) - Double(first)
        first += Int(shift)
        changeOffset -= shift * cellLength
        return WindowDifference(from: old, to: window)
    }
}
