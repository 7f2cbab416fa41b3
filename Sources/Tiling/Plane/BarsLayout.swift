// Bars of pictures along an axis, which follow the zoom.

/// A histogram of pictures: each bar holds those of a part of an axis, as square cells in rows from its foot up.
///
/// All bars of a zoom scale have one scale: the same step of the axis, cells of one size that hold equally many
/// pictures, and equally many cells in a row. So their heights compare, those out of view, too. The zoom widens the
/// axis alone. The feet stay at the lower edge, and what is highest fits the viewport: cells hold more than one picture
/// (a power of two, so that a zoom seldom changes it) where they would be smaller than `shortestCell`. Where the parts
/// of bars have room, bars are divided: into the next round times or numbers. From a finest step on they are not; bars
/// and cells then widen, so that each picture is alone at the end.
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
    /// The index' axis, with room for whole bars at both ends.
    public var axis: PlaneAxis { steps.axis }
    private let steps: BarSteps
    /// The level that is divided no further.
    private let last: Int
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

    /// At this zoom scale each cell has one picture, if there is a step for which they have room.
    private static let deepest = 60_000.0

    public init(_ index: BarIndex, size: Size) {
        (self.index, self.size) = (index, size)
        func steps(upTo last: Int) -> BarSteps {
            index.range.map {
                index.steps.widened(for: $0, upTo: last, width: size.width, narrowest: Self.narrowest)
            } ?? index.steps
        }
        let height = Self.height(size)
        let all = steps(upTo: index.steps.levels.count - 1)
        let reached =
            all.levels.indices.last { level in
                let width = all.shares[level] * size.width * Self.deepest
                let cells = Self.arrangement(width: width, height: height, count: index.most[level])
                return width >= Self.narrowest && cells.most == 1 && cells.side >= min(Self.shortestCell, height)
            } ?? 0
        // Bars of one value each are divided no further, but as far as there is room without a zoom.
        let first = all.shares.lastIndex { $0 * size.width >= Self.narrowest } ?? 0
        last = min(reached, max(index.finest, first))
        self.steps = reached < first ? steps(upTo: reached) : all
    }

    /// The finest level whose bars have room.
    private func level(at zoomScale: Double) -> Int {
        let width = size.width * max(1, zoomScale)
        return min(last, steps.shares.lastIndex { $0 * width >= Self.narrowest } ?? 0)
    }

    // MARK: Cells

    /// How the items of all bars are placed, in points as zoomed.
    struct Scale: Equatable {
        var side: Double
        /// Number of cells in a row.
        var across: Int
        /// The most items of a cell.
        var most: Int
    }

    /// How a bar's items are placed, in points as zoomed.
    private struct Cells {
        /// The left edge of the first cell of each row.
        var start: Double
        var side: Double
        var across: Int
        var most: Int
        /// Number of cells.
        var count: Int
    }

    private static func height(_ size: Size) -> Double { max(size.height - head, size.height / 2, 1) }

    /// The largest cells that hold `count` items in a bar of this width, or else the least items for each cell.
    private static func arrangement(width: Double, height: Double, count: Int) -> Scale {
        let (inner, count) = (width * inner, max(1, count))
        func rowCount(_ side: Double) -> Int { max(1, Int(clamping: (height / side).rounded(.down))) }
        let widest = max(1, Int(clamping: (inner / shortestCell).rounded(.down)))
        var across = max(1, Int(clamping: (Double(count) * inner / height).squareRoot().rounded(.down)))
        while across <= widest {
            let side = min(inner / Double(across), height)
            if across * rowCount(side) >= count { return Scale(side: side, across: across, most: 1) }
            // One row holds all.
            across = side == height ? max(across + 1, count) : across + 1
        }
        let side = min(inner / Double(widest), height)
        var most = 1
        while (count + most - 1) / most > widest * rowCount(side) { most *= 2 }
        return Scale(side: side, across: widest, most: most)
    }

    /// The place of the bars at one zoom scale.
    struct Level {
        var zoomScale: Double
        var number: Int
        var scale: Scale
    }

    func plan(at zoomScale: Double) -> Level {
        let zoomScale = max(zoomScale, 1e-9)
        let number = level(at: zoomScale)
        let scale = Self.arrangement(
            width: steps.shares[number] * size.width * zoomScale, height: Self.height(size), count: index.most[number])
        return Level(zoomScale: zoomScale, number: number, scale: scale)
    }

    /// Where a bar begins and ends, in points as zoomed.
    private func extent(of bar: BarIndex.Bar, _ zoomScale: Double) -> (minX: Double, width: Double) {
        let width = size.width * zoomScale
        let start = steps.share(ofEdge: bar.low) * width
        return (start, max(steps.share(ofEdge: bar.high) * width - start, 1))
    }

    private func cells(of bar: BarIndex.Bar, _ level: Level) -> Cells {
        let (minX, width) = extent(of: bar, level.zoomScale)
        let scale = level.scale
        let count = (bar.run.count + scale.most - 1) / scale.most
        // A single row stands in the middle.
        let across = min(scale.across, count)
        return Cells(
            start: minX + (width - Double(across) * scale.side) / 2, side: scale.side, across: across,
            most: scale.most, count: count)
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
        let values = axis.values
        func value(_ x: Double) -> Double {
            min(max(axis.value(at: min(max(x / size.width, 0), 1)), values.lowerBound), values.upperBound)
        }
        return index.bars(from: value(minX), to: value(maxX), level: level.number)
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
    /// O(log n).
    func bin(of item: Int, zoomScale: Double) -> PlaneLayout.Bin? {
        let level = plan(at: zoomScale)
        guard let bar = index.bar(of: item, level: level.number) else { return nil }
        let cells = cells(of: bar, level)
        return bin(index.rank(of: item, in: bar) / cells.most, of: bar, cells, zoomScale)
    }
}
