// Chooses the axes of a plane, and keeps them while items change.

import Tiling

/// The axis of a field's values, and the values on it.
struct PlaneAxes {
    var axis: PlaneAxis
    /// As those of the field; of categories, their numbers on the axis.
    var numbers: [Double]
    /// Whether values lie beyond the axis, which was kept.
    var isOutgrown = false

    /// The axis of some values: the one before, where it spans them all, or where `isKept` says so.
    ///
    /// `isLogarithmic` is nil where nobody chose. O(values).
    static func axis(
        of values: FieldValues, isLogarithmic: Bool?, isOfBars: Bool, _ before: PlaneAxis?, isKept: Bool
    ) -> PlaneAxes {
        if values.kind == .category { return categories(values, isKept ? before : nil) }
        let all = range(of: values.numbers, isPositive: false)
        var kind: PlaneAxis.Kind = values.kind == .time ? .time : isLogarithmic == true ? .logarithmic : .linear
        if kind == .linear, isLogarithmic == nil {
            let isDecided = isKept && before.map { [.linear, .logarithmic].contains($0.kind) } == true
            if isDecided ? before?.kind == .logarithmic : all.map({ isSkewed(values.numbers, in: $0) }) == true {
                kind = .logarithmic
            }
        }
        // On a logarithmic axis, what is not positive has no place.
        let found = kind == .logarithmic ? range(of: values.numbers, isPositive: true) : all
        guard let found else {
            return PlaneAxes(axis: PlaneAxis(.linear, spanning: 0...1), numbers: values.numbers)
        }
        let axis = isOfBars ? PlaneAxis(ofBars: kind, spanning: found) : PlaneAxis(kind, spanning: found)
        guard let before, before.kind == axis.kind else { return PlaneAxes(axis: axis, numbers: values.numbers) }
        let spansAll =
            before.values.contains(found.lowerBound)
            && (isOfBars ? found.upperBound < before.values.upperBound : before.values.contains(found.upperBound))
        return PlaneAxes(
            axis: spansAll || isKept ? before : axis, numbers: values.numbers, isOutgrown: isKept && !spansAll)
    }

    /// The least and the greatest number; nil without any.
    private static func range(of numbers: [Double], isPositive: Bool) -> ClosedRange<Double>? {
        var (low, high) = (Double.infinity, -Double.infinity)
        for number in numbers where number.isFinite && (!isPositive || number > 0) {
            (low, high) = (min(low, number), max(high, number))
        }
        return low <= high ? low...high : nil
    }

    /// The part of a linear axis that is too small for nearly all values.
    private static let squeezed = 1.0 / 32
    /// Nearly all values.
    private static let nearlyAll = 0.95
    /// The ratio of the greatest to the least value from which on a logarithmic axis is of use.
    private static let leastRatio = 100.0

    /// Whether a logarithmic axis shows more: all values are positive, and nearly all of them would be in the first part
    /// of a linear one, as where one picture is a hundred times as large as all others.
    private static func isSkewed(_ numbers: [Double], in range: ClosedRange<Double>) -> Bool {
        let (low, high) = (range.lowerBound, range.upperBound)
        guard low > 0, high / low >= leastRatio else { return false }
        let end = low + (high - low) * squeezed
        var (first, all) = (0, 0)
        for number in numbers where number.isFinite {
            all += 1
            if number <= end { first += 1 }
        }
        return Double(first) >= nearlyAll * Double(all)
    }

    /// The axis of all names, or the one before; names that it lacks have no place on it.
    private static func categories(_ values: FieldValues, _ before: PlaneAxis?) -> PlaneAxes {
        guard let before, before.kind == .category, before.names != values.names else {
            return PlaneAxes(axis: PlaneAxis(names: values.names), numbers: values.numbers)
        }
        let places = Dictionary(zip(before.names, 0...), uniquingKeysWith: { first, _ in first })
        let moved = values.names.map { places[$0].map(Double.init) ?? .nan }
        let numbers = values.numbers.map { $0.isFinite ? moved[Int(clamping: $0)] : .nan }
        return PlaneAxes(axis: before, numbers: numbers, isOutgrown: moved.contains(where: \.isNaN))
    }
}
