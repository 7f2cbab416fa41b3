// Reads and checks the parameters of a chart's plan about its lines, values and zone.

import Charts
import HTTP

/// The requested value axes, lines and time zone.
///
/// Lines are identified by name, so that requests stay valid when columns change places.
struct ValueOptions: Sendable, Equatable {
    /// How lines of different ranges are told apart.
    enum Axes: String, Sendable, CaseIterable {
        /// Panes where the ranges differ by more than `ValueGroups.ratio`, else one axis.
        case auto
        case one
        /// Two ranges over the same height.
        case second
        /// Ranges below each other.
        case panes
    }

    /// A range chosen for the pane that a line is in.
    struct Fixed: Sendable, Equatable {
        var line: String
        var range: ClosedRange<Double>
    }

    /// A part of a value axis that was drawn over, in points from the viewport's top.
    struct Drag: Sendable, Equatable {
        var top: Double
        var bottom: Double
        /// nil: the pane at that index.
        var pane: Int?
    }

    var axes = Axes.auto
    var measure = ValuePanes.Measure.linear
    var fixed: [Fixed] = []
    /// The x at which lines count as 100; nil for the left edge of the viewport.
    var base: Double?
    var drag: Drag?
    /// The ranges of the client's panes after the first.
    var paintedOthers: [ClosedRange<Double>] = []
    /// Names of lines, or their numbers from 0, that are not drawn.
    var hidden: [String] = []
    /// Only these are drawn; nil for all that are not hidden.
    var shown: [String]?
    /// Units assigned to lines, by the lines' names.
    var units: [String: String] = [:]
    /// How all lines are drawn; nil for how each is best drawn.
    var form: LineForm?
    /// How lines are drawn, by the lines' names.
    var forms: [String: LineForm] = [:]
    /// nil for the table's own.
    var zone: ChartZone?

    /// The values that a range may span.
    static let values = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude

    init() {}

    init(_ parameters: Parameters) throws(Problem) {
        axes = try parameters.read(Self.axesParameter) ?? .auto
        measure = try parameters.read(Self.scale) ?? .linear
        base = try parameters.read(Self.baseParameter)
        hidden = try Self.names(parameters.read(Self.hide), Self.hide.name)
        if let text = try parameters.read(Self.show) { shown = try Self.names(text, Self.show.name) }
        zone = try Self.zone(parameters)
        units = try Self.units(parameters)
        form = try parameters.read(Self.line)
        forms = try Self.forms(parameters)
        try readRanges(parameters)
        try readDrag(parameters)
    }

    /// The zone that `timeZone` names; nil where none is named.
    static func zone(_ parameters: Parameters) throws(Problem) -> ChartZone? {
        guard let name = try parameters.read(Self.timeZone) else { return nil }
        guard let zone = ChartZone(name) else {
            throw .badParameter(
                "timeZone", "'\(name)' is no zone that this machine knows; give one as Europe/Berlin or UTC+02:00")
        }
        return zone
    }

    /// The names in a list separated by commas; commas within names are percent-encoded.
    static func names(_ text: String?, _ parameter: String) throws(Problem) -> [String] {
        guard let text, !text.isEmpty else { return [] }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= 4096 else { throw .badParameter(parameter, "has more than 4096 names") }
        return parts.map { plain($0) }
    }

    /// Decodes percent-encoded bytes such as `%2C`; other text stays.
    static func plain(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                rest.first != UInt8(ascii: "+")
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads `units`: lines' names and units, each separated by a colon, the pairs by commas.
    private static func units(_ parameters: Parameters) throws(Problem) -> [String: String] {
        guard let text = try parameters.read(Self.unitsParameter), !text.isEmpty else { return [:] }
        var units: [String: String] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pieces = part.split(separator: ":", omittingEmptySubsequences: false)
            guard pieces.count == 2, pieces[1].utf8.count <= 120, units.count < TableFormat.lineLimit else {
                throw .badParameter("units", "'\(part.prefix(64))' is no line and unit as Temperature:°C")
            }
            units[plain(pieces[0])] = plain(pieces[1])
        }
        return units
    }

