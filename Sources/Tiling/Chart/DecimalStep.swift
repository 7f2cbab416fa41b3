// Round distances: 1, 2 or 5 times a power of ten.

/// A distance of 1, 2 or 5 × 10ᵏ, and its multiples as exact decimals.
struct DecimalStep: AxisStep {
    /// 1, 2 or 5.
    private(set) var digit: Int
    /// k.
    private(set) var exponent: Int

    /// The smallest step that is at least `width`, to within a relative rounding error of 10⁻⁹.
    ///
    /// nil where `width` is not positive and finite, or where no such step is finite.
    init?(atLeast width: Double) {
        guard width > 0, width.isFinite else { return nil }
        // The constant is log₁₀ 2. The exponent starts at most two too low; the loop raises it.
        exponent = Int(clamping: (Double(width.exponent) * 0.301_029_995_663_981_2).rounded(.down)) - 1
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

    /// The double nearest to `index` steps, |index| ≤ 2⁵².
    ///
    /// Parsing a decimal rounds only once, whatever the power of ten; so does an operation on two exact numbers.
    func value(_ index: Int) -> Double {
        let number = index * digit
        guard number.magnitude < 1 << 53, exponent.magnitude < Self.powers.count else {
            return Double("\(number)e\(exponent)") ?? .nan
        }
        let power = Self.powers[Int(exponent.magnitude)]
        return exponent < 0 ? Double(number) / power : Double(number) * power
    }

    /// The powers of ten that doubles hold exactly.
    private static let powers = (0...22).map { Double("1e\($0)") ?? .nan }

    /// The multiples as ticks, all in one notation, with as many decimals as the step has.
    ///
    /// From a million on they are in millions, if the step is at least a thousand, since longer labels would cover the
    /// data. From a billion on, or with a step below a millionth, they have a power of ten.
    func ticks(_ indices: Range<Int>) -> [Tick] {
        guard let first = indices.first, let last = indices.last else { return [] }
        let largest = max(first.magnitude, last.magnitude) * UInt(digit)
        // The power of ten of the largest number's first digit.
        let magnitude = String(largest).utf8.count - 1 + exponent
        let isPlain = largest == 0 || magnitude < (exponent < 3 ? 9 : 6) && exponent >= -6
        return indices.map { index in
            let label =
                if index == 0 {
                    "0"
                } else if isPlain {
                    exponent < 0
                        ? Self.decimal(index * digit, decimals: -exponent)
                        : Self.decimal(index * digit * Self.power(exponent), decimals: 0)
                } else if 6...8 ~= magnitude, exponent >= 3 {
                    Self.decimal(index * digit * Self.power(exponent - 6), decimals: max(0, 6 - exponent)) + "\u{202F}M"
                } else {
                    Self.decimal(index * digit, decimals: magnitude - exponent) + "×10" + Self.superscript(magnitude)
                }
            return Tick(value: value(index), label: label)
        }
    }

    /// 10ᵏ for k = `exponent`, at most 8; 1 where it is negative.
    private static func power(_ exponent: Int) -> Int {
        (0..<max(0, exponent)).reduce(1) { product, _ in product * 10 }
    }

    /// `number` / 10ᵈ with d = `decimals`.
    ///
    /// From five digits on, the digits before the point are in groups of three, separated by a narrow space (ISO
    /// 80000-1, § 7.3.1). A negative number has a minus sign (U+2212).
    static func decimal(_ number: Int, decimals: Int) -> String {
        var digits = String(number.magnitude)
        digits = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        let whole = digits.dropLast(decimals)
        var text = number < 0 ? "\u{2212}" : ""
        for (index, digit) in whole.enumerated() {
            let left = whole.utf8.count - index
            if index > 0, left % 3 == 0, whole.utf8.count > 4 { text += "\u{202F}" }
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
