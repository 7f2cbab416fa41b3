// Conversions of one column, such as `a * 1.8 + 32`, that need no points of their own.

/// A formula that converts a column's values one by one, by the four operations with numbers.
///
/// Every step rises or falls with its value, also when it rounds. So the least and the greatest value of any run of
/// points are those of the column's least and greatest, bit for bit.
struct LinearFormula: Sendable, Equatable {
    enum Step: Sendable, Equatable {
        case plus(Double)
        case minus(Double)
        /// The number less the value.
        case from(Double)
        case times(Double)
        case over(Double)
    }

    /// The most steps; longer formulas are computed once and stored.
    private static let mostSteps = 32

    /// The column's name.
    private(set) var name: String
    private(set) var steps: [Step] = []

    /// nil for a formula of another kind.
    init?(_ tree: FormulaTree) {
        switch tree {
        case .line(let name, _): self.name = name
        case .negated(let part):
            guard let inner = LinearFormula(part) else { return nil }
            self = inner
            // As unary minus, this changes nothing but the sign.
            steps.append(.times(-1))
        case .binary(let operation, let left, let right):
            let isRight = Self.constant(right) != nil
            guard let number = Self.constant(isRight ? right : left), number.isFinite,
                let inner = LinearFormula(isRight ? left : right)
            else { return nil }
            self = inner
            switch operation {
            case .plus: steps.append(.plus(number))
            case .minus: steps.append(isRight ? .minus(number) : .from(number))
            case .times where number != 0: steps.append(.times(number))
            case .over where isRight && number != 0: steps.append(.over(number))
            default: return nil
            }
        default: return nil
        }
        guard steps.count <= Self.mostSteps else { return nil }
    }

    /// The value of a part without a column, such as `9 / 5`; nil for any other part.
    private static func constant(_ tree: FormulaTree) -> Double? {
        switch tree {
        case .number(let value): return value
        case .negated(let part): return constant(part).map { -$0 }
        case .binary(let operation, let left, let right):
            guard let left = constant(left), let right = constant(right) else { return nil }
            switch operation {
            case .plus: return left + right
            case .minus: return left - right
            case .times: return left * right
            case .over: return left / right
            case .power: return nil
            }
        default: return nil
        }
    }
}

/// A linear formula of a column of one view.
struct LinearValues: Sendable {
    /// The column's number; −1 for one that is not there, which has gaps alone.
    let line: Int
    let steps: [LinearFormula.Step]

    init(_ formula: LinearFormula, _ lines: [String]) {
        line = lines.firstIndex(of: formula.name) ?? -1
        steps = formula.steps
    }

    /// The value for one of the column; NaN for a gap, and for a result that is not finite.
    func apply(_ value: Double) -> Double {
        var result = value
        for step in steps {
            switch step {
            case .plus(let number): result += number
            case .minus(let number): result -= number
            case .from(let number): result = number - result
            case .times(let number): result *= number
            case .over(let number): result /= number
            }
        }
        return result.isFinite ? result : .nan
    }

    /// By how much a result changes where the value changes by one.
    private var factor: Double {
        steps.reduce(1) { factor, step in
            switch step {
            case .plus, .minus: factor
            case .from: -factor
            case .times(let number): factor * number
            case .over(let number): factor / number
            }
        }
    }

    /// Whether greater values give less; by the signs, since factors may be too small for a Float64.
    private var isFalling: Bool {
        steps.reduce(false) { isFalling, step in
            switch step {
            case .plus, .minus: isFalling
            case .from: !isFalling
            case .times(let number), .over(let number): isFalling != (number < 0)
            }
        }
    }

    /// The extent of the results, from that of the column in `range`.
    ///
    /// O(1); O(range) where values are so large that some have no result.
    func extent(of column: ValueExtent, _ view: SeriesView, _ range: Range<Int>) -> ValueExtent {
        guard !column.isEmpty else { return column }
        var extent = ValueExtent()
        let ends = isFalling ? (apply(column.max), apply(column.min)) : (apply(column.min), apply(column.max))
        guard ends.0.isFinite, ends.1.isFinite else {
            for value in view.values(line: line, in: range) { extent.add(apply(value)) }
            return extent
        }
        (extent.min, extent.max) = ends
        return extent
    }

    /// The sums over the results, from those over the column.
    func moments(of column: LineMoments) -> LineMoments {
        guard column.count > 0 else { return column }
        var moments = column
        moments.mean = apply(column.mean)
        moments.product = column.product * factor
        return moments
    }
}
