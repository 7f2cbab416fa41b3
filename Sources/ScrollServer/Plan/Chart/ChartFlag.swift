// The marks of a chart that are in view.

import Charts
import Platform
import Tiling

/// One flag: a mark, or several too near to each other to be told apart.
struct ChartFlag: Equatable {
    /// In points from the start of the content.
    var x: Double
    /// The names of its first marks, each with its time or number.
    var labels: [Label]
    /// How many marks it stands for.
    var count: Int
    /// Distance to the next flag, or to the content's end, in points.
    var room: Double

    struct Label: Equatable {
        var text: String
        /// Its x as text.
        var xName: String
    }

    /// The least distance between two flags, in points.
    private static let spacing = 10.0
    private static let mostLabels = 8

    /// The flags in and near the viewport, from left to right; none where marks and chart have x of different kinds.
    ///
    /// O(log n + marks in view).
    static func flags(_ table: MarkTable, _ chart: ChartPlan) -> [ChartFlag] {
        let (data, calculator) = (chart.data, chart.calculator)
        guard table.kind == data.view.xKind, data.view.count > 0 else { return [] }
        let offset = chart.plan.contentOffset.x
        let (left, right) = (
            offset - chart.request.overscan, offset + chart.request.viewport.width + chart.request.overscan
        )
        func x(_ mark: ChartMark) -> Double { calculator.x(ofUnit: data.unit(ofX: mark.x)) }
        let end = chart.plan.contentSize.width
        let names = PointNames(data.view, zone: chart.zone)
        var flags: [ChartFlag] = []
        let first = table.marks.partitioningIndex { x($0) >= left }
        for mark in table.marks[first...] {
            let flagX = x(mark)
            guard flagX <= right else { break }
            let isNear = flags.last.map { flagX - $0.x < spacing } ?? false
            if !isNear { flags.append(ChartFlag(x: flagX, labels: [], count: 0, room: max(0, end - flagX))) }
            let last = flags.count - 1
            flags[last].count += 1
            if flags[last].labels.count < mostLabels {
                flags[last].labels.append(Label(text: mark.label, xName: names.name(ofX: mark.x)))
            }
            if !isNear, last > 0 { flags[last - 1].room = flagX - flags[last - 1].x }
        }
        return flags
    }

    /// The first name, and how many more there are.
    var label: String {
        let first = labels.first?.text ?? ""
        return count > 1 ? "\(first) +\(count - 1)" : first
    }
}
