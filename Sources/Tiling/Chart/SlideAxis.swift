// What the x of a chart counts.

/// The x axis of a chart: how many units there are, and how they come from what the data say.
///
/// A unit is what `lineGapSize` is the width of: a step from one value to the next, a day, or 1.
public enum SlideAxis: Sendable, Equatable {
    /// Values at equal distances; a unit is a step from one to the next, and x is the index.
    case even(count: Int)
    /// Values by date: x is in seconds since 1970 (UTC), a unit is a day since the first.
    case dated(first: Double, last: Double)
    /// Values by a number: a unit is 1, counted from the first.
    case numbered(first: Double, last: Double)

    /// Seconds in a day, leap seconds left out as Unix time leaves them out.
    public static let day = 86_400.0

    /// Units from the first value to the last; 0 where there are fewer than two, or where all are equal. Finite.
    public var span: Double {
        switch self {
        case .even: Double(max(0, count - 1))
        case .dated(let first, let last): Self.distance(first, last) / Self.day
        case .numbered(let first, let last): Self.distance(first, last)
        }
    }

    /// How many values lie at equal distances: at most 2⁵³, up to where every index is a double; 0 for other axes.
    var count: Int {
        guard case .even(let count) = self else { return 0 }
        return min(max(0, count), 1 << 53)
    }

    /// The unit of an x of the data. The first value's is 0.
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
