// Chooses the columns of a table that are x, key and lines.

/// The choice of columns, made from the sample of a table: see `XSearch` and `KeySearch`.
struct ColumnChoice {
    let table: TableColumns
    private let search: XSearch
    private let hasHeader: Bool

    /// Prepares the choice; the last `lateCount` rows hold single cells that did not fit an earlier format, in no
    /// order.
    init(_ format: TableFormat, _ rows: [[[UInt8]]], _ options: TableOptions, lateCount: Int) {
        var delimiter: UInt8?
        if case .cells(let byte) = format.kind { delimiter = byte }
        table = TableColumns(
            format.names, hasHeader: format.hasHeader, rows: rows, delimiter: delimiter, options: options,
            lateCount: lateCount)
        search = XSearch(table, hasHeader: format.hasHeader)
        hasHeader = format.hasHeader
    }

    var columns: [ColumnFacts] { table.columns }

    /// Sets the format's x, key, roles, styles, description and findings.
    ///
    /// Throws when there is no column of the requested name, or no column of numbers.
    func choose(
        _ format: inout TableFormat, _ options: TableOptions, _ evidence: TableEvidence
    ) throws(SeriesError) {
        let names = format.names
        for name in options.choice.notation.kinds.keys.sorted() where !names.contains(name) {
            throw .noSuchColumn(name, names)
        }
        var x = search.find()
        if let name = options.xColumn { x = try named(name, names) }
        var isJSON = true
        if case .cells = format.kind { isJSON = false }
        if isJSON, case .joined = x.x, let first = x.columns.first {
            // The members of a JSON object may come in any order: only one of them is x.
            x = search.choice(of: first) ?? XChoice()
        }
        if case .cells(0x20) = format.kind, case .time = x.x, let column = x.columns.first {
            // Between date and clock the fast reader takes a blank for a part of the time.
            x.x = .dates(columns[column].dates.reading)
        }
        format.kinds = columns.map(ColumnKind.init)
        let keys = try keys(x, options.choice, names)
        let block = block(of: x.columns)
        var drawn = columns.indices.filter { block.contains($0) && isDrawn($0, x: x.columns, keys: keys) }
        // Times of day are drawn where there is nothing else, unless their name says that they are values.
        if drawn.contains(where: { columns[$0].isNumeric }) { drawn.removeAll { columns[$0].isTimeOfRow } }
        if !options.choice.columns.isEmpty {
            let wanted = try options.choice.columns.map { (name) throws(SeriesError) in try Self.column(name, names) }
            drawn = wanted.filter { !x.columns.contains($0) && !keys.contains($0) && columns[$0].isMeasure }
        }
        guard drawn.contains(where: { columns[$0].isMeasure }) else { throw .noNumericColumn(names) }
        let lines = Array(drawn.prefix(TableFormat.lineLimit))
        format.decimalSeparator = table.mainMark
        format.styles = columns.map(\.style)
        format.roles = [TableFormat.Role](repeating: .ignored, count: names.count)
        for (line, column) in lines.enumerated() { format.roles[column] = .line(line) }
        for (part, column) in x.columns.enumerated() {
            format.roles[column] = x.columns.count > 1 ? .part(part) : .x
        }
        format.x = x.x
        format.fillsX = table.fillsFirst && x.columns == [0]
        format.description = SeriesDescription(
            lines: lines.map { names[$0] }, xKind: x.kind, xName: x.columns.map { names[$0] }.joined(separator: " "))
        format.description.zone = zone(x)
        let units = lines.map { unit($0, format) }
        if units.contains(where: { !$0.isEmpty }) { format.description.units = units }
        let forms = lines.enumerated().map { line, column in
            FormSearch.form(of: columns[column], x: x, unit: units[line])
        }
        if forms.contains(where: { $0 != .straight }) { format.description.forms = forms }
        let kinds = lines.map { columns[$0].valueKind }
        if kinds.contains(where: { $0 != .number }) { format.description.kinds = kinds }
        let rounded = rounded(lines)
        if !keys.isEmpty { setKey(keys, &format, evidence.keyCounts, options.choice.keys) }
        // Of a long table, each value of the key has a line for each of these columns.
        format.description.exactIntegerResiduals = format.description.lines.indices.filter { line in
            let measure = line % lines.count
            return rounded.contains(lines[measure]) || evidence.largeMeasures.contains(measure)
        }
        let shown = LineColumns(x: x, keys: keys, drawn: drawn, isBlock: block.count < columns.count)
        format.findings += findings(names, shown, format, options)
        if let column = x.columns.first, table.isOrderGuessed[column] {
            format.orderGuess = TableColumns.orderGuess(columns[column])
        }
    }

    /// The column of a name, or of a number from 1.
    private static func column(_ name: String, _ names: [String]) throws(SeriesError) -> Int {
        let column =
            names.firstIndex(of: name) ?? names.firstIndex { $0.lowercased() == name.lowercased() }
            ?? Int(name).flatMap { names.indices.contains($0 - 1) ? $0 - 1 : nil }
        guard let column else { throw .noSuchColumn(name, names) }
        return column
    }

    /// The column, or the two columns, that distinguish the lines; none for a table that is not long.
    private func keys(_ x: XChoice, _ choice: SeriesChoice, _ names: [String]) throws(SeriesError) -> [Int] {
        switch choice.key {
        case .none: return []
        case .found:
            guard !x.columns.isEmpty else { return [] }
            let search = KeySearch(columns, x: x.values)
            if let key = search.find(excluding: Set(x.columns)) { return [key] }
            return search.findPair(excluding: Set(x.columns)).map { [$0.first, $0.second] } ?? []
        case .column(let name):
            var keys = pair(name, names)
            if keys.isEmpty { keys = [try Self.column(name, names)] }
            if let column = keys.first(where: x.columns.contains) {
                throw .unreadable("the column '\(names[column])' is the x axis and cannot tell the lines apart, too")
            }
            return keys
        }
    }

