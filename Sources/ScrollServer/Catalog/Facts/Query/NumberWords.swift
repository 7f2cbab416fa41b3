// Numbers of queries in words, such as "4 stars or more" for `>=4` and "Size above 2 MB" for `>2mb`.

import Platform
import Tiling

/// Says what a value of a field of numbers means.
enum NumberWords {
    /// A value of a query: one number, or the ends of a range.
    private enum Value {
        case exactly(Substring)
        case above(Substring)
        case atLeast(Substring)
        case below(Substring)
        case atMost(Substring)
        case between(Substring, Substring)

        init(_ text: String) {
            if text.hasPrefix(">=") {
                self = .atLeast(text.dropFirst(2))
            } else if text.hasPrefix("<=") {
                self = .atMost(text.dropFirst(2))
            } else if text.hasPrefix(">") {
                self = .above(text.dropFirst())
            } else if text.hasPrefix("<") {
                self = .below(text.dropFirst())
            } else if let dots = text.firstRange(of: "..") {
                let (first, last) = (text[..<dots.lowerBound], text[dots.upperBound...])
                self =
                    last.isEmpty
                    ? .atLeast(first)
                    : first.isEmpty ? .atMost(last) : first == last ? .exactly(first) : .between(first, last)
            } else {
                self = .exactly(text[...])
            }
        }
    }

    /// Says a rating: `>=4` is "4 stars or more".
    static func stars(_ text: String) -> String {
        func stars(_ number: Substring) -> String { "\(number) star\(number == "1" ? "" : "s")" }
        return switch Value(text) {
        case .exactly("0"): "no stars"
        case .exactly("-1"): "rejected"
        case .exactly(let number): stars(number)
        case .atLeast("5"): stars("5")
        case .atLeast(let number): "\(stars(number)) or more"
        case .atMost(let number): "\(stars(number)) or fewer"
        case .above(let number): "more than \(stars(number))"
        case .below(let number): "fewer than \(stars(number))"
        case .between(let first, let last): "\(first) to \(stars(last))"
        }
    }

    /// Says a value of another field, of which `title` is what it is called.
    static func phrase(_ text: String, of field: FactField, _ title: String) -> ConditionWords.Phrase {
        func measure(_ number: Substring) -> String { self.measure(number, field.unit) }
        switch Value(text) {
        case .exactly(let number):
            // These are known by their units.
            let isPlain = [.aperture, .millimetres, .seconds, .megapixels].contains(field.unit)
            if isPlain { return ConditionWords.Phrase(measure(number)) }
            return field.name == "iso"
                ? ConditionWords.Phrase("ISO \(number)") : ConditionWords.Phrase(title, measure(number))
        case .above(let number): return ConditionWords.Phrase("\(title) above \(measure(number))")
        case .atLeast(let number): return ConditionWords.Phrase("\(title) \(measure(number)) or more")
        case .below(let number): return ConditionWords.Phrase("\(title) below \(measure(number))")
        case .atMost(let number): return ConditionWords.Phrase("\(title) \(measure(number)) or less")
        case .between(let first, let last):
            return ConditionWords.Phrase("\(title) \(measure(first)) to \(measure(last))")
        }
    }

    /// Writes a number with its unit, as it was typed where that says more.
    private static func measure(_ text: Substring, _ unit: FactField.Unit) -> String {
        let bare = text.lowercased()
        func number(before unit: String) -> Substring { bare.hasSuffix(unit) ? bare.dropLast(unit.count) : bare[...] }
        switch unit {
        case .none: return String(text)
        case .pixels: return "\(number(before: "px")) px"
        case .megapixels: return "\(number(before: "mp")) MP"
        case .millimetres: return "\(number(before: "mm")) mm"
        case .aperture: return "f/\(bare.drop { "f/".contains($0) })"
        case .seconds: return "\(number(before: "s")) s"
        case .bytes: return NumberText(.bytes).interval(bare).map { size($0.lower) } ?? String(text)
        case .metres: return bare.last?.isNumber == true ? "\(text) m" : String(text)
        case .duration: return Int(bare).map(clock) ?? String(text)
        }
    }

    /// Writes seconds as 1:02:03 or 0:07.
    private static func clock(_ seconds: Int) -> String {
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let rest = (seconds % 60).digits(2)
        return hours > 0 ? "\(hours):\(minutes.digits(2)):\(rest)" : "\(minutes):\(rest)"
    }

    /// Writes bytes with up to three digits: 1.25 MB.
    private static func size(_ bytes: Double) -> String {
        guard bytes >= 1000, bytes < 1e15 else { return "\(Int(clamping: bytes)) bytes" }
        let units = ["kB", "MB", "GB", "TB"]
        var (value, unit) = (bytes / 1000, 0)
        while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
        let steps = value < 9.995 ? 100.0 : value < 99.95 ? 10 : 1
        let rounded = (value * steps).rounded() / steps
        return "\(rounded == rounded.rounded() ? "\(Int(clamping: rounded))" : "\(rounded)") \(units[unit])"
    }
}
