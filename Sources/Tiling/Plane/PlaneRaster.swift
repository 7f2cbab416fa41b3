// Cuts a plane into tiles of cells about as large as pixels, and counts the points in each cell.

/// The tiles of a plane that is halved a number of times.
///
/// ```
///  level 0    level 1, wide   level 2
///  ┌─────┐    ┌──┬──┐         ┌──┬──┐      each tile has 256 × 256 cells,
///  │     │    │  │  │         ├──┼──┤      each cell is the place of one pixel
///  └─────┘    └──┴──┘         └──┴──┘
/// ```
/// Tiles and cells are fixed to the content: they depend neither on the viewport nor on the zoom scale.
public struct PlaneRaster: Sendable, Equatable {
    /// The cells in a row of a tile, and in a column.
    public static let side = 256
    /// The bits of a key that tell the cells of a tile apart.
    static let cellBits = 16
    /// The greatest level: keys have no more bits.
    public static let greatestLevel = 48

    /// How often the plane is halved into tiles, by turns: from 0 to `greatestLevel`.
    public let level: Int
    /// Whether it is first halved across its height, as in `PlaneIndex`.
    public let isTall: Bool

    /// The tiles of a level; nil where there is no such level.
    public init?(level: Int, isTall: Bool) {
        guard (0...Self.greatestLevel).contains(level) else { return nil }
        (self.level, self.isTall) = (level, isTall)
    }

    /// The number of columns and of rows of tiles.
    public var counts: (columns: Int, rows: Int) {
        let (first, second) = (1 << ((level + 1) / 2), 1 << (level / 2))
        return isTall ? (second, first) : (first, second)
    }

    /// The bits that tell cells apart.
    var bitCount: Int { level + Self.cellBits }

    /// A plane of this size as zoomed, in device pixels: the finest cells that are no smaller than a pixel, as the
    /// geometric mean of both sides, and of which at most `most` tiles cover the viewport.
    ///
    /// Between two such levels, which are a doubling of the zoom scale apart, cells are one to two pixels long; on large
    /// screens a little more.
    public init(plane: Size, viewport: Size, isTall: Bool, most: Int) {
        let (long, short) = isTall ? (plane.height, plane.width) : (plane.width, plane.height)
        var level = long * long > 2 * short * short ? 1 : 0
        /// The most tiles of a level that are partly in the viewport, wherever it is.
        func count(_ level: Int) -> Double {
            let counts = Self(level, isTall).counts
            func most(_ count: Int, _ share: Double) -> Double {
                min(Double(count), (share * Double(count)).rounded(.up) + 1)
            }
            let (across, down) = (viewport.width / plane.width, viewport.height / plane.height)
            return most(counts.columns, across) * most(counts.rows, down)
        }
        while level + 2 <= Self.greatestLevel, count(level + 2) <= Double(most),
            plane.width * plane.height >= Double(sign: .plus, exponent: level + 2 + Self.cellBits, significand: 1)
        {
            level += 2
        }
        self.init(level, isTall)
    }

    private init(_ level: Int, _ isTall: Bool) { (self.level, self.isTall) = (level, isTall) }
}

extension PlaneIndex {
    /// The most points in a cell of a level; 0 without any.
    public func greatestCount(level: Int) -> Int {
        let bits = level + PlaneRaster.cellBits
        return summary.greatestCounts.indices.contains(bits) ? summary.greatestCounts[bits] : 0
    }

    /// A hash of all places and of the order of the items.
    public var digest: UInt64 { summary.digest }

    /// The items of positions in the index, which cells are runs of.
    public var itemsInOrder: [UInt32] { items }

    /// The number of points in each cell of a tile, in rows from the top; nil where there is no such tile.
    ///
    /// O(cells + min(points in the tile, cells × log n)).
    public func counts(level: Int, column: Int, row: Int) -> [UInt32]? {
        guard let tile = tile(level: level, column: column, row: row) else { return nil }
        var counts = [UInt32](repeating: 0, count: PlaneRaster.side * PlaneRaster.side)
        forEachCell(of: tile) { place, run in counts[place] = UInt32(truncatingIfNeeded: run.count) }
        return counts
    }

    /// Calls `body` for each cell of a tile that holds points: with its place, in rows from the top, and the positions in
    /// the index of its points.
    ///
    /// Nothing happens where there is no such tile. The cost is that of `counts`.
    public func forEachCell(level: Int, column: Int, row: Int, _ body: (Int, Range<Int>) -> Void) {
        if let tile = tile(level: level, column: column, row: row) { forEachCell(of: tile, body) }
    }

