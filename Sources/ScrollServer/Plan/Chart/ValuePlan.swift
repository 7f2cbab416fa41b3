// Assigns the lines of a chart's plan to panes and ranges of values.

import Charts
import Tiling

/// How the values of one plan are laid out.
struct ValuePlan {
    private(set) var panes = ValuePanes()
    /// The range of the first pane.
    private(set) var first: ClosedRange<Double> = 0...1
    /// The lines of each pane that are drawn.
    private(set) var lines: [[Int]]
    /// Whether the request fixes the pane's range.
    private(set) var isFixed: [Bool]
    /// The requested values, with the range that was drawn over a value axis.
    private(set) var requested: ValueOptions
    /// What cannot be drawn, in whole sentences.
    private(set) var notices: [String] = []

    private let data: ChartData
    private let parameters: ChartParameters
    private let visible: Range<Int>
    private let factors: [Double]
    /// The slide at which a client without a picture opens the chart; nil for none.
    private let anchor: SlideKey?
    /// How each line is drawn.
    let forms: [LineForm]

    /// Lays out the values of the points `visible` of all lines but `hidden`.
    ///
    /// `top` and `bottom` bound the drawn area and `offset` is the viewport's, in points from the content's top. `left`
    /// is the unit at the viewport's left edge; `units` has the unit of each line. A link to `anchor` shows its ranges.
    init(
        _ parameters: ChartParameters, _ data: ChartData, hidden: LineSet, visible: Range<Int>, top: Double,
        bottom: Double, left: Double, offset: Double, units: [String], anchor: SlideKey?
    ) {
        (self.data, self.parameters, self.visible) = (data, parameters, visible)
        self.anchor = parameters.painted == nil && parameters.range == .visible ? anchor : nil
        requested = parameters.values
        forms = parameters.values.forms(of: data.view)
        panes.measure = requested.measure
        if requested.measure == .indexed {
            panes.base = requested.base ?? data.base(atUnit: left)
            factors = data.indexFactors(at: panes.base)
        } else {
            factors = []
        }
        let shown = data.view.lines.indices.filter { !hidden.contains($0) }
        let groups = Self.groups(shown, data, parameters, units)
        lines = groups
        panes.isStacked = requested.axes != .second
        if groups.count > 1 {
            panes.members = [UInt8](repeating: 0, count: data.view.lines.count)
            for (pane, group) in groups.enumerated() {
                for line in group { panes.members[line] = UInt8(clamping: pane) }
            }
            // A slide's key has no trailing zeros.
            while panes.members.last == 0 { panes.members.removeLast() }
            panes.weights = groups.map { $0.count > 1 ? 2 : 1 }
        }
        isFixed = groups.map { _ in false }
        setRanges(top: top, bottom: bottom)
        if let drag = requested.drag { fix(drag, top: top, bottom: bottom, offset: offset) }
        notices = Self.notices(requested.measure, shown, data, factors)
    }

    // MARK: Panes

    private static func groups(
        _ shown: [Int], _ data: ChartData, _ parameters: ChartParameters, _ all: [String]
    ) -> [[Int]] {
        let axes = parameters.values.axes
        guard shown.count > 1, axes != .one else { return [shown] }
        if axes == .auto {
            // The other measures show different ranges together, as a range given for all does.
            let isFew = data.view.isSparse || shown.count <= ValueGroups.mostLines
            guard parameters.values.measure == .linear, isFew else { return [shown] }
            if case .fixed = parameters.range { return [shown] }
        }
        let units = shown.map { all[$0] }
        let members = members(shown, data)
        if axes == .auto, members.count > ValueGroups.mostLines { return [shown] }
        let isAlike = Set(units).count == 1 && units[0] != ""
        let most = axes == .second ? 2 : ValuePanes.most
        var groups =
            byMeasure(members, data.view, all, most: most)
            ?? (isAlike && axes == .auto ? [] : ValueGroups.groups(of: members, most: most))
        let known = Set(groups.joined())
        // Lines without values go with the first.
        let rest = shown.filter { !known.contains($0) }
        if !rest.isEmpty { groups = groups.isEmpty ? [rest] : [(groups[0] + rest).sorted()] + groups.dropFirst() }
        guard axes != .auto, groups.count < 2 else { return groups }
        // Several axes: one for each unit, or where all units are the same, one for each line.
        var kinds: [[Int]] = []
        let names = Set(units).count > 1 ? units : shown.map { "\($0)" }
        for (index, line) in shown.enumerated() {
            if let kind = kinds.firstIndex(where: {
                $0.contains { names[shown.firstIndex(of: $0) ?? 0] == names[index] }
            }) {
                kinds[kind].append(line)
            } else if kinds.count < most {
                kinds.append([line])
            } else {
                kinds[most - 1].append(line)
            }
        }
        return kinds
    }

