// The measures of justified rows.

/// What rows are fitted to: how wide they are, how high they should be, what is left between items.
public struct JustifiedMetrics: Sendable, Hashable {
    /// The width that rows fill, in points: 1 … 2²⁰, a multiple of 1/1024.
    public let width: Double
    /// The wished height of a row, in points: 1 … 2¹⁷, a multiple of 1/1024.
    public let rowHeight: Double
    /// Points between items of a row and between rows; a multiple of 1/1024.
    public let spacing: Double

    /// Values out of range are cut to it; without a row height the default for the width is taken.
    public init(width: Double, rowHeight: Double? = nil, spacing: Double) {
        self.width = Self.bounded(width, 1, 1_048_576)
        self.rowHeight = Self.bounded(rowHeight ?? Self.defaultRowHeight(width: width), 1, 131_072)
        self.spacing = Self.bounded(spacing, 0, 131_072)
    }

    private static func bounded(_ value: Double, _ lowest: Double, _ highest: Double) -> Double {
        value.isNaN ? lowest : ExtentScale.snap(min(max(value, lowest), highest))
    }

    /// The row height that a viewport of this width gets when none is asked for: about three pictures in a row on a phone
    /// (upright and lying ones mixed are some 1.2 times as wide as high), 200 points where there is room.
    public static func defaultRowHeight(width: Double) -> Double {
        min(200, (width / 3.6).rounded())
    }

    /// More are not put into one row: gaps would take more than half of the width.
    var mostPictures: Int { spacing > 0 ? 1 + Int(width / 2 / spacing) : .max }

    /// The width that pictures share in a row of `count`: what the gaps leave.
    func room(for count: Int) -> Double { width - spacing * Double(count - 1) }
}
