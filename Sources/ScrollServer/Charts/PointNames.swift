// The names of a series' points.

import Tiling

/// Writes a point's x, and values, as text.
package struct PointNames {
    private let view: SeriesView
    private let zone: ChartZone

    /// Names the points of `view`, with times in `zone`.
    package init(_ view: SeriesView, zone: ChartZone = .written) { (self.view, self.zone) = (view, zone) }

    /// The point's x as a date or a number, or else its position: "Point 1" is the first.
    package subscript(index: Int) -> String {
        view.xKind == .index ? "Point \(Self.count(index + 1))" : name(ofX: view.x(at: index))
    }

    /// An x as a date or a number.
    ///
    /// A time that clocks show twice, when summer time ends, is followed by its offset.
    package func name(ofX x: Double) -> String {
        guard view.xKind == .time else { return Self.text(x) }
        let offset = zone.offset(at: x)
        guard let name = TimeTicks.name(of: x + offset) else { return Self.text(x) }
        return isShownTwice(x, offset) ? "\(name) \(ChartZone(offset: Int(clamping: offset)).name)" : name
    }

    /// Whether clocks show the same time again within hours.
    private func isShownTwice(_ x: Double, _ offset: Double) -> Bool {
        [-Self.hours, Self.hours].contains { away in
            let other = zone.offset(at: x + away)
            return other != offset && zone.offset(at: x + offset - other) == other
        }
    }

    /// More than clocks are ever set back, in seconds, except for days that countries have skipped or repeated.
    private static let hours = 3.0 * 3600

    /// A number with the fewest digits that give the same double, and without a trailing ".0".
    package static func text(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// A whole number, not negative, with a comma between groups of three digits.
    package static func count(_ number: Int) -> String {
        let digits = String(number)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.utf8.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
