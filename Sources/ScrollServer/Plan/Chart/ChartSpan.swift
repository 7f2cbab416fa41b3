// The part of a chart that a request wants to see.

import Charts
import HTTP
import Tiling

/// A range of x that a plan is to show from edge to edge.
enum ChartSpan: Sendable, Equatable {
    /// From and to an x of the table; nil for its first and its last one.
    case x(Double?, Double?)
    /// Between two x of the viewport, in points, at the offset and the line gap of the request.
    case viewport(Double, Double)
    /// Between two x of the overview, in points.
    case overview(Double, Double)

    /// As wide as what is in view, about an x of the overview in points.
    case about(Double)

    /// Reads `from` and `to`, `brush`, `overviewBrush` or `overviewX`; nil where none is given.
    init?(_ parameters: Parameters, overview: ChartOverview.Size?) throws(Problem) {
        let (from, to) = (try ChartX.read(ChartX.from, parameters), try ChartX.read(ChartX.to, parameters))
        let brush = try parameters.read(Self.brush)
        let overviewBrush = try parameters.read(Self.overviewBrush)
        let middle = try parameters.read(Self.overviewX)
        let given = [from != nil || to != nil, brush != nil, overviewBrush != nil, middle != nil].count { $0 }
        guard given > 0 else { return nil }
        guard given == 1 else {
            let name = middle != nil ? "overviewX" : overviewBrush != nil ? "overviewBrush" : "brush"
            throw .badParameter(name, "and other ranges exclude each other; give one of them")
        }
        if let middle {
            guard overview != nil else { throw .badParameter("overviewX", "needs overview, the size of the strip") }
            self = .about(middle)
        } else if let ends = overviewBrush {
            guard overview != nil else { throw .badParameter("overviewBrush", "needs overview, the size of the strip") }
            self = .overview(min(ends[0], ends[1]), max(ends[0], ends[1]))
        } else if let ends = brush {
            self = .viewport(min(ends[0], ends[1]), max(ends[0], ends[1]))
        } else {
            if let from, let to, from >= to { throw .badParameter("to", "is not behind from") }
            self = .x(from, to)
        }
    }

    /// The range in units of the axis; it begins before it ends, or is empty.
    func units(_ data: ChartData, _ calculator: LayoutCalculator, offset: Double, overview: ChartOverview?)
        -> ClosedRange<Double>
    {
        let ends: (Double, Double) =
            switch self {
            case .x(let from, let to): (from.map(data.unit(ofX:)) ?? 0, to.map(data.unit(ofX:)) ?? data.axis.span)
            case .viewport(let left, let right):
                (calculator.unit(atX: offset + left), calculator.unit(atX: offset + right))
            case .about(let x): calculator.around(overview?.unit(at: x) ?? 0)
            case .overview(let left, let right):
                overview.map { ($0.unit(at: left), $0.unit(at: right)) } ?? (0, data.axis.span)
            }
        // An x far outside of the table makes units that are not finite.
        let (low, high) = (min(max(ends.0, -1e300), 1e300), min(max(ends.1, -1e300), 1e300))
        return low.isNaN || high.isNaN ? 0...data.axis.span : min(low, high)...max(low, high)
    }
}

extension LayoutCalculator {
    /// The units in view when `unit` is in the viewport's middle.
    fileprivate func around(_ unit: Double) -> (Double, Double) {
        let half = viewport.width / 2 / lineGapSize
        return (unit - half, unit + half)
    }
}

/// An x as text: a number in the units of the table (seconds since 1970 for times), or a date as ISO 8601 writes it.
enum ChartX {
    static let from = TextParameter(
        "from", .name, "where the range of x begins: a number, or a date such as 2024-03-01")
    static let to = TextParameter("to", .name, "where the range of x ends: a number, or a date")

    /// The parameter's value; nil where it is not given.
    ///
    /// - Throws: a 400 for what is neither a number nor a date.
    static func read(_ parameter: TextParameter, _ parameters: Parameters) throws(Problem) -> Double? {
        guard let text = try parameters.read(parameter) else { return nil }
        guard let x = value(text) else {
            throw .badParameter(
                parameter.name,
                "'\(text.prefix(64))' is neither a number nor a date such as 2024-03-01 or 2024-03-01T12:30:00")
        }
        return x
    }

    static func value(_ text: String) -> Double? {
        if let number = Parameters.number(text) { return number }
        guard text.utf8.count <= 64 else { return nil }
        let bytes = CellReader.padded(Array(text.utf8))
        var (position, time) = (0, TimeText(allowsComma: true))
        guard let seconds = time.read(bytes.span, &position), bytes[position] == 0x0A else { return nil }
        return seconds
    }
}

extension ChartData {
    /// The unit at an x of the table; of points at equal distances, that of the first point at or after it.
    func unit(ofX x: Double) -> Double {
        guard !isSpaced, view.xKind != .index else { return axis.unit(of: x) }
        return Double(view.firstIndex(atOrAfter: x))
    }
}
