// The range of sample values that becomes the levels from black to white.

/// A window on the samples of a picture with more values than a screen has levels.
///
/// A value v becomes the level 255 · ((v − minimum) / (maximum − minimum))^(1 / gamma), rounded; values outside of the
/// window become black or white.
package struct SampleWindow: Hashable, Sendable {
    /// The values that an end may have: a little more than those of a float of 32 bits.
    package static let values = -4e38...4e38
    /// A gamma above 1 brightens what lies between the ends.
    package static let gammas = 0.1...10.0

    /// The greatest value that is black, in the file's own numbers.
    package let minimum: Double
    /// The least value that is white.
    package let maximum: Double
    package let gamma: Double

    /// Makes a window; nil unless `minimum` is below `maximum`, and all numbers are in their ranges.
    package init?(minimum: Double, maximum: Double, gamma: Double = 1) {
        guard Self.values.contains(minimum), Self.values.contains(maximum), Self.gammas.contains(gamma),
            minimum < maximum
        else { return nil }
        (self.minimum, self.maximum, self.gamma) = (minimum, maximum, gamma)
    }

    /// The window as addresses have it: two numbers, and a gamma other than 1.
    ///
    /// The same window always has the same text.
    package var text: String {
        let ends = "\(Self.text(minimum)),\(Self.text(maximum))"
        return gamma == 1 ? ends : "\(ends),\(Self.text(gamma))"
    }

    /// The shortest text of a number, without a plus sign, which means a space in a query.
    private static func text(_ number: Double) -> String {
        if number == number.rounded(), number.magnitude < 1e15, let whole = Int(exactly: number) { return "\(whole)" }
        return "\(number)".filter { $0 != "+" }
    }
}
