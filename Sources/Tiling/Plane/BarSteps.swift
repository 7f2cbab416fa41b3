// The parts of an axis that are bars.

/// The levels at which an axis is divided into bars, from the whole axis on.
///
/// Each level divides the bars of the level before: years into half years, quarters, months, parts of months, days, and
/// so on to seconds; numbers at multiples of 1 and 5 × 10ᵏ, where all are whole down
/// to each of them; logarithms at decades, then at 1, 2 and 5, then evenly
/// between these. Categories stand alone, or 2, 4, 8, … together where there is no room.
struct BarSteps: Sendable {
    enum Step: Sendable, Equatable {
        case whole
        /// Multiples of so many months of the calendar, counted from January of year 0.
        case months(Int)
        /// Days of every month; the first day is one of them.
        case daysOfMonth([Int])
        /// Multiples of so many seconds, a divisor of a day.
        case seconds(Int)
        case multiples(DecimalStep)
        /// Single whole numbers, each in the middle of its bar.
        case wholeNumbers
        /// Multiples of so many powers of ten.
        case decades(Int)
        /// These digits times a power of ten.
        case digits([Int])
        /// Multiples of this part of the power of ten below a number.
        case parts(Double)
        case names(Int)
    }

    let axis: PlaneAxis
    /// The coarsest first.
    let levels: [Step]
    /// The least share of the axis that a bar of each level takes, apart from those that the axis' ends cut off.
    let shares: [Double]

    /// The steps of an axis; with `isWhole` all values are whole numbers.
    init(_ axis: PlaneAxis, isWhole: Bool = false) {
        let steps: [Step]
        if axis.kind == .category {
            steps = Self.names(axis.names.count)
        } else if axis.kind == .time {
            steps = Self.times
        } else {
            steps = axis.kind == .logarithmic ? Self.logarithms : Self.multiples(of: axis.values, isWhole: isWhole)
        }
        let all = BarSteps(axis, levels: [.whole] + steps)
        let known = zip(all.levels, all.shares).filter { $0 == .whole || $0 == .wholeNumbers || $1 < 1 }
        self.init(axis, levels: known.map(\.0))
    }

    /// These levels along an axis.
    private init(_ axis: PlaneAxis, levels: [Step]) {
        (self.axis, self.levels) = (axis, levels)
        let span = axis.values.upperBound - axis.values.lowerBound
        let decades =
            axis.kind == .logarithmic
            ? Self.logarithm10(axis.values.upperBound) - Self.logarithm10(axis.values.lowerBound) : 1
        func share(_ step: Step) -> Double {
            switch step {
            case .whole: 1
            case .wholeNumbers: 1 / span
            case .months(let count): Double(count) * 28 * 86_400 / span
            case .daysOfMonth(let days):
                Double(zip(days.dropFirst(), days).map { $0 - $1 }.min() ?? 1) * 86_400 / span
            case .seconds(let count): Double(count) / span
            case .multiples(let step): step.size / span
            case .decades(let count): Double(count) / decades
            case .digits: 0.301 / decades
            case .parts(let part): -Self.logarithm10(1 - part / 10) / decades
            case .names(let count): Double(count) / span
            }
        }
        shares = levels.map(share)
    }

    /// The same levels along an axis that has room for the whole bars of all `values`, from the first level on whose
    /// bars are `narrowest` points wide where the axis is `width` points long.
    func widened(for values: ClosedRange<Double>, upTo last: Int, width: Double, narrowest: Double) -> BarSteps {
        let isWhole = levels.contains(.wholeNumbers)
        let least = isWhole ? values.lowerBound - 0.5...values.upperBound + 0.5 : values
        for level in levels.indices.prefix(last + 1).reversed() where levels[level] != .whole {
            let (low, high) = (
                bar(of: values.lowerBound, level: level).low, bar(of: values.upperBound, level: level).high
            )
            let ends = min(low, least.lowerBound)...max(high, least.upperBound)
            let steps = BarSteps(axis.widened(to: ends, isWhole: isWhole), levels: levels)
            if steps.shares[level] * width >= narrowest { return steps }
        }
        return BarSteps(axis.widened(to: least, isWhole: isWhole), levels: levels)
    }

