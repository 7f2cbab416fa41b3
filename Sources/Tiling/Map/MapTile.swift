// The parts of a map: squares that are fixed to the world, at each power of two.

/// A square of the map: the whole world at level 0, and at each further level a quarter of a square of the one before.
public struct MapTile: Sendable, Hashable {
    public let level: Int
    /// From the west.
    public let column: Int
    /// From the north.
    public let row: Int

    /// The levels that there are.
    ///
    /// At the last one a point is some millimetres wide, which is more than any plan shows.
    public static let levels = 0...30
    /// The version of the drawing, for caches: it is another one after each change of the lines or of how they are drawn.
    public static let version = "1"
    /// The sides of a square, in points of its own.
    public static let side = 512.0

    /// nil for what is no square of the map.
    public init?(level: Int, column: Int, row: Int) {
        guard Self.levels.contains(level), (0..<1 << level).contains(column), (0..<1 << level).contains(row) else {
            return nil
        }
        (self.level, self.column, self.row) = (level, column, row)
    }

    /// The side of the square on the map of side 1.
    var extent: Double { Double(sign: .plus, exponent: -level, significand: 1) }

    /// The square on the map of side 1.
    public var area: Rect {
        Rect(x: Double(column) * extent, y: Double(row) * extent, width: extent, height: extent)
    }

    /// The squares that share an area with `rect`, from the north-west, where the whole map lies in `world`.
    ///
    /// Their level is the one at which they are nearest to their own size. Both rectangles are in the same points.
    public static func tiles(in rect: Rect, world: Rect) -> [MapTile] {
        guard world.width > 0, world.height > 0 else { return [] }
        var level = levels.lowerBound
        // Up to a factor of √2 a square is enlarged.
        while level < levels.upperBound,
            world.width / Double(sign: .plus, exponent: level, significand: 1) > side * 1.414_213_562_373_095_1
        {
            level += 1
        }
        let count = Double(sign: .plus, exponent: level, significand: 1)
        func run(_ low: Double, _ high: Double, _ start: Double, _ length: Double) -> Range<Int> {
            let first = max(0, ((low - start) / length * count).rounded(.down))
            let end = min(count, ((high - start) / length * count).rounded(.up))
            return first < end ? Int(clamping: first)..<Int(clamping: end) : 0..<0
        }
        let columns = run(rect.minX, rect.maxX, world.minX, world.width)
        let rows = run(rect.minY, rect.maxY, world.minY, world.height)
        guard columns.count <= 64, rows.count <= 64 else { return [] }
        return rows.flatMap { row in columns.compactMap { MapTile(level: level, column: $0, row: row) } }
    }

    /// Where the square lies, with the whole map in `world`.
    public func frame(in world: Rect) -> Rect {
        Rect(
            minX: world.x + area.minX * world.width, minY: world.y + area.minY * world.height,
            maxX: world.x + area.maxX * world.width, maxY: world.y + area.maxY * world.height)
    }
}
