// A mark on an axis.

/// A mark on an axis, with its label.
public struct Tick: Sendable, Equatable {
    /// The upper limit of the number of ticks, whatever a caller requests.
    public static let most = 200

    /// The position on the axis: a value, a number, an index, or seconds since 1970.
    public var value: Double
    /// The text at the tick: "2.5", "14:30", "Mar".
    public var label: String
    /// The part that the label leaves out, where it changes: the date of "14:30", the year of "Mar".
    ///
    /// nil where the tick before has the same context.
    public var context: String?
}

/// A tick of a chart's x axis and where it stands in the content.
public struct AxisTick: Sendable, Equatable {
    /// In points from the start of the content.
    public var x: Double
    public var tick: Tick
}

extension LayoutCalculator {
    /// The ticks of the x axis between two positions of the content (points), at least `minimumSpacing` points apart.
    ///
    /// They are round times, round numbers, or round indices of existing values. `offset` returns how far clocks are
    /// ahead of UTC at a moment, both in seconds. O(ticks), at most `Tick.most`.
    public func xTicks(
        from start: Double, to end: Double, minimumSpacing: Double, offset: (Double) -> Double = { _ in 0 }
    ) -> [AxisTick] {
        func data(_ x: Double) -> Double { axis.x(ofUnit: unit(atX: x)) }
        let (low, high) = (data(max(start, 0)), data(min(end, drawWidth)))
        let ticks =
            switch axis {
            case .even:
                NumberTicks.ticks(
                    from: max(low, 0), to: min(high, Double(axis.count - 1)), pointsPerUnit: lineGapSize,
                    minimumSpacing: minimumSpacing, isWhole: true)
            case .numbered:
                NumberTicks.ticks(
                    from: low, to: high, pointsPerUnit: lineGapSize, minimumSpacing: minimumSpacing)
            case .dated:
                TimeTicks.ticks(
                    from: low, to: high, pointsPerSecond: lineGapSize / SlideAxis.day,
                    minimumSpacing: minimumSpacing, offset: offset)
            }
        return ticks.map { AxisTick(x: x(ofUnit: axis.unit(of: $0.value)), tick: $0) }
    }

    /// The ticks of the value axis, at least `minimumSpacing` points apart.
    ///
    /// `y(ofValue:)` gives their positions.
    public func yTicks(minimumSpacing: Double) -> [Tick] {
        ValueTicks.ticks(in: values, height: sectionMaxY - sectionMinY, minimumSpacing: minimumSpacing)
    }
}
