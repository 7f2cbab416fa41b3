// What is said of the choice of columns.

/// The use of a table's columns.
struct LineColumns {
    let x: XChoice
    let keys: [Int]
    /// The columns that are lines, or would be if there were fewer.
    let drawn: [Int]
    /// Whether the other columns belong to tables beside this one.
    let isBlock: Bool
}

extension ColumnChoice {
    /// The findings about columns, in the order in which they are read.
    func findings(
        _ names: [String], _ used: LineColumns, _ format: TableFormat, _ options: TableOptions
    ) -> [TableFinding] {
        var findings = [table.mark]
        if let x = axis(names, used.x, options) { findings.append(x) }
        if let order = dateOrder(used.x, options) { findings.append(order) }
        findings += left(names, used)
        for column in columns.indices where used.drawn.contains(column) || used.x.columns.contains(column) {
            findings += NumberFindings.of(columns[column], isX: used.x.columns.contains(column))
        }
        if used.drawn.count > TableFormat.lineLimit {
            findings.append(
                TableFinding(
                    .columns, "\(TableFormat.lineLimit) of \(used.drawn.count)",
                    because: "Of \(used.drawn.count) columns of numbers the first \(TableFormat.lineLimit) are shown.",
                    override: .init(.lines)))
        }
        findings += times(names, used.x)
        findings += table.guesses
        if format.fillsX {
            findings.append(
                TableFinding(
                    .rows, "filled down",
                    because: "Rows without '\(names[0])' have that of the row above, as in exports of pivot tables."))
        }
        if used.isBlock, let column = used.x.columns.first {
            findings.append(
                TableFinding(
                    .columns, column: names[column], "side by side",
                    because: "The file holds several tables side by side: shown is the one of '\(names[column])'; "
                        + "--x-column names another.",
                    override: .init(.xColumn)))
        }
        findings.append(Self.key(format.key, options.choice))
        return findings
    }

    // MARK: x

    /// The columns of x, and why they are.
    private func axis(_ names: [String], _ x: XChoice, _ options: TableOptions) -> TableFinding? {
        let name = x.columns.map { names[$0] }.joined(separator: " ")
        let text = "'\(name)'"
        let because: String
        if options.xColumn != nil {
            because = "\(text) was chosen as x."
        } else {
            switch x.x {
            case .index: because = "No column has times, or numbers in order: x is the rows' order."
            case .time, .dates: because = "\(text) holds dates, which come first as x."
            case .clock: because = "\(text) holds clock times."
            case .serial: because = "\(text) holds days as spreadsheets count them."
            case .joined: because = "\(text) hold the parts of a time."
            case .number, .styled:
                because =
                    x.kind == .time
                    ? "The numbers of \(text) are times since 1970." : "The numbers of \(text) are in order, or years."
            }
        }
        return TableFinding(.x, name, isNotice: false, because: because, override: .init(.xColumn))
    }

    /// The order of the dates of x, where their digits have one and it is no guess.
    private func dateOrder(_ x: XChoice, _ options: TableOptions) -> TableFinding? {
        guard x.columns.count > 0, columns[x.columns[0]].isDate, !table.isOrderGuessed[x.columns[0]] else { return nil }
        let facts = columns[x.columns[0]]
        guard facts.dates.parts.contains(where: { $0?.needsOrder == true }) else { return nil }
        let order = facts.dates.reading.order
        let because =
            options.dateOrder == order
            ? "The order \(order.words) was chosen."
            : facts.dates.isTold
                ? "Only \(order.words) fits what '\(facts.name)' holds."
                : "In '\(facts.name)' \(order.words) makes even steps, or fits another column."
        return TableFinding(
            .dateOrder, column: facts.name, order.rawValue, isNotice: false, because: because,
            override: .init(.dateOrder, facts.dates.alternatives.map(\.rawValue)))
    }

