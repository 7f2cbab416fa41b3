// Tables whose lines are not their columns over one x: they are turned into long ones.

import Platform

/// A table that was turned: what is known of the file that the turned copy was made of.
///
/// Either its columns are years or dates, so that each row is a line and x is in the header; or it holds tables side by
/// side, each with numbers or dates of its own as x.
struct TurnedTable: Sendable, Equatable {
    /// The fewest columns of years or dates that make a table one of these.
    static let fewestColumns = 3

    /// The format of the file as it stands.
    let format: TableFormat
    /// The columns whose names are x; none of tables side by side.
    let columns: Range<Int>
    /// The x of each table side by side, and its columns of values; none where the header has x.
    let tables: [(x: Int, values: [Int])]
    /// The columns that tell lines apart, together where they are several.
    let keys: [Int]
    /// Whether the names are years.
    let areYears: Bool

    /// Finds such columns from the beginning of a file; nil for any other table.
    ///
    /// Where rows have an x of their own, the columns stay lines. So they do where the reader says that nothing tells
    /// lines apart, or chooses some of the columns.
    init?(_ start: TableStart, name: String, _ options: TableOptions) {
        let choice = options.choice
        guard choice.key != .none, Self.mayBeTurned(start.bytes) else { return nil }
        var plain = options
        plain.xColumn = nil
        plain.choice = SeriesChoice(notation: choice.notation)
        plain.choice.notation.kinds = [:]
        guard let format = try? TableFormat.find(in: start.bytes, name: name, plain),
            case .cells = format.kind, format.hasHeader, !format.hasBareReturns
        else { return nil }
        tables =
            switch format.description.xKind {
            case .number: Self.tables(format)
            case .time: SideBySide.datedTables(format, start.bytes)
            case .index: []
            }
        if !tables.isEmpty {
            guard options.xColumn.map({ !format.names.contains($0) && Int($0) == nil }) ?? true, choice.columns.isEmpty,
                choice.notation.kinds.isEmpty
            else { return nil }
            (self.format, columns, keys, areYears) = (format, 0..<0, [], false)
            return
        }
        guard format.description.xKind == .index, let (columns, areYears) = Self.columns(format.names, format.kinds)
        else { return nil }
        let others = format.names.indices.filter { !columns.contains($0) }
        let texts = others.filter { format.kinds[$0] == .text }
        let known = Set(format.names)
        guard !texts.isEmpty, !(options.xColumn.map(known.contains) ?? false),
            !choice.columns.contains(where: { known.contains($0) }),
            !choice.notation.kinds.keys.contains(where: { name in
                columns.contains { format.names[$0] == name }
            })
        else { return nil }
        (self.format, self.columns, self.areYears) = (format, columns, areYears)
        if case .column(let name) = choice.key, let column = texts.first(where: { format.names[$0] == name }) {
            keys = [column]
        } else {
            keys = Self.keys(texts, of: format, start.bytes)
        }
    }

    /// The tables side by side; none where there is only one.
    private static func tables(_ format: TableFormat) -> [(x: Int, values: [Int])] {
        guard format.roles.first == .x, let step = SideBySide.step(format.names) else { return [] }
        let tables = stride(from: 0, to: format.names.count, by: step).map { x in
            (x: x, values: (x + 1..<x + step).filter { format.kinds[$0] == .number })
        }
        // An x that is empty may belong to a table that grows later.
        return tables.allSatisfy { format.kinds[$0.x] == .number && !$0.values.isEmpty } ? tables : []
    }

    static func == (one: TurnedTable, other: TurnedTable) -> Bool {
        one.format == other.format && one.columns == other.columns && one.keys == other.keys
            && one.tables.map(\.x) == other.tables.map(\.x) && one.tables.map(\.values) == other.tables.map(\.values)
    }

    /// The first column, or two columns, that tell all rows of the sample apart; else all of them.
    private static func keys(_ texts: [Int], of format: TableFormat, _ bytes: [UInt8]) -> [Int] {
        guard case .cells(let delimiter) = format.kind else { return texts }
        let dialect = TableDialect(delimiter: delimiter, quote: format.quote, comment: format.comment)
        let rows = TableSample(cells: bytes, from: format.firstOffset, dialect).rows.map(\.cells)
        func tell(_ columns: [Int]) -> Bool {
            var seen: Set<[[UInt8]]> = []
            return rows.allSatisfy { row in seen.insert(columns.map { $0 < row.count ? row[$0] : [] }).inserted }
        }
        if let one = texts.first(where: { tell([$0]) }) { return [one] }
        for (place, first) in texts.enumerated() {
            for second in texts[(place + 1)...] where tell([first, second]) { return [first, second] }
        }
        return texts
    }

