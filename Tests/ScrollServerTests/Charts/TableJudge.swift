// Whether a table is read as a person expects: what `expected.json` of the corpus says, beside what the program shows.

import Foundation
import Testing

@testable import Catalog
@testable import Charts
@testable import ScrollServer

/// What the program makes of a table, in the way it opens a path of the command line.
enum TableVerdict {
    case refused(String)
    case pictures
    case chart(Series)

    static func open(_ path: String) throws -> TableVerdict {
        let options = try Options(["--cache-limit", "0", path])
        do {
            let sources = try CollectionSources(options)
            guard let collection = sources.collections.first else { return .refused("no collection") }
            guard let series = collection.series else { return .pictures }
            guard series.comesTrue({ series.status.isComplete || series.status.failure != nil }) else {
                return .refused("it is not read to its end")
            }
            if let failure = series.status.failure { return .refused("\(failure)") }
            if series.count == 0 { return .refused(series.status.notices.joined(separator: " ")) }
            return .chart(series)
        } catch let failure as StartFailure {
            return .refused(failure.description)
        }
    }
}

/// Compares a verdict with one reading of the expectations.
struct TableJudge {
    typealias Members = [String: Any]

    private let expected: Members
    private let verdict: TableVerdict

    init(_ expected: Members, _ verdict: TableVerdict) {
        self.expected = expected
        self.verdict = verdict
    }

    /// Why none of the acceptable readings is what is shown; nil where one is.
    func complaint() -> String? {
        guard let first = complaint(expected, hasPoints: true) else { return nil }
        for other in expected["alsoAcceptable"] as? [Members] ?? [] {
            var reading = expected
            for (key, value) in other { reading[key] = value }
            // Values were computed for the main reading only.
            let keepsValues =
                other["x"] == nil && other["lines"] == nil && other["decimal"] == nil && other["is"] == nil
                && other["dateOrder"] == nil && other["kind"] == nil && other["key"] == nil
            if complaint(reading, hasPoints: keepsValues && other["note"] == nil) == nil { return nil }
            if keepsValues, complaint(reading, hasPoints: false) == nil, other["note"] != nil { return nil }
        }
        return first
    }

    private func complaint(_ reading: Members, hasPoints: Bool) -> String? {
        switch (reading["is"] as? String, verdict) {
        case ("refuse", .refused), ("pictures", .pictures): return nil
        case ("chart", .chart(let series)): return chart(reading, series, hasPoints)
        case ("long", .chart(let series)): return long(reading, series, hasPoints)
        case (let kind, .refused(let reason)): return "refused (\(reason)), not \(kind ?? "?")"
        case (let kind, .pictures): return "taken for pictures, not \(kind ?? "?")"
        case (let kind, .chart(let series)):
            return "a chart of \(series.lines.prefix(5)) over '\(series.view.xName)', not \(kind ?? "?")"
        }
    }

    // MARK: x

    private func xComplaint(_ reading: Members, _ series: Series) -> String? {
        let x = reading["x"] as? Members
        let kind = (reading["kind"] as? String) ?? x?["kind"] as? String ?? (reading["x"] as? String) ?? ""
        let shown = series.xKind
        let fits =
            switch kind {
            case "index": shown == .index
            case "number": shown == .number
            case "year": shown == .number || shown == .time
            case "": shown != .index
            default: shown == .time
            }
        guard fits else { return "x is \(shown) '\(series.view.xName)', not \(kind)" }
        if let names = x?["names"] as? [Any], shown != .index {
            let known = names.compactMap { $0 as? String }.filter { !$0.isEmpty }
            if names.count == 1, let name = known.first, name != series.view.xName {
                return "x is '\(series.view.xName)', not '\(name)'"
            }
            let columns = x?["columns"] as? [Int] ?? []
            if columns.count > 1, series.view.xName.split(separator: " ").count < columns.count {
                return "x is '\(series.view.xName)', not \(known)"
            }
        }
        return nil
    }