    private static let times: [Step] =
        [1000, 500, 100, 50, 10, 5, 1].map { .months($0 * 12) } + [6, 3, 1].map { .months($0) }
        + [.daysOfMonth([1, 15]), .daysOfMonth([1, 8, 15, 22]), .daysOfMonth([1, 4, 8, 11, 15, 18, 22, 25])]
        + [86_400, 43_200, 21_600, 10_800, 3600, 1800, 900, 300, 60, 30, 15, 5, 1].map { .seconds($0) }

    private static let logarithms: [Step] =
        [100, 50, 10, 5, 1].map { .decades($0) } + [.digits([1, 2, 5])]
        + [1, 0.5, 0.1, 0.05, 0.01, 0.005, 0.001, 0.0005, 0.0001].map { .parts($0) }

    private static func names(_ count: Int) -> [Step] {
        var steps: [Step] = [.names(1)]
        var group = 2
        while group < count {
            steps.insert(.names(group), at: 0)
            group *= 2
        }
        return steps
    }

    private static func multiples(of values: ClosedRange<Double>, isWhole: Bool) -> [Step] {
        let (low, high) = (values.lowerBound, values.upperBound)
        let span = high - low
        // Doubles could not tell closer multiples apart.
        let least = max(span * 1e-8, max(low.magnitude, high.magnitude) / 281_474_976_710_656)
        guard span > 0, span.isFinite, var step = DecimalStep(atLeast: least) else { return [] }
        var steps: [Step] = []
        while step.size < span {
            if step.digit != 2, !isWhole || step.size > 1 { steps.insert(.multiples(step), at: 0) }
            step.grow()
        }
        if isWhole { steps.append(.wholeNumbers) }
        return steps
    }

    // MARK: Bars

    /// The bar of a level that holds a value: its first value, and the first beyond it.
    func bar(of value: Double, level: Int) -> (low: Double, high: Double) {
        switch levels[level] {
        case .whole:
            return (-.infinity, .infinity)
        case .months(let count):
            let date = CivilDate(daysSince1970: Self.day(value))
            let first = Self.floor(date.year * 12 + date.month - 1, count) * count
            return (Self.time(month: first), Self.time(month: first + count))
        case .daysOfMonth(let days):
            let date = CivilDate(daysSince1970: Self.day(value))
            let number = days.count { $0 <= date.day } - 1
            let month = date.year * 12 + date.month - 1
            let low = Self.time(month: month) + Double((days[max(0, number)] - 1) * 86_400)
            return number + 1 < days.count
                ? (low, Self.time(month: month) + Double((days[number + 1] - 1) * 86_400))
                : (low, Self.time(month: month + 1))
        case .seconds(let count):
            let low = (value / Double(count)).rounded(.down) * Double(count)
            return (low, low + Double(count))
        case .multiples(let step): return Self.bar(of: value, step)
        case .wholeNumbers:
            let low = (value + 0.5).rounded(.down) - 0.5
            return (low, low + 1)
        case .decades(let count):
            let first = Self.floor(Self.exponent(of: value), count) * count
            return (Self.power(first), Self.power(first + count))
        case .digits(let digits):
            let exponent = Self.exponent(of: value)
            let edges = digits.map { Self.power(exponent, times: $0) } + [Self.power(exponent + 1)]
            let number = max(1, edges.count { $0 <= value })
            return (edges[number - 1], edges[min(number, edges.count - 1)])
        case .parts(let part):
            let power = Self.power(Self.exponent(of: value))
            return DecimalStep(atLeast: power * part).map { Self.bar(of: value, $0) } ?? (power, power * 10)
        case .names(let count):
            let low = (value / Double(count)).rounded(.down) * Double(count)
            return (low, low + Double(count))
        }
    }

    /// Where a bar begins or ends, as a share of the axis.
    func share(ofEdge value: Double) -> Double {
        let (low, high) = (axis.values.lowerBound, axis.values.upperBound)
        if axis.kind == .category { return min(max(value / high, 0), 1) }
        return axis.share(of: min(max(value, low), high)) ?? 0
    }

