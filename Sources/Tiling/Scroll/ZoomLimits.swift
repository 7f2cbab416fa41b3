// Between which zoom scales a reader may zoom.

/// minimumZoomScale and maximumZoomScale.
public struct ZoomLimits: Sendable, Equatable {
    public var minimum: Double
    public var maximum: Double

    /// A maximum below the minimum is raised to it.
    public init(minimum: Double, maximum: Double) {
        self.minimum = minimum
        self.maximum = max(minimum, maximum)
    }

    /// The scale nearest to `scale` within the limits.
    public func clamp(_ scale: Double) -> Double { min(max(scale, minimum), maximum) }

    /// For one picture in `room` (points): from all of it, though never enlarged for that, to eight device pixels for a
    /// pixel. Scales are points per pixel; `scale` is the device pixels to a point.
    public static func picture(_ size: PixelSize, in room: Size, scale: Double) -> ZoomLimits {
        ZoomLimits(minimum: min(1, fit(size, in: room)), maximum: PictureLayout.largestPixel / scale)
    }

    /// Points per pixel at which all of a picture fills as much of `room` as its proportions allow.
    public static func fit(_ size: PixelSize, in room: Size) -> Double {
        min(room.width / Double(max(1, size.width)), room.height / Double(max(1, size.height)))
    }

    /// Points per pixel at which a picture is as wide as `room`.
    public static func fitWidth(_ size: PixelSize, in room: Size) -> Double {
        room.width / Double(max(1, size.width))
    }
}
