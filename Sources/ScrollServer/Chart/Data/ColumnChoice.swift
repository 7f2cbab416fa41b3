// Which column of a table is x, and which columns are lines.

/// The choice of columns, made from the first rows of a table.
///
/// x is the first of these that exists:
/// - a column with a name for times that holds times;
/// - the first column that holds times in order (or in reverse order);
/// - a column with a name for times, or named `x`, that holds numbers in order;
/// - the very first column, if it holds increasing numbers;
/// - the row's index.
///
/// The only column with numbers is never x. A column holds times where four of five cells are times; it is in order
/// where nine of ten steps are.
///
/// Numbers in a column with a name for times are times since 1970; their median decides the unit: seconds from 10⁸ on
/// (1973), milliseconds from 10¹¹, microseconds from 10¹⁴, nanoseconds from 10¹⁷. In a table without names, numbers
/// from 10⁹ to 4.1 · 10⁹ are seconds (2001 to 2099), and a thousand times these are milliseconds.
struct ColumnChoice {
    private struct Column {
        var numberCount = 0
        var timeCount = 0
        var textCount = 0
        /// The column's numbers or times, in the order of the rows.
        var values: [Double] = []

        var filled: Int { numberCount + timeCount + textCount }
        var isNumeric: Bool { numberCount > 0 && numberCount > timeCount + textCount }
        var isTime: Bool { timeCount > 0 && timeCount * 10 >= filled * 8 }
        var isEmpty: Bool { filled == 0 }

        /// The shares of steps (0 … 1) that go up or stay (`ascending`), or that go down or stay (`descending`).
        var ascending: Double { share { $0 <= $1 } }
        var descending: Double { share { $0 >= $1 } }

        /// The share of steps that go up; 0 where there is no step.
        var rising: Double { values.count > 1 ? share { $0 < $1 } : 0 }

        private func share(_ holds: (Double, Double) -> Bool) -> Double {
            guard values.count > 1 else { return 1 }
            let count = zip(values, values.dropFirst()).reduce(0) { $0 + (holds($1.0, $1.1) ? 1 : 0) }
            return Double(count) / Double(values.count - 1)
        }

        var median: Double {
            let sorted = values.map(\.magnitude).sorted()
            return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        }
    }

    private let columns: [Column]

    init(_ format: TableFormat, _ body: [TableSample.Row]) {
        var reader = CellKinds(format)
        columns = format.names.indices.map { index in
            var column = Column()
            for row in body {
                let cell = row.cells[index]
                switch reader.kind(cell) {
                case .gap: continue
                case .number: column.numberCount += 1
                case .time: column.timeCount += 1
                case .text:
                    column.textCount += 1
                    continue
                }
                if let value = reader.value(cell) { column.values.append(value) }
            }
            return column
        }
    }

    /// Sets the format's x, roles, description and notices. Throws when there is no column named `xColumn`, or no
    /// column of numbers.
    func choose(_ format: inout TableFormat, xColumn: String?) throws(SeriesError) {
        let names = format.names
        let x = try xColumn.map { name throws(SeriesError) in try named(name, names) } ?? found(format)
        let drawn = columns.indices.filter { $0 != x && (columns[$0].isNumeric || columns[$0].isEmpty) }
        guard drawn.contains(where: { columns[$0].isNumeric }) else { throw .noNumericColumn(names) }
        let lines = Array(drawn.prefix(TableFormat.lineLimit))
        format.roles = [TableFormat.Role](repeating: .ignored, count: names.count)
        for (line, column) in lines.enumerated() { format.roles[column] = .line(line) }
        format.description = SeriesDescription(lines: lines.map { names[$0] }, xKind: .index, xName: "")
        if let x {
            format.roles[x] = .x
            format.description.xName = names[x]
            if columns[x].isTime {
                (format.x, format.description.xKind) = (.time, .time)
            } else if let divisor = Self.divisor(columns[x], names[x], hasHeader: format.hasHeader) {
                (format.x, format.description.xKind) = (.number(divisor: divisor), .time)
            } else {
                (format.x, format.description.xKind) = (.number(divisor: 1), .number)
            }
        }
        format.notices = notices(names, x: x, drawnCount: drawn.count)
    }

