// Which columns of a table are its x.

/// The columns that make x, and how they are read.
struct XChoice: Equatable {
    /// None where the row's position is x.
    var columns: [Int] = []
    var x = TableFormat.X.index
    var kind = SeriesXKind.index
    /// The x of each row of the sample.
    var values: [Double?] = []
}

/// Finds x among the columns of a table.
///
/// It is the first of these that exists:
///
/// 1. dates, with a clock time from another column
/// 2. days as spreadsheets count them, in a column whose name says date
/// 3. numbers that are times since 1970
/// 4. a year with a quarter, month, day, day of the year or hour in other columns
/// 5. years
/// 6. clock times that rise or fall, or are called times
/// 7. numbers in order, in a column with a name for times or `x`
/// 8. the very first column, where its numbers rise
/// 9. the row's index
struct XSearch {
    private let columns: [ColumnFacts]
    private let rowCount: Int
    private let hasHeader: Bool
    private let mainMark: UInt8

    init(_ table: TableColumns, hasHeader: Bool) {
        columns = table.columns
        rowCount = table.rowCount
        mainMark = table.mainMark
        self.hasHeader = hasHeader
    }

    func find() -> XChoice {
        dates() ?? serial() ?? epoch() ?? yearWithParts() ?? year() ?? clock() ?? number() ?? XChoice()
    }

    /// The choice of a column that the user has named; nil where it holds neither times nor numbers.
    func choice(of column: Int) -> XChoice? {
        let facts = columns[column]
        if facts.isDate { return dates(column) }
        if facts.isClock { return clock(column) }
        guard facts.isNumeric else { return nil }
        if isSerial(facts) { return serial(column) }
        if let divisor = divisor(facts) { return epoch(column, divisor) }
        return number(column)
    }

    // MARK: Dates

    private func dates() -> XChoice? {
        let candidates = columns.indices.filter { columns[$0].isDate }
        func rank(_ index: Int) -> [Int] {
            let facts = columns[index]
            let isFull = facts.dates.count * 10 >= rowCount * 8
            let isNamed = hasHeader && TimeNames.isTimeName(facts.name)
            let isOrdered = Order(facts.dates.times).isOrdered
            return [
                isFull ? 1 : 0, (isNamed ? 1 : 0) + (isOrdered ? 1 : 0), isOrdered ? 1 : 0,
                facts.dates.hasClock ? 1 : 0, -index,
            ]
        }
        guard let best = candidates.max(by: { rank($0).lexicographicallyPrecedes(rank($1)) }) else { return nil }
        return joined(best) ?? dates(best)
    }

    private func dates(_ column: Int) -> XChoice {
        let facts = columns[column]
        let x: TableFormat.X = facts.isISO ? .time : .dates(facts.dates.reading)
        return XChoice(columns: [column], x: x, kind: .time, values: facts.dates.times)
    }

    /// A date with the clock times of another column.
    private func joined(_ date: Int) -> XChoice? {
        let facts = columns[date]
        guard !facts.dates.hasClock, facts.dates.parts.allSatisfy({ $0.map { $0.precision == .day } ?? true }) else {
            return nil
        }
        let isCompact = facts.isCompact
        let clocks = columns.indices.filter { index in
            let other = columns[index]
            if other.isClock { return other.clockCount * 10 >= rowCount * 8 && !TimeNames.isDurationName(other.name) }
            guard isCompact, hasHeader, index != date, TimeNames.isTimeName(other.name), !other.isDate else {
                return false
            }
            return other.filledCount == rowCount && other.cells.allSatisfy { ClockScanner.clock(compact: $0) != nil }
        }
        // Of a beginning and an end the first is when the row was.
        let isSpan = clocks.count == 2 && TimeNames.areStartAndEnd(columns[clocks[0]].name, columns[clocks[1]].name)
        guard clocks.count == 1 || isSpan, let clock = clocks.first else { return nil }
        let time = JoinedTime(fields: [.date, .clock], reading: facts.dates.reading)
        let values = zip(facts.cells, columns[clock].cells).map { time.time([$0, $1]) }
        return XChoice(columns: [date, clock], x: .joined(time), kind: .time, values: values)
    }

