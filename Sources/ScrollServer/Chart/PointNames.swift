// What a point of a series is called.

import Tiling

/// Says x and values in words.
struct PointNames {
    private let view: SeriesView

    init(_ view: SeriesView) { self.view = view }

    /// A date, a number, or which point it is.
    subscript(index: Int) -> String {
        let x = view.x(at: index)
        return switch view.xKind {
        case .time: TimeTicks.name(of: x) ?? Self.text(x)
        case .number: Self.text(x)
        case .index: "Point \(Self.count(index + 1))"
        }
    }

    /// A number as it may have stood in the file: with the fewest digits that make it.
    static func text(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// A whole number from 0 on, in groups of three digits.
    static func count(_ number: Int) -> String {
        let digits = String(number)
        var text = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.utf8.count - place) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
