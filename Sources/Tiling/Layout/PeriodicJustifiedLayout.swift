// Justified rows over repeating proportions, in closed form, without memory per item.

/// `justified` for proportions that repeat a short pattern.
///
/// Rows are broken once, for a block of whole patterns whose last row is full; then the block repeats. The items after
/// the last whole block may end with a short row. Making one is O(block), every query at most O(block); so the count
/// may be 10⁹ and more.
public struct PeriodicJustifiedLayout: Sendable {
    /// A block has as many whole patterns as fit into this many items, and at least one.
    ///
    /// Longer blocks break better and cost more.
    public static let usualBlock = 256

    public let metrics: JustifiedMetrics
    /// Number of items.
    public let count: Int
    private let block: Block
    /// The items after the last repeated block, which end the layout; never empty, but possibly a whole block.
    private let tail: Block
    /// Number of blocks before the tail.
    private let blockCount: Int

    private struct Block: Sendable {
        var frames: [Rect] = []
        /// The items of each row, from the top.
        var rows: [Range<Int>] = []
        /// The height of all rows in points, each with the gap below it.
        var height = 0.0

        init(_ proportions: Proportions, items: Range<Int>, metrics: JustifiedMetrics, endsGroup: Bool) {
            var breaker = RowBreaker(metrics: metrics)
            breaker.load(items, of: proportions, endsGroup: endsGroup)
            height = breaker.height
            for row in breaker.rows {
                rows.append(row.items)
                for index in row.items { frames.append(breaker.frame(of: index, in: row)) }
            }
        }

        /// The first item after the rows for which `isBefore` holds.
        ///
        /// These rows must come first.
        func items(_ isBefore: (Rect) -> Bool) -> Int {
            rows.first { !isBefore(frames[$0.lowerBound]) }?.lowerBound ?? frames.count
        }
    }

    /// `count` items whose proportions repeat `pattern`; an empty pattern means `Proportions.commonest`.
    public init(pattern: [Float], count: Int, metrics: JustifiedMetrics) {
        self.metrics = metrics
        self.count = max(0, count)
        let pattern = pattern.isEmpty ? [Proportions.commonest] : pattern
        let size = max(1, Self.usualBlock / pattern.count) * pattern.count
        blockCount = max(0, self.count - 1) / size
        let proportions = Proportions((0..<min(size, self.count)).map { pattern[$0 % pattern.count] })
        block = Block(proportions, items: 0..<(blockCount == 0 ? 0 : size), metrics: metrics, endsGroup: false)
        tail = Block(
            proportions, items: 0..<self.count - blockCount * size, metrics: metrics, endsGroup: true)
    }

    /// The content's size at zoom scale 1, in points.
    public var contentSize: Size {
        Size(
            width: metrics.width,
            height: count == 0 ? 0 : Double(blockCount) * block.height + tail.height - metrics.spacing)
    }

    /// Where item `index` lies in the content, at zoom scale 1.
    ///
    /// O(1).
    public func frame(of index: Int) -> Rect {
        precondition(index >= 0 && index < count, "item \(index) of \(count)")
        guard blockCount > 0 else { return tail.frames[index] }
        let (number, position) = index.quotientAndRemainder(dividingBy: block.frames.count)
        var frame = number < blockCount ? block.frames[position] : tail.frames[position]
        frame.y += Double(number) * block.height
        return frame
    }

    /// The items of all rows that share an area with `rect` (content points at zoom scale 1).
    ///
    /// Always whole rows, so that the items are one run of indices. O(block).
    public func items(in rect: Rect) -> Range<Int> {
        guard count > 0, rect.minY < rect.maxY else { return 0..<0 }
        let start = items(at: rect.minY) { frame, y in frame.maxY <= y }
        return start..<max(start, items(at: rect.maxY) { frame, y in frame.minY < y })
    }

    /// In the block at `y`, the first item after the rows for which `isBefore` holds.
    private func items(at y: Double, _ isBefore: (Rect, Double) -> Bool) -> Int {
        guard blockCount > 0 else { return tail.items { isBefore($0, y) } }
        let number = Int(clamping: min(max(0, (y / block.height).rounded(.down)), Double(blockCount)))
        let top = Double(number) * block.height
        let position = (number < blockCount ? block : tail).items { isBefore($0, y - top) }
        return number * block.frames.count + position
    }
}
