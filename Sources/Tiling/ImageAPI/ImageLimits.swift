// How large the images are that a server answers with, and what it says about a picture.

/// The limits of the images that are made, as published in `info.json`.
public struct ImageLimits: Sendable, Equatable {
    /// The greatest width and height in pixels.
    public let side: Int
    /// The greatest number of pixels.
    public let area: Int

    /// Makes limits; values below 1 count as 1, and those above 2³¹ as that.
    public init(side: Int, area: Int) {
        self.side = min(max(side, 1), 1 << 31)
        self.area = min(max(area, 1), 1 << 31)
    }

    /// Whether a size lies within the limits.
    public func allows(_ size: PixelSize) -> Bool {
        guard size.width <= side, size.height <= side else { return false }
        let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        return !overflow && count <= area
    }

    /// Returns the largest size within the limits and `box` that has the proportions of `size`; all sides at least 1.
    func largest(like size: PixelSize, within box: PixelSize) -> PixelSize {
        let (boxWidth, boxHeight) = (min(box.width, side), min(box.height, side))
        let fitted =
            Double(boxWidth) * Double(size.height) <= Double(boxHeight) * Double(size.width)
            ? PixelSize(
                width: boxWidth, height: min(boxHeight, Self.scaled(size.height, by: boxWidth, over: size.width)))
            : PixelSize(
                width: min(boxWidth, Self.scaled(size.width, by: boxHeight, over: size.height)), height: boxHeight)
        if allows(fitted) { return fitted }
        // The sides of a rectangle of this area and these proportions, rounded down; a little more hides what the
        // square root lacks.
        let ratio = Double(size.width) / Double(size.height)
        func rounded(_ square: Double) -> Int { max(1, Int(clamping: square.squareRoot() + 1e-6)) }
        let width = min(fitted.width, rounded(Double(area) * ratio), area)
        return PixelSize(width: width, height: min(fitted.height, rounded(Double(area) / ratio), area / width))
    }

    /// Returns `length × by ÷ over`, rounded, at least 1.
    static func scaled(_ length: Int, by factor: Int, over divisor: Int) -> Int {
        max(1, Int(clamping: (Double(length) * Double(factor) / Double(divisor)).rounded()))
    }
}

/// What `info.json` says about the sizes of a picture.
public struct ImageInformation: Sendable, Equatable {
    /// Levels of the pyramid whose tiles have the same size.
    public struct Tiles: Sendable, Equatable {
        /// In pixels.
        public let side: Int
        /// The levels as powers of two, in ascending order.
        public fileprivate(set) var scaleFactors: [Int]
    }

    /// The levels of the pyramid from the first to one that is one tile, the finest first; no two with the same side.
    public let tiles: [Tiles]
    /// The sizes of these levels that are within the limits, the smallest first.
    public let sizes: [PixelSize]

    public init(of pyramid: Pyramid, _ limits: ImageLimits) {
        let last = (0...pyramid.maximumLevel).first { pyramid.tileCounts(of: $0) == (1, 1) } ?? pyramid.maximumLevel
        var tiles: [Tiles] = []
        for level in 0...last {
            let side = pyramid.tileSide(of: level)
            if let index = tiles.firstIndex(where: { $0.side == side }) {
                tiles[index].scaleFactors.append(1 << level)
            } else {
                tiles.append(Tiles(side: side, scaleFactors: [1 << level]))
            }
        }
        self.tiles = tiles
        sizes = (0...last).reversed().map { pyramid.size(of: $0) }.filter(limits.allows)
    }
}