    /// What is said of the clocks of x.
    private func times(_ names: [String], _ x: XChoice) -> [TableFinding] {
        guard let column = x.columns.first else { return [] }
        var findings: [TableFinding] = []
        let zones = columns[column].dates.zones.compactMap { $0 }.sorted()
        if zones.contains(where: { $0 != 0 }), zones.count > 1 || columns[column].dates.zones.contains(nil) {
            let list = zones.prefix(4).map(Self.offset).joined(separator: ", ")
            findings.append(
                TableFinding(
                    .timeZone, column: names[column], list,
                    because:
                        "The times of '\(names[column])' have offsets (\(list)): one clock shows them all, which the "
                        + "axis names."))
        } else if let zone = zones.first, !columns[column].dates.zones.contains(nil) {
            findings.append(
                TableFinding(
                    .timeZone, column: names[column], Self.offset(zone), isNotice: false,
                    because: "The times of '\(names[column])' name their offset."))
        }
        if case .serial = x.x {
            findings.append(
                TableFinding(
                    .dateForm, column: names[column], "spreadsheet", isGuess: true,
                    because:
                        "It is a guess that the numbers in '\(names[column])' are days as spreadsheets count them, from "
                        + "1900 on: the column's name says so.",
                    override: .init(.columnKinds, ["number"])))
        }
        findings += ambiguousZones(names[column], columns[column])
        if case .clock = x.x {
            findings.append(
                TableFinding(
                    .dateForm, column: names[column], "clock",
                    because: "'\(names[column])' holds clock times without a date: they are shown on 1 January 1970."))
        }
        return findings
    }

    /// The zones in a column's dates whose letters mean others elsewhere.
    private func ambiguousZones(_ name: String, _ facts: ColumnFacts) -> [TableFinding] {
        guard facts.isDate, facts.dates.hasClock else { return [] }
        let words = Set(
            facts.cells.flatMap { cell in
                cell.split { $0 | 0x20 < 0x61 || $0 | 0x20 > 0x7A }.map {
                    String(decoding: $0, as: UTF8.self).uppercased()
                }
            })
        return ClockScanner.ambiguousZones.filter { words.contains($0.letters) }.map { zone in
            TableFinding(
                .timeZone, column: name, zone.letters, isGuess: true,
                because:
                    "It is a guess that \(zone.letters) in '\(name)' is \(zone.words): an offset such as +02:00 tells.")
        }
    }

    /// Seconds ahead of UTC as `+02:00`.
    private static func offset(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { String(String(number + 100).dropFirst()) }
        let size = abs(seconds)
        return "\(seconds < 0 ? "-" : "+")\(two(size / 3600)):\(two(size / 60 % 60))"
    }

    // MARK: Columns

    /// The columns of words that are no lines.
    private func left(_ names: [String], _ used: LineColumns) -> [TableFinding] {
        let others = columns.indices.filter {
            !used.x.columns.contains($0) && !used.keys.contains($0) && !used.drawn.contains($0)
                && !columns[$0].isNumeric && !columns[$0].isEmpty && columns[$0].chosen == nil
        }
        let clocks = others.filter { columns[$0].isTimeOfRow }.prefix(10).map { "'\(names[$0])'" }
        let texts = others.filter { !columns[$0].isTimeOfRow }
        let times =
            clocks.isEmpty
            ? []
            : [
                TableFinding(
                    .columns, "left out: \(clocks.count)",
                    because: "Left out, since clock times are no values beside numbers, unless chosen as lines: "
                        + clocks.joined(separator: ", ") + ".",
                    override: .init(.lines))
            ]
        guard !texts.isEmpty else { return times }
        let list = texts.prefix(10).map { "'\(names[$0])'" }.joined(separator: ", ")
        let rest = texts.count > 10 ? " and \(texts.count - 10) more" : ""
        let they = texts.count == 1 ? "it holds" : "they hold"
        return times + [
            TableFinding(
                .columns, "left out: \(texts.count)",
                because: "Left out, since numbers are not most of what \(they): \(list)\(rest).",
                override: .init(.columnKinds, ["number"]))
        ]
    }

    /// The column that tells lines apart.
    private static func key(_ key: LongKey?, _ choice: SeriesChoice) -> TableFinding {
        guard let key else {
            return TableFinding(
                .key, "", isNotice: false,
                because: choice.key == .none
                    ? "Each column of numbers was chosen to be a line." : "No column tells lines of the same x apart.",
                override: .init(.keyColumn))
        }
        let shown = key.values.count
        let because =
            if key.isChosen {
                "The lines are \(shown) chosen \(shown == 1 ? "value" : "values") of '\(key.name)'."
            } else if key.valueCount > shown {
                "The lines are values of '\(key.name)': the \(shown) with the most rows of \(key.valueCount) are shown."
            } else {
                "The lines are the \(shown) values of '\(key.name)'."
            }
        return TableFinding(
            .key, column: key.name, key.name, because: because,
            override: .init(key.valueCount > shown ? .keys : .keyColumn))
    }
}
