// Converts stored lengths to positions in the content.

/// Maps stored lengths to points of the content.
///
/// Item `i` starts at `scale × (sum of the lengths before i) + gap × i`. Stored lengths do not depend on the width of
/// the viewport, so one index serves every viewport and spacing. Positions are snapped to multiples of 1/1024 point.
/// Such numbers add and subtract without rounding below 2⁴³ (8.8 · 10¹²) points, so frames computed from them meet
/// exactly.
public struct ExtentScale: Sendable, Equatable {
    /// Points for each stored unit; positive.
    public let scale: Double
    /// Points between one item and the next; not negative, a multiple of 1/1024.
    public let gap: Double

    public init(scale: Double, gap: Double) {
        self.scale = scale
        self.gap = Self.snap(gap)
    }

    public static let identity = ExtentScale(scale: 1, gap: 0)

    /// The start in points of an item that has `count` items before it, whose lengths sum to `sum` stored units.
    public func position(sum: Double, count: Int) -> Double {
        Self.snap(scale * sum) + gap * Double(count)
    }

    /// The nearest multiple of 1/1024, halves to even.
    public static func snap(_ value: Double) -> Double {
        (value * 1024).nearest / 1024
    }
}
