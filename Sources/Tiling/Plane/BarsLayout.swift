// Bars of pictures along an axis, which follow the zoom.

/// A histogram of pictures: each bar holds those of a part of an axis, as square cells in rows from its foot up.
///
/// The zoom widens the axis alone. The feet stay at the lower edge, and what is highest fits the viewport: so cells hold
/// more than one picture (a power of two, so that a zoom seldom changes it) where they would be smaller than
/// `shortestCell`. Where a bar's parts have room, it is divided: into the next round times or numbers. A bar of equal
/// values is not divided; it widens, until its pictures part and fill the viewport.
public struct BarsLayout: Sendable {
    /// A bar, and how many pictures it holds.
    public struct Bar: Sendable, Equatable {
        /// Around its cells, as broad as its part of the axis; in content points at zoom scale 1.
        public var frame: Rect
        public var count: Int
        /// What it holds, such as "Mar 2024".
        public var label: String
    }

    public let index: BarIndex
    /// The content's size at zoom scale 1: the viewport.
    public let size: Size

    /// The least width of a bar, in points, as far as the axis' ends leave it.
    public static let narrowest = 32.0
    /// The least width of a cell, likewise.
    public static let shortestCell = 24.0
    /// Points above the bars, for their numbers.
    public static let head = 24.0
    /// The part of a bar's width that its cells take.
    private static let inner = 0.9

    public init(_ index: BarIndex, size: Size) { (self.index, self.size) = (index, size) }

    /// The finest level whose bars have room.
    private func level(at zoomScale: Double) -> Int {
        let width = size.width * max(1, zoomScale)
        return index.steps.shares.lastIndex { $0 * width >= Self.narrowest } ?? 0
    }

    // MARK: Cells

    /// How a bar's items are placed, in points as zoomed.
    private struct Cells {
        /// The left edge of the first cell of each row.
        var start: Double
        var side: Double
        var across: Int
        /// The most items of a cell.
        var most: Int
        /// Number of cells.
        var count: Int
    }

    private var height: Double { max(size.height - Self.head, size.height / 2, 1) }
    private func rowCount(_ side: Double) -> Int { max(1, Int(clamping: (height / side).rounded(.down))) }

    /// The largest cells that hold `count` items in a bar of this width, or else the least items for each cell.
    private func arrangement(width: Double, count: Int) -> (side: Double, most: Int) {
        let inner = width * Self.inner
        let widest = max(1, Int(clamping: (inner / Self.shortestCell).rounded(.down)))
        var across = max(1, Int(clamping: (Double(count) * inner / height).squareRoot().rounded(.down)))
        while across <= widest {
            let side = min(inner / Double(across), height)
            if across * rowCount(side) >= count { return (side, 1) }
            across += 1
        }
        let side = min(inner / Double(widest), height)
        return (side, Self.most(1, of: count, in: widest * rowCount(side)))
    }

    /// The least power of two, from `most` on, of items for each of so many cells.
    private static func most(_ most: Int, of count: Int, in cells: Int) -> Int {
        var most = most
        while (count + most - 1) / most > cells { most *= 2 }
        return most
    }

    /// The place of the bars at one zoom scale.
    private struct Level {
        var zoomScale: Double
        var coarsest: Int
        var finest: Int
        var side: Double
        var most: Int
    }

    private func plan(at zoomScale: Double) -> Level {
        let zoomScale = max(zoomScale, 1e-9)
        let (coarsest, finest) = (level(at: 1), level(at: zoomScale))
        let most = index.most[finest]
        let (side, items) = arrangement(
            width: index.steps.shares[finest] * size.width * zoomScale,
            count: max(1, finest == coarsest ? most.all : most.divided))
        return Level(zoomScale: zoomScale, coarsest: coarsest, finest: finest, side: side, most: items)
    }

    /// Where a bar begins and ends, in points as zoomed.
    private func extent(of bar: BarIndex.Bar, _ zoomScale: Double) -> (minX: Double, width: Double) {
        let width = size.width * zoomScale
        let start = index.steps.share(ofEdge: bar.low) * width
        return (start, max(index.steps.share(ofEdge: bar.high) * width - start, 1))
    }

