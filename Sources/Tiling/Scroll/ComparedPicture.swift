// A picture beside others: the same part of each, equally magnified, whatever their sizes.

/// One picture of a comparison, in its viewport.
///
/// A magnification is a multiple of the scale at which the whole picture just fits its viewport.
public struct ComparedPicture: Sendable, Equatable {
    /// The magnifications that there are.
    public static let magnifications = 0.001...1_000_000

    /// The picture's size, upright, in pixels; both sides at least 1.
    public let size: PixelSize
    /// Both sides positive, in points.
    public let viewport: Size
    /// Device pixels per point; positive.
    public let scale: Double

    public init(size: PixelSize, viewport: Size, scale: Double) {
        self.size = PixelSize(width: max(1, size.width), height: max(1, size.height))
        (self.viewport, self.scale) = (viewport, scale)
    }

    /// The magnification at which a pixel of the picture is one device pixel.
    public var pixels: Double { 1 / scale / fit }
    /// The smallest magnification: the whole picture is visible, and a small one no larger than its pixels.
    public var minimum: Double { max(Self.magnifications.lowerBound, min(1, pixels)) }
    /// The largest magnification: a pixel of the picture is `PictureLayout.largestPixel` device pixels wide.
    ///
    /// Below 1 for a picture of a few pixels, which does not fill its viewport.
    public var maximum: Double { min(Self.magnifications.upperBound, PictureLayout.largestPixel * pixels) }
    /// The magnification of a double tap: `pixels`, and at least 2.5.
    public var detail: Double { max(pixels, 2.5) }

    /// Points per pixel at magnification 1.
    private var fit: Double { ZoomLimits.fit(size, in: viewport) }

    /// Where a picture lies at a magnification.
    public struct Placement: Sendable {
        /// As asked for, and at most `maximum`.
        public var magnification: Double
        /// Points per pixel.
        public var zoomScale: Double
        /// The whole picture's size, in points.
        public var picture: Size
        /// In points at `zoomScale`; whole device pixels, so that painted pixels stay sharp.
        public var offset: Point
        /// The fractions of the picture that lie in the middle while it covers its viewport as far as it can.
        public var range: (minimum: Point, maximum: Point)
    }

    /// Places the picture at a magnification, with `middle`, fractions of the picture, in the viewport's middle.
    ///
    /// The middle is not clamped to the range: a picture of other proportions beside this one may have a wider range.
    public func placement(magnification requested: Double, middle: Point) -> Placement {
        let magnification = min(requested, maximum)
        let zoomScale = fit * magnification
        let picture = Size(width: Double(size.width) * zoomScale, height: Double(size.height) * zoomScale)
        func offset(_ axis: Axis) -> Double {
            let exact = middle[axis] * picture[axis] - viewport[axis] / 2
            // Halves upwards, as browsers round.
            return (exact * scale + 0.5).rounded(.down) / scale
        }
        func edge(_ axis: Axis) -> Double { min(0.5, viewport[axis] / picture[axis] / 2) }
        let least = Point(x: edge(.horizontal), y: edge(.vertical))
        return Placement(
            magnification: magnification, zoomScale: zoomScale, picture: picture,
            offset: Point(x: offset(.horizontal), y: offset(.vertical)),
            range: (least, Point(x: 1 - least.x, y: 1 - least.y)))
    }
}