    /// The cell that a tile is; nil where there is no such tile.
    ///
    /// O(level × log n).
    func tile(level: Int, column: Int, row: Int) -> Cell? {
        guard let raster = PlaneRaster(level: level, isTall: isTall), case let counts = raster.counts,
            (0..<counts.columns).contains(column), (0..<counts.rows).contains(row)
        else { return nil }
        var cell = root
        for depth in 0..<level {
            // The highest bit first, of both coordinates by turns.
            let isAcross = (depth % 2 == 0) != isTall
            let bits = isAcross ? (isTall ? level / 2 : (level + 1) / 2) : (isTall ? (level + 1) / 2 : level / 2)
            let isSecond = (isAcross ? column : row) >> (bits - 1 - depth / 2) & 1 == 1
            let (first, second) = halves(of: cell)
            cell = isSecond ? second : first
        }
        return cell
    }

    private func forEachCell(of tile: Cell, _ body: (Int, Range<Int>) -> Void) {
        let shift = UInt64(64 - tile.bitCount - PlaneRaster.cellBits)
        /// The number of the cell at a position, in Morton order.
        func number(_ position: Int) -> Int { Int(keys[position] >> shift & 0xFFFF) }
        let isTall = tile.bitCount % 2 == 0 ? isTall : !isTall
        func place(_ number: Int) -> Int {
            let (first, second) = (Self.halfOfBits(number >> 1), Self.halfOfBits(number))
            return isTall ? first * PlaneRaster.side + second : second * PlaneRaster.side + first
        }
        var start = tile.run.lowerBound
        // Runs of about as many points as the last ones: an end is looked for by doubling steps.
        var step = 1
        while start < tile.run.upperBound {
            let cell = number(start)
            var (low, high) = (start, start + step)
            while high < tile.run.upperBound, number(high) == cell {
                low = high
                step *= 2
                high += step
            }
            high = min(high, tile.run.upperBound)
            // The run ends after `low`, and at `high` at the latest.
            while high - low > 1 {
                let middle = low + (high - low) / 2
                if number(middle) == cell { low = middle } else { high = middle }
            }
            body(place(cell), start..<high)
            step = max(1, (high - start) / 2)
            start = high
        }
    }

    /// Every second bit of 16, from the lowest on.
    private static func halfOfBits(_ number: Int) -> Int {
        var bits = number & 0x5555
        bits = (bits | bits >> 1) & 0x3333
        bits = (bits | bits >> 2) & 0x0F0F
        return (bits | bits >> 4) & 0xFF
    }

    /// The number of points in the cells of a level that share an area with a part of the plane, given in shares of it.
    ///
    /// O(cells at the edges of that part × log n).
    public func count(level: Int, in part: Rect) -> Int {
        let finest = level + PlaneRaster.cellBits
        var (count, open) = (0, [root])
        while let cell = open.popLast() {
            guard !cell.run.isEmpty else { continue }
            let area = area(of: cell)
            guard area.x < part.maxX, area.x + area.width > part.minX, area.y < part.maxY,
                area.y + area.height > part.minY
            else { continue }
            let isInside =
                area.x >= part.minX && area.x + area.width <= part.maxX && area.y >= part.minY
                && area.y + area.height <= part.maxY
            if isInside || cell.bitCount >= finest {
                count += cell.run.count
            } else {
                let (first, second) = halves(of: cell)
                open.append(second)
                open.append(first)
            }
        }
        return count
    }

    /// The tiles of a level that hold points and share an area with a part of the plane, given in shares of it.
    ///
    /// O(tiles × level × log n).
    public func tiles(level: Int, in part: Rect) -> [(column: Int, row: Int, area: Rect)] {
        guard let counts = PlaneRaster(level: level, isTall: isTall)?.counts else { return [] }
        var (found, open) = ([(column: Int, row: Int, area: Rect)](), [root])
        while let cell = open.popLast() {
            let frame = area(of: cell)
            let area = Rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
            guard !cell.run.isEmpty, area.intersects(part) else { continue }
            if cell.bitCount == level {
                // Whole numbers, but for rounding.
                let (column, row) = (area.midX * Double(counts.columns), area.midY * Double(counts.rows))
                found.append((Int(clamping: column), Int(clamping: row), area))
            } else {
                let (first, second) = halves(of: cell)
                open.append(second)
                open.append(first)
            }
        }
        return found
    }
}
