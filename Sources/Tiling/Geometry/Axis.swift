// The two directions of the plane.

/// A direction of the plane.
public enum Axis: Sendable, Equatable {
    case horizontal
    case vertical

    /// The other direction.
    public var cross: Axis { self == .horizontal ? .vertical : .horizontal }
}
