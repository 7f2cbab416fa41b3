// The parameters of a chart's plan, checked.

import Tiling

/// What a chart's plan is asked for, beside what every plan is. The names are those of the document that described the
/// technique: line gap, paddings, point size.
struct ChartParameters: Sendable, Equatable {
    /// Where the values at the top and bottom of the chart come from.
    enum Range: Sendable, Equatable {
        /// All there are of the lines shown.
        case all
        /// Those that are seen.
        case visible
        case fixed(Double, Double)
    }

    /// A point whose values are wanted.
    enum Pointer: Sendable, Equatable {
        /// The one nearest to this x of the viewport, in points.
        case x(Double)
        /// By index; brought into view.
        case point(Int)
    }

    /// A drawing of the same chart that the asker still shows.
    struct Painted: Sendable, Equatable {
        var lineGap: Double
        var minimumValue: Double
        var maximumValue: Double
    }

    /// Points from one unit of x to the next; the server's choice when nil.
    var lineGap: Double?
    var minimumLineGap: Double?
    var maximumLineGap: Double?
    var pointSize = ChartDefaults.pointSize
    var lineSize = ChartDefaults.lineSize
    var paddings = ChartDefaults.paddings
    var slideWidth = ChartDefaults.slideWidth
    /// Whether points stand evenly even though their x is known.
    var isEven = false
    var range = Range.all
    /// Bit i is set where line i is not wanted.
    var hidden: UInt64 = 0
    var isDark = false
    /// Whether the newest values are to be seen, rather than those at the offset.
    var startsAtEnd = false
    var pointer: Pointer?
    var painted: Painted?

    init() {}

    init(_ parameters: Parameters) throws(Problem) {
        lineGap = try parameters.number("lineGap", in: 1e-9...1e9)
        minimumLineGap = try parameters.number("minLineGap", in: 1e-9...1e9)
        maximumLineGap = try parameters.number("maxLineGap", in: 1e-9...1e9)
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
        try readHidden(parameters)
        isDark = try parameters.choice("scheme", of: ["light", "dark"]) == "dark"
        startsAtEnd = try parameters.choice("start", of: ["start", "end"]) == "end"
        let x = try parameters.number("pointerX", in: -1e6...1e6)
        let point = try parameters.integer("point", in: 0...Int.max)
        guard x == nil || point == nil else {
            throw .badParameter("point", "and pointerX exclude each other; give one of them")
        }
        pointer = x.map(Pointer.x) ?? point.map(Pointer.point)
        if let gap = try parameters.number("paintedLineGap", in: 1e-9...1e9) {
            painted = Painted(
                lineGap: gap, minimumValue: try parameters.required("paintedMinValue", in: -1e300...1e300),
                maximumValue: try parameters.required("paintedMaxValue", in: -1e300...1e300))
        }
    }

    private mutating func readRange(_ parameters: Parameters) throws(Problem) {
        let low = try parameters.number("minValue", in: -1e300...1e300)
        let high = try parameters.number("maxValue", in: -1e300...1e300)
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

    /// `hide`: numbers of lines, separated by commas.
    private mutating func readHidden(_ parameters: Parameters) throws(Problem) {
        guard let text = try parameters.text("hide"), !text.isEmpty else { return }
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let line = Int(part), (0..<64).contains(line) else {
                throw .badParameter("hide", "'\(text)' is no list of lines, which count from 0 to 63")
            }
            hidden |= 1 << UInt64(line)
        }
    }
}
