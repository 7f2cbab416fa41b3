// One column or one row of items, each with the length that its proportions need.

/// `stack` (scrolls vertically, every item as wide as the viewport) and `strip` (horizontally, as high as the viewport).
///
/// The extents hold each item's length for a breadth of `referenceBreadth` points, so one index serves many viewports.
public struct LinearLayout: Sendable {
    /// The breadth in points at which stored lengths are in points.
    public static let referenceBreadth = 1024.0

    /// The number of pixels that fill a breadth of up to 1200 points, at four points a pixel.
    public static let fewestPixels = 300

    /// The greatest breadth of a low strip, such as one of the neighbours of an open picture, in points.
    private static let lowBreadth = 128.0
    /// The number of pixels that fill a low strip, at four points a pixel.
    private static let fewestPixelsOfLow = 32

    /// The number of pixels across the axis below which a picture is laid out as if it had so many.
    ///
    /// So an icon does not fill the screen, and lengths stay in proportion to the breadth. Grows in steps of a quarter,
    /// so that a few indices serve all viewports: such a picture is shown at 3.2 to 4 points a pixel where the breadth
    /// is more than 1200 points.
    public static func fewestPixels(breadth: Double) -> Int {
        guard breadth > lowBreadth else { return fewestPixelsOfLow }
        var fewest = fewestPixels
        // The limit of 2^20 points, wider than any viewport, ends the loop.
        while 4 * Double(fewest) < min(breadth, 0x1p20) { fewest += fewest / 4 }
        return fewest
    }

    /// The direction in which items follow one another.
    public let axis: Axis
    /// The length of every item across the axis, in points.
    public let breadth: Double
    /// Points between items.
    public var spacing: Double { scale.gap }
    private let extents: Extents
    private let scale: ExtentScale

    /// A layout of the given lengths; `breadth` must be positive, `spacing` not negative (both in points).
    public init(axis: Axis, breadth: Double, spacing: Double, extents: Extents) {
        self.axis = axis
        self.breadth = breadth
        self.extents = extents
        scale = ExtentScale(scale: breadth / Self.referenceBreadth, gap: spacing)
    }

    /// The stored length of an item of `size` (upright, in pixels); that of a square where the size is not positive.
    ///
    /// For `fewest` see `fewestPixels(breadth:)`. In a low strip the narrowest picture takes half of the breadth, so that
    /// it is seen and can be pressed.
    public static func length(of size: PixelSize, along axis: Axis, fewest: Int = fewestPixels) -> Double {
        guard size.width > 0, size.height > 0 else { return referenceBreadth }
        let (along, across) = axis == .vertical ? (size.height, size.width) : (size.width, size.height)
        let least = fewest == fewestPixelsOfLow && axis == .horizontal ? referenceBreadth / 2 : 0
        return max(referenceBreadth * Double(along) / Double(max(across, fewest)), least)
    }

    /// Number of items.
    public var count: Int { extents.count }

    /// The content's size at zoom scale 1, in points.
    public var contentSize: Size {
        var size = Size.zero
        size[axis] = count == 0 ? 0 : scale.position(sum: extents.total, count: count) - scale.gap
        size[axis.cross] = breadth
        return size
    }

    /// Where item `index` lies in the content, at zoom scale 1.
    ///
    /// O(log n).
    public func frame(of index: Int) -> Rect {
        let before = extents.sum(before: index)
        let start = scale.position(sum: before, count: index)
        let end = scale.position(sum: before + extents.length(of: index), count: index + 1) - scale.gap
        return axis == .vertical
            ? Rect(minX: 0, minY: start, maxX: breadth, maxY: end)
            : Rect(minX: start, minY: 0, maxX: end, maxY: breadth)
    }

    /// The items that share an area with `rect` (content points at zoom scale 1); empty when there are none.
    ///
    /// O(log n).
    public func items(in rect: Rect) -> Range<Int> {
        guard count > 0, rect.start(axis) < rect.end(axis) else { return 0..<0 }
        var first = extents.index(at: rect.start(axis), in: scale)
        // The rectangle may start in the gap after the item that was found.
        if frame(of: first).end(axis) <= rect.start(axis) { first += 1 }
        var last = extents.index(at: rect.end(axis), in: scale)
        while last >= first, frame(of: last).start(axis) >= rect.end(axis) { last -= 1 }
        return last < first ? first..<first : first..<last + 1
    }
}
