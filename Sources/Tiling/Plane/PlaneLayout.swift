// A layout where two values of each item decide its place.

/// Items at places in a plane that fills the viewport at zoom scale 1.
///
/// The plane is divided into bins, which are fixed to the content: each time the zoom scale doubles, bins are halved
/// across and down. A bin shows its first item. Where all items of a bin are at one place, it is halved no further: it
/// grows with the content, and becomes a square of as many bins as there is room for, each with an item of its own.
public struct PlaneLayout: Sendable {
    /// A bin that holds items.
    public struct Bin: Sendable, Equatable {
        /// The index of its first item.
        public var first: Int
        /// How many items it holds.
        public var count: Int
        /// Whether they are all at one place, so that the bin is not divided by zooming.
        public var isPoint: Bool
        /// In content points at zoom scale 1.
        public var frame: Rect
        /// The part of the plane where its items are: the frame, or of several bins at one place all of these.
        public var area: Rect
    }

    /// Where one value alone places the items; nil where two do.
    public private(set) var bars: BarsLayout?
    public let index: PlaneIndex
    public let x: PlaneAxis
    public let y: PlaneAxis
    /// At zoom scale 1; see `contentSize(at:)`.
    public let contentSize: Size
    /// The part of the world that a map shows, which can be zoomed out from; nil for other planes.
    public let map: MapArea?
    /// The bits that divide the plane into the bins of zoom scale 1.
    private let bitCount: Int
    /// The bits of the smallest bins into which a lone place is divided; in a map it stays small for long.
    private let pointBitCount: Int

    /// Bins are at most this long, as the geometric mean of both sides, and at least half of that.
    public static let longestBin = 60.0
    /// The side of the only bin of a map that is zoomed far out, in points.
    private static let leastBin = 44.0
    /// The most bins in a row of those at one place.
    private static let mostAtPoint = 64
    /// The longest key.
    private static let mostBits = 64

    public init(_ index: PlaneIndex, x: PlaneAxis, y: PlaneAxis, size: Size, map: MapArea? = nil) {
        (self.index, self.x, self.y, contentSize, self.map) = (index, x, y, size, map)
        bitCount = Self.bitCount(of: size, isTall: index.isTall)
        pointBitCount = max(bitCount, map?.pointBitCount ?? 0)
    }

    /// The items in bars along one axis.
    public init(bars index: BarIndex, size: Size) {
        let none = PlaneIndex(count: 0) { _ in nil }
        let bars = BarsLayout(index, size: size)
        self.init(none, x: bars.axis, y: PlaneAxis(.linear, spanning: 0...1), size: size)
        self.bars = bars
    }

    /// Number of items, with a place or without.
    public var count: Int { bars?.index.count ?? index.count }
    /// Number of items without a place.
    public var unplacedCount: Int {
        bars.map { $0.index.count - $0.index.placedCount } ?? index.count - index.placedCount
    }

    /// The content's size in points that are `zoomScale` points wide: the zoom widens bars alone.
    public func contentSize(at zoomScale: Double) -> Size {
        Size(width: contentSize.width, height: bars == nil ? contentSize.height : contentSize.height / zoomScale)
    }

    /// The bits that divide the plane into the bins of a zoom scale.
    private func bitCount(at zoomScale: Double) -> Int {
        let size = Size(width: contentSize.width * zoomScale, height: contentSize.height * zoomScale)
        let own = Self.bitCount(of: size, isTall: index.isTall)
        // A map is also zoomed out.
        return map == nil ? max(bitCount, own) : own
    }

    /// The bits that divide a plane of this size, as zoomed.
    private static func bitCount(of size: Size, isTall: Bool) -> Int {
        let (long, short) = isTall ? (size.height, size.width) : (size.width, size.height)
        // The longer side is halved once more where bins are nearer to squares then.
        var bitCount = long * long > 2 * short * short ? 1 : 0
        let area = longestBin * longestBin
        while size.width * size.height > area * Double(sign: .plus, exponent: bitCount, significand: 1),
            bitCount + 2 <= mostBits
        {
            bitCount += 2
        }
        return bitCount
    }

    /// The bins of a zoom scale that share an area with `rect` (content points at zoom scale 1), from the first to the
    /// last in Morton order; at most `most`.
    ///
    /// O(bins × log n).
    public func bins(in rect: Rect, zoomScale: Double, most: Int = .max) -> [Bin] {
        if let bars { return bars.bins(in: rect, zoomScale: zoomScale, most: most) }
        let finest = bitCount(at: zoomScale)
        var bins: [Bin] = []
        var open = [index.root]
        while bins.count < most, let cell = open.popLast() {
            guard !cell.run.isEmpty else { continue }
            let frame = frame(of: cell)
            guard frame.minX < rect.maxX, frame.maxX > rect.minX, frame.minY < rect.maxY, frame.maxY > rect.minY
            else { continue }
            if cell.bitCount >= finest || cell.bitCount >= pointBitCount && index.isPoint(cell) {
                bins += self.bins(of: cell, at: zoomScale).filter { $0.frame.intersects(rect) }
            } else {
                let (first, second) = index.halves(of: cell)
                open.append(second)
                open.append(first)
            }
        }
        return bins
    }