    /// The groups where lines have different units, or only some have durations or clock times: each has an axis.
    ///
    /// Lines without a unit are apart where others have different ones. nil where all are of one kind, or of too many.
    private static func byMeasure(
        _ members: [ValueGroups.Member], _ view: SeriesView, _ units: [String], most: Int
    ) -> [[Int]]? {
        func kind(_ member: ValueGroups.Member) -> ValueKind { view.kind(ofLines: member.lines) }
        let numbers = Set(members.filter { kind($0) == .number }.map { units[$0.lines[0]] })
        let kinds = Set(members.map(kind)).subtracting([.number])
        var areUnitsApart = numbers.subtracting([""]).count > 1
        if areUnitsApart, numbers.count + kinds.count > most { areUnitsApart = false }
        let names = members.map { member in
            kind(member) == .number ? (areUnitsApart ? units[member.lines[0]] : "") : "\0\(kind(member).rawValue)"
        }
        let count = Set(names).count
        guard count > 1, count <= most else { return nil }
        // Ranges of one unit may need several axes, too.
        var spare = most - count
        var (seen, groups): (Set<String>, [[Int]]) = ([], [])
        for name in names where seen.insert(name).inserted {
            let own = zip(names, members).filter { $0.0 == name }.map(\.1)
            let isNumber = !name.hasPrefix("\0")
            let found = ValueGroups.groups(of: own, most: isNumber ? 1 + spare : 1)
            spare -= found.count - 1
            groups += found
        }
        return groups.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
    }

    /// The lines with their extremes; those of one measure of a long table belong together.
    private static func members(_ shown: [Int], _ data: ChartData) -> [ValueGroups.Member] {
        let view = data.view
        var kinds: [(name: String, lines: [Int])] = []
        for line in shown {
            let name = view.isSparse ? view.lines[line].components(behind: " · ") : "\(line)"
            if let index = kinds.firstIndex(where: { $0.name == name }) {
                kinds[index].lines.append(line)
            } else {
                kinds.append((name, [line]))
            }
        }
        return kinds.compactMap { kind in
            data.extremes(in: 0..<view.count, lines: kind.lines).map {
                ValueGroups.Member(lines: kind.lines, range: $0)
            }
        }
    }

    // MARK: Ranges

    private mutating func setRanges(top: Double, bottom: Double) {
        // The heights of the panes do not depend on their ranges.
        panes.others = lines.dropFirst().map { _ in 0...1 }
        let heights = panes.scales(first: 0...1, top: top, bottom: bottom).map(\.height)
        var ranges: [ClosedRange<Double>] = []
        for (pane, group) in lines.enumerated() {
            if let range = fixedRange(pane) {
                isFixed[pane] = true
                ranges.append(range)
            } else {
                ranges.append(range(of: group, pane: pane, height: heights[pane]))
            }
        }
        (first, panes.others) = (ranges[0], Array(ranges.dropFirst()))
    }

    /// The range that the request fixes for a pane.
    private func fixedRange(_ pane: Int) -> ClosedRange<Double>? {
        var range: ClosedRange<Double>?
        if pane == 0, case .fixed(let low, let high) = parameters.range { range = low...high }
        let names = Set(lines[pane].map { data.view.lines[$0] })
        if let fixed = requested.fixed.first(where: { names.contains($0.line) }) { range = fixed.range }
        guard let range, requested.measure == .logarithmic, range.lowerBound <= 0 else { return range }
        return nil
    }

    private func range(of group: [Int], pane: Int, height: Double) -> ClosedRange<Double> {
        let isVisible = parameters.range == .visible
        // One point more on either side, since lines lead from there into view.
        let run =
            isVisible
            ? max(0, visible.lowerBound - 1)..<min(data.view.count, visible.upperBound + 1) : 0..<data.view.count
        guard requested.measure != .logarithmic else {
            let extremes = group.compactMap { data.positiveExtremes(in: run, line: $0) }
            guard let low = extremes.map(\.lowerBound).min(), let high = extremes.map(\.upperBound).max() else {
                return 1...10
            }
            return LogarithmicTicks.rounded(low...high)
        }
        var found = extremes(of: group, in: run)
        // Bars begin at zero.
        if let range = found, group.contains(where: { forms[$0] == .bars }) {
            found = min(range.lowerBound, 0)...max(range.upperBound, 0)
        }
        return (isVisible ? ValueRange.visible : .whole).range(
            whole: isVisible ? nil : found, visible: isVisible ? found : nil, previous: previous(pane), height: height,
            minimumSpacing: ChartDefaults.labelSpacing.y,
            kind: requested.measure == .indexed ? .number : data.view.kind(ofLines: group))
    }