    private func isX(_ shown: Double, _ point: Members) -> Bool {
        var known: [Double] = []
        for name in ["unix", "secondsOfDay", "x"] { if let value = point[name] as? Double { known.append(value) } }
        if let text = point["unixNanoseconds"] as? String, let value = Double(text) { known.append(value / 1e9) }
        return known.contains { abs($0 - shown) <= max(1e-6, abs($0) * 1e-15) }
    }

    private func isSame(_ shown: Double, _ value: Any) -> Bool {
        guard let number = value as? NSNumber else { return shown.isNaN }
        return shown == number.doubleValue || abs(shown - number.doubleValue) <= abs(number.doubleValue) * 1e-14
    }

    // MARK: Charts

    /// The line of the series for each expected line; nil and a reason where they are not the expected ones.
    private func matched(_ reading: Members, _ shown: [String]) -> (lines: [Int]?, reason: String) {
        let optional = reading["mayBeLines"] as? [Any] ?? []
        let optionalNames = optional.map { ($0 as? Members)?["name"] as? String }
        guard let required = reading["lines"] as? [Members] else {
            // Columns by number only: their names are not told.
            let count = (reading["lines"] as? [Any])?.count ?? 0
            let isFine = shown.count >= count && shown.count <= count + optional.count
            return (isFine ? [] : nil, "lines \(shown), not \(count)")
        }
        var (lines, next): ([Int], Int) = ([], 0)
        for (index, name) in shown.enumerated() {
            if next < required.count {
                let wanted = required[next]["name"] as? String
                let isNamed = wanted.map {
                    $0.trimmingCharacters(in: .whitespaces) == name || name.hasPrefix("\($0) (")
                }
                if isNamed ?? true, wanted != nil || name.hasPrefix("Column ") {
                    lines.append(index)
                    next += 1
                    continue
                }
            }
            let isOptional = optionalNames.contains { $0 == nil || $0 == name || name.hasPrefix("\($0 ?? "") (") }
            if !isOptional { return (nil, "line '\(name)' is not expected") }
        }
        guard next == required.count else {
            return (nil, "lines \(shown.prefix(9)); '\(required[next]["name"] ?? "?")' is missing")
        }
        return (lines, "")
    }

    private func chart(_ given: Members, _ series: Series, _ hasPoints: Bool) -> String? {
        var reading = given
        if (reading["difficulties"] as? [String] ?? []).contains("very-wide") {
            // The program shows at most 256 lines; the corpus names four of 2,000.
            guard series.lines.count == TableFormat.lineLimit else { return "\(series.lines.count) lines" }
            reading["lines"] = []
            reading["mayBeLines"] = [NSNull()]
        }
        if let complaint = xComplaint(reading, series) { return complaint }
        guard !series.view.isSparse else { return "a long table of \(series.lines.prefix(5))" }
        let (lines, reason) = matched(reading, series.lines)
        guard let lines else { return reason }
        if let bad = reading["badRows"] as? Int, bad != series.status.badRowCount {
            return "\(series.status.badRowCount) bad rows, not \(bad): \(series.status.badRows.prefix(3))"
        }
        guard hasPoints, let points = reading["points"] as? Members else { return nil }
        if let count = points["count"] as? Int, count != series.count { return "\(series.count) points, not \(count)" }
        for name in ["first", "middle", "last"] {
            guard let point = points[name] as? Members, let index = point["index"] as? Int else { continue }
            guard isX(series.x(at: index), point) else {
                return "x of the \(name) point is \(series.x(at: index)), not \(point["x"] ?? "?")"
            }
            let values = point["values"] as? [Any] ?? []
            for (line, value) in zip(lines, values) where !isSame(series.value(line: line, at: index), value) {
                return
                    "\(name) value of '\(series.lines[line])' is \(series.value(line: line, at: index)), not \(value)"
            }
        }
        for (line, facts) in zip(lines, reading["lines"] as? [Members] ?? []) {
            if let complaint = lineComplaint(facts, line, series) { return complaint }
        }
        return nil
    }

