// The measures of justified rows.

/// The measures that rows are fitted to: their width, their target height and the space between items.
public struct JustifiedMetrics: Sendable, Hashable {
    /// The width that rows fill, in points: 1 … 2²⁰, a multiple of 1/1024.
    public let width: Double
    /// The target height of a row, in points: 1 … 2¹⁷, a multiple of 1/1024.
    public let rowHeight: Double
    /// Points between items of a row and between rows; a multiple of 1/1024.
    public let spacing: Double

    /// Creates metrics, with values limited to their ranges; without a row height, the default for the width is used.
    public init(width: Double, rowHeight: Double? = nil, spacing: Double) {
        self.width = Self.bounded(width, 1, 1_048_576)
        self.rowHeight = Self.bounded(rowHeight ?? Self.defaultRowHeight(width: width), 1, 131_072)
        self.spacing = Self.bounded(spacing, 0, 131_072)
    }

    private static func bounded(_ value: Double, _ lowest: Double, _ highest: Double) -> Double {
        value.isNaN ? lowest : ExtentScale.snap(min(max(value, lowest), highest))
    }

    /// The default row height in points: about three pictures per row on a phone, 200 points on wider screens.
    ///
    /// Portraits and landscapes mixed are about 1.2 times as wide as high.
    public static func defaultRowHeight(width: Double) -> Double {
        min(200, (width / 3.6).rounded())
    }

    /// The most pictures in a row: with more, gaps would take over half of the width.
    var mostPictures: Int { spacing > 0 ? 1 + Int(clamping: width / 2 / spacing) : .max }

    /// The points that the pictures of a row of `count` share: the width without the gaps.
    func room(for count: Int) -> Double { width - spacing * Double(count - 1) }
}
