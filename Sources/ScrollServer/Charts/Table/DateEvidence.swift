// Finds the order of a column's dates from its cells.

import Tiling

/// The dates of a column, and the order that they are written in.
package struct DateEvidence {
    /// For each row of the sample; nil where the cell is no date.
    let parts: [DateParts?]
    /// The number of cells that are dates in some order.
    let count: Int
    package private(set) var reading: DateReading
    /// Whether the cells alone determine the order.
    private(set) var isTold = true
    /// Whether nothing determines the order, so that it is a guess.
    private(set) var isGuess = false
    /// Whether the form of the dates is a guess: six digits that may be a day or a month.
    private(set) var isFormGuess = false
    /// Whether points stand between the numbers.
    let hasPoints: Bool

    /// The orders that the most cells fit.
    private var open: [DateOrder] = []

    init(_ cells: [[UInt8]], form: DateForm = .usual) {
        var reading = DateReading()
        reading.form = form
        parts = cells.map { $0.isEmpty ? nil : reading.parts($0) }
        if form == .yearMonth || form == .yearMonthDay {
            var other = DateReading()
            other.form = form == .yearMonth ? .yearMonthDay : .yearMonth
            isFormGuess = cells.allSatisfy { $0.isEmpty || other.time($0) != nil }
        }
        let dates = parts.compactMap { $0 }
        count = dates.count
        hasPoints = zip(cells, parts).contains { cell, parts in
            parts?.needsOrder == true && cell.contains(UInt8(ascii: "."))
                && !cell.contains(UInt8(ascii: "/")) && !cell.contains(UInt8(ascii: "-"))
        }
        if form != .yearMonthDay, dates.contains(where: \.needsOrder) {
            // A year of four digits stands last.
            let orders: [DateOrder] =
                dates.contains(where: \.hasLongYear) ? [.dayFirst, .monthFirst] : [.dayFirst, .monthFirst, .yearFirst]
            let fits = orders.map { order in
                (order, count: dates.count { $0.needsOrder && $0.time(order, firstYear: 1970) != nil })
            }
            let most = fits.map(\.count).max() ?? 0
            open = fits.filter { $0.count == most }.map(\.0)
            reading.order = open.first ?? .dayFirst
            isTold = open.count == 1 || hasPoints && open.contains(.dayFirst)
        }
        self.reading = reading
        if hasPoints, open.contains(.dayFirst), isYearFirstBySteps {
            // Points go with the day first, as a rule.
            self.reading.order = .yearFirst
            isGuess = true
        }
        chooseYears()
    }

    /// Whether the year first makes even steps, where the day first makes none, or years that begin on an odd day.
    private var isYearFirstBySteps: Bool {
        guard open.contains(.yearFirst) else { return false }
        let (first, last) = (Steps(times(.yearFirst)), Steps(times(.dayFirst)))
        guard first.count > 2 else { return false }
        return first.uneven < last.uneven && first.uneven * 10 <= first.count || last.areOddYears && !first.areOddYears
    }

    /// Takes years of two digits for ones to come, where the rows rise into them.
    private mutating func chooseYears() {
        guard parts.contains(where: { $0?.hasShortYear == true }) else { return }
        func falls(_ firstYear: Int) -> Int {
            let times = parts.compactMap { $0?.time(reading.order, firstYear: firstYear) }
            let falling = zip(times, times.dropFirst()).count { $1 < $0 }
            return min(falling, max(times.count - 1, 0) - falling)
        }
        let ahead = DateReading.defaultFirstYear + 50
        if falls(ahead) < falls(reading.firstYear) { reading.firstYear = ahead }
    }

    /// The form of dates whose cells alone do not tell it; `name` is the column's.
    static func form(
        of filled: [[UInt8]], name: String?, areDigits: Bool, order: DateOrder? = nil
    ) -> DateForm {
        guard let first = filled.first else { return .usual }
        func fits(_ form: DateForm) -> Bool {
            form.parts(first) != nil && filled.allSatisfy { form.parts($0) != nil }
        }
        if areDigits {
            guard first.count == 6, let name, TimeNames.isTimeName(name) || TimeNames.isMonthName(name) else {
                return .usual
            }
            var short = DateReading()
            short.form = .yearMonthDay
            let isShort = filled.allSatisfy { $0.count == 6 && short.time($0) != nil }
            guard fits(.yearMonth) else { return isShort ? .yearMonthDay : .usual }
            guard isShort, !TimeNames.isMonthName(name) else { return .yearMonth }
            if order == .yearFirst { return .yearMonthDay }
            // Both fit: the days of a month are no months of a year. Months are more usual.
            var long = DateReading()
            long.form = .yearMonth
            let (days, months) = (Steps(filled.compactMap(short.time)), Steps(filled.compactMap(long.time)))
            return months.uneven <= days.uneven ? .yearMonth : .yearMonthDay
        }
        if fits(.decade) { return .decade }
        return filled.count > 1 && fits(.season) && Set(filled).count > 1 ? .season : .usual
    }

    /// Chooses an order that the cells alone do not determine.
    ///
    /// `given` is the order that the user has given, `others` the order found in another column of the file.
    /// `usesComma` says whether the table has decimal commas.
    mutating func chooseOrder(given: DateOrder?, others: DateOrder?, usesComma: Bool) {
        if let given, parts.contains(where: { $0?.needsOrder == true }) {
            let fits = parts.count { $0?.time(given, firstYear: reading.firstYear) != nil }
            if fits > 0 {
                reading.order = given
                isTold = true
            }
        }
        guard !isTold else { return }
        if let others {
            reading.order = others
        } else if let order = orderWithRegularSteps() {
            reading.order = order
        } else if let isYearFirst = isYearFirst {
            reading.order = isYearFirst ? .yearFirst : .dayFirst
            isGuess = true
        } else if parts.contains(where: { $0?.isTwelveHours == true }) {
            reading.order = .monthFirst
            isGuess = true
        } else if usesComma {
            reading.order = .dayFirst
            isGuess = true
        } else {
            isGuess = true
        }
        chooseYears()
    }

    /// The orders that the cells fit as well.
    var alternatives: [DateOrder] {
        let others = open.filter { $0 != reading.order }
        return others.isEmpty ? [reading.order == .dayFirst ? .monthFirst : .dayFirst] : others
    }

    /// The order in which the steps are even, or rise, where the others' are not.
    private func orderWithRegularSteps() -> DateOrder? {
        let steps = open.map { (order: $0, steps: Steps(times($0))) }
        guard steps.allSatisfy({ $0.steps.count > 1 }), let count = steps.first?.steps.count else { return nil }
        let few = max(1, count / 10)
        func best(_ measure: (Steps) -> Int) -> DateOrder? {
            let sorted = steps.sorted { measure($0.steps) < measure($1.steps) }
            guard sorted.count > 1, measure(sorted[0].steps) < measure(sorted[1].steps),
                measure(sorted[0].steps) <= few
            else { return nil }
            return sorted[0].order
        }
        return best(\.uneven) ?? best(\.falling)
    }

    /// Whether the year is the first number (true) or the last (false); nil where neither is likelier.
    ///
    /// A row a year is on the first or last day of a month. Else most tables end near the present, or the dates lie near
    /// to one another.
    private var isYearFirst: Bool? {
        guard open.contains(.yearFirst), let other = open.first(where: { $0 != .yearFirst }) else { return nil }
        let (first, last) = (times(.yearFirst), times(other))
        guard let firstEnd = first.max(), let lastEnd = last.max() else { return nil }
        let isSure = !open.contains(.monthFirst)
        let areYears = (Steps(first).areOddYears, Steps(last).areOddYears)
        if areYears.0 != areYears.1 { return areYears.1 ? true : isSure ? false : nil }
        let year = 366 * 86_400.0
        let now = Double(CivilDate(year: CivilYear.current, month: 7, day: 1).daysSince1970) * 86_400
        let (age, otherAge) = (abs(now - firstEnd), abs(now - lastEnd))
        if abs(age - otherAge) > 2 * year { return age < otherAge ? true : isSure ? false : nil }
        let (length, otherLength) = (Steps(first).length, Steps(last).length)
        if length * 3 < otherLength { return true }
        return otherLength * 3 < length && isSure ? false : nil
    }

    private func times(_ order: DateOrder) -> [Double] {
        parts.compactMap { $0?.time(order, firstYear: reading.firstYear) }
    }

    /// The times of all rows; nil where the cell is no date in this order.
    var times: [Double?] { parts.map { $0?.time(reading.order, firstYear: reading.firstYear) } }

    var hasClock: Bool { parts.contains { $0?.hasClock == true } }
    /// Whether some date needs more than ISO 8601's rules.
    var zones: Set<Int?> { Set(parts.compactMap { $0.map(\.zone) }) }

    /// The differences between neighbouring times.
    private struct Steps {
        let count: Int
        /// Steps that are neither the most frequent one nor that many whole months.
        let uneven: Int
        let falling: Int
        /// Whether most are whole years from a day within a month.
        let areOddYears: Bool
        /// The sum of their sizes.
        let length: Double

        init(_ times: [Double]) {
            var (steps, months): ([Double: Int], [Int: Int]) = ([:], [:])
            var falling = 0
            for (one, next) in zip(times, times.dropFirst()) {
                steps[abs(next - one), default: 0] += 1
                if next < one { falling += 1 }
                let (first, second) = (Self.civil(one), Self.civil(next))
                if first.day == second.day {
                    months[abs((second.year - first.year) * 12 + second.month - first.month), default: 0] += 1
                }
            }
            length = zip(times, times.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) }
            count = max(times.count - 1, 0)
            let years = months.filter { $0.key > 0 && $0.key % 12 == 0 }.values.reduce(0, +)
            let day = times.first.map { Self.civil($0).day } ?? 1
            areOddYears = years * 10 > count * 9 && (2...27).contains(day)
            // Newest first is as regular as oldest first.
            self.falling = min(falling, count - falling)
            let even = max(steps.values.max() ?? 0, months.filter { $0.key > 0 }.values.max() ?? 0)
            uneven = count - even
        }

        private static func civil(_ time: Double) -> CivilDate {
            CivilDate(daysSince1970: Int(clamping: (time / 86_400).rounded(.down)))
        }
    }
}
