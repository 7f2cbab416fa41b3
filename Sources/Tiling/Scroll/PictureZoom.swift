// Zooming from the collection into one picture, and back.

/// The step from a picture in the collection to that picture alone, and the zoom within it.
public enum PictureZoom {
    /// A zoom below this share of the smallest scale leads back to the collection.
    public static let leavingFactor = 0.8

    /// The scale and the offset of a picture after a step of zooming.
    public struct Outcome: Sendable, Equatable {
        /// Points per pixel.
        public var zoomScale: Double
        /// In points, not clamped.
        public var offset: Point
        /// The requested scale divided by `zoomScale`: 1 where the limits allowed it.
        public var remainder: Double
    }

    /// Opens a picture that is shown at `frame` (the whole picture, with what the cell cuts off; points from the
    /// viewport's corner), `factor` times as large.
    ///
    /// The picture's point under `focus` stays there.
    public static func entering(
        _ size: PixelSize, seenAt frame: Rect, focus: Point, factor: Double, limits: ZoomLimits
    ) -> Outcome {
        let (width, height) = (Double(max(1, size.width)), Double(max(1, size.height)))
        let wanted = frame.width / width * factor
        let zoomScale = limits.clamp(wanted)
        func along(_ focus: Double, _ start: Double, _ shown: Double, _ length: Double) -> Double {
            // A focus beside the picture counts as on its edge.
            let share = shown > 0 ? min(max((focus - start) / shown, 0), 1) : 0.5
            return share * length * zoomScale - focus
        }
        return Outcome(
            zoomScale: zoomScale,
            offset: Point(
                x: along(focus.x, frame.minX, frame.width, width),
                y: along(focus.y, frame.minY, frame.height, height)),
            remainder: wanted / zoomScale)
    }

    /// Zooms about `focus` from `scale` to `wanted`, or to the nearest scale that the limits allow.
    public static func zooming(
        from scale: Double, to wanted: Double, offset: Point, focus: Point, limits: ZoomLimits
    ) -> Outcome {
        let zoomScale = limits.clamp(wanted)
        return Outcome(
            zoomScale: zoomScale,
            offset: ZoomAnchor.offset(from: offset, focus: focus, scale: scale, to: zoomScale),
            remainder: wanted / zoomScale)
    }
}
