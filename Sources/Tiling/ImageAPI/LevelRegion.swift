// Which pixels of which level make an image of a region.

/// A region in the pixels of one level of the pyramid.
public struct LevelRegion: Sendable, Equatable {
    public let level: Int
    /// The whole pixels of the level that the region touches.
    public let pixels: PixelRect
    /// The region in pixels of the level, from the corner of `pixels`; its edges may lie within pixels.
    public let frame: Rect
    /// Whether the image is these pixels, without any scaling.
    public let isExact: Bool
    /// The side of the level's tiles, in pixels.
    public let tileSide: Int

    /// Chooses the level for an image of `size` pixels: the smallest one that has at least as many.
    ///
    /// Levels above `maximumLevel` are not used. A coarser one is taken where the region has more than `pixelLimit`
    /// pixels, which is only so where one axis is reduced far more than the other.
    public init(
        _ region: PixelRect, of pyramid: Pyramid, size: PixelSize, maximumLevel: Int = .max, pixelLimit: Int = .max
    ) {
        let last = max(0, min(maximumLevel, pyramid.maximumLevel))
        for level in 0...last {
            guard let pixels = Self.whole(region, of: pyramid, level: level), pixels.size == size else { continue }
            self.init(level: level, pixels: pixels, pyramid)
            return
        }
        // Two percent more than there are pixels are no loss that is seen (see `Pyramid.level(forRatio:)`).
        var level = 0
        while level < last, Self.suffices(region.width, size.width, level: level + 1),
            Self.suffices(region.height, size.height, level: level + 1)
        {
            level += 1
        }
        while level < last, Self.touched(region, of: pyramid, level: level).isLarger(than: pixelLimit) { level += 1 }
        let pixels = Self.touched(region, of: pyramid, level: level)
        let scale = Double(1 << level)
        self.init(
            level: level, pixels: pixels, pyramid,
            frame: Rect(
                x: Double(region.x) / scale - Double(pixels.x), y: Double(region.y) / scale - Double(pixels.y),
                width: Double(region.width) / scale, height: Double(region.height) / scale))
    }

    /// Takes whole pixels of a level, to be scaled where a `frame` is given.
    private init(level: Int, pixels: PixelRect, _ pyramid: Pyramid, frame: Rect? = nil) {
        (self.level, self.pixels, isExact) = (level, pixels, frame == nil)
        tileSide = pyramid.tileSide(of: level)
        self.frame = frame ?? Rect(x: 0, y: 0, width: Double(pixels.width), height: Double(pixels.height))
    }

    /// The columns of the level's tiles that have the pixels.
    public var columns: Range<Int> { tiles(pixels.x, pixels.width) }
    /// The rows of these tiles.
    public var rows: Range<Int> { tiles(pixels.y, pixels.height) }

    /// Whether the image is one tile of the level, unchanged.
    public func isTile(of pyramid: Pyramid) -> Bool {
        isExact && columns.count == 1 && rows.count == 1
            && pyramid.region(level: level, column: columns.lowerBound, row: rows.lowerBound) == pixels
    }

    /// The pixels of a level that cover a region, if the region covers them completely; else nil.
    ///
    /// The last column and row of a level may cover less than the others.
    static func whole(_ region: PixelRect, of pyramid: Pyramid, level: Int) -> PixelRect? {
        let unit = 1 << level
        func isEdge(_ place: Int, _ length: Int) -> Bool { place % unit == 0 || place == length }
        guard region.x % unit == 0, region.y % unit == 0, isEdge(region.x + region.width, pyramid.size.width),
            isEdge(region.y + region.height, pyramid.size.height)
        else { return nil }
        return touched(region, of: pyramid, level: level)
    }

    private static func touched(_ region: PixelRect, of pyramid: Pyramid, level: Int) -> PixelRect {
        let (x, y) = (region.x >> level, region.y >> level)
        return PixelRect(
            x: x, y: y, width: ((region.x + region.width - 1) >> level) + 1 - x,
            height: ((region.y + region.height - 1) >> level) + 1 - y)
    }

    private static func suffices(_ length: Int, _ wanted: Int, level: Int) -> Bool {
        Double(length) * 1.02 >= Double(wanted) * Double(1 << level)
    }

    private func tiles(_ start: Int, _ length: Int) -> Range<Int> {
        start / tileSide..<(start + length - 1) / tileSide + 1
    }
}

extension PixelRect {
    fileprivate func isLarger(than pixelCount: Int) -> Bool {
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow || count > pixelCount
    }
}
