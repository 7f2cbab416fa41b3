// The parameters of a chart's plan, in addition to those of every plan.

import Charts
import HTTP

extension ChartParameters {
    /// All of them, in the order of the documentation.
    static let parameters: [any Parameter] =
        [gap, minimumGap, maximumGap, start] + ChartSpan.parameters
        + [ChartOverview.sizeParameter, rangeName, minimumValue, maximumValue] + ValueOptions.parameters
        + SeriesChoice.parameters
        + [
            bandParameter, axis, scheme, point, line, padding, slide, pointerX, pointedIndex, paintedGap,
            paintedMinimum,
            paintedMaximum,
        ] + ChartPictures.parameters

    static let table = ParameterTable(parameters)

    /// Points per unit: from axes as long as doubles reach to a microsecond of an axis of days.
    private static let lineGaps = 1e-300...1e15

    static let gap = OptionalNumberParameter(
        "lineGap", in: lineGaps, "the width of a unit (a day, a step or a one), in points")
    static let minimumGap = OptionalNumberParameter("minLineGap", in: lineGaps, "the least `lineGap`")
    static let maximumGap = OptionalNumberParameter("maxLineGap", in: lineGaps, "the greatest `lineGap`")
    static let start = WordParameter(
        "start", ["start", "end", "auto"],
        "where the view begins; `auto` shows all where its course can be told, else the newest end")
    static let rangeName = WordParameter("range", ["all", "visible", "fixed"], "which values fill the height")
    static let minimumValue = OptionalNumberParameter(
        "minValue", in: ValueOptions.values, "the lower end of a fixed range; goes with `maxValue`")
    static let maximumValue = OptionalNumberParameter(
        "maxValue", in: ValueOptions.values, "the upper end of a fixed range; goes with `minValue`")
    static let bandParameter = WordParameter(
        "band", ChartBand.self, default: .extremes, "how many points in one pixel are drawn")
    static let axis = WordParameter("axis", ["even", "date"], "`even` spaces points evenly; `date` does not")
    static let scheme = WordParameter("scheme", ["light", "dark"], default: "light", "the colours")
    static let point = NumberParameter(
        "pointSize", in: 0...100, default: ChartDefaults.pointSize, "the size of a point, in points")
    static let line = NumberParameter(
        "lineSize", in: 0...100, default: ChartDefaults.lineSize, "the width of a line, in points")
    static let padding = NumbersParameter(
        "paddings", count: 4, in: 0...10_000, "around the drawing: top, left, bottom, right, in points")
    static let slide = NumberParameter(
        "slideWidth", in: 64...2048, default: ChartDefaults.slideWidth, "the width of a slide, in points")
    static let pointerX = OptionalNumberParameter(
        "pointerX", in: -1e6...1e6, "an x of the viewport, in points: the answer has the values there")
    static let pointedIndex = OptionalWholeParameter(
        "point", in: 0...Int.max, "a point's index: the answer has its values")
    static let paintedGap = OptionalNumberParameter(
        "paintedLineGap", in: lineGaps, "what the client shows at present; needs the next two")
    static let paintedMinimum = RequiredNumberParameter(
        "paintedMinValue", in: ValueOptions.values, isRequired: false, "the lower end of what the client shows")
    static let paintedMaximum = RequiredNumberParameter(
        "paintedMaxValue", in: ValueOptions.values, isRequired: false, "the upper end of what the client shows")
}

extension ChartSpan {
    /// A range of x, in one of four ways.
    static let parameters: [any Parameter] = [ChartX.from, ChartX.to, brush, overviewBrush, overviewX]

    static let brush = NumbersParameter(
        "brush", count: 2, in: -1e6...1e6, "two x of the view, in points: shows what lies between")
    static let overviewBrush = NumbersParameter(
        "overviewBrush", count: 2, in: -1e6...1e6, "two x of the strip, in points; needs `overview`")
    static let overviewX = OptionalNumberParameter(
        "overviewX", in: -1e6...1e6, "an x of the strip that comes into the middle; needs `overview`")
}

