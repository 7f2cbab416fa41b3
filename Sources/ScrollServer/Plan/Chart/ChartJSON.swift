// A plan's member `chart`: axes, lines, and the values under the pointer.

import Charts
import Platform
import Tiling

/// Writes the member `chart` of a plan.
///
/// Places are in points from the viewport's top-left corner, values in the units of the table.
struct ChartJSON {
    let chart: ChartPlan
    let status: SeriesStatus
    /// nil where the chart has none.
    let marks: MarkTable?

    /// The pictures below it; nil where none are asked for.
    let pictures: ChartPictures?

    /// The address of the collection's items, to which an id is appended.
    let items: String

    static func encode(
        _ chart: ChartPlan, _ status: SeriesStatus, _ marks: MarkTable?, _ pictures: ChartPictures? = nil, items: String
    ) -> [UInt8] {
        let chart = ChartJSON(chart: chart, status: status, marks: marks, pictures: pictures, items: items)
        return JSONWriter.bytes(capacity: 4096) { chart.write(to: &$0) }
    }

    var view: SeriesView { chart.data.view }
    private var names: PointNames { PointNames(view, zone: chart.zone) }
    var offset: Point { chart.plan.contentOffset }

    private func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("axis", axis)
            json.member("points", view.count)
            writeGap(to: &json)
            writeSection(to: &json)
            json.write("visiblePoints", chart.visible)
            json.member("span", span)
            writeTicks(to: &json)
            writeValues(to: &json)
            writeLines(to: &json)
            writePointer(to: &json)
            writeMarks(to: &json)
            writeRange(to: &json)
            writeReading(to: &json)
            if let pictures { json.write(pictures) }
        }
    }

    private var axis: String {
        switch chart.data.axis {
        case .even: "even"
        case .dated: "date"
        case .numbered: "number"
        }
    }

    private func writeGap(to json: inout JSONWriter) {
        let calculator = chart.calculator
        json.member("lineGap", exactly: calculator.lineGapSize)
        json.member("minimumLineGap", exactly: calculator.lineGapRange.lowerBound)
        json.member("maximumLineGap", exactly: calculator.lineGapRange.upperBound)
        json.member("slideWidth", calculator.slideWidth)
        guard let carry = chart.carry else { return json.null("carry") }
        json.object("carry") { json in
            json.member("scale", exactly: carry.scaleX)
            json.member("scaleY", exactly: carry.scaleY)
            json.member("x", exactly: carry.x)
            json.member("y", exactly: carry.y)
        }
    }

    /// The area that lines are drawn in, and the values at its top and bottom.
    private func writeSection(to json: inout JSONWriter) {
        let calculator = chart.calculator
        json.object("section") { json in
            json.member("top", calculator.sectionMinY - offset.y)
            json.member("bottom", calculator.sectionMaxY - offset.y)
            // With several panes, the first one's values.
            json.member("minValue", exactly: calculator.values.lowerBound)
            json.member("maxValue", exactly: calculator.values.upperBound)
        }
    }

    private func writeTicks(to json: inout JSONWriter) {
        let (ticks, left) = chart.xTicks
        json.objects("xTicks", of: ticks) { json, mark in
            json.member("x", mark.x - offset.x)
            write(mark.tick, to: &json)
            guard let aside = chart.labelAside(ofTickAt: mark.x) else { return }
            json.member("align", aside.align.rawValue)
            json.member("labelX", aside.x - offset.x)
        }
        if let left {
            json.object("leftContext") { json in
                json.member("label", left.label)
                json.member("end", left.end)
            }
        } else {
            json.null("leftContext")
        }
        write(ticksOf: chart.scales[0], as: "yTicks", to: &json)
    }

    func write(ticksOf scale: ValueScale, as name: StaticString, to json: inout JSONWriter) {
        json.objects(name, of: scale.ticks(minimumSpacing: ChartDefaults.labelSpacing.y)) { json, tick in
            json.member("y", scale.y(ofValue: tick.value) - offset.y)
            write(tick, to: &json)
        }
    }

    private func write(_ tick: Tick, to json: inout JSONWriter) {
        json.member("value", exactly: tick.value)
        json.member("label", tick.label)
        json.member("context", tick.context)
    }

    private func writeLines(to json: inout JSONWriter) {
        json.objects("lines", of: view.lines.indices) { json, line in
            json.member("name", view.lines[line])
            json.member("colour", colour(line))
            json.member("isShown", chart.isShown(line))
            writeStyle(ofLine: line, to: &json)
        }
    }

    /// The values of every shown line at the point under the pointer.
    private func writePointer(to json: inout JSONWriter) {
        guard let index = chart.pointer, index < view.count else { return json.null("pointer") }
        json.object("pointer") { json in
            json.member("index", index)
            json.member("x", chart.calculator.x(ofUnit: chart.data.unit(at: index)) - offset.x)
            json.member("label", names[index])
            json.objects("values", of: view.lines.indices.filter(chart.isShown)) { json, line in
                let point = view.index(beside: index, line: line)
                let value = view.value(line: line, at: point)
                let y = y(of: value, line: line)
                json.member("line", line)
                json.member("name", view.lines[line])
                json.member("colour", colour(line))
                json.member("y", y)
                let whole = view.wholeNumber(line: line, at: point).map { String($0) }
                let text = view.kind(ofLine: line).text(of: value) ?? PointNames.text(value)
                json.member("value", whole ?? (value.isFinite ? text : nil))
            }
        }
    }

    /// The x in view, and the strip that shows all of the chart.
    private func writeRange(to json: inout JSONWriter) {
        let calculator = chart.calculator
        let units = calculator.unit(atX: offset.x)...calculator.unit(atX: offset.x + calculator.viewport.width)
        json.object("range") { json in
            json.member("from", exactly: chart.data.axis.x(ofUnit: units.lowerBound))
            json.member("to", exactly: chart.data.axis.x(ofUnit: units.upperBound))
        }
        if chart.isOpening { json.member("isOpening", true) }
        guard let overview = chart.overview, let slide = overview.slide(like: chart.key) else { return }
        let marks = overview.marks(of: units)
        json.object("overview") { json in
            json.member("url", "\(items)\(slide.key.text)/original?v=\(slide.version)")
            json.member("width", overview.size.width)
            json.member("height", overview.size.height)
            json.member("start", marks.start)
            json.member("end", marks.end)
        }
    }

    /// How far the file has been read, from 0 to 1, and messages to be shown.
    private func writeReading(to json: inout JSONWriter) {
        let isUnderWay = !status.isComplete && status.byteCount > 0
        json.member("progress", isUnderWay ? min(1, Double(status.bytesRead) / Double(status.byteCount)) : nil)
        json.member("badRows", status.badRowCount)
        json.member("notices", status.notices + chartNotices + [badRowNotice].compactMap { $0 })
        json.member("notice", notice)
    }

    // MARK: Words

    /// A message about the rows that were left out and why; names the first three.
    private var badRowNotice: String? {
        guard status.badRowCount > 0 else { return nil }
        let first = status.badRows.prefix(3)
        let rows = first.map { "line \($0.line) (\($0.reason))" }.joined(separator: ", ")
        return "\(PointNames.count(status.badRowCount)) \(status.badRowCount == 1 ? "row was" : "rows were") left out: "
            + rows + (status.badRowCount > first.count ? " …" : "")
    }

    /// The message to show over the chart: why it is empty, or how far the file has been read; nil when all is read.
    private var notice: String? {
        if let failure = status.failure { return "\(failure)" }
        guard !status.isComplete else { return view.count == 0 ? "There are no values in this file yet." : nil }
        let percent =
            status.byteCount > 0 ? Int(clamping: 100 * Double(status.bytesRead) / Double(status.byteCount)) : 0
        return "Reading… \(percent) %"
    }

    /// The first and last visible x as text, and how many of the points are visible.
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
