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
    /// Whether to show all of the chart where that shows something, else its end.
    var isOpening = false
    /// The range of x to be shown.
    var span: ChartSpan?
    /// The size of the strip that shows all of the chart; nil for none.
    var overview: ChartOverview.Size?
    var pointer: Pointer?
    var painted: Painted?
    /// The collection whose pictures are laid below the chart; nil for none.
    var pictures: ChartPictures.Choice?

    init() {}

    init(_ parameters: Parameters) throws(Problem) {
        lineGap = try parameters.read(Self.gap)
        minimumLineGap = try parameters.read(Self.minimumGap)
        maximumLineGap = try parameters.read(Self.maximumGap)
        if let low = minimumLineGap, let high = maximumLineGap, low > high {
            throw .badParameter("minLineGap", "\(low) is more than maxLineGap, \(high)")
        }
        pointSize = try parameters.read(Self.point)
        lineSize = try parameters.read(Self.line)
        if let sides = try parameters.read(Self.padding) {
            paddings = EdgeInsets(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
        }
        slideWidth = try parameters.read(Self.slide)
        isEven = try parameters.read(Self.axis) == "even"
        try readRange(parameters)
        values = try ValueOptions(parameters)
        choice = try SeriesChoice(parameters)
        band = try parameters.read(Self.bandParameter) ?? .extremes
        isDark = try parameters.read(Self.scheme) == "dark"
        let start: String? = try parameters.read(Self.start)
        (startsAtEnd, isOpening) = (start == "end", start == "auto")
        overview = try ChartOverview.Size(parameters)
        span = try ChartSpan(parameters, overview: overview)
        let x = try parameters.read(Self.pointerX)
        let point = try parameters.read(Self.pointedIndex)
        guard x == nil || point == nil else {
            throw .badParameter("point", "and pointerX exclude each other; give one of them")
        }
        pointer = x.map(Pointer.x) ?? point.map(Pointer.point)
        pictures = try ChartPictures.Choice(parameters)
        if let gap = try parameters.read(Self.paintedGap) {
            painted = Painted(
                lineGap: gap, minimumValue: try parameters.read(Self.paintedMinimum),
                maximumValue: try parameters.read(Self.paintedMaximum))
        }
    }

    private mutating func readRange(_ parameters: Parameters) throws(Problem) {
        let (low, high) = (try parameters.read(Self.minimumValue), try parameters.read(Self.maximumValue))
        let name: String? = try parameters.read(Self.rangeName)
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
