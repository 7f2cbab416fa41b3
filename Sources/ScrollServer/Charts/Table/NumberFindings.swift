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
            return [
                TableFinding(
                    .dateForm, column: name, isMonth ? "yyyymm" : "yymmdd", isGuess: true,
                    because: "It is a guess that the six digits in '\(name)' are a year and a month"
                        + "\(isMonth ? "" : " and a day"): they fit a "
                        + "\(isMonth ? "date with a day" : "year of four digits and a month"), too.")
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
            add(
                isClock ? "clock times" : "durations", isGuess: hasTwo,
                "'\(name)' holds "
                    + (isClock ? "clock times, in seconds since midnight here" : "durations, in seconds here")
                    + (hasTwo ? "; it is a guess that the first of two numbers are \(unit)." : "."))
        }
        if style.isAccount { add("account", "In '\(name)' numbers with DR are negative, and those with CR positive.") }
        if style.isFraction {
            add("fractions", "In '\(name)' some numbers have a percent sign: they are divided by 100, as 5% is 0.05.")
        } else if column.evidence.hasBarePercents {
            add("percent", "In '\(name)' some numbers lack the percent sign; they are taken for percent, too.")
        }
        if style.isBytes { add("bytes", "'\(name)' is in bytes: K stands for 1024, kB for 1000, KiB for 1024.") }
        if let sentinel = style.sentinel {
            let text = sentinel == sentinel.rounded() ? "\(Int(clamping: sentinel))" : "\(sentinel)"
            findings.append(
                TableFinding(
                    .gap, column: name, text, isGuess: true,
                    because: "It is a guess that \(text) in '\(name)' stands for no value: it is a gap.",
                    override: .init(.columnKinds, ["number"])))
        }
        return findings
    }
}
