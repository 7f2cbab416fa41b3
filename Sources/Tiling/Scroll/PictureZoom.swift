// Zooming into one picture, and out of it.

/// The steps between seeing a picture among others and looking into it.
public enum PictureZoom {
    /// Zoomed out below this share of the smallest scale, a reader wants to be among the others again.
    public static let leavingFactor = 0.8

    /// Where a picture is in the viewport after a step of zooming.
    public struct Place: Sendable, Equatable {
        /// Points per pixel.
        public var zoomScale: Double
        /// In points, not clamped.
        public var offset: Point
        /// The wished scale over `zoomScale`: what the limits refused.
        public var remainder: Double
    }

    /// Goes over into a picture that is seen at `frame` (all of it, also what is cut off; points from the viewport's
    /// corner), `factor` times as large, about `focus`. The picture's point under the focus stays there.
    public static func entering(
        _ size: PixelSize, seenAt frame: Rect, focus: Point, factor: Double, limits: ZoomLimits
    ) -> Place {
        let (width, height) = (Double(max(1, size.width)), Double(max(1, size.height)))
        let wish = frame.width / width * factor
        let zoomScale = limits.clamp(wish)
        func along(_ focus: Double, _ start: Double, _ shown: Double, _ length: Double) -> Double {
            // A focus beside the picture counts as on its edge.
            let share = shown > 0 ? min(max((focus - start) / shown, 0), 1) : 0.5
            return share * length * zoomScale - focus
        }
        return Place(
            zoomScale: zoomScale,
            offset: Point(
                x: along(focus.x, frame.minX, frame.width, width),
                y: along(focus.y, frame.minY, frame.height, height)),
            remainder: wish / zoomScale)
    }

    /// Zooms within the limits about `focus`, from `scale` to as near `wish` as they allow.
    public static func zooming(
        from scale: Double, to wish: Double, offset: Point, focus: Point, limits: ZoomLimits
    ) -> Place {
        let zoomScale = limits.clamp(wish)
        return Place(
            zoomScale: zoomScale,
            offset: ZoomAnchor.offset(from: offset, focus: focus, scale: scale, to: zoomScale),
            remainder: wish / zoomScale)
    }
}
