// Reads and checks the parameters of a chart's plan.

import Charts
import HTTP
import Tiling

/// The parameters of a chart's plan, in addition to `PlanRequest`.
///
/// Lengths are in points.
struct ChartParameters: Sendable, Equatable {
    /// How to choose the values at the top and bottom of the chart.
    enum Range: Sendable, Equatable {
        /// From all values of the lines shown.
        case all
        /// From the visible values of the lines shown.
        case visible
        /// From the bottom value to the top value.
        case fixed(Double, Double)
    }

    /// The point whose values the plan is to list.
    enum Pointer: Sendable, Equatable {
        /// The point nearest to this x of the viewport, in points.
        case x(Double)
        /// The point with this index, which is scrolled into view.
        case point(Int)
    }

    /// The drawing of this chart that the client shows until the new one comes.
    struct Painted: Sendable, Equatable {
        var lineGap: Double
        var minimumValue: Double
        var maximumValue: Double
    }

    /// Distance on the screen between one unit of x and the next, in points; nil leaves the choice to the server.
    var lineGap: Double?
    var minimumLineGap: Double?
    var maximumLineGap: Double?
    var pointSize = ChartDefaults.pointSize
    var lineSize = ChartDefaults.lineSize
    var paddings = ChartDefaults.paddings
    var slideWidth = ChartDefaults.slideWidth
    /// Whether points are spaced evenly although their x values are known.
    var isEven = false
    var range = Range.all
    /// Value axes, lines and the zone.
    var values = ValueOptions()
    /// The columns that are drawn.
    var choice = SeriesChoice()
    /// How many points in one pixel column are drawn.
    var band = ChartBand.extremes
    var isDark = false
    /// Whether to show the end of the chart, where the newest values are, rather than the place at the offset.
    var startsAtEnd = false
    /// Whether to show all of the chart where it fits, else its end: see `ChartPlan.opens(_:_:)`.
    var isOpening = false
    /// The range of x to be shown.
    var span: ChartSpan?
    /// The size of the strip that shows all of the chart; nil for none.
    var overview: ChartOverview.Size?
    var pointer: Pointer?
    var painted: Painted?

    /// Points per unit: from axes as long as doubles reach to a microsecond of an axis of days.
    private static let lineGaps = 1e-300...1e15

    init() {}

    init(_ parameters: Parameters) throws(Problem) {
        lineGap = try parameters.number("lineGap", in: Self.lineGaps)
        minimumLineGap = try parameters.number("minLineGap", in: Self.lineGaps)
        maximumLineGap = try parameters.number("maxLineGap", in: Self.lineGaps)
        if let low = minimumLineGap, let high = maximumLineGap, low > high {
            throw .badParameter("minLineGap", "\(low) is more than maxLineGap, \(high)")
        }
        pointSize = try parameters.number("pointSize", in: 0...100, default: pointSize)
        lineSize = try parameters.number("lineSize", in: 0...100, default: lineSize)
        if let sides = try parameters.numbers("paddings", count: 4, in: 0...10_000) {
            paddings = EdgeInsets(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
        }
        slideWidth = try parameters.number("slideWidth", in: 64...2048, default: slideWidth)
        isEven = try parameters.choice("axis", of: ["even", "date"]) == "even"
        try readRange(parameters)
        values = try ValueOptions(parameters)
        choice = try SeriesChoice(parameters)
        band = try parameters.choice("band") ?? .extremes
        isDark = try parameters.choice("scheme", of: ["light", "dark"]) == "dark"
        let start = try parameters.choice("start", of: ["start", "end", "auto"])
        (startsAtEnd, isOpening) = (start == "end", start == "auto")
        overview = try ChartOverview.Size(parameters)
        span = try ChartSpan(parameters, overview: overview)
        let x = try parameters.number("pointerX", in: -1e6...1e6)
        let point = try parameters.integer("point", in: 0...Int.max)
        guard x == nil || point == nil else {
            throw .badParameter("point", "and pointerX exclude each other; give one of them")
        }
        pointer = x.map(Pointer.x) ?? point.map(Pointer.point)
        if let gap = try parameters.number("paintedLineGap", in: Self.lineGaps) {
            painted = Painted(
                lineGap: gap, minimumValue: try parameters.required("paintedMinValue", in: ValueOptions.values),
                maximumValue: try parameters.required("paintedMaxValue", in: ValueOptions.values))
        }
    }

    private mutating func readRange(_ parameters: Parameters) throws(Problem) {
        let low = try parameters.number("minValue", in: ValueOptions.values)
        let high = try parameters.number("maxValue", in: ValueOptions.values)
        let name = try parameters.choice("range", of: ["all", "visible", "fixed"])
        switch (low, high) {
        case (let low?, let high?):
            guard low < high else { throw .badParameter("maxValue", "\(high) is not more than minValue, \(low)") }
            guard name == nil || name == "fixed" else {
                throw .badParameter("range", "'\(name ?? "")' leaves no place for minValue and maxValue")
            }
            range = .fixed(low, high)
        case (nil, nil):
            if name == "fixed" { throw .badParameter("minValue", "is missing; a fixed range has two ends") }
            range = name == "visible" ? .visible : .all
        default: throw .badParameter(low == nil ? "minValue" : "maxValue", "is missing; a range has two ends")
        }
    }
}