    private static func bar(of value: Double, _ step: DecimalStep) -> (low: Double, high: Double) {
        var index = Int(clamping: (value / step.size).rounded(.down))
        // The quotient is rounded.
        if step.value(index) > value { index -= 1 } else if step.value(index + 1) <= value { index += 1 }
        return (step.value(index), step.value(index + 1))
    }

    private static func day(_ seconds: Double) -> Int { Int(clamping: (seconds / 86_400).rounded(.down)) }

    private static func time(month: Int) -> Double {
        let year = floor(month, 12)
        return Double(CivilDate(year: year, month: month - year * 12 + 1, day: 1).daysSince1970) * 86_400
    }

    /// The quotient rounded down; `divisor` is positive.
    private static func floor(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : (value + 1) / divisor - 1
    }

    // MARK: Powers of ten

    private static func logarithm10(_ value: Double) -> Double {
        Deceleration.logarithm(value) / 2.302_585_092_994_045_9
    }

    /// The greatest exponent whose power of ten is at most `value`, which is positive.
    private static func exponent(of value: Double) -> Int {
        let guess = Int(clamping: logarithm10(value).rounded(.down))
        if power(guess) > value { return guess - 1 }
        return power(guess + 1) <= value ? guess + 1 : guess
    }

    private static func power(_ exponent: Int, times digit: Int = 1) -> Double {
        let place = min(max(exponent, -324), 309) + 324
        return digit == 1 ? powers[place] : DecimalStep(atLeast: powers[place])?.value(digit) ?? .infinity
    }

    /// From 10⁻³²⁴, which is 0, to 10³⁰⁹, which is infinite.
    private static let powers = (-324...309).map { Double("1e\($0)") ?? .infinity }

    // MARK: Labels

    /// What the bar of a value is called, such as "Mar 2024", "3–4" or a category's name.
    func label(of value: Double, level: Int) -> String {
        let (low, high) = bar(of: value, level: level)
        switch levels[level] {
        case .whole: return axis.kind == .category ? names(0, axis.names.count) : ""
        case .names: return names(Int(clamping: low), Int(clamping: high))
        case .months(let count):
            let (first, last) = (
                CivilDate(daysSince1970: Self.day(low)), CivilDate(daysSince1970: Self.day(high) - 1)
            )
            if count > 12 { return "\(first.yearName)–\(last.yearName)" }
            if count == 12 { return first.yearName }
            return (count > 1 ? "\(first.monthName)–" : "") + "\(last.monthName) \(last.yearName)"
        case .daysOfMonth:
            let (first, last) = (
                CivilDate(daysSince1970: Self.day(low)), CivilDate(daysSince1970: Self.day(high) - 1)
            )
            let days = first.day == last.day ? "\(first.day)" : "\(first.day)–\(last.day)"
            return "\(days) \(first.monthName) \(first.yearName)"
        case .seconds(let count):
            let isMidnight = count < 86_400 && low.truncatingRemainder(dividingBy: 86_400) == 0
            return (TimeTicks.name(of: low) ?? "") + (isMidnight ? " 00:00" : "")
        case .wholeNumbers: return DecimalStep(atLeast: 1).map { number(value.rounded(), $0) } ?? ""
        case .multiples(let step): return number(low, step) + "–" + number(high, step)
        case .parts(let part):
            guard let step = DecimalStep(atLeast: Self.power(Self.exponent(of: value)) * part) else { return "" }
            return number(low, step) + "–" + number(high, step)
        case .decades, .digits:
            let ends = [low, high].compactMap { DecimalStep(atLeast: $0)?.ticks(1..<2).first?.label }
            return ends.joined(separator: "–")
        }
    }

    private func names(_ first: Int, _ end: Int) -> String {
        let names = axis.names[min(first, axis.names.count)..<min(end, axis.names.count)]
        guard let start = names.first, let last = names.last else { return "" }
        return names.count == 1 ? start : "\(start) – \(last)"
    }

    private func number(_ value: Double, _ step: DecimalStep) -> String {
        let index = Int(clamping: (value / step.size).rounded())
        return step.ticks(index..<index + 1).first?.label ?? ""
    }
}
