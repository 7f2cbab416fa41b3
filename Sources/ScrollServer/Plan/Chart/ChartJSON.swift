// What a plan says of a chart beside its slides: axes, lines, and the values under the pointer.

import Tiling

/// Writes the member `chart` of a plan. Places are in points from the viewport's top-left corner.
struct ChartJSON {
    let chart: ChartPlan
    let status: SeriesStatus
    private var json = JSONWriter(capacity: 4096)

    static func encode(_ chart: ChartPlan, _ status: SeriesStatus) -> [UInt8] {
        var writer = ChartJSON(chart: chart, status: status)
        writer.write()
        return writer.json.bytes
    }

    private init(chart: ChartPlan, status: SeriesStatus) {
        self.chart = chart
        self.status = status
    }

    private var view: SeriesView { chart.data.view }
    private var names: PointNames { PointNames(view) }
    private var offset: Point { chart.plan.contentOffset }

    private mutating func write() {
        json.beginObject()
        json.name("axis")
        json.value(axis)
        json.name("points")
        json.value(view.count)
        writeGap()
        writeSection()
        json.name("visiblePoints")
        if chart.visible.isEmpty {
            json.null()
        } else {
            json.beginObject()
            json.name("first")
            json.value(chart.visible.lowerBound)
            json.name("last")
            json.value(chart.visible.upperBound - 1)
            json.endObject()
        }
        json.name("span")
        json.value(span)
        writeTicks()
        writeLines()
        writePointer()
        writeReading()
        json.endObject()
    }

    private var axis: String {
        switch chart.data.axis {
        case .even: "even"
        case .dated: "date"
        case .numbered: "number"
        }
    }

    private mutating func writeGap() {
        let calculator = chart.calculator
        json.name("lineGap")
        json.value(exactly: calculator.lineGapSize)
        json.name("minimumLineGap")
        json.value(exactly: calculator.lineGapRange.lowerBound)
        json.name("maximumLineGap")
        json.value(exactly: calculator.lineGapRange.upperBound)
        json.name("slideWidth")
        json.value(calculator.slideWidth)
        json.name("carry")
        guard let carry = chart.carry else { return json.null() }
        json.beginObject()
        json.name("scale")
        json.value(exactly: carry.scaleX)
        json.name("scaleY")
        json.value(exactly: carry.scaleY)
        json.name("x")
        json.value(exactly: carry.x)
        json.name("y")
        json.value(exactly: carry.y)
        json.endObject()
    }

    /// The area that lines are drawn in, and the values at its top and bottom.
    private mutating func writeSection() {
        let calculator = chart.calculator
        json.name("section")
        json.beginObject()
        json.name("top")
        json.value(calculator.sectionMinY - offset.y)
        json.name("bottom")
        json.value(calculator.sectionMaxY - offset.y)
        json.name("minValue")
        json.value(exactly: calculator.values.lowerBound)
        json.name("maxValue")
        json.value(exactly: calculator.values.upperBound)
        json.endObject()
    }

    private mutating func writeTicks() {
        json.name("xTicks")
        json.beginArray()
        for mark in chart.xTicks {
            json.beginObject()
            json.name("x")
            json.value(mark.x - offset.x)
            write(mark.tick)
            json.endObject()
        }
        json.endArray()
        json.name("yTicks")
        json.beginArray()
        for tick in chart.yTicks {
            json.beginObject()
            json.name("y")
            json.value(chart.calculator.y(ofValue: tick.value) - offset.y)
            write(tick)
            json.endObject()
        }
        json.endArray()
    }

    private mutating func write(_ tick: Tick) {
        json.name("value")
        json.value(exactly: tick.value)
        json.name("label")
        json.value(tick.label)
        json.name("context")
        if let context = tick.context { json.value(context) } else { json.null() }
    }

    private mutating func writeLines() {
        json.name("lines")
        json.beginArray()
        for line in view.lines.indices {
            json.beginObject()
            json.name("name")
            json.value(view.lines[line])
            json.name("colour")
            json.value(colour(line))
            json.name("isShown")
            json.value(chart.isShown(line))
            json.endObject()
        }
        json.endArray()
    }

    /// The values of every line that is shown, at the point that is pointed at.
    private mutating func writePointer() {
        json.name("pointer")
        guard let index = chart.pointer, index < view.count else { return json.null() }
        json.beginObject()
        json.name("index")
        json.value(index)
        json.name("x")
        json.value(chart.calculator.x(ofUnit: chart.data.unit(at: index)) - offset.x)
        json.name("label")
        json.value(names[index])
        json.name("values")
        json.beginArray()
        for line in view.lines.indices where chart.isShown(line) {
            let value = view.value(line: line, at: index)
            json.beginObject()
            json.name("line")
            json.value(line)
            json.name("name")
            json.value(view.lines[line])
            json.name("colour")
            json.value(colour(line))
            json.name("y")
            if value.isFinite { json.value(chart.calculator.y(ofValue: value) - offset.y) } else { json.null() }
            json.name("value")
            if value.isFinite { json.value(PointNames.text(value)) } else { json.null() }
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    /// How far the file has been read, and what a person should know of it.
    private mutating func writeReading() {
        json.name("progress")
        if status.isComplete || status.byteCount <= 0 {
            json.null()
        } else {
            json.value(min(1, Double(status.bytesRead) / Double(status.byteCount)))
        }
        json.name("badRows")
        json.value(status.badRowCount)
        json.name("notices")
        json.values(status.notices + [badRowNotice].compactMap { $0 })
        json.name("notice")
        if let notice { json.value(notice) } else { json.null() }
    }

    // MARK: Words

    /// Which rows were left out, and why.
    private var badRowNotice: String? {
        guard status.badRowCount > 0 else { return nil }
        let first = status.badRows.prefix(3)
        let rows = first.map { "line \($0.line) (\($0.reason))" }.joined(separator: ", ")
        return "\(PointNames.count(status.badRowCount)) \(status.badRowCount == 1 ? "row was" : "rows were") left out: "
            + rows + (status.badRowCount > first.count ? " …" : "")
    }

    /// What is to be said at once: why there is nothing, or how far it has come.
    private var notice: String? {
        if let failure = status.failure { return "\(failure)" }
        guard !status.isComplete else { return view.count == 0 ? "There are no values in this file yet." : nil }
        let percent = status.byteCount > 0 ? Int(100 * Double(status.bytesRead) / Double(status.byteCount)) : 0
        return "Reading… \(percent) %"
    }

    /// From which x to which is seen, and how much of the whole that is.
    private var span: String {
        let count = "\(PointNames.count(chart.visible.count)) of \(PointNames.count(view.count))"
        guard let first = chart.visible.first, let last = chart.visible.last else { return count }
        guard view.xKind != .index else { return count }
        return "\(names[first]) – \(names[last]) · \(count)"
    }

    private func colour(_ line: Int) -> String {
        ChartStyle.style(isDark: chart.key.isDark).css(ofLine: line)
    }
}