    private func cells(of bar: BarIndex.Bar, _ level: Level) -> Cells {
        let (minX, width) = extent(of: bar, level.zoomScale)
        let inner = width * Self.inner
        var (side, most) = (level.side, level.most)
        if bar.level < level.finest { (side, most) = arrangement(width: width, count: bar.run.count) }
        side = min(side, inner)
        var across = max(1, Int(clamping: (inner / side + 1e-6).rounded(.down)))
        most = Self.most(most, of: bar.run.count, in: across * rowCount(side))
        let count = (bar.run.count + most - 1) / most
        // A single row stands in the middle.
        across = min(across, count)
        return Cells(
            start: minX + (width - Double(across) * side) / 2, side: side, across: across, most: most, count: count)
    }

    private func bin(_ number: Int, of bar: BarIndex.Bar, _ cells: Cells, _ zoomScale: Double) -> PlaneLayout.Bin {
        let place = number * cells.most
        let (column, row) = (number % cells.across, number / cells.across)
        let frame = Rect(
            x: (cells.start + Double(column) * cells.side) / zoomScale,
            y: (size.height - Double(row + 1) * cells.side) / zoomScale, width: cells.side / zoomScale,
            height: cells.side / zoomScale)
        return PlaneLayout.Bin(
            first: index.item(at: place, of: bar), count: min(cells.most, bar.run.count - place),
            isPoint: cells.most == 1, frame: frame, area: frame)
    }

    // MARK: What is where

    /// The bars between two places of the content (points at zoom scale 1).
    private func found(from minX: Double, to maxX: Double, _ level: Level) -> [BarIndex.Bar] {
        let values = index.axis.values
        func value(_ x: Double) -> Double {
            min(max(index.axis.value(at: min(max(x / size.width, 0), 1)), values.lowerBound), values.upperBound)
        }
        return index.bars(from: value(minX), to: value(maxX), coarsest: level.coarsest, finest: level.finest)
    }

    /// The bars that share an area with a part of the content, from left to right.
    ///
    /// O(bars × log n).
    public func bars(from minX: Double, to maxX: Double, zoomScale: Double) -> [Bar] {
        let level = plan(at: zoomScale)
        return found(from: minX, to: maxX, level).map { bar in
            let (start, width) = extent(of: bar, zoomScale)
            let cells = cells(of: bar, level)
            let height = Double((cells.count + cells.across - 1) / cells.across) * cells.side
            let frame = Rect(
                x: start / zoomScale, y: (size.height - height) / zoomScale, width: width / zoomScale,
                height: height / zoomScale)
            return Bar(frame: frame, count: bar.run.count, label: index.label(of: bar))
        }.filter { $0.frame.minX < maxX && $0.frame.maxX > minX }
    }

    /// The bins of a zoom scale that share an area with `rect`; at most `most`.
    ///
    /// As the layout's: `rect` is in content points at zoom scale 1. O(bins × log n).
    func bins(in rect: Rect, zoomScale: Double, most: Int) -> [PlaneLayout.Bin] {
        let level = plan(at: zoomScale)
        var bins: [PlaneLayout.Bin] = []
        for bar in found(from: rect.minX, to: rect.maxX, level) where bins.count < most {
            let cells = cells(of: bar, level)
            let columns = Self.run(
                (rect.minX * zoomScale - cells.start) / cells.side, (rect.maxX * zoomScale - cells.start) / cells.side)
            let rows = Self.run(
                (size.height - rect.maxY * zoomScale) / cells.side, (size.height - rect.minY * zoomScale) / cells.side)
            let last = (cells.count - 1) / cells.across
            for row in rows.clamped(to: 0..<last + 1) {
                for column in columns.clamped(to: 0..<cells.across) where bins.count < most {
                    let number = row * cells.across + column
                    guard number < cells.count else { break }
                    let bin = bin(number, of: bar, cells, zoomScale)
                    if bin.frame.intersects(rect) { bins.append(bin) }
                }
            }
        }
        return bins
    }

    /// The whole numbers around two numbers.
    private static func run(_ low: Double, _ high: Double) -> Range<Int> {
        let first = Int(clamping: low.rounded(.down))
        return first..<max(first, Int(clamping: high.rounded(.up))) + 1
    }

    /// The bin of a zoom scale that holds an item; nil for an item without a place.
    ///
    /// O(levels × log n).
    func bin(of item: Int, zoomScale: Double) -> PlaneLayout.Bin? {
        let level = plan(at: zoomScale)
        guard let bar = index.bar(of: item, coarsest: level.coarsest, finest: level.finest) else { return nil }
        let cells = cells(of: bar, level)
        return bin(index.rank(of: item, in: bar) / cells.most, of: bar, cells, zoomScale)
    }
}
