// Findings about the numbers and dates of a column.

/// What is said of numbers and dates that are not read as they stand.
enum NumberFindings {
    /// The findings of a column; `isX` says that the column is x.
    static func of(_ column: ColumnFacts, isX: Bool) -> [TableFinding] {
        let name = column.name
        if column.isDate, column.dates.reading.form == .season {
            return [
                TableFinding(
                    .dateForm, column: name, "season",
                    because: "'\(name)' names two years each: it is read as seasons, at the start of the first year.")
            ]
        }
        if column.isDate, column.dates.isFormGuess {
            let isMonth = column.dates.reading.form == .yearMonth
            // Days are read so where the order of the dates is given.
            let override: TableFinding.Override? =
                isMonth && !TimeNames.isMonthName(name) ? .init(.dateOrder, ["ymd"]) : nil
            return [
                TableFinding(
                    .dateForm, column: name, isMonth ? "yyyymm" : "yymmdd", isGuess: true,
                    because: "It is a guess that the six digits in '\(name)' are a year and a month"
                        + "\(isMonth ? "" : " and a day"): they fit a "
                        + "\(isMonth ? "date with a day" : "year of four digits and a month"), too"
                        + "\(override == nil ? "." : "; --date-order ymd reads it so.")",
                    override: override)
            ]
        }
        guard !isX, column.isMeasure else { return [] }
        var findings: [TableFinding] = []
        let style = column.style
        func add(_ value: String, isGuess: Bool = false, _ because: String) {
            findings.append(TableFinding(.numbers, column: name, value, isGuess: isGuess, because: because))
        }
        switch style.duration {
        case .none: break
        case .minutes, .hours:
            let hasTwo = column.cells.contains { cell in cell.count { $0 == UInt8(ascii: ":") } == 1 }
            let unit = style.duration == .hours ? "hours" : "minutes"
            let isClock = column.valueKind == .clock
            let isGuess = hasTwo && column.chosen == nil
            findings.append(
                TableFinding(
                    .numbers, column: name, isClock ? "clock times" : hasTwo ? unit : "durations", isGuess: isGuess,
                    because: "'\(name)' holds "
                        + (isClock ? "clock times, in seconds since midnight here" : "durations, in seconds here")
                        + (hasTwo
                            ? isGuess
                                ? "; it is a guess that the first of two numbers are \(unit)."
                                : "; the first of two numbers are \(unit), as was chosen." : "."),
                    override: hasTwo
                        ? .init(.columnKinds, [style.duration == .hours ? "minutes" : "hours"]) : nil))
        }
        if style.isAccount { add("account", "In '\(name)' numbers with DR are negative, and those with CR positive.") }
        if style.isFraction {
            add("fractions", "In '\(name)' some numbers have a percent sign: they are divided by 100, as 5% is 0.05.")
        } else if column.evidence.hasBarePercents {
            add("percent", "In '\(name)' some numbers lack the percent sign; they are taken for percent, too.")
        }
        if style.isBytes { add("bytes", "'\(name)' is in bytes: K stands for 1024, kB for 1000, KiB for 1024.") }
        if !column.evidence.scales.isEmpty {
            let list = column.evidence.scales.prefix(5).map { String(decoding: $0, as: UTF8.self) }
            add(
                "scaled", isGuess: column.evidence.areMillionsOpen,
                column.evidence.areMillionsOpen
                    ? "It is a guess that m behind numbers in '\(name)' stands for millions."
                    : "In '\(name)' what stands behind numbers multiplies them: \(list.joined(separator: ", ")).")
        }
        if style.hasFlags {
            let list = column.evidence.flags.prefix(5).map { String(decoding: $0, as: UTF8.self) }
            add(
                "flags",
                "In '\(name)' letters behind numbers are taken for flags, and not shown: "
                    + "\(list.joined(separator: ", ")).")
        }
        for sentinel in style.sentinels {
            let isWhole = sentinel == sentinel.rounded() && sentinel.magnitude < 1e15
            let text = isWhole ? "\(Int(clamping: sentinel))" : "\(sentinel)"
            findings.append(
                TableFinding(
                    .gap, column: name, text, isGuess: true,
                    because: "It is a guess that \(text) in '\(name)' stands for no value: it is a gap.",
                    override: .init(.columnKinds, ["number"])))
        }
        return findings
    }
}