    // MARK: Numbers that are times

    private func serial() -> XChoice? { columns.indices.first { isSerial(columns[$0]) }.map { serial($0) } }

    private func isSerial(_ facts: ColumnFacts) -> Bool {
        hasHeader && facts.isNumeric && facts.chosen == nil
            && (SerialDate.isName(facts.name) || SerialDate.mayBeName(facts.name) && Order(facts.numbers).isOrdered)
            && facts.style == NumberStyle(decimal: facts.style.decimal) && facts.style.decimal == mainMark
            && facts.numberCount == facts.filledCount
            && facts.numbers.allSatisfy { $0.map { SerialDate.days.contains($0) } ?? true }
    }

    private func serial(_ column: Int) -> XChoice {
        let values = columns[column].numbers.map { $0.flatMap(SerialDate.time) }
        return XChoice(columns: [column], x: .serial, kind: .time, values: values)
    }

    private func epoch() -> XChoice? {
        let candidates = columns.indices.filter { index in
            columns[index].isNumeric && divisor(columns[index]) != nil
                && (hasHeader && TimeNames.isTimeName(columns[index].name) || Order(columns[index].numbers).isOrdered)
        }
        guard let column = candidates.first, let divisor = divisor(columns[column]) else { return nil }
        return epoch(column, divisor)
    }

    private func epoch(_ column: Int, _ divisor: Double) -> XChoice {
        let values = columns[column].numbers.map { $0.map { $0 / divisor } }
        return XChoice(columns: [column], x: .number(divisor: divisor), kind: .time, values: values)
    }

    /// Units per second, where a column's numbers are times since 1970; otherwise nil.
    ///
    /// Their median decides the unit: seconds from 10⁸ on (1973), milliseconds from 10¹¹, microseconds from 10¹⁴,
    /// nanoseconds from 10¹⁷. Without a name for times they must lie between 1990 and 2065. Parts of seconds must lie
    /// before 2100, and be what the name says: nanoseconds since a device was started are no times since 1970.
    private func divisor(_ facts: ColumnFacts) -> Double? {
        let sorted = facts.numbers.compactMap { $0?.magnitude }.sorted()
        guard !sorted.isEmpty, facts.numberCount == facts.filledCount else { return nil }
        let median = sorted[sorted.count / 2]
        let isNamed = hasHeader && TimeNames.isTimeName(facts.name)
        guard isNamed || !hasHeader || TimeNames.isEpochName(facts.name) else { return nil }
        let told = hasHeader ? TimeNames.unitsPerSecond(facts.name) : nil
        for divisor in [1, 1e3, 1e6, 1e9] where told == nil || told == divisor {
            let times = isNamed ? 1e8..<(divisor > 1 ? 4.1e9 : 1e11) : 6.3e8..<3e9
            if times.contains(median / divisor) { return divisor }
        }
        return nil
    }

    // MARK: Years

    private func isYears(_ facts: ColumnFacts) -> Bool {
        facts.isNumeric && facts.isWhole && facts.numberCount * 100 >= facts.filledCount * 99
            && facts.numbers.allSatisfy { $0.map { (1500...2200).contains($0) } ?? true }
    }

