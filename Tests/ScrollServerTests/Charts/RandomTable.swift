// Tables in random dialects, locales, shapes and damage.

import Foundation
import Tiling

/// A table as text, and what it holds.
struct RandomTable {
    private(set) var text = ""
    /// The x of each row: seconds since 1970, or a number.
    private(set) var x: [Double] = []
    /// The values of each line; nil for gaps.
    private(set) var values: [[Double?]] = []
    private(set) var names: [String] = []
    /// What was chosen, for messages.
    private(set) var choices: [String] = []
    /// Whether the file has a row too many cells, which is left out.
    private(set) var hasLongRow = false

    private var delimiter = ","
    private var decimal = "."

    /// How one column writes its numbers.
    private enum Style: CaseIterable { case plain, grouped, minusBehind, brackets, percent, unit, currency, whole }

    init(_ generator: inout some RandomNumberGenerator) {
        delimiter = pick([",", ";", "\t", "|"], "delimiter", &generator)
        decimal = pick([".", ","], "decimal", &generator)
        let rowCount = Int.random(in: 3...60, using: &generator)
        let columnCount = Int.random(in: 1...4, using: &generator)
        names = (0..<columnCount).map { ["temp", "wind", "rain", "load"][$0] }
        let date = Int.random(in: 0..<Self.dateCount, using: &generator)
        choices.append("date \(date)")
        let styles = (0..<columnCount).map { _ in Style.allCases.randomElement(using: &generator) ?? .plain }
        choices.append("\(styles)")
        let hasText = Bool.random(using: &generator)
        let wordShare = pick([0, 0, 0.02, 0.2], "words", &generator)
        let word = pick(["OFF", "---", "k.A.", "<5", "unavailable", "", "NA", "#DIV/0!"], "word", &generator)
        let damage = pick(["", "", "", "short", "long", "quote", "blank", "trailing"], "damage", &generator)
        values = Array(repeating: [], count: columnCount)
        // Steps of a month, or of days from any day on.
        var day = Int.random(in: 11_000...19_000, using: &generator)
        var lines: [String] = []
        let damaged = Int.random(in: 0..<rowCount, using: &generator)
        for row in 0..<rowCount {
            let civil = CivilDate(daysSince1970: day)
            var cells = [cell(date == Self.monthForm ? month(civil) : Self.date(date, civil))]
            if hasText { cells.append(damage == "quote" && row == damaged ? "\"x" : "note \(row)") }
            var rowValues: [Double?] = []
            for style in styles {
                if Double.random(in: 0..<1, using: &generator) < wordShare {
                    cells.append(word)
                    rowValues.append(nil)
                } else {
                    let value = Int.random(in: -99_999...999_999, using: &generator)
                    cells.append(cell(number(value, style)))
                    rowValues.append(style == .whole ? Double(value / 100) : Double(value) / 100)
                }
            }
            if damage == "short", row == damaged, columnCount > 1 {
                cells.removeLast()
                rowValues[columnCount - 1] = nil
            }
            let isLong = damage == "long" && row == damaged
            if isLong { cells.append("7") }
            hasLongRow = hasLongRow || isLong
            lines.append(cells.joined(separator: delimiter) + (damage == "trailing" ? delimiter : ""))
            if damage == "blank", row == damaged { lines.append("") }
            if !isLong {
                x.append(
                    Double(
                        (date == Self.monthForm
                            ? CivilDate(year: civil.year, month: civil.month, day: 1)
                                .daysSince1970 : day) * 86_400))
                for (line, value) in rowValues.enumerated() { values[line].append(value) }
            }
            day += date == Self.monthForm ? CivilDate.dayCount(ofMonth: civil.month, year: civil.year) : 1
        }
        let header = (["date"] + (hasText ? ["note"] : []) + names).joined(separator: delimiter)
        let width = 1 + (hasText ? 1 : 0) + columnCount
        let padding = String(repeating: delimiter, count: width - 1)
        let end = pick(["\n", "\r\n"], "line end", &generator)
        var above: [String] = []
        switch pick(["", "", "title", "padded", "comment", "units"], "header", &generator) {
        case "title": above = ["Measured by the house", ""]
        case "padded": above = ["Measured by the house" + padding, padding]
        case "comment": above = ["# measured by the house"]
        case "units":
            lines.insert(
                (["yyyy-mm-dd"] + (hasText ? [""] : []) + names.map { _ in "m/s" })
                    .joined(separator: delimiter), at: 0)
        default: break
        }
        text = (above + [header + (damage == "trailing" ? delimiter : "")] + lines).joined(separator: end)
        if Bool.random(using: &generator) { text += end }
    }

    private mutating func pick<Choice>(
        _ from: [Choice], _ name: String, _ generator: inout some RandomNumberGenerator
    ) -> Choice {
        let choice = from.randomElement(using: &generator) ?? from[0]
        choices.append("\(name) \(choice)")
        return choice
    }

    private func cell(_ text: String) -> String { text.contains(delimiter) ? "\"\(text)\"" : text }

    private static let dateCount = 12
    /// The form of dates that have no day.
    private static let monthForm = 11

    private static func two(_ number: Int) -> String { String(String(number % 100 + 100).dropFirst()) }

    private static func date(_ form: Int, _ day: CivilDate) -> String {
        let english = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let (y, m, d) = (String(day.year), two(day.month), two(day.day))
        return switch form {
        case 0: "\(y)-\(m)-\(d)"
        case 1: "\(d).\(m).\(y)"
        case 2: "\(d)/\(m)/\(y)"
        case 3: "\(m)/\(d)/\(y)"
        case 4: "\(y)/\(m)/\(d)"
        case 5: "\(day.day) \(english[day.month - 1]) \(y)"
        case 6: "\(y)\(m)\(d)"
        case 7: "\(two(day.year))/\(m)/\(d)"
        case 8: "\(d)/\(m)/\(two(day.year))"
        case 9: "\(m)/\(d)/\(two(day.year))"
        default: "\(y)年\(day.month)月\(day.day)日"
        }
    }

    private func month(_ day: CivilDate) -> String { "\(day.year)\(Self.two(day.month))" }

    /// Hundredths as a number.
    private func number(_ hundredths: Int, _ style: Style) -> String {
        let (size, isNegative) = (hundredths.magnitude, hundredths < 0)
        let whole = String(size / 100)
        if style == .whole { return (isNegative && size >= 100 ? "-" : "") + whole }
        let plain = whole + decimal + Self.two(Int(size % 100))
        let mark = decimal == "." ? "," : "."
        let grouped =
            whole.count > 3 ? whole.dropLast(3) + mark + whole.suffix(3) + plain.dropFirst(whole.count) : plain[...]
        let sign = isNegative ? "-" : ""
        return switch style {
        case .plain, .whole: sign + plain
        case .grouped: sign + grouped
        case .minusBehind: plain + sign
        case .brackets: isNegative ? "(\(plain))" : plain
        case .percent: sign + plain + "%"
        case .unit: sign + plain + " km/h"
        case .currency: sign + "€" + plain
        }
    }
}