    private func named(_ name: String, _ names: [String]) throws(SeriesError) -> Int {
        let column =
            names.firstIndex(of: name) ?? names.firstIndex { $0.lowercased() == name.lowercased() }
            ?? Int(name).flatMap { names.indices.contains($0 - 1) ? $0 - 1 : nil }
        guard let column else { throw .noSuchColumn(name, names) }
        guard columns[column].isTime || columns[column].isNumeric else {
            throw .unreadable("the column '\(names[column])' holds neither times nor numbers")
        }
        return column
    }

    private func found(_ format: TableFormat) -> Int? {
        let names = format.names
        let named = format.hasHeader ? columns.indices.filter { Self.isTimeName(names[$0]) } : []
        let isTime = { (index: Int) -> Bool in
            columns[index].isTime || Self.divisor(columns[index], names[index], hasHeader: format.hasHeader) != nil
        }
        if let column = named.first(where: isTime) { return column }
        let ordered = columns.indices.first {
            columns[$0].isTime && max(columns[$0].ascending, columns[$0].descending) >= 0.9
        }
        if let ordered { return ordered }
        let bare = columns.indices.first { !format.hasHeader && isTime($0) && columns[$0].ascending >= 0.9 }
        if let bare { return bare }
        guard columns.count(where: \.isNumeric) > 1 else { return nil }
        let plain = columns.indices.filter { columns[$0].isNumeric && columns[$0].ascending >= 0.9 }
        let telling = plain.first { named.contains($0) || format.hasHeader && names[$0].lowercased() == "x" }
        if let telling { return telling }
        guard plain.first == 0, columns[0].rising >= 0.9 else { return nil }
        return 0
    }

    /// Units per second, where the column's numbers are times since 1970; otherwise nil.
    private static func divisor(_ column: Column, _ name: String, hasHeader: Bool) -> Double? {
        guard column.isNumeric, column.textCount + column.timeCount == 0 else { return nil }
        let median = column.median
        if !hasHeader {
            return (1e9..<4.1e9).contains(median) ? 1 : (1e12..<4.1e12).contains(median) ? 1000 : nil
        }
        guard isTimeName(name) else { return nil }
        switch median {
        case 1e8..<1e11: return 1
        case 1e11..<1e14: return 1e3
        case 1e14..<1e17: return 1e6
        case 1e17..<1e20: return 1e9
        default: return nil
        }
    }

    /// Whether a column's name is a name for times.
    static func isTimeName(_ name: String) -> Bool {
        let words = name.lowercased().split { !$0.isLetter }
        let known: Set<Substring> = [
            "time", "date", "datetime", "timestamp", "ts", "epoch", "unix", "utc", "zeit", "datum", "zeitstempel",
        ]
        return words.contains { known.contains($0) || $0.hasSuffix("timestamp") || $0.hasSuffix("date") }
            || words.last?.hasSuffix("time") == true
    }

    private func notices(_ names: [String], x: Int?, drawnCount: Int) -> [String] {
        var notices: [String] = []
        let texts = columns.indices.filter { $0 != x && !columns[$0].isNumeric && !columns[$0].isEmpty }
        if !texts.isEmpty {
            let list = texts.prefix(10).map { "'\(names[$0])'" }.joined(separator: ", ")
            let rest = texts.count > 10 ? " and \(texts.count - 10) more" : ""
            let they = texts.count == 1 ? "it holds" : "they hold"
            notices.append("Left out, since numbers are not most of what \(they): \(list)\(rest).")
        }
        if drawnCount > TableFormat.lineLimit {
            notices.append("Of \(drawnCount) columns of numbers the first \(TableFormat.lineLimit) are shown.")
        }
        return notices
    }
}