    /// The bin at a point of the content (at zoom scale 1), or the one nearest to it; nil where no item has a place.
    ///
    /// O(bins near the point × log n).
    public func bin(nearest point: Point, zoomScale: Double) -> Bin? {
        var reach = 1 / max(zoomScale, 1)
        while true {
            let square = Rect(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
            let nearest = bins(in: square, zoomScale: zoomScale).min { one, other in
                (one.frame.distance(to: point), one.first) < (other.frame.distance(to: point), other.first)
            }
            // A bin in a corner of the square may be farther than one beside it.
            if let nearest, nearest.frame.distance(to: point) <= reach * reach { return nearest }
            if reach > 4 * max(contentSize.width, contentSize.height, abs(point.x), abs(point.y)) { return nearest }
            reach *= 8
        }
    }

    /// The bin at a zoom scale that holds an item; nil for an item without a place.
    ///
    /// O(log n × bits).
    public func bin(of item: Int, zoomScale: Double) -> Bin? {
        if let bars { return bars.bin(of: item, zoomScale: zoomScale) }
        guard var cell = index.cell(of: item, bitCount: pointBitCount) else { return nil }
        let finest = bitCount(at: zoomScale)
        if cell.bitCount > finest, let wider = index.cell(of: item, endingAt: finest) { cell = wider }
        let bins = bins(of: cell, at: zoomScale)
        return bins.last { $0.first <= item } ?? bins.first
    }

    /// The bin nearest to a bin in a direction: `across` is 1 for right and -1 for left, `down` 1 for down and -1 for up.
    ///
    /// It prefers what lies straight ahead. nil where there is none. O(bins near it × log n).
    public func bin(beside bin: Bin, across: Int, down: Int, zoomScale: Double) -> Bin? {
        let middle = Point(x: bin.frame.midX, y: bin.frame.midY)
        /// How far a bin is, with what leads aside counted twice; nil for one that lies behind, or far aside.
        func distance(_ other: Bin) -> Double? {
            let (right, below) = (other.frame.midX - middle.x, other.frame.midY - middle.y)
            let (ahead, aside) = across == 0 ? (below * Double(down), abs(right)) : (right * Double(across), abs(below))
            return ahead > 0 && aside <= 2 * ahead ? ahead + 2 * aside : nil
        }
        var reach = 2 * max(bin.frame.width, bin.frame.height)
        while true {
            let square = Rect(x: middle.x - reach, y: middle.y - reach, width: 2 * reach, height: 2 * reach)
            let nearest = bins(in: square, zoomScale: zoomScale).compactMap { bin in
                distance(bin).map { (bin, $0) }
            }.min { ($0.1, $0.0.first) < ($1.1, $1.0.first) }
            if let nearest, nearest.1 <= reach { return nearest.0 }
            if reach > 2 * max(contentSize.width, contentSize.height) { return nearest?.0 }
            reach *= 4
        }
    }

    /// The bin in which an item is when it is divided no further, or in bars its bin at a zoom scale; empty at the
    /// content's start for an item without a place.
    ///
    /// O(log n × bits).
    public func frame(of item: Int, zoomScale: Double = 1) -> Rect {
        if let bars { return bars.bin(of: item, zoomScale: zoomScale)?.frame ?? .zero }
        return index.cell(of: item, bitCount: pointBitCount).map { frame(of: $0) } ?? .zero
    }

    /// The bin that a cell is, or the bins in rows that a point has room for; the last one stands for the rest.
    private func bins(of cell: PlaneIndex.Cell, at zoomScale: Double) -> [Bin] {
        var (area, count, isPoint) = (frame(of: cell), cell.run.count, index.isPoint(cell))
        // Of a map that is zoomed far out, the bin that is left stays large enough to be seen.
        let reach = (Self.leastBin / zoomScale - area.width) / 2
        if map != nil, cell.bitCount == 0, reach > 0 { area = area.expanded(by: reach) }
        var side = 1
        while isPoint, side * side < count, side < Self.mostAtPoint,
            min(area.width, area.height) * zoomScale >= Self.longestBin * Double(side)
        {
            side *= 2
        }
        guard side > 1 else {
            return [Bin(first: index.firstItem(of: cell), count: count, isPoint: isPoint, frame: area, area: area)]
        }
        let (width, height) = (area.width / Double(side), area.height / Double(side))
        return index.items(of: cell, side * side).enumerated().map { number, item in
            let frame = Rect(
                x: area.x + Double(number % side) * width, y: area.y + Double(number / side) * height, width: width,
                height: height)
            let rest = number == side * side - 1 ? count - number : 1
            return Bin(first: item, count: rest, isPoint: true, frame: frame, area: area)
        }
    }

    private func frame(of cell: PlaneIndex.Cell) -> Rect {
        let area = index.area(of: cell)
        return Rect(
            x: area.x * contentSize.width, y: area.y * contentSize.height, width: area.width * contentSize.width,
            height: area.height * contentSize.height)
    }
}
