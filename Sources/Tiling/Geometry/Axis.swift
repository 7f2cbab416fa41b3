// The two directions of the plane.

/// A direction of the plane.
public enum Axis: Sendable {
    case horizontal
    case vertical
}
