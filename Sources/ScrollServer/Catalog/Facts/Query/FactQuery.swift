// What is asked of a table of facts.

/// A question that each row answers with yes or no.
package indirect enum FactQuery: Sendable, Hashable {
    /// All rows.
    case everything
    /// Rows that have it in one of the fields in which words are looked for.
    case word(TextPattern)
    /// Rows of whose field, named as the table names it, this is true; never where there is no value.
    case field(String, FactTest)
    case not(FactQuery)
    case all([FactQuery])
    case any([FactQuery])

    /// The conditions that must all be fulfilled.
    var conditions: [FactQuery] {
        switch self {
        case .everything: []
        case .all(let parts): parts.flatMap(\.conditions)
        default: [self]
        }
    }

    /// The one field that the question is about; nil where it is about several, or about words.
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

/// What is asked of one value.
package enum FactTest: Sendable, Hashable {
    case text(TextPattern)
    /// Numbers, and times in seconds.
    case range(NumberRange)
    /// Within this distance of a place.
    case near(Circle)
    /// Whether there is a value.
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

/// The places within a distance of one.
package struct Circle: Sendable, Hashable {
    /// In degrees.
    var latitude: Double
    var longitude: Double
    var metres: Double
}