    /// A year, and a quarter or month, and perhaps day, hour, minute and second, each in a column of its own.
    private func yearWithParts() -> XChoice? {
        guard hasHeader else { return nil }
        var columnIndices: [TimeField: Int] = [:]
        let areLetters = Set(columns.map { $0.name.lowercased() }).isSuperset(of: ["y", "m", "d"])
        for (index, facts) in columns.enumerated() {
            guard facts.filledCount * 100 >= rowCount * 99,
                var field = TimeNames.field(facts.name) ?? (areLetters ? TimeNames.field(letter: facts.name) : nil)
            else { continue }
            let cells = facts.cells.filter { !$0.isEmpty }
            func fits(_ field: TimeField) -> Bool { cells.allSatisfy { JoinedTime.number($0, field) != nil } }
            if field == .quarter, !fits(.quarter) { field = .month }
            // `MM` is a month, and behind it a minute.
            if field == .month, columnIndices[.month] != nil, facts.name.lowercased() == "mm" { field = .minute }
            guard columnIndices[field] == nil, fits(field) else { continue }
            if field == .year, !isYears(facts) { continue }
            columnIndices[field] = index
        }
        guard columnIndices[.year] != nil else { return nil }
        var order: [TimeField] = [.year]
        if columnIndices[.quarter] != nil, columnIndices[.month] == nil { order.append(.quarter) }
        if columnIndices[.dayOfYear] != nil, columnIndices[.month] == nil { order.append(.dayOfYear) }
        let isByDay = order.last == .dayOfYear
        for field: TimeField in isByDay ? [.hour, .minute, .second] : [.month, .day, .hour, .minute, .second] {
            guard columnIndices[field] != nil else { break }
            order.append(field)
        }
        guard order.count > 1 else { return nil }
        let indices = order.compactMap { columnIndices[$0] }
        let time = JoinedTime(fields: order, reading: DateReading())
        let values = (0..<rowCount).map { row in time.time(indices.map { columns[$0].cells[row] }) }
        return XChoice(columns: indices, x: .joined(time), kind: .time, values: values)
    }

    private func year() -> XChoice? {
        let firstNumeric = columns.indices.first { columns[$0].isNumeric }
        for (index, facts) in columns.enumerated() where isYears(facts) {
            let isNamed = hasHeader && TimeNames.isYearName(facts.name)
            guard isNamed || index == firstNumeric else { continue }
            let order = Order(facts.numbers)
            let search = KeySearch(columns, x: facts.numbers)
            let isOrdered = order.count > 0 && (order.neverFalls || order.neverRises) && facts.distinctCount > 1
            guard
                isOrdered && (columns.count { $0.isNumeric } > 1)
                    || isNamed
                        && (facts.numberCount == 1
                            || search.find(excluding: [index]) != nil || search.findPair(excluding: [index]) != nil)
            else { continue }
            return number(index)
        }
        return nil
    }

    // MARK: Clock times and numbers

    private func clock() -> XChoice? {
        // Durations look like clock times, but neither rise nor are called so.
        let column = columns.indices.first { index in
            let facts = columns[index]
            guard facts.isClock, !TimeNames.isDurationName(facts.name) else { return false }
            return hasHeader && TimeNames.isTimeName(facts.name) || Order(clock(index).values).isMostlyOrdered
        }
        return column.map(clock)
    }

    private func clock(_ column: Int) -> XChoice {
        let values = columns[column].cells.map { ClockScanner.clock(alone: $0) }
        return XChoice(columns: [column], x: .clock, kind: .time, values: values)
    }

    private func number() -> XChoice? {
        guard columns.count(where: \.isNumeric) > 1 else { return nil }
        let telling = columns.indices.first { index in
            let name = columns[index].name
            return hasHeader && columns[index].isNumeric && Order(columns[index].numbers).isMostlyOrdered
                && (TimeNames.isTimeName(name) || ["x", "t", "elapsed"].contains(name.lowercased()))
        }
        if let telling { return number(telling) }
        guard let first = columns.first, first.isNumeric else { return nil }
        let order = Order(first.numbers)
        return order.isRising || order.isStrictlyFalling ? number(0) : nil
    }

    private func number(_ column: Int) -> XChoice {
        let facts = columns[column]
        let isPlain = facts.style.decimal == mainMark && !facts.style.isBoolean
        let x: TableFormat.X = isPlain ? .number(divisor: 1) : .styled(facts.style)
        return XChoice(columns: [column], x: x, kind: .number, values: facts.numbers)
    }
}
