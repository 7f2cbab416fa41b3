// Where paged scrolling comes to rest.

/// UIScrollView's `isPagingEnabled`: scrolling stops on multiples of the viewport.
public enum Paging {
    /// The velocity, in points per second, from which a flick turns the page, however short the drag was.
    public static let turningVelocity = 300.0

    /// The offset at which a scroll released at `offset` with `velocity` (points per second) stops.
    ///
    /// All in points.
    ///
    /// Pages start at `minimum` and are `page` points long (positive); the last page ends at `maximum`. A slow release
    /// goes to the nearest page, a flick to the next page in its direction.
    public static func target(
        offset: Double, velocity: Double, page: Double, minimum: Double, maximum: Double
    ) -> Double {
        let position = (offset - minimum) / page
        let number =
            if velocity > turningVelocity {
                position.rounded(.down) + 1
            } else if velocity < -turningVelocity {
                position.rounded(.up) - 1
            } else {
                position.rounded()
            }
        return min(max(minimum + number * page, minimum), maximum)
    }
}
