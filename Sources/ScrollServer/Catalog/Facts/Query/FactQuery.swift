// A query of a table of facts.

/// A condition that each row fulfils or not.
package indirect enum FactQuery: Sendable, Hashable {
    /// All rows.
    case everything
    /// Rows that match the pattern in one of the searched fields.
    case word(TextPattern)
    /// Rows whose value of this field, by its name in the table, passes the test; never rows without a value.
    case field(String, FactTest)
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

    /// The only field that the query concerns; nil where it concerns several, or words.
    var onlyField: String? {
        switch self {
        case .everything, .word: return nil
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

/// The places within a distance of a centre.
package struct Circle: Sendable, Hashable {
    /// Degrees, north positive.
    var latitude: Double
    var longitude: Double
    var metres: Double
}
