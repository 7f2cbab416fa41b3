// Maps values to columns of device pixels.

/// The units at the edges of device-pixel columns, for queries to a pyramid of minima and maxima.
///
/// Columns are counted from the start of the content, not of a slide. So every slide gets bit-identical edges for a
/// column, and each value is in exactly one column.
public struct ColumnUnits: Sendable, Equatable {
    private let calculator: LayoutCalculator
    /// Device pixels per point.
    public let scale: Double

    /// A `scale` that is not positive and finite counts as 1.
    public init(_ calculator: LayoutCalculator, scale: Double) {
        self.calculator = calculator
        self.scale = scale > 0 && scale.isFinite ? scale : 1
    }

    /// The columns of `slide`: its edges rounded to device pixels, at least one column.
    ///
    /// The last slide ends where the content ends.
    public func columns(ofSlide slide: Int) -> Range<Int> {
        let start = calculator.start(ofSlide: slide)
        let end = min(calculator.start(ofSlide: slide + 1), calculator.drawWidth)
        let first = Self.integer((start * scale).rounded())
        return first..<max(first + 1, Self.integer((end * scale).rounded()))
    }

    /// The unit at the left edge of `column`, which is the right edge of the column before.
    ///
    /// It never falls as columns rise.
    public func boundary(_ column: Int) -> Double { calculator.unit(atX: Double(column) / scale) }

    /// The edges of all columns from `first` up to `last`, one more than there are columns: column `first + i` holds
    /// the units from element `i` up to, but not including, element `i + 1`.
    ///
    /// O(columns).
    public func boundaries(of columns: Range<Int>) -> [Double] {
        (columns.lowerBound...columns.upperBound).map(boundary)
    }

    /// The indices of the values in `columns`, for values at equal distances.
    ///
    /// Empty for other axes, which need a search.
    public func indices(of columns: Range<Int>) -> Range<Int> {
        func index(_ column: Int) -> Int {
            Int(clamping: min(max(0, boundary(column).rounded(.up)), Double(calculator.axis.count)))
        }
        return index(columns.lowerBound)..<index(columns.upperBound)
    }

    /// `value` as an integer, limited to 0 … 2⁵³.
    private static func integer(_ value: Double) -> Int { Int(clamping: min(max(value, 0), 9_007_199_254_740_992)) }
}
