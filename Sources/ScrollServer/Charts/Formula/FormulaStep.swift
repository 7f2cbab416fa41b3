// Computes formulas over the points of a series, in order, in constant memory.

import Platform
import Tiling

/// A part of a formula, computed for one run of points after the other.
///
/// It may look back, so it keeps what it needs of earlier points. Confined to one thread.
protocol FormulaStep: AnyObject {
    /// The values of the next `count` points, which the view must have; NaN for gaps.
    func next(_ count: Int, _ view: SeriesView) -> [Double]
}

extension FormulaTree {
    /// The steps that compute this, from the first point on; `lines` has the numbers of lines by name.
    ///
    /// Lines that are not there are gaps.
    func makeStep(_ lines: [String: Int]) -> any FormulaStep {
        switch self {
        case .number(let value): ConstantStep(value)
        case .line(let name, _): LineStep(lines[name] ?? -1)
        case .negated(let part): MapStep(part.makeStep(lines)) { -$0 }
        case .binary(let operation, let left, let right):
            PairStep(left.makeStep(lines), right.makeStep(lines), operation.apply)
        case .function(let function, let parts):
            switch function {
            case .min, .max:
                parts.dropFirst().reduce(parts[0].makeStep(lines)) { step, part in
                    PairStep(step, part.makeStep(lines)) { function == .min ? Swift.min($0, $1) : Swift.max($0, $1) }
                }
            default: MapStep(parts[0].makeStep(lines), function.apply)
            }
        case .difference(let part): DifferenceStep(part.makeStep(lines), unit: nil)
        case .rate(let part, let unit): DifferenceStep(part.makeStep(lines), unit: unit)
        case .running(let part): RunningStep(part.makeStep(lines))
        case .window(let window, let part, let span):
            WindowStep(part.makeStep(lines), LaggingPoints(part.makeStep(lines)), span, isMean: window == .mean)
        case .shifted(let part, let span): ShiftStep(LaggingPoints(part.makeStep(lines)), span)
        }
    }
}

extension FormulaTree.Operation {
    /// The result; not finite where there is none.
    fileprivate var apply: (Double, Double) -> Double {
        switch self {
        case .plus: { $0 + $1 }
        case .minus: { $0 - $1 }
        case .times: { $0 * $1 }
        case .over: { $0 / $1 }
        case .power: Mathematics.power
        }
    }
}

extension FormulaTree.Function {
    fileprivate func apply(_ value: Double) -> Double {
        switch self {
        case .abs, .min, .max: value.magnitude
        case .sqrt: value.squareRoot()
        case .exp: Mathematics.exponential(value)
        case .log: Mathematics.naturalLogarithm(value)
        case .log10: Mathematics.decimalLogarithm(value)
        }
    }
}

private final class ConstantStep: FormulaStep {
    private let value: Double

    init(_ value: Double) { self.value = value }

    func next(_ count: Int, _ view: SeriesView) -> [Double] { [Double](repeating: value, count: count) }
}

private final class LineStep: FormulaStep {
    private let line: Int
    private var walk = PointWalk()

    init(_ line: Int) { self.line = line }

    func next(_ count: Int, _ view: SeriesView) -> [Double] {
        let run = walk.next(count, view)
        return line < 0 ? [Double](repeating: .nan, count: run.count) : run.values(line: line, view)
    }
}

private final class MapStep: FormulaStep {
    private let part: any FormulaStep
    private let map: (Double) -> Double

    init(_ part: any FormulaStep, _ map: @escaping (Double) -> Double) { (self.part, self.map) = (part, map) }

    func next(_ count: Int, _ view: SeriesView) -> [Double] { part.next(count, view).map { finite(map($0)) } }
}

private final class PairStep: FormulaStep {
    private let left: any FormulaStep
    private let right: any FormulaStep
    private let join: (Double, Double) -> Double

    init(_ left: any FormulaStep, _ right: any FormulaStep, _ join: @escaping (Double, Double) -> Double) {
        (self.left, self.right, self.join) = (left, right, join)
    }

    func next(_ count: Int, _ view: SeriesView) -> [Double] {
        zip(left.next(count, view), right.next(count, view)).map { one, other in
            // A power with a gap may have a value: 1 to the power of anything is 1.
            one.isNaN || other.isNaN ? .nan : finite(join(one, other))
        }
    }
}

/// What is not finite is a gap.
@inline(__always)
private func finite(_ value: Double) -> Double { value.isFinite ? value : .nan }

/// The difference from the point before, or that by the difference of x.
private final class DifferenceStep: FormulaStep {
    private let part: any FormulaStep
    private let unit: Double?
    private var walk = PointWalk()
    private var last = Double.nan
    private var lastX = Double.nan

    init(_ part: any FormulaStep, unit: Double?) { (self.part, self.unit) = (part, unit) }

    func next(_ count: Int, _ view: SeriesView) -> [Double] {
        var values = part.next(count, view)
        let all = unit == nil ? [] : walk.next(count, view).x(view)
        for index in values.indices {
            let value = values[index]
            var difference = value - last
            if let unit {
                difference = difference / (all[index] - lastX) * unit
                lastX = all[index]
            }
            values[index] = finite(difference)
            last = value
        }
        return values
    }
}

/// The sum of the values so far; gaps stay gaps and add nothing.
private final class RunningStep: FormulaStep {
    private let part: any FormulaStep
    private var sum = ExactSum()

