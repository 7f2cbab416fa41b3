// How pixel columns with many points are drawn.

/// How a line is drawn where a pixel column has more than one point of it.
package enum ChartBand: String, Sendable, CaseIterable {
    /// From the least to the greatest value of each column, so that no extreme is lost.
    case extremes
    /// A line through the means of the columns, over a pale band from the least to the greatest value.
    case mean
    /// The line through the means alone.
    case line

    /// The letter of a slide's key.
    ///
    /// A curve through single points has no band, so it knows only extremes and means; without dashes it is a capital.
    func letter(isDense: Bool, isSolid: Bool) -> String {
        guard isDense else {
            let letter = self == .extremes ? "c" : "a"
            return isSolid ? letter.uppercased() : letter
        }
        return switch self {
        case .extremes: "e"
        case .mean: "m"
        case .line: "l"
        }
    }

    /// The meaning of a letter; nil for an unknown one.
    static func read(_ letter: Character) -> (isDense: Bool, isSolid: Bool, band: ChartBand)? {
        switch letter {
        case "c": (false, false, .extremes)
        case "a": (false, false, .line)
        case "C": (false, true, .extremes)
        case "A": (false, true, .line)
        case "e": (true, true, .extremes)
        case "m": (true, true, .mean)
        case "l": (true, true, .line)
        default: nil
        }
    }
}