    /// Reads `lineForms`: lines' names and forms, each separated by a colon, the pairs by commas.
    private static func forms(_ parameters: Parameters) throws(Problem) -> [String: LineForm] {
        guard let text = try parameters.read(lineForms), !text.isEmpty else { return [:] }
        var forms: [String: LineForm] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pieces = part.split(separator: ":", omittingEmptySubsequences: false)
            guard pieces.count == 2, let form = LineForm(rawValue: String(pieces[1])),
                forms.count < TableFormat.lineLimit
            else {
                let words = LineForm.allCases.map(\.rawValue).joined(separator: ", ")
                throw .badParameter(
                    lineForms.name, "'\(part.prefix(64))' is no line and one of \(words) as Rain:bars")
            }
            forms[plain(pieces[0])] = form
        }
        return forms
    }

    /// The form of each line: the given one, or else the table's own.
    ///
    /// Bars show sums, which only a linear axis measures from zero.
    func forms(of view: SeriesView) -> [LineForm] {
        view.lines.enumerated().map { line, name in
            let form = forms[name] ?? form ?? (view.forms.indices.contains(line) ? view.forms[line] : .straight)
            return form == .bars && measure != .linear ? .steps : form
        }
    }

    /// The unit of each line of a table: the given one, or else the table's own.
    func units(of view: SeriesView) -> [String] {
        view.lines.enumerated().map { line, name in
            units[name] ?? (view.units.indices.contains(line) ? view.units[line] : "")
        }
    }

    /// Reads `ranges`: a line's name, the lower and the upper end, separated by colons; several panes by commas.
    private mutating func readRanges(_ parameters: Parameters) throws(Problem) {
        if let text = try parameters.read(Self.ranges), !text.isEmpty {
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                let pieces = part.split(separator: ":", omittingEmptySubsequences: false)
                guard pieces.count == 3, let low = Parameters.number(String(pieces[1])),
                    let high = Parameters.number(String(pieces[2])), low < high
                else {
                    throw .badParameter("ranges", "'\(part)' is no line, lower and upper value as price:10:20")
                }
                fixed.append(Fixed(line: Self.plain(pieces[0]), range: low...high))
            }
        }
        guard let text = try parameters.read(Self.paintedRanges), !text.isEmpty else { return }
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: ":", omittingEmptySubsequences: false).map {
                Parameters.number(String($0))
            }
            guard ends.count == 2, let low = ends[0], let high = ends[1], low <= high else {
                throw .badParameter("paintedRanges", "'\(part)' is no lower and upper value as 10:20")
            }
            paintedOthers.append(low...high)
        }
    }

    private mutating func readDrag(_ parameters: Parameters) throws(Problem) {
        let pane = try parameters.read(Self.dragPane)
        guard let top = try parameters.read(Self.dragTop) else {
            guard try parameters.text(Self.dragBottom.name) == nil else {
                throw .badParameter("dragBottom", "goes with dragTop")
            }
            return
        }
        let bottom = try parameters.read(Self.dragBottom)
        guard bottom > top else { throw .badParameter("dragBottom", "\(bottom) is not below dragTop, \(top)") }
        drag = Drag(top: top, bottom: bottom, pane: pane)
    }

    // MARK: Lines

    /// The lines that are not drawn, and the names that no line has.
    func hidden(among lines: [String]) -> (set: LineSet, unknown: [String]) {
        var (set, unknown) = (LineSet(), [String]())
        let indices = Dictionary(zip(lines, lines.indices), uniquingKeysWith: { first, _ in first })
        func line(_ name: String) -> Int? {
            if let index = indices[name] { return index }
            if let number = Int(name), lines.indices.contains(number) { return number }
            unknown.append(name)
            return nil
        }
        if let shown {
            let kept = Set(shown.compactMap(line))
            for line in lines.indices where !kept.contains(line) { set.insert(line) }
        }
        for name in hidden { if let line = line(name) { set.insert(line) } }
        return (set, unknown)
    }
}
