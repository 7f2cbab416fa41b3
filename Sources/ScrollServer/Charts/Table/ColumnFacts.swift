// Facts about one column, from the sample.

import Tiling

/// The kinds of a column's cells, and their numbers or times.
package struct ColumnFacts {
    let name: String
    let isNamed: Bool
    /// One cell for each row of the sample; empty where the row has no value.
    let cells: [[UInt8]]
    /// The number of cells that are not gaps.
    let filledCount: Int
    let evidence: NumberEvidence
    package var dates: DateEvidence
    /// Whether all of the dates are plain ISO 8601, which is read fastest.
    let isISO: Bool
    /// Whether the dates are digits only, so that they could be numbers.
    package let isCompact: Bool
    let clockCount: Int
    /// How the cells are written, where four of five are durations or clock times.
    let duration: DurationForm
    /// Set by `read` once the file's decimal mark is known.
    package private(set) var style = NumberStyle()
    /// The numbers of all rows; nil where the cell is none, or too large for Float64.
    private(set) var numbers: [Double?] = []
    /// What the reader says that the column holds; nil where that is found.
    let chosen: ColumnKind?
    /// The number of cells that are numbers, whatever their size.
    private(set) var numberCount = 0
    /// The number of cells at the end that did not fit an earlier reading: they tell how numbers are written, and not
    /// what most cells are.
    private let lateCount: Int

    /// Examines the cells of a column, where gaps must be empty.
    ///
    /// The last `lateCount` cells did not fit an earlier reading; `order` is that of the dates, where it was given.
    init(
        name: String, isNamed: Bool, cells: [[UInt8]], allowsComma: Bool, chosen: ColumnKind? = nil,
        lateCount: Int = 0, order: DateOrder? = nil
    ) {
        self.lateCount = lateCount
        self.name = name
        self.chosen = chosen
        self.isNamed = isNamed
        self.cells = cells
        let filled = cells.filter { !$0.isEmpty }
        filledCount = filled.count
        evidence = NumberEvidence(filled)
        let isDigits = !filled.isEmpty && filled.allSatisfy { $0.allSatisfy { $0 &- 0x30 < 10 } }
        let form = DateEvidence.form(of: filled, name: isNamed ? name : nil, areDigits: isDigits, order: order)
        // Most columns hold numbers, and need no search for dates.
        // `2024年` is a number with a unit, too.
        let hasMark = filled.first.map { $0.contains { $0 > 0x40 } && DateScanner.parts($0) != nil } ?? false
        let mayBeDates = form != .usual || isDigits || hasMark || evidence.shapes.count < filled.count
        dates = DateEvidence(mayBeDates ? cells : [], form: form)
        isCompact = isDigits
        var time = ISOTimes(allowsComma: allowsComma)
        isISO =
            !isDigits && form == .usual && dates.count > 0
            && zip(cells, dates.parts).allSatisfy { cell, parts in
                parts == nil || time.isTime(cell)
            }
        clockCount =
            mayBeDates && dates.count * 2 < filled.count
            ? filled.count { ClockScanner.clock(alone: $0) != nil } : 0
        duration =
            chosen?.duration
            ?? (mayBeDates && !isDigits && dates.count * 2 < filled.count
                ? Self.durations(filled, name: isNamed ? name : "") : .none)
    }

    /// The form of durations that four of five cells are.
    private static func durations(_ filled: [[UInt8]], name: String) -> DurationForm {
        let parts = filled.compactMap(DurationText.partCount)
        // Beside `1m 5s`, `45s` is a duration, too.
        var singles =
            parts.contains { $0.count == 0 }
            ? filled.count { DurationText.partCount($0) == nil && DurationText.seconds($0, .hours) != nil } : 0
        let hasFractions = filled.contains(where: DurationText.hasFraction)
        if hasFractions { singles += filled.count { DurationText.fraction($0) != nil } }
        guard !parts.isEmpty, (parts.count + singles) * 5 >= filled.count * 4 else { return .none }
        // Beside hours, minutes and seconds, two numbers are minutes and seconds; so are those beyond the day's hours.
        if TimeNames.isMinutesName(name) { return .minutes }
        if TimeNames.isHoursName(name) { return .hours }
        let isMinutes = hasFractions || parts.contains { $0.count == 3 || $0.count == 2 && $0.first > 23 }
        return isMinutes ? .minutes : .hours
    }

    /// Reads the numbers in the style of the column.
    mutating func read(_ style: NumberStyle) {
        self.style = style
        numberCount = 0
        if self.style.duration == .none { self.style.duration = duration }
        numbers = cells.map { [style = self.style] cell in
            guard !cell.isEmpty, let value = style.value(cell) else { return nil }
            numberCount += 1
            return value.isFinite ? value : nil
        }
        guard chosen == nil, self.style.duration == .none else { return }
        while self.style.sentinels.count < Sentinel.limit, let sentinel = Sentinel.find(in: numbers) {
            self.style.sentinels.append(sentinel)
            numbers = numbers.map { $0 == sentinel ? nil : $0 }
        }
    }

    var isEmpty: Bool { filledCount == 0 }

    /// Whether most cells are numbers: of one kind, in the style of the column.
    package var isNumeric: Bool {
        if let chosen { return (chosen == .number || chosen.duration != nil) && numberCount > 0 }
        return !isDate && !isClock && (evidence.hasOneUnit || duration != .none) && areMostNumbers
    }

    /// Whether most cells are numbers, without those that did not fit an earlier reading.
    private var areMostNumbers: Bool {
        guard lateCount > 0, lateCount < cells.count else { return numberCount * 2 > filledCount }
        let first = cells.count - lateCount
        let filled = cells[..<first].count { !$0.isEmpty }
        guard filled > 0 else { return numberCount * 2 > filledCount }
        let late = zip(cells[first...], numbers[first...]).count { $1 != nil || !$0.isEmpty && style.value($0) != nil }
        return (numberCount - late) * 2 > filled
    }

    /// Whether the column may be a line: clock times are seconds since midnight there.
    var isMeasure: Bool { isNumeric || isClock && areMostNumbers }

    /// Whether four of five cells are dates.
    ///
    /// Digits alone are dates where the name or their order says so.
    package var isDate: Bool {
        if let chosen { return chosen == .time && dates.count > 0 && dates.count >= clockCount }
        guard dates.count > 0, dates.count * 10 >= filledCount * 8 else { return false }
        guard isCompact else { return true }
        if isNamed && TimeNames.isTimeName(name) { return dates.count == filledCount }
        return dates.count == filledCount && filledCount > 2 && Order(dates.times).isOrdered
    }

    var isClock: Bool {
        if let chosen { return chosen == .time && clockCount > 0 && !isDate }
        return clockCount > 0 && clockCount * 10 >= filledCount * 8 && !isDate
    }
    var isText: Bool { !isEmpty && !isNumeric && !isDate && !isClock }

    /// What the column's values are, as a line.
    ///
    /// Clock times have two digits for the hours, some of which are past noon, or hours and minutes alone. The name counts
    /// more than that.
    var valueKind: ValueKind {
        guard style.duration != .none else { return .number }
        guard isClock, !TimeNames.isDurationName(name) || TimeNames.isDailyName(name) else { return .duration }
        if TimeNames.isDailyName(name) || style.duration == .hours { return .clock }
        let hours = cells.filter { !$0.isEmpty }.map { $0.prefix { $0 != UInt8(ascii: ":") } }
        let noon = [UInt8]("12".utf8)
        let isPadded = hours.allSatisfy { $0.count == 2 } && hours.contains { !$0.lexicographicallyPrecedes(noon) }
        let areWhole = cells.allSatisfy { cell in cell.isEmpty || cell.count { $0 == UInt8(ascii: ":") } == 2 }
        return isPadded && areWhole ? .clock : .duration
    }

    /// Whether its clock times may say when the row was, so that they are no values beside numbers.
    var isTimeOfRow: Bool {
        isClock && !TimeNames.isDurationName(name)
            && (valueKind == .clock || isNamed && TimeNames.isTimeName(name))
    }

    /// Whether all numbers are whole.
    var isWhole: Bool { numbers.allSatisfy { $0.map { $0 == $0.rounded() } ?? true } && numberCount > 0 }

    /// Whether the column counts its rows by one, from any number on.
    var isCounter: Bool {
        guard numberCount == cells.count, isWhole, cells.count > 1 else { return false }
        let values = numbers.compactMap { $0 }
        return zip(values, values.dropFirst()).allSatisfy { $1 - $0 == 1 }
    }

    /// The number of different cells.
    var distinctCount: Int { Set(cells).count }
}

