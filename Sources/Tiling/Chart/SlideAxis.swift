// The units along the x axis of a chart.

/// The x axis of a chart: how many units it has, and how the x of the data becomes units.
///
/// A unit is what `lineGapSize` points stand for: the step from one value to the next, a day, or 1.
public enum SlideAxis: Sendable, Equatable {
    /// Values at equal distances. A unit is the step from one value to the next; x is the index.
    case even(count: Int)
    /// Values by date. x is in seconds since 1970 (UTC); a unit is a day, counted from the first value.
    case dated(first: Double, last: Double)
    /// Values by number. A unit is 1, counted from the first value.
    case numbered(first: Double, last: Double)

    /// Seconds in a day, without leap seconds, as in Unix time.
    public static let day = 86_400.0

    /// Units from the first value to the last; 0 where there are fewer than two values, or all have the same x.
    ///
    /// Finite.
    public var span: Double {
        switch self {
        case .even: Double(max(0, count - 1))
        case .dated(let first, let last): Self.distance(first, last) / Self.day
        case .numbered(let first, let last): Self.distance(first, last)
        }
    }

    /// The number of values at equal distances, at most 2⁵³, so that every index is a double; 0 for other axes.
    var count: Int {
        guard case .even(let count) = self else { return 0 }
        return min(max(0, count), 1 << 53)
    }

    /// The unit of the x of a value; 0 for the first value.
    public func unit(of x: Double) -> Double {
        switch self {
        case .even: x
        case .dated(let first, _): (x - first) / Self.day
        case .numbered(let first, _): x - first
        }
    }

    /// The x of the data that lies at `unit`.
    public func x(ofUnit unit: Double) -> Double {
        switch self {
        case .even: unit
        case .dated(let first, _): first + unit * Self.day
        case .numbered(let first, _): first + unit
        }
    }

    private static func distance(_ first: Double, _ last: Double) -> Double {
        guard first.isFinite, last.isFinite, last > first else { return 0 }
        return min(last - first, .greatestFiniteMagnitude)
    }
}