    init(_ part: any FormulaStep) { self.part = part }

    func next(_ count: Int, _ view: SeriesView) -> [Double] {
        part.next(count, view).map { value in
            guard !value.isNaN else { return .nan }
            sum.add(value)
            return finite(sum.value)
        }
    }
}

/// The mean or the sum over the points that are nearer than the span, up to each point.
private final class WindowStep: FormulaStep {
    private let part: any FormulaStep
    private let lagging: LaggingPoints
    private let span: FormulaSpan
    private let isMean: Bool
    private var walk = PointWalk()
    /// The number of points so far.
    private var position = 0
    private var sum = ExactSum()
    private var count = 0

    init(_ part: any FormulaStep, _ lagging: LaggingPoints, _ span: FormulaSpan, isMean: Bool) {
        (self.part, self.lagging, self.span, self.isMean) = (part, lagging, span, isMean)
    }

    func next(_ count: Int, _ view: SeriesView) -> [Double] {
        var values = part.next(count, view)
        var isByPoints = false
        if case .points = span { isByPoints = true }
        let all = isByPoints ? [] : walk.next(count, view).x(view)
        let end = position + values.count
        let clock = FormulaClock(view)
        for index in values.indices {
            let value = values[index]
            if !value.isNaN { add(value) }
            switch span {
            case .points(let most): while position - lagging.position >= most { drop(view, before: end) }
            case .seconds(let seconds):
                while lagging.x(view, before: end) <= all[index] - seconds { drop(view, before: end) }
            case .months(let months):
                let start = clock.start(ofMonths: months, before: all[index])
                while lagging.x(view, before: end) <= start { drop(view, before: end) }
            }
            values[index] = value.isNaN ? .nan : finite(isMean ? sum.value / Double(self.count) : sum.value)
            position += 1
        }
        return values
    }

    private func add(_ value: Double) {
        sum.add(value)
        count += 1
    }

    private func drop(_ view: SeriesView, before end: Int) {
        let value = lagging.value(view, before: end)
        lagging.advance()
        guard !value.isNaN else { return }
        count -= 1
        // Without values the sum is exactly 0 again.
        if count == 0 { sum = ExactSum() } else { sum.add(-value) }
    }
}

/// The value that was so much earlier; between two points, what lies on the straight line between them.
private final class ShiftStep: FormulaStep {
    private let lagging: LaggingPoints
    private let span: FormulaSpan
    private var walk = PointWalk()
    private var position = 0
    /// The last point that is not after the time looked at.
    private var before: (x: Double, value: Double)?

    init(_ lagging: LaggingPoints, _ span: FormulaSpan) { (self.lagging, self.span) = (lagging, span) }

    func next(_ count: Int, _ view: SeriesView) -> [Double] {
        let all = walk.next(count, view).x(view)
        let end = position + all.count
        let clock = FormulaClock(view)
        return all.map { x in
            defer { position += 1 }
            switch span {
            case .points(let number):
                guard position >= number else { return .nan }
                defer { lagging.advance() }
                return lagging.value(view, before: end)
            case .seconds(let seconds): return value(at: x - seconds, view, end)
            case .months(let months):
                // 29 February was on no day of the year before.
                return clock.day(ofMonths: months, before: x).map { value(at: $0, view, end) } ?? .nan
            }
        }
    }

    private func value(at x: Double, _ view: SeriesView, _ end: Int) -> Double {
        while lagging.x(view, before: end) <= x {
            before = (lagging.x(view, before: end), lagging.value(view, before: end))
            lagging.advance()
        }
        guard let before else { return .nan }
        if before.x == x { return before.value }
        let (after, next) = (lagging.x(view, before: end), lagging.value(view, before: end))
        return finite(before.value + (next - before.value) * ((x - before.x) / (after - before.x)))
    }
}

/// Points that are read a second time, some way behind.
private final class LaggingPoints {
    private let part: any FormulaStep
    private var walk = PointWalk()
    private var all: [Double] = []
    private var values: [Double] = []
    private var index = 0
    /// The number of points before the first one of `values`.
    private var start = 0

    init(_ part: any FormulaStep) { self.part = part }

    /// The number of points before the present one.
    var position: Int { start + index }

    /// The x of the present point; infinite where all points before `end` have been passed.
    func x(_ view: SeriesView, before end: Int) -> Double {
        fill(view, end)
        return index < all.count ? all[index] : .infinity
    }

    func value(_ view: SeriesView, before end: Int) -> Double {
        fill(view, end)
        return index < values.count ? values[index] : .nan
    }

    func advance() { index += 1 }

    private func fill(_ view: SeriesView, _ end: Int) {
        guard index >= values.count else { return }
        start += values.count
        index -= values.count
        let count = max(0, min(PointWalk.pieceCount, end - start))
        all = count > 0 ? walk.next(count, view).x(view) : []
        values = count > 0 ? part.next(count, view) : []
    }
}

/// A sum that keeps what single additions round away.
///
/// Source: A. Neumaier: Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen, 1974.
struct ExactSum {
    private var sum = 0.0
    private var rest = 0.0

    var value: Double { sum + rest }

    mutating func add(_ value: Double) {
        let next = sum + value
        rest += sum.magnitude >= value.magnitude ? (sum - next) + value : (value - next) + sum
        sum = next
    }
}
