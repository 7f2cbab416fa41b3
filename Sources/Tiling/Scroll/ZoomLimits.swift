// The range of allowed zoom scales.

/// minimumZoomScale and maximumZoomScale.
public struct ZoomLimits: Sendable, Equatable {
    public var minimum: Double
    public var maximum: Double

    /// A maximum below the minimum is raised to the minimum.
    public init(minimum: Double, maximum: Double) {
        self.minimum = minimum
        self.maximum = max(minimum, maximum)
    }

    /// The scale nearest to `scale` within the limits.
    public func clamp(_ scale: Double) -> Double { min(max(scale, minimum), maximum) }

    /// The limits for one picture in `room` (points).
    ///
    /// The minimum shows the whole picture, but never enlarges it; at the maximum, one pixel covers eight device
    /// pixels. Scales are points per pixel; `scale` is device pixels per point.
    public static func picture(_ size: PixelSize, in room: Size, scale: Double) -> ZoomLimits {
        ZoomLimits(minimum: min(1, fit(size, in: room)), maximum: PictureLayout.largestPixel / scale)
    }

    /// Points per pixel at which the whole picture just fits into `room`.
    public static func fit(_ size: PixelSize, in room: Size) -> Double {
        min(room.width / Double(max(1, size.width)), room.height / Double(max(1, size.height)))
    }

    /// Points per pixel at which a picture is as wide as `room`.
    public static func fitWidth(_ size: PixelSize, in room: Size) -> Double {
        room.width / Double(max(1, size.width))
    }
}
