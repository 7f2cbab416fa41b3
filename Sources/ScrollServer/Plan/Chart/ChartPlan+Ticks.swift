// The ticks of a chart's plan.

import Charts
import Tiling

extension ChartPlan {
    /// The ticks of the x axis in and near the viewport, and what the first label in view leaves out, such as the year.
    var xTicks: (ticks: [AxisTick], left: LeftContext?) {
        let x = plan.contentOffset.x
        var ticks = calculator.xTicks(
            from: x - request.overscan, to: x + request.viewport.width + request.overscan,
            minimumSpacing: ChartDefaults.labelSpacing.x, offset: zone.offset(at:))
        guard let first = ticks.firstIndex(where: { $0.x >= x }) else { return (ticks, nil) }
        var context = ticks[...first].last { $0.tick.context != nil }?.tick.context
        let before = ticks[..<first].last { $0.tick.context != nil }?.tick.context
        guard context != nil else { return (ticks, nil) }
        let next = ticks[first...].first { $0.tick.context != nil && $0.tick.context != before }
        ticks[first].tick.context = context
        if before != nil { context = before }
        return (ticks, context.map { LeftContext(label: $0, end: before == nil ? nil : next.map { $0.x - x }) })
    }

    /// Where a label lies that would be cut off in the middle of its tick.
    struct LabelAside: Equatable {
        /// Which end of the label is at `x`.
        enum Align: String {
            case start, end
        }

        var align: Align
        /// In points from the start of the content.
        var x: Double
    }

    /// Where the label of a tick of the x axis lies, if not in the middle of it: near the viewport's left edge beside the
    /// tick, on the side away from the edge, and just before the right edge against it.
    func labelAside(ofTickAt x: Double) -> LabelAside? {
        let (left, reach) = (plan.contentOffset.x, ChartDefaults.labelReach)
        let right = left + request.viewport.width
        // A tick out of view takes its whole label along.
        if x < left, x > left - reach { return LabelAside(align: .end, x: x - 2) }
        if x >= left, x < left + reach { return LabelAside(align: .start, x: x + 2) }
        guard x > right - reach, x <= right else { return nil }
        return LabelAside(align: .end, x: right - 4)
    }

    /// The date, month or year at the viewport's left edge.
    struct LeftContext {
        var label: String
        /// The start of the next date, month or year, in points from the viewport's left edge; nil where none is near,
        /// and where this one has not begun.
        var end: Double?
    }
}

extension ChartZone {
    /// The zone for showing a table's times: the requested one, where the times are moments; else the table's own.
    static func shown(_ requested: ChartZone?, _ view: SeriesView) -> ChartZone {
        guard view.xKind == .time, let own = view.zone else { return .written }
        return requested ?? own
    }
}