    /// Whether one of the first lines has some years or dates beside each other, or the same names again, which costs
    /// little to see.
    private static func mayBeTurned(_ bytes: [UInt8]) -> Bool {
        if mayHaveTables(bytes) { return true }
        var (lines, run, length, digits, marks) = (0, 0, 0, 0, 0)
        for byte in bytes {
            switch byte {
            case 0x0A, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), 0x09:
                // Four digits are a year; digits with marks or letters between them may be a date.
                let isX = digits >= 2 && length <= 32 && (digits == 4 || digits == 6 || digits == 8 || marks > 0)
                run = isX ? run + 1 : 0
                if run >= fewestColumns { return true }
                (length, digits, marks) = (0, 0, 0)
                guard byte == 0x0A else { continue }
                (run, lines) = (0, lines + 1)
                if lines == 60 { return false }
            case UInt8(ascii: "0")...UInt8(ascii: "9"): (digits, length) = (digits + 1, length + 1)
            case UInt8(ascii: "\""), UInt8(ascii: "."), 0x0D: length += 1
            default: (marks, length) = (length > 0 ? marks + 1 : marks, length + 1)
            }
        }
        return false
    }

    /// Whether the last words of one of the first ten lines' cells come again in the same order.
    private static func mayHaveTables(_ bytes: [UInt8]) -> Bool {
        let lines = bytes.prefix(1 << 14).split(separator: 0x0A, maxSplits: 10, omittingEmptySubsequences: false)
        return lines.prefix(10).contains { line in
            let cells = line.split(omittingEmptySubsequences: false) { [0x2C, 0x3B, 0x7C, 0x09].contains($0) }
                .map { String(decoding: $0.filter { $0 != 0x22 && $0 != 0x0D }, as: UTF8.self) }
            guard (4...TableFormat.columnLimit).contains(cells.count) else { return false }
            return SideBySide.step(cells) != nil
                || TimeNames.isTimeName(cells[0]) && cells.dropFirst(2).contains(cells[0])
        }
    }

    /// The longest run of columns whose names are years or dates that rise or fall; nil where it is short.
    ///
    /// Nearly all of the columns must hold numbers, or nothing.
    private static func columns(_ names: [String], _ kinds: [ColumnKind]) -> (Range<Int>, areYears: Bool)? {
        var best: (columns: Range<Int>, areYears: Bool)?
        for areYears in [true, false] {
            var start = 0
            while start < names.count {
                guard isX(names[start], areYears: areYears) else {
                    start += 1
                    continue
                }
                var end = start + 1
                while end < names.count, isX(names[end], areYears: areYears) { end += 1 }
                if end - start > best?.columns.count ?? fewestColumns - 1, isOrdered(names[start..<end], areYears),
                    kinds[start..<end].count(where: { $0 == .number || $0 == .empty }) * 10 >= (end - start) * 9
                {
                    best = (start..<end, areYears)
                }
                start = end
            }
        }
        return best
    }

    /// A name as x: the World Bank writes `2010 [YR2010]`.
    static func x(_ name: String) -> String {
        guard name.hasSuffix("]"), let bracket = name.firstIndex(of: "["), name[bracket...].hasPrefix("[YR") else {
            return name
        }
        let bare = name[..<bracket]
        return String(bare.last == " " ? bare.dropLast() : bare)
    }

    private static func year(_ name: String) -> Int? {
        let text = x(name)
        guard text.utf8.count == 4, let year = Int(text), (1500...2200).contains(year) else { return nil }
        return year
    }

    private static func isX(_ name: String, areYears: Bool) -> Bool {
        if areYears { return year(name) != nil }
        guard year(name) == nil, name.utf8.count <= 30, name.contains(where: \.isNumber) else { return false }
        return facts([name]).isDate
    }

    private static func facts<Names: Sequence<String>>(_ names: Names) -> ColumnFacts {
        ColumnFacts(name: "date", isNamed: true, cells: names.map { Array($0.utf8) }, allowsComma: false)
    }

    private static func isOrdered(_ names: ArraySlice<String>, _ areYears: Bool) -> Bool {
        let all = areYears ? names.map { year($0).map(Double.init) } : facts(names).dates.times
        let known = all.compactMap(\.self)
        guard known.count == names.count else { return false }
        let steps = zip(known, known.dropFirst())
        return steps.allSatisfy { $0 < $1 } || steps.allSatisfy { $0 > $1 }
    }

    // MARK: The copy

    /// The name of what tells the copy's lines apart.
    var keyName: String {
        keys.isEmpty ? "table" : keys.map { format.names[$0] }.joined(separator: LongKey.pairSeparator)
    }

    /// The name of the copy's x.
    var xName: String {
        if let first = tables.first { return SideBySide.lastWord(format.names[first.x]) }
        let name = areYears ? "year" : "date"
        return keyName == name ? "\(name) of the column" : name
    }

    /// The names of the copy's columns.
    private var names: [String] {
        [
            xName, keyName == xName ? "\(keyName) of x" : keyName,
            [keyName, xName].contains("value") ? "value of the row" : "value",
        ]
    }

    /// What is chosen of the copy, as far as the reader does not choose.
    func complete(_ choice: SeriesChoice) -> SeriesChoice {
        var choice = choice
        // The copy has its own lines, in the same notation.
        choice.notation.headerLine = 1
        if case .cells(let delimiter) = format.kind {
            choice.notation.separator = TableSeparator(byte: delimiter)
        }
        if !tables.isEmpty, format.orderGuess == nil, case .dates(let reading) = format.x {
            // The dates of all tables alternate in the copy, so that their steps tell no order.
            choice.notation.dateOrder = choice.notation.dateOrder ?? reading.order
        }
        choice.xColumn = choice.xColumn ?? xName
        choice.key = .column(keyName)
        return choice
    }

    /// What the copy's format says of the file instead of the copy.
    func correct(_ other: inout TableFormat) {
        (other.nameLines, other.headerLine, other.unitsLine) = (format.nameLines, format.headerLine, format.unitsLine)
        other.firstLine = format.firstLine
        var ofFile: Set<TableFinding.What> = [.encoding, .separator, .comments, .header, .units, .firstLine]
        if !tables.isEmpty { ofFile.insert(.dateOrder) }
        other.findings =
            format.findings.filter { ofFile.contains($0.what) }
            + other.findings.filter { !ofFile.contains($0.what) }
        for index in other.findings.indices where other.findings[index].what == .x {
            other.findings[index].because =
                tables.isEmpty ? "What the columns are called is x." : "Each table has its own x."
        }
        guard tables.isEmpty else {
            other.findings.append(
                TableFinding(
                    .columns, "side by side: \(tables.count)",
                    because: "The file holds \(tables.count) tables side by side, each with its own "
                        + "'\(xName)': all are shown over one axis; --x-column names the x of one.",
                    override: .init(.xColumn, tables.map { format.names[$0.x] })))
            return
        }
        let (first, last) = (format.names[columns.lowerBound], format.names[columns.upperBound - 1])
        let left = format.names.indices.filter {
            !columns.contains($0) && !keys.contains($0) && format.kinds[$0] != .empty
        }
        let names = left.prefix(10).map { "'\(format.names[$0])'" }.joined(separator: ", ")
        other.findings.append(
            TableFinding(
                .columns, "turned: \(columns.count)",
                because: "The names of \(columns.count) columns, '\(first)' to '\(last)', are "
                    + "\(areYears ? "years" : "dates"): each row is a line over them"
                    + (left.isEmpty ? "" : ", without \(names)\(left.count > 10 ? " …" : "")")
                    + ". Where nothing tells lines apart, they are lines over the rows.",
                override: .init(.keyColumn, [""])))
    }

    /// Copies a file so that each value has a row: what tells its line apart, its x, and itself.
    ///
    /// Rows with too many cells are left out, as elsewhere; so are cells without a value. In constant memory.
    func copy(of file: OpenFile, limits: PlainCopy.Limits = PlainCopy.Limits()) throws(SeriesError) -> OpenFile {
        guard case .cells(let delimiter) = format.kind else { throw .unreadable("this table cannot be turned") }
        let dialect = TableDialect(delimiter: delimiter, quote: format.quote, comment: format.comment)
        let target = try PlainCopy.Target(of: file.count, limits)
        let header = names.map { cell(Array($0.utf8), dialect) }
        try target.append(Array(header.joined(separator: [delimiter])) + [0x0A])
        var seen = KeyNames()
        let x = columns.map { cell(Array(Self.x(format.names[$0]).utf8), dialect) }
        var (buffer, offset) = ([UInt8](), format.firstOffset)
        var isAtEnd = false
        while !isAtEnd {
            let more = try mapError(try file.bytes(at: offset, count: Self.chunkByteCount)) { (error: SystemError) in
                SeriesError.unreadable(error.explanation)
            }
            offset += more.count
            isAtEnd = more.count < Self.chunkByteCount
            buffer += more
            if isAtEnd, buffer.last != 0x0A { buffer.append(0x0A) }
            // A cell with several lines may go on behind the buffer.
            let safe = isAtEnd ? buffer.count : buffer.count - Self.chunkByteCount / 4
            var (next, line) = (0, 1)
            var output: [UInt8] = []
            while next < safe {
                let start = next
                var cells: [[UInt8]] = []
                if !dialect.comment.isEmpty, buffer[next...].starts(with: dialect.comment) {
                    next = (buffer[next...].firstIndex(of: 0x0A) ?? buffer.count - 1) + 1
                    continue
                }
                guard
                    TableSample.row(buffer, &next, &line, dialect, &cells, columnCount: format.names.count),
                    next > start
                else {
                    next = start
                    break
                }
                append(cells, x, dialect, &seen, to: &output)
            }
            // A row that is longer than all of the buffer is none.
            if next == 0, !isAtEnd, buffer.count > CellRows.rowLimit { next = buffer.count }
            buffer.removeFirst(next)
            try target.append(output)
        }
        return try target.finished()
    }

    private static let chunkByteCount = 1 << 19

    private func append(
        _ cells: [[UInt8]], _ x: [[UInt8]], _ dialect: TableDialect, _ seen: inout KeyNames, to output: inout [UInt8]
    ) {
        guard cells.count <= format.names.count || cells.count == format.names.count + 1 && cells.last == [] else {
            return
        }
        func append(_ x: [UInt8], _ key: [UInt8], _ value: [UInt8]) {
            for part in [x, key, value] {
                output += part
                output.append(dialect.delimiter)
            }
            output[output.count - 1] = 0x0A
        }
        for table in tables where table.x < cells.count && !GapWords.contains(cells[table.x]) {
            for column in table.values where column < cells.count && !cells[column].isEmpty {
                let key = cell(Array(format.names[column].utf8), dialect)
                append(cell(cells[table.x], dialect), key, cell(cells[column], dialect))
            }
        }
        guard tables.isEmpty else { return }
        let parts = keys.compactMap { $0 < cells.count && !cells[$0].isEmpty ? cells[$0] : nil }
        let name = Array(parts.joined(separator: LongKey.separator(isLatin: format.isLatin)))
        let key = cell(seen.add(name), dialect)
        for (column, x) in zip(columns, x) where column < cells.count && !cells[column].isEmpty {
            append(x, key, cell(cells[column], dialect))
        }
    }

    /// The names of rows, all different and none empty.
    private struct KeyNames {
        private static let limit = 200_000
        private var counts: [[UInt8]: Int] = [:]

        mutating func add(_ name: [UInt8]) -> [UInt8] {
            let name = name.isEmpty ? Array("no name".utf8) : name
            guard counts.count < Self.limit else { return name }
            counts[name, default: 0] += 1
            let count = counts[name] ?? 1
            return count == 1 ? name : name + Array(" (\(count))".utf8)
        }
    }

    /// A cell as it is written, in quotation marks where it has to be.
    private func cell(_ text: [UInt8], _ dialect: TableDialect) -> [UInt8] {
        let quote = dialect.quote
        let isPlain = !text.contains { $0 == dialect.delimiter || $0 == quote || $0 == 0x0A || $0 == 0x0D }
        if isPlain, dialect.comment.isEmpty || !text.starts(with: dialect.comment) { return text }
        return [quote] + text.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
    }
}
