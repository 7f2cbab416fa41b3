// Distances from the four edges.

/// Distances in points from the edges of a rectangle, inwards where positive.
public struct EdgeInsets: Sendable, Equatable {
    public var top: Double
    public var left: Double
    public var bottom: Double
    public var right: Double

    public init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    public static let zero = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)

    /// The inset at the lower end of `axis`: left or top.
    public func leading(_ axis: Axis) -> Double { axis == .horizontal ? left : top }
    /// The inset at the upper end of `axis`: right or bottom.
    public func trailing(_ axis: Axis) -> Double { axis == .horizontal ? right : bottom }
}