    /// The range in which a client has the pane at present, or had it when the link was made; nil for none.
    private func previous(_ pane: Int) -> ClosedRange<Double>? {
        if let anchor, anchor.panes.measure == panes.measure, anchor.panes.count == lines.count {
            return pane == 0 ? anchor.minimumValue...anchor.maximumValue : anchor.panes.others[pane - 1]
        }
        if pane == 0 { return parameters.painted.map { $0.minimumValue...max($0.minimumValue, $0.maximumValue) } }
        return requested.paintedOthers.indices.contains(pane - 1) ? requested.paintedOthers[pane - 1] : nil
    }

    private func extremes(of group: [Int], in run: Range<Int>) -> ClosedRange<Double>? {
        guard !factors.isEmpty else { return data.extremes(in: run, lines: group) }
        var extremes: ClosedRange<Double>?
        for line in group where factors[line].isFinite {
            guard let (low, high) = data.view.extremes(line: line, in: run) else { continue }
            let ends = [low * factors[line], high * factors[line]].filter(\.isFinite)
            guard let least = ends.min(), let most = ends.max() else { continue }
            extremes = min(least, extremes?.lowerBound ?? least)...max(most, extremes?.upperBound ?? most)
        }
        return extremes
    }

    /// Fixes the range of a pane at the values that were drawn over.
    private mutating func fix(_ drag: ValueOptions.Drag, top: Double, bottom: Double, offset: Double) {
        requested.drag = nil
        let scales = panes.scales(first: first, top: top, bottom: bottom)
        let middle = (drag.top + drag.bottom) / 2 + offset
        let nearest = scales.indices.min {
            Self.distance(middle, scales[$0]) < Self.distance(middle, scales[$1])
        }
        guard let pane = drag.pane.map({ min($0, scales.count - 1) }) ?? nearest else { return }
        let ends = [drag.bottom, drag.top].map { y in
            scales[pane].value(atY: min(max(y + offset, scales[pane].top), scales[pane].bottom))
        }
        guard ends[0] < ends[1], let name = lines[pane].first.map({ data.view.lines[$0] }) else { return }
        let names = Set(lines[pane].map { data.view.lines[$0] })
        requested.fixed.removeAll { names.contains($0.line) }
        requested.fixed.append(ValueOptions.Fixed(line: name, range: ends[0]...ends[1]))
        isFixed[pane] = true
        if pane == 0 { first = ends[0]...ends[1] } else { panes.others[pane - 1] = ends[0]...ends[1] }
    }

    private static func distance(_ y: Double, _ scale: ValueScale) -> Double {
        max(scale.top - y, y - scale.bottom, 0)
    }

    // MARK: Words

    private static func notices(
        _ measure: ValuePanes.Measure, _ shown: [Int], _ data: ChartData, _ factors: [Double]
    ) -> [String] {
        func list(_ lines: [Int]) -> String {
            lines.prefix(5).map { "'\(data.view.lines[$0])'" }.joined(separator: ", ") + (lines.count > 5 ? " …" : "")
        }
        switch measure {
        case .linear: return []
        case .logarithmic:
            let lines = shown.filter { (data.view.extremes(line: $0, in: 0..<data.view.count)?.min ?? 1) <= 0 }
            return lines.isEmpty
                ? []
                : ["Values of \(list(lines)) that are 0 or less have no place on a logarithmic axis and are left out."]
        case .indexed:
            let lines = shown.filter {
                !factors[$0].isFinite && data.view.extremes(line: $0, in: 0..<data.view.count) != nil
            }
            return lines.isEmpty
                ? [] : ["Left out, since there is no value other than 0 from which to count: \(list(lines))."]
        }
    }
}

extension String {
    /// The part after the last `separator`; empty where there is none.
    fileprivate func components(behind separator: String) -> String {
        guard let last = ranges(of: separator).last else { return "" }
        return String(self[last.upperBound...])
    }
}