    /// The two columns that a name such as `country · sex` means; none for the name of one column.
    private func pair(_ name: String, _ names: [String]) -> [Int] {
        guard !names.contains(name) else { return [] }
        for (index, first) in names.enumerated() where name.hasPrefix(first + LongKey.pairSeparator) {
            let second = name.dropFirst((first + LongKey.pairSeparator).count)
            if let other = names.firstIndex(where: { $0 == second }) { return [index, other] }
        }
        return []
    }

    private func named(_ name: String, _ names: [String]) throws(SeriesError) -> XChoice {
        let column = try Self.column(name, names)
        guard let choice = search.choice(of: column) else {
            throw .unreadable("the column '\(names[column])' holds neither times nor numbers")
        }
        return choice
    }

    /// Whether a column is a line.
    ///
    /// A column that counts the rows, and has no name of its own, is none beside an x.
    private func isDrawn(_ column: Int, x: [Int], keys: [Int]) -> Bool {
        guard !x.contains(column), !keys.contains(column) else { return false }
        let facts = columns[column]
        let isUnnamed = hasHeader && (facts.name == "Column \(column + 1)" || facts.name.hasPrefix("Unnamed: "))
        if facts.isEmpty { return !isUnnamed }
        if isUnnamed, facts.isCounter, !x.isEmpty { return false }
        return facts.isMeasure
    }

    /// The columns that belong to x, where several tables stand side by side.
    private func block(of x: [Int]) -> Range<Int> {
        guard x.count == 1, let column = x.first, hasHeader else { return columns.indices }
        return SideBySide.block(of: column, columns) ?? columns.indices
    }

    private func unit(_ column: Int, _ format: TableFormat) -> String {
        if let unit = UnitNames.unit(inName: format.names[column]) { return unit }
        if format.columnUnits.indices.contains(column), !format.columnUnits[column].isEmpty {
            return format.columnUnits[column]
        }
        if columns[column].style.duration != .none { return "s" }
        return TextEncoding.text(columns[column].evidence.unit, isLatin: format.isLatin)
    }

    /// Seconds that the clocks of x are ahead of UTC: 0 for numbers of seconds and for times of several offsets; nil for
    /// times that name no zone.
    private func zone(_ x: XChoice) -> Int? {
        guard x.kind == .time, let column = x.columns.first else { return nil }
        switch x.x {
        case .number: return 0
        case .time, .dates:
            let zones = columns[column].dates.zones
            guard !zones.isEmpty, !zones.contains(nil) else { return nil }
            return zones.count == 1 ? zones.first ?? nil : 0
        case .index, .styled, .clock, .joined, .serial: return nil
        }
    }

    // MARK: Long tables

    private func setKey(
        _ keys: [Int], _ format: inout TableFormat, _ keyCounts: [(value: [UInt8], count: Int)], _ chosen: [String]
    ) {
        var counts = keyCounts
        if counts.isEmpty {
            let counter = KeyCounter()
            let separator = LongKey.separator(isLatin: format.isLatin)
            for row in 0..<table.rowCount where !columns[keys[0]].cells[row].isEmpty {
                counter.add(Array(keys.map { columns[$0].cells[row] }.joined(separator: separator)))
            }
            counts = counter.counts
        }
        let measures = format.description.lines
        let isLatin = format.isLatin
        let most = TableFormat.lineLimit / max(measures.count, 1)
        var shown = LongKey.shown(counts, limit: min(LongKey.shownCount, most))
        if !chosen.isEmpty {
            // Values that the sample does not have are as they are written.
            shown = chosen.prefix(most).map { name in
                counts.first { TextEncoding.text($0.value, isLatin: isLatin) == name }?.value ?? [UInt8](name.utf8)
            }
        }
        format.key = LongKey(
            name: keys.map { format.names[$0] }.joined(separator: LongKey.pairSeparator), values: shown,
            measureCount: measures.count, valueCount: counts.count,
            isChosen: !chosen.isEmpty)
        for (role, column) in zip([TableFormat.Role.key, .secondKey], keys) { format.roles[column] = role }
        format.description.lines = shown.flatMap { value in
            let text = TextEncoding.text(value, isLatin: isLatin)
            return measures.count == 1 ? [text] : measures.map { "\(text) · \($0)" }
        }
        if !format.description.units.isEmpty {
            format.description.units = shown.flatMap { _ in format.description.units }
        }
        if !format.description.forms.isEmpty {
            format.description.forms = shown.flatMap { _ in format.description.forms }
        }
        if !format.description.kinds.isEmpty {
            format.description.kinds = shown.flatMap { _ in format.description.kinds }
        }
        format.description.isSparse = true
    }

    /// The columns among `columns` with whole numbers in the sample that Float64 cannot represent.
    private func rounded(_ columns: [Int]) -> Set<Int> {
        Set(
            columns.filter { column in
                let facts = self.columns[column]
                return zip(facts.cells, facts.numbers).contains { cell, number in
                    guard let number, number.magnitude >= WholeNumber.exactLimit else { return false }
                    return WholeNumber.residual(of: cell.span, from: number, thousands: facts.style.thousands) != 0
                        && !cell.contains { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
                }
            })
    }
}