/// The order of a column's values.
struct Order {
    let count: Int
    private let rising: Int
    private let falling: Int

    init(_ values: [Double?]) {
        let values = values.compactMap { $0 }
        var (rising, falling) = (0, 0)
        for (one, next) in zip(values, values.dropFirst()) {
            if next > one { rising += 1 }
            if next < one { falling += 1 }
        }
        count = max(values.count - 1, 0)
        (self.rising, self.falling) = (rising, falling)
    }

    /// Whether nine of ten steps do not fall, or nine of ten do not rise.
    var isOrdered: Bool { count == 0 || falling * 10 <= count || rising * 10 <= count }
    /// Whether four of five steps do not fall, or do not rise: enough where the column's name says what it is.
    var isMostlyOrdered: Bool { count == 0 || falling * 5 <= count || rising * 5 <= count }
    var neverFalls: Bool { falling == 0 }
    var neverRises: Bool { rising == 0 }
    /// Whether nine of ten steps rise; false without a step.
    var isRising: Bool { count > 0 && rising * 10 >= count * 9 }
    var isStrictlyFalling: Bool { count > 1 && falling == count }
}

/// Tells plain ISO times, as `TimeText` reads them.
private struct ISOTimes {
    private var time: TimeText

    init(allowsComma: Bool) { time = TimeText(allowsComma: allowsComma) }

    mutating func isTime(_ cell: [UInt8]) -> Bool {
        let bytes = CellReader.padded(cell)
        var offset = 0
        return time.read(bytes.span, &offset) != nil && bytes[offset] == 0x0A
    }
}
