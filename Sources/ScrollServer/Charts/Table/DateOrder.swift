// The order in which dates name day, month and year.

/// The order of the parts of a date that is written in numbers.
package enum DateOrder: String, Sendable, Equatable, CaseIterable {
    case dayFirst = "dmy"
    case monthFirst = "mdy"
    case yearFirst = "ymd"

    /// In words, for messages.
    package var words: String {
        switch self {
        case .dayFirst: "day/month/year"
        case .monthFirst: "month/day/year"
        case .yearFirst: "year/month/day"
        }
    }

    /// For the index of a cached series.
    var code: UInt8 {
        switch self {
        case .dayFirst: 0
        case .monthFirst: 1
        case .yearFirst: 2
        }
    }

    init?(code: UInt8) {
        guard let order = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = order
    }
}