extension ChartOverview {
    static let sizeParameter = NumbersParameter(
        "overview", count: 2, in: 16...4096, "width and height of a strip that shows all of the chart, in points")
}

extension ChartPictures {
    /// Which pictures are laid below the chart.
    static let parameters: [any Parameter] = [collection, timeField]

    static let collection = TextParameter(
        "with", "a collection whose pictures are laid below the chart by their times, by id or name")
    static let timeField = TextParameter(
        "withField", .name, "the field with their times: by default `taken`, else the list's own first")
}

extension ValueOptions {
    /// How values are drawn, and which lines.
    static let parameters: [any Parameter] = [
        ranges, axesParameter, scale, baseParameter, hide, show, unitsParameter, line, lineForms, timeZone, dragTop,
        dragBottom,
        dragPane, paintedRanges,
    ]

    static let ranges = TextParameter("ranges", "ranges of panes, as `Volume:0:5000000`, with commas between them")
    static let axesParameter = WordParameter("valueAxes", Axes.self, default: .auto, "how many value axes there are")
    static let scale = WordParameter(
        "valueScale", ValuePanes.Measure.self, default: .linear, "how values are measured; `index` counts from 100")
    static let baseParameter = OptionalNumberParameter("base", in: values, "the x at which lines count as 100")
    static let hide = TextParameter("hide", "lines to leave out, by name or number, with commas between them")
    static let show = TextParameter(
        "show",
        "lines to draw alone, by name or number; of a plane `pictures`, `colours` or `density`")
    static let unitsParameter = TextParameter("units", "units of lines, as `Volume:shares`, with commas between them")
    static let line = WordParameter(
        "line", LineForm.self, "how all lines are drawn; each as its column suggests otherwise")
    static let lineForms = TextParameter("lineForms", "how lines are drawn, as `Rain:bars`, with commas between them")
    static let timeZone = TextParameter("timeZone", "a zone of time, as `Europe/Berlin` or `UTC+02:00`")
    static let dragTop = OptionalNumberParameter(
        "dragTop", in: -1e6...1e6, "the top of a part of a value axis that becomes its range, in points")
    static let dragBottom = RequiredNumberParameter(
        "dragBottom", in: -1e6...1e6, isRequired: false, "the bottom of that part; goes with `dragTop`")
    static let dragPane = OptionalWholeParameter("dragPane", in: 0...ValuePanes.most - 1, "the pane of that part")
    static let paintedRanges = TextParameter("paintedRanges", "the ranges of further panes that the client shows")
}

extension SeriesChoice {
    /// Which columns are drawn; `lines` has another name where lines are chosen besides.
    static let parameters: [any Parameter] = [lineColumns] + ofKeys
    static let ofKeys: [any Parameter] =
        [
            keyValues, keyColumn, xColumnParameter, separator, headerLine, dateOrder, decimalMark, columnKinds,
            formulasParameter,
        ]

    static let lineColumns = TextParameter("lines", "the columns that are lines, with commas between them")
    static let keyValues = TextParameter("keys", "the values of the key that have lines, with commas between them")
    static let keyColumn = TextParameter("keyColumn", "the column whose values have lines; empty: none")
    static let xColumnParameter = TextParameter("xColumn", "the column of x")
    static let separator = WordParameter(
        TableSetting.separator.rawValue, TableSeparator.self, "what stands between the table's cells")
    static let headerLine = OptionalWholeParameter(
        TableSetting.headerLine.rawValue, in: 0...TableNotation.lastHeaderLine,
        "the line with the columns' names; 0: none")
    static let dateOrder = WordParameter(
        TableSetting.dateOrder.rawValue, DateOrder.self, "the order of day, month and year")
    static let decimalMark = WordParameter(
        TableSetting.decimalMark.rawValue, DecimalMark.self, "the decimal mark of the table's numbers")
    static let columnKinds = TextParameter(
        TableSetting.columnKinds.rawValue,
        "what columns hold, as `temp:number,when:time`: number, time or text; `minutes` or `hours` is what `1:30` begins with"
    )
    static let formulasParameter = TextParameter(
        "formulas", "lines that are computed, as `Sum:a + b`, with semicolons between them")
}
