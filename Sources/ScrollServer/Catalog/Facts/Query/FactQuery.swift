// A query of a table of facts.

import Metadata
import Tiling

/// A condition that each row fulfils or not.
package indirect enum FactQuery: Sendable, Hashable {
    /// All rows.
    case everything
    /// Rows that match the pattern in one of the searched fields.
    case word(TextPattern)
    /// Rows whose value of this field, by its name in the table, passes the test; never rows without a value.
    case field(String, FactTest)
    /// Rows whose file could not be read.
    case unreadable
    /// Rows whose items are selected.
    case selected
    /// Rows whose file has the same bytes as another one's.
    case duplicate
    /// Rows whose picture looks like an item's.
    case like(Likeness)
    case not(FactQuery)
    case all([FactQuery])
    case any([FactQuery])

    /// The conditions that must all hold.
    var conditions: [FactQuery] {
        switch self {
        case .everything: []
        case .all(let parts): parts.flatMap(\.conditions)
        default: [self]
        }
    }

    /// Whether one of the query's conditions fulfils another.
    private func contains(where isTrue: (FactQuery) -> Bool) -> Bool {
        switch self {
        case .not(let part): part.contains(where: isTrue)
        case .all(let parts), .any(let parts): parts.contains { $0.contains(where: isTrue) }
        case .everything, .word, .field, .unreadable, .selected, .duplicate, .like: isTrue(self)
        }
    }

    /// Whether the query finds other rows when the selection changes.
    var asksForSelection: Bool { contains { $0 == .selected } }

    /// Whether the query may find other rows when values of some fields change, given by their own names.
    func asks(for fields: Set<String>) -> Bool {
        contains { condition in
            switch condition {
            case .word: true
            case .field(let name, _): fields.contains(FactField.aliases[name] ?? name)
            default: false
            }
        }
    }

    /// Whether the query can be answered only when files have been compared.
    package var asksForDuplicates: Bool { contains { $0 == .duplicate } }

    /// The only field that the query concerns; nil where it concerns several, or words.
    var onlyField: String? {
        switch self {
        case .everything, .word, .unreadable, .selected, .duplicate, .like: return nil
        case .field(let name, _): return name
        case .not(let part): return part.onlyField
        case .all(let parts), .any(let parts):
            guard let first = parts.first?.onlyField else { return nil }
            return parts.allSatisfy { $0.onlyField == first } ? first : nil
        }
    }
}

/// A test of one value.
package enum FactTest: Sendable, Hashable {
    case text(TextPattern)
    /// Numbers in a range, and times in seconds.
    case range(NumberRange)
    /// Times on a day, or in a month, of any year.
    case yearly(YearlyDays)
    /// Positions within a distance of a place.
    case near(Circle)
    /// Any value.
    case exists
}

/// Numbers between two bounds.
package struct NumberRange: Sendable, Hashable {
    var lower = -Double.infinity
    var upper = Double.infinity
    var includesLower = true
    var includesUpper = true

    func contains(_ value: Double) -> Bool {
        (includesLower ? value >= lower : value > lower) && (includesUpper ? value <= upper : value < upper)
    }
}

/// A month, or one day of it, in every year.
package struct YearlyDays: Sendable, Hashable {
    /// 1 … 12.
    var month: Int
    /// 1 … 31; nil for the whole month.
    var day: Int?

    /// Returns whether a time lies in these days, in seconds since 1970 on the clock that showed it.
    ///
    /// `detail` is as in `CaptureTime`. A date whose month, or day, is unknown never matches.
    func contains(_ seconds: Double, detail: UInt32) -> Bool {
        guard detail >= CaptureTime.detail(of: day == nil ? .month : .day) else { return false }
        let date = CivilDate(
            daysSince1970: CivilDate.split(secondsSince1970: Int(clamping: seconds.rounded(.down))).day)
        return date.month == month && (day == nil || date.day == day)
    }
}

/// The places within a distance of a centre.
package struct Circle: Sendable, Hashable {
    /// Degrees, north positive.
    var latitude: Double
    var longitude: Double
    var metres: Double
}
