// Round distances: 1, 2 or 5 times a power of ten.

/// A distance of 1, 2 or 5 × 10ᵏ, and its multiples as exact decimals.
struct DecimalStep: Equatable {
    /// 1, 2 or 5.
    private(set) var digit: Int
    /// k.
    private(set) var exponent: Int

    /// The smallest that is not less than `width`, but for what rounding makes of it (10⁻⁹); nil where that is not a
    /// positive number, or there is no such step.
    init?(atLeast width: Double) {
        guard width > 0, width.isFinite else { return nil }
        // log₁₀ 2; one too low at the most, and two for the powers of ten that rounding brings down.
        exponent = Int((Double(width.exponent) * 0.301_029_995_663_981_2).rounded(.down)) - 1
        digit = 1
        while size < width * (1 - 1e-9) {
            grow()
            guard size.isFinite else { return nil }
        }
    }

    /// The distance itself.
    var size: Double { value(1) }

    /// The next larger step.
    mutating func grow() {
        (digit, exponent) = digit == 1 ? (2, exponent) : digit == 2 ? (5, exponent) : (1, exponent + 1)
    }

    /// The double nearest to `index` steps, |index| ≤ 2⁵². Parsed, which rounds once, whatever the power of ten.
    func value(_ index: Int) -> Double { Double("\(index * digit)e\(exponent)") ?? .nan }

    /// The multiples from `low` to `high` where there are at most `most` of them; nil where there are more, or where they
    /// lie so close that doubles no longer tell them apart.
    func indices(from low: Double, to high: Double, most: Int) -> Range<Int>? {
        let (first, last) = ((low / size).rounded(.up), (high / size).rounded(.down))
        guard max(first.magnitude, last.magnitude) < 4_503_599_627_370_496 else { return nil }
        guard last - first < Double(most) else { return nil }
        var (start, end) = (Int(first), Int(last) + 1)
        // Quotients are rounded: an end that is a multiple itself counts.
        if value(start - 1) >= low { start -= 1 }
        if value(end) <= high { end += 1 }
        while start < end, value(start) < low { start += 1 }
        while start < end, value(end - 1) > high { end -= 1 }
        guard end - start <= most else { return nil }
        return start..<max(start, end)
    }

    /// The last multiple that is not above `low` and the first that is not below `high`; nil where they lie so close that
    /// doubles do not tell them apart.
    func indices(around low: Double, _ high: Double) -> ClosedRange<Int>? {
        let (first, last) = ((low / size).rounded(.down), (high / size).rounded(.up))
        guard max(first.magnitude, last.magnitude) < 4_503_599_627_370_496 else { return nil }
        var (start, end) = (Int(first), Int(last))
        // Quotients are rounded: an end that is a multiple itself stays.
        if value(start + 1) <= low { start += 1 } else if value(start) > low { start -= 1 }
        if value(end - 1) >= high { end -= 1 } else if value(end) < high { end += 1 }
        return min(start, end)...end
    }

    /// The multiples as ticks, all written in one manner: with as many decimals as the step has, or, of numbers from ten
    /// million on and of steps below a millionth, with a power of ten.
    func ticks(_ indices: Range<Int>) -> [Tick] {
        guard let first = indices.first, let last = indices.last else { return [] }
        let largest = max(first.magnitude, last.magnitude) * UInt(digit)
        // Of the first digit.
        let magnitude = String(largest).utf8.count - 1 + exponent
        let isPlain = largest == 0 || magnitude < 7 && exponent >= -6
        return indices.map { index in
            let label =
                if index == 0 {
                    "0"
                } else if isPlain {
                    exponent < 0
                        ? Self.decimal(index * digit, decimals: -exponent)
                        : Self.decimal(index * digit * Self.power(exponent), decimals: 0)
                } else {
                    Self.decimal(index * digit, decimals: magnitude - exponent) + "×10" + Self.superscript(magnitude)
                }
            return Tick(value: value(index), label: label)
        }
    }

    /// 10ᵏ for a `exponent` below 7.
    private static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { product, _ in product * 10 } }

    /// `number` / 10ᵈ, with d decimals. Digits before the point are in groups of three from five digits on (ISO 80000-1,
    /// § 7.3.1: a small space), and a minus is one.
    static func decimal(_ number: Int, decimals: Int) -> String {
        var digits = String(number.magnitude)
        digits = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        let whole = digits.dropLast(decimals)
        var text = number < 0 ? "\u{2212}" : ""
        for (place, digit) in whole.enumerated() {
            let left = whole.utf8.count - place
            if place > 0, left % 3 == 0, whole.utf8.count > 4 { text += "\u{202F}" }
            text.append(digit)
        }
        return decimals > 0 ? text + "." + digits.suffix(decimals) : text
    }

    private static func superscript(_ number: Int) -> String {
        let digits: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
        let text = String(number.magnitude).compactMap { $0.wholeNumberValue.map { digits[$0] } }
        return (number < 0 ? "⁻" : "") + String(text)
    }
}