    private func lineComplaint(_ facts: Members, _ line: Int, _ series: Series) -> String? {
        let name = series.lines[line]
        let values = series.view.values(line: line, in: 0..<series.count).filter { !$0.isNaN }
        if let count = facts["values"] as? Int, count != values.count {
            return "'\(name)' has \(values.count), not \(count)"
        }
        for (key, shown) in [("min", values.min()), ("max", values.max())] {
            guard let wanted = facts[key], !(wanted is NSNull) else { continue }
            guard let shown, isSame(shown, wanted) else {
                return "\(key) of '\(name)' is \(shown ?? .nan), not \(wanted)"
            }
        }
        let unit = series.view.units.isEmpty ? "" : series.view.units[line]
        let wanted = facts["unit"] as? String ?? ""
        return unit == wanted ? nil : "the unit of '\(name)' is '\(unit)', not '\(wanted)'"
    }

    // MARK: Long tables

    private func long(_ reading: Members, _ series: Series, _ hasPoints: Bool) -> String? {
        if let complaint = xComplaint(reading, series) { return complaint }
        guard series.view.isSparse else { return "not long: \(series.lines.prefix(5)) over '\(series.view.xName)'" }
        guard hasPoints, let key = reading["key"] as? Members, let all = key["valueCount"] as? Int,
            let measures = reading["lines"] as? [Members]
        else { return nil }
        let shown = series.lines.map { $0.components(separatedBy: " · ").first ?? $0 }
        let optional = (reading["mayBeLines"] as? [Any] ?? []).count
        let values = Set(shown)
        let count = min(all, min(LongKey.shownCount, TableFormat.lineLimit / max(series.lines.count / values.count, 1)))
        guard values.count == count else {
            return "\(values.count) values of the key, not \(count): \(values.sorted())"
        }
        let perValue = series.lines.count / values.count
        guard (measures.count...(measures.count + optional)).contains(perValue) else {
            return "\(perValue) lines a value, not \(measures.count)"
        }
        for facts in reading["series"] as? [Members] ?? [] {
            guard let value = facts["value"] as? String, values.contains(value) else { continue }
            if let complaint = seriesComplaint(facts, value, measures, series) { return "\(value): \(complaint)" }
        }
        return nil
    }

    private func seriesComplaint(_ facts: Members, _ value: String, _ measures: [Members], _ series: Series) -> String?
    {
        let lines = measures.compactMap { measure -> Int? in
            let name = measure["name"] as? String ?? ""
            return series.lines.firstIndex(of: measures.count == 1 ? value : "\(value) · \(name)")
                ?? series.lines.firstIndex(of: "\(value) · \(name)")
        }
        guard lines.count == measures.count else { return "lines are missing among \(series.lines.prefix(5))" }
        let columns = lines.map { series.view.values(line: $0, in: 0..<series.count) }
        for (key, extremes) in [
            ("min", columns.map { $0.filter { !$0.isNaN }.min() }),
            ("max", columns.map { $0.filter { !$0.isNaN }.max() }),
        ] {
            for (shown, wanted) in zip(extremes, facts[key] as? [Any] ?? []) where !isSame(shown ?? .nan, wanted) {
                return "\(key) is \(shown ?? .nan), not \(wanted)"
            }
        }
        let rows = (0..<series.count).filter { row in columns.contains { !$0[row].isNaN } }
        guard rows.count == facts["rows"] as? Int else {
            let hasGaps = measures.contains { $0["missing"] as? Int ?? 0 > 0 }
            return hasGaps ? nil : "\(rows.count) rows, not \(facts["rows"] ?? "?")"
        }
        for name in ["first", "middle", "last"] {
            guard let point = facts[name] as? Members, let index = point["index"] as? Int, index < rows.count else {
                continue
            }
            guard isX(series.x(at: rows[index]), point) else {
                return "x of the \(name) point is \(series.x(at: rows[index])), not \(point["x"] ?? "?")"
            }
            for (column, wanted) in zip(columns, point["values"] as? [Any] ?? [])
            where !isSame(column[rows[index]], wanted) {
                return "\(name) value is \(column[rows[index]]), not \(wanted)"
            }
        }
        return nil
    }
}
