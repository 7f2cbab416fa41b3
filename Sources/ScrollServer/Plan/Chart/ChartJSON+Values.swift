// The members of a plan's `chart` about value axes, the styles of lines, and the zone.

import Charts
import Platform
import Tiling

extension ChartJSON {
    /// The panes from the top down with their units, and the time zone.
    func writeValues(to json: inout JSONWriter) {
        let panes = chart.values.panes
        json.member("valueScale", panes.measure.rawValue)
        json.member("valueAxes", panes.count == 1 ? "one" : panes.isStacked ? "panes" : "second")
        if panes.measure == .indexed { json.member("base", exactly: panes.base) }
        json.objects("panes", of: chart.scales.enumerated()) { json, element in
            let (number, scale) = element
            json.member("top", scale.top - offset.y)
            json.member("bottom", scale.bottom - offset.y)
            json.member("minValue", exactly: scale.values.lowerBound)
            json.member("maxValue", exactly: scale.values.upperBound)
            json.member("isRight", !panes.isStacked && number % 2 == 1)
            json.member("isFixed", chart.values.isFixed[number])
            json.member("unit", unit(ofPane: number, scale.kind))
            json.array("lines") { json in for line in chart.values.lines[number] { json.value(line) } }
            write(ticksOf: scale, as: "ticks", to: &json)
        }
        json.object("zone") { json in
            json.member("name", chart.zone.name)
            json.member("isKnown", view.xKind == .time && view.zone != nil)
        }
    }

    /// The units of a pane's lines, each once; `100 = left` where lines are shown by their values at one place.
    ///
    /// The labels of durations say theirs. Where a line has none, what the others have is not the axis' own.
    private func unit(ofPane pane: Int, _ kind: ValueKind) -> String {
        guard chart.values.panes.measure != .indexed else { return "" }
        var units: [String] = []
        for line in chart.values.lines[pane] {
            let unit = chart.units[line]
            if unit.isEmpty { return "" }
            if unit != "s" || kind == .number, !units.contains(unit) { units.append(unit) }
        }
        return units.count > 3 ? "" : units.joined(separator: ", ")
    }

    /// A line's pane, its width as a factor, its dashes in points (drawn, left out, …), and its unit.
    func writeStyle(ofLine line: Int, to json: inout JSONWriter) {
        let style = ChartStyle.style(isDark: chart.key.isDark)
        json.member("pane", chart.values.panes.pane(of: line))
        json.member("width", style.widthFactor(ofLine: line))
        json.array("dashes") { json in
            let dash = LineDash.dash(ofLine: line, colourCount: style.lineColours.count)
            for length in chart.key.isSolid ? [] : dash.lengths { json.value(length) }
        }
        json.member("unit", chart.units[line])
        json.member("form", chart.values.forms[line].rawValue)
        let kind = view.kind(ofLine: line)
        if kind != .number { json.member("kind", kind.rawValue) }
    }

    /// The y of a value, in points from the viewport's top; nil for a gap and for values outside its axis.
    func y(of value: Double, line: Int) -> Double? {
        let panes = chart.values.panes
        guard value.isFinite else { return nil }
        let factors = panes.measure == .indexed ? chart.data.indexFactors(at: panes.base) : []
        let scale = chart.scales[panes.pane(of: line)]
        let y = scale.y(ofValue: factors.isEmpty ? value : value * factors[line])
        return y.isFinite ? y - offset.y : nil
    }

    /// The marks in view; no member where the chart has none.
    func writeMarks(to json: inout JSONWriter) {
        guard let marks else { return }
        json.objects("marks", of: ChartFlag.flags(marks, chart)) { json, flag in
            json.member("x", flag.x - offset.x)
            json.member("label", flag.label)
            json.member("count", flag.count)
            json.member("room", min(flag.room, 1e6))
            json.objects("labels", of: flag.labels) { json, label in
                json.member("text", label.text)
                json.member("place", label.xName)
            }
        }
    }

    private var widthNotices: [String] {
        chart.isTooWide
            ? [
                "Points here are nearer to each other than this chart, which spans so much more, can be zoomed to: some "
                    + "share a pixel. A table of a shorter span shows them apart."
            ] : []
    }

    private var markNotices: [String] {
        guard let marks else { return [] }
        guard marks.kind != view.xKind, view.count > 0, !marks.marks.isEmpty else { return marks.notices }
        let what = (marks.kind == .time ? "times" : "numbers", view.xKind == .time ? "times" : "no such x")
        return ["The marks have \(what.0), and this chart has \(what.1): they are not shown."]
    }

    /// Messages about the lines and axes that are left out.
    var chartNotices: [String] {
        let names = chart.unknownLines.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
        let unknown = status.isComplete && !names.isEmpty ? ["There is no line \(names), which the address names."] : []
        return chart.values.notices + chart.data.notices + unknown + markNotices + widthNotices
    }
}
