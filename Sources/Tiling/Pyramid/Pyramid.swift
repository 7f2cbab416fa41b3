// The levels of one picture and the tiles of each level.

/// The pyramid of a picture.
///
/// Level 0 is full resolution; level n is 1/2ⁿ of it in each axis, rounded up. Each level is cut into tiles of at most
/// `tileSize` pixels a side, or into those that the picture's file stores.
public struct Pyramid: Sendable, Equatable {
    /// The side of a full tile, in pixels, where the file stores no tiles.
    public static let tileSize = 512
    /// Stands in place of a level's number for the smaller copy that a file has of its picture.
    ///
    /// It is above all levels, since tiles of it lie beneath those of levels.
    public static let copyLevel = 99

    /// The size of level 0, upright, in pixels; both sides at least 1.
    public let size: PixelSize
    /// The highest level, whose size is 1 × 1: ⌈log₂ of the longer side⌉.
    public let maximumLevel: Int
    /// The tiles of some levels that the picture's file stores; nil where it stores none that can be sent.
    public let storedTiles: StoredTiles?

    /// The pyramid of a picture of `size`; a side below 1 counts as 1.
    public init(_ size: PixelSize, storedTiles: StoredTiles? = nil) {
        self.storedTiles = storedTiles
        self.size = PixelSize(width: max(1, size.width), height: max(1, size.height))
        let longest = max(self.size.width, self.size.height)
        maximumLevel = Int.bitWidth - (longest - 1).leadingZeroBitCount
    }

    /// The size of `level` (0 … `maximumLevel`) in pixels.
    public func size(of level: Int) -> PixelSize {
        PixelSize(width: Self.reduce(size.width, level), height: Self.reduce(size.height, level))
    }

    private static func reduce(_ length: Int, _ level: Int) -> Int {
        // (length − 1) / 2ⁿ + 1 is ⌈length / 2ⁿ⌉ without overflow.
        max(1, ((length - 1) >> level) + 1)
    }

    /// The side of a full tile of `level`, in pixels: that of the tiles that the file stores of it, else `tileSize`.
    ///
    /// A level that is a single tile of `tileSize` stays one.
    public func tileSide(of level: Int) -> Int {
        guard let storedTiles, storedTiles.contains(level) else { return Self.tileSize }
        let size = size(of: level)
        return max(size.width, size.height) > Self.tileSize ? storedTiles.side : Self.tileSize
    }

    /// Columns and rows of tiles in `level`.
    public func tileCounts(of level: Int) -> (columns: Int, rows: Int) {
        let (size, side) = (size(of: level), tileSide(of: level))
        return ((size.width - 1) / side + 1, (size.height - 1) / side + 1)
    }

    /// The pixels of `level` that a tile covers; nil when there is no such tile.
    public func region(level: Int, column: Int, row: Int) -> PixelRect? {
        guard (0...maximumLevel).contains(level) else { return nil }
        let counts = tileCounts(of: level)
        guard (0..<counts.columns).contains(column), (0..<counts.rows).contains(row) else { return nil }
        let (size, side) = (size(of: level), tileSide(of: level))
        let (x, y) = (column * side, row * side)
        return PixelRect(x: x, y: y, width: min(side, size.width - x), height: min(side, size.height - y))
    }

    /// The coarsest level that still has about one pixel for each device pixel (level 0 when the picture is enlarged).
    ///
    /// `ratio` is device pixels for each pixel of level 0; positive. A level may be up to 2 % too coarse: frames are
    /// rounded to whole device pixels, and that rounding must not select a level with four times the pixels.
    public func level(forRatio ratio: Double) -> Int {
        var level = 0
        var available = 1.0
        while level < maximumLevel, available / 2 * 1.02 >= ratio {
            available /= 2
            level += 1
        }
        return level
    }

    /// Whether a copy whose longer side has `side` pixels has about one pixel for each device pixel, as a level would.
    public func isEnough(copySide side: Int, forRatio ratio: Double) -> Bool {
        Double(side) / Double(max(size.width, size.height)) * 1.02 >= ratio
    }

    /// Whether a copy whose longer side has `side` pixels is coarser than `level`.
    public func isCoarser(copySide side: Int, than level: Int) -> Bool {
        let size = size(of: level)
        return side < max(size.width, size.height)
    }
}

/// The square tiles that a file stores of some levels of its picture, which need not be decoded to be shown.
public struct StoredTiles: Sendable, Equatable, Hashable {
    /// The sides that tiles may have, in pixels; they are multiples of 16.
    public static let sides = 128...1008

    /// In pixels.
    public let side: Int
    /// Every how many levels there is one with such tiles, from level 0 on; 0 where only that one has them.
    public let step: Int

    /// Describes the tiles; nil unless `side` is in `sides` and a multiple of 16, and `step` in 0...3.
    public init?(side: Int, step: Int) {
        guard Self.sides.contains(side), side % 16 == 0, (0...3).contains(step) else { return nil }
        (self.side, self.step) = (side, step)
    }

    /// Whether tiles of a level are stored.
    public func contains(_ level: Int) -> Bool { level == 0 || step > 0 && level > 0 && level % step == 0 }
}

/// A rectangle of whole pixels.
public struct PixelRect: Sendable, Equatable, Hashable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
