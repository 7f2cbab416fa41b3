// Finds the format of a table from its first rows.

/// Rows of a table besides its first ones, from which its format is found as well.
struct TableEvidence: Sendable {
    /// Pieces from further on in the file, each beginning with a whole row.
    var pieces: [[UInt8]] = []
    /// Cells of columns that did not fit the format found before.
    var lateCells: [Int: [[UInt8]]] = [:]
    /// The rows of each value of a long table's key; empty until they were counted.
    var keyCounts: [(value: [UInt8], count: Int)] = []
    /// Columns that are drawn, by their place among these, with values between 2⁵³ and 2⁶⁴, which may be whole numbers.
    var largeMeasures: Set<Int> = []
}

extension TableFormat {
    /// The number of bytes that are examined, unless a row is longer.
    static let sampleByteCount = 1 << 18

    package static func find(in bytes: [UInt8], name: String, xColumn: String?) throws(SeriesError) -> TableFormat {
        try find(in: bytes, name: name, TableOptions(xColumn: xColumn))
    }

    /// Finds the format of a table from `bytes`, the beginning of the file, closed by a line end.
    ///
    /// `name` is the file's name, whose extension decides the kind of table. Throws when the bytes are not text, hold
    /// no rows or no column of numbers, or have no column of the requested name.
    static func find(
        in bytes: [UInt8], name: String, _ options: TableOptions, _ evidence: TableEvidence = TableEvidence()
    ) throws(SeriesError) -> TableFormat {
        var (format, body) = try beginning(of: bytes, name: name, options.choice.notation)
        var rows = body.map(\.cells)
        // What the rows of the sample do not show, rows further on may: another value of a key, another way of writing.
        let behind = TableStart.pieces(of: bytes, behind: body.last?.offset ?? bytes.count)
        for piece in behind + evidence.pieces { rows += format.rows(of: piece) }
        guard !rows.isEmpty else {
            throw format.names.count > 1 ? .headerOnly(format.names) : .noNumericColumn(format.names)
        }
        // Cells that did not fit become rows of their own.
        for (column, cells) in evidence.lateCells.sorted(by: { $0.key < $1.key }) {
            for cell in cells where column < format.names.count {
                var row = [[UInt8]](repeating: [], count: format.names.count)
                row[column] = cell
                rows.append(row)
            }
        }
        let lateCount = evidence.lateCells.values.reduce(0) { $0 + $1.count }
        try ColumnChoice(format, rows, options, lateCount: lateCount).choose(&format, options, evidence)
        return format
    }

    /// The format of the cells, without the use of the columns, and the first rows.
    private static func beginning(
        of bytes: [UInt8], name: String, _ notation: TableNotation = TableNotation()
    ) throws(SeriesError) -> (TableFormat, [TableSample.Row]) {
        if let offset = firstOfNoText(bytes) { throw .binary(offset: offset) }
        let isLatin = try TextEncoding.isLatin(bytes)
        // The byte order mark of UTF-8 is skipped.
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let ending = name.split(separator: ".").last { $0.lowercased() != "gz" }?.lowercased() ?? ""
        var (format, body): (TableFormat, [TableSample.Row])
        if ending == "jsonl" || ending == "ndjson" {
            (format, body) = try findMembers(bytes, start)
        } else {
            (format, body) = try findCells(
                bytes, start, isTabbed: ending == "tsv" || ending == "tab", isLatin: isLatin, notation)
        }
        format.isLatin = isLatin
        format.findings.insert(encodingFinding(isLatin: isLatin), at: 0)
        return (format, body)
    }

    /// The rows of a small table as they are written, or the first rows of a larger one.
    ///
    /// `bytes` is all of the file, closed by a line end.
    static func rows(
        in bytes: [UInt8], name: String, rowLimit: Int
    ) throws(SeriesError) -> (format: TableFormat, rows: [[[UInt8]]], isWhole: Bool) {
        let (format, body) = try beginning(of: bytes, name: name)
        guard case .cells(let delimiter) = format.kind else {
            return (format, body.map(\.cells), body.count < TableSample.rowLimit)
        }
        let text = format.hasBareReturns ? bytes.map { $0 == 0x0D ? 0x0A : $0 } : bytes
        let dialect = TableDialect(delimiter: delimiter, quote: format.quote, comment: format.comment)
        let sample = TableSample(cells: text, from: format.firstOffset, dialect, rowLimit: rowLimit)
        return (format, sample.rows.map(\.cells), sample.endOffset >= text.count)
    }

    /// The first byte that no text has; nil for a text.
    ///
    /// That is a NUL, or any other control character where these are more than one of a hundred bytes. A few stand in
    /// the cells of exported texts.
    private static func firstOfNoText(_ bytes: [UInt8]) -> Int? {
        if let offset = bytes.firstIndex(of: 0) { return offset }
        func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && !(0x09...0x0D).contains(byte) && byte != 0x1B }
        guard let first = bytes.firstIndex(where: isControl) else { return nil }
        return bytes.count(where: isControl) > max(1, bytes.count / 100) ? first : nil
    }

    /// The rows of a piece of the file that have the table's number of cells.
    private func rows(of piece: [UInt8]) -> [[[UInt8]]] {
        guard case .cells(let delimiter) = kind else { return [] }
        let bytes = hasBareReturns ? piece.map { $0 == 0x0D ? 0x0A : $0 } : piece
        let dialect = TableDialect(delimiter: delimiter, quote: quote, comment: comment)
        let sample = TableSample(cells: bytes, from: 0, dialect, rowLimit: 60)
        return sample.body(columnCount: names.count, skipping: 0).map(\.cells)
    }

    // MARK: Cells

    private static func findCells(
        _ given: [UInt8], _ start: Int, isTabbed: Bool, isLatin: Bool, _ notation: TableNotation
    ) throws(SeriesError) -> (TableFormat, [TableSample.Row]) {
        // Until the nineties some systems ended lines with a carriage return alone.
        let lineEnds = given.count { $0 == 0x0A }
        let hasBareReturns = lineEnds <= 1 && given.dropLast().contains(0x0D) && !given.dropLast().contains(0x0A)
        let bytes = hasBareReturns ? given.map { $0 == 0x0D ? 0x0A : $0 } : given
        let found: (dialect: TableDialect, sample: TableSample)?
        let named = TableDialect.named(bytes, from: start)
        if notation.separator == nil, let (delimiter, next) = named {
            let dialect = TableDialect(delimiter: delimiter)
            found = (dialect, TableSample(cells: bytes, from: next, dialect, firstLine: 2))
        } else {
            found = TableDialect.find(bytes, from: start, isTabbed: isTabbed, chosen: notation.separator?.byte)
        }
        guard let (dialect, sample) = found, !sample.rows.isEmpty else { throw .empty }
        var format = TableFormat(kind: .cells(delimiter: dialect.delimiter))
        (format.quote, format.comment, format.hasBareReturns) = (dialect.quote, dialect.comment, hasBareReturns)
        let columnCount = sample.columnCount
        if let line = notation.headerLine, line > 0, !sample.rows.contains(where: { $0.line == line }),
            !sample.comments.contains(where: { $0.line == line })
        {
            throw .unreadable("line \(line) is empty, or not among the \(TableSample.rowLimit) rows that are examined")
        }
        let search = HeaderSearch(sample, columnCount: columnCount, line: notation.headerLine)
        let header = header(sample, search, dialect, &format, notation)
        format.hasHeader = header != nil
        format.names = names(header ?? [], count: columnCount, isLatin: isLatin)
        format.add(
            separator: dialect, isNamed: notation.separator == nil && named != nil,
            isChosen: notation.separator != nil)
        if let row = search.units {
            format.unitsLine = sample.rows[row].line
            format.columnUnits = units(sample.rows[row].cells, columnCount, isLatin)
        }
        let data = sample.rows.indices.contains(search.firstData) ? sample.rows[search.firstData] : nil
        format.firstOffset = data?.offset ?? sample.endOffset
        format.firstLine = data?.line ?? sample.endLine
        format.addHeader(
            isBelowOthers: format.headerLine > (sample.firstLine ?? 1), isChosen: notation.headerLine != nil)
        let body = sample.rows.dropFirst(search.firstData).filter { row in
            row.cells.count <= columnCount || row.cells.count == columnCount + 1 && row.cells.last == []
        }
        return (format, body)
    }

    /// The cells of the header; nil where the table has none.
    private static func header(
        _ sample: TableSample, _ search: HeaderSearch, _ dialect: TableDialect, _ format: inout TableFormat,
        _ notation: TableNotation
    ) -> [[UInt8]]? {
        let columnCount = sample.columnCount
        guard let row = search.header else {
            guard search.firstData == 0 || notation.headerLine != nil else { return nil }
            // A comment may hold the names, and the next one the units.
            let comments = sample.comments.map { TableSample.cells(of: $0.text, dialect) }
            let index = comments.indices.first { index in
                let cells = comments[index]
                if let line = notation.headerLine { return sample.comments[index].line == line }
                return cells.count == columnCount && columnCount > 1
                    && cells.allSatisfy { !$0.isEmpty && !TableDialect.isTyped($0) }
            }
            guard let index else { return nil }
            let next = index + 1
            format.nameLines = [sample.comments[index].line]
            if comments.indices.contains(next), comments[next].count == columnCount,
                UnitNames.areUnits(comments[next])
            {
                format.unitsLine = sample.comments[next].line
                format.columnUnits = units(comments[next], columnCount, false)
            }
            return comments[index]
        }
        format.headerLine = sample.rows[row].line
        var cells = sample.rows[row].cells
        format.nameLines = [row, search.second, search.corner].compactMap { $0 }.map { sample.rows[$0].line }
        if let second = search.second { cells = HeaderSearch.joined(cells, sample.rows[second].cells) }
        if let corner = search.corner, let name = sample.rows[corner].cells.first, !cells.isEmpty { cells[0] = name }
        guard cells.count == columnCount - 1, let first = cells.first else { return cells }
        let body = sample.rows.dropFirst(search.firstData).filter { $0.cells.count == columnCount }
        guard first.isEmpty || RowNames.areFirst(in: body.map(\.cells), names: cells) else { return cells }
        if !first.isEmpty {
            format.findings.append(
                TableFinding(
                    .header, "one name less", isGuess: true,
                    because:
                        "The header has one name less than the rows have cells: it is a guess that the first column "
                        + "is the one without a name; a header with all names tells."))
        }
        return [[]] + cells
    }

    private static func units(_ cells: [[UInt8]], _ count: Int, _ isLatin: Bool) -> [String] {
        (0..<count).map { column in
            let text = column < cells.count ? TextEncoding.text(cells[column], isLatin: isLatin) : ""
            let isBracketed = text.count > 2 && ["(": ")", "[": "]"][text.first] == text.last
            let unit = isBracketed ? String(text.dropFirst().dropLast()) : text
            return unit == "-" ? "" : unit
        }
    }

    /// Names for `count` columns, all different and none empty.
    private static func names(_ cells: [[UInt8]], count: Int, isLatin: Bool) -> [String] {
        var seen: Set<String> = []
        return (0..<count).map { column in
            let given = column < cells.count ? TextEncoding.text(cells[column], isLatin: isLatin) : ""
            let base = given.isEmpty ? "Column \(column + 1)" : given
            var (name, number) = (base, 2)
            while !seen.insert(name).inserted {
                name = "\(base) (\(number))"
                number += 1
            }
            return name
        }
    }

    // MARK: JSON lines

    private static func findMembers(
        _ bytes: [UInt8], _ start: Int
    ) throws(SeriesError) -> (TableFormat, [TableSample.Row]) {
        var names: [[UInt8]] = []
        var columns: [[UInt8]: Int] = [:]
        var rows: [TableSample.Row] = []
        var format = TableFormat(kind: .objects)
        format.firstOffset = start
        var isFirst = true
        var (next, line) = (start, 0)
        var header: [[UInt8]]?
        while next < bytes.count, rows.count < TableSample.rowLimit {
            let end = bytes[next...].firstIndex(of: 0x0A) ?? bytes.count
            line += 1
            let offset = next
            next = end + 1
            guard let (isObject, members) = JSONScanner.flatMembers(of: [UInt8](bytes[offset..<end])),
                members.count <= columnLimit
            else { continue }
            if isFirst {
                isFirst = false
                format.kind = isObject ? .objects : .arrays
                // If the first array has only words, they are the columns' names.
                if !isObject, isHeader(members.map(\.text)) {
                    header = members.map(\.text)
                    format.firstOffset = min(next, bytes.count)
                    format.firstLine = line + 1
                    format.headerLine = line
                    format.hasHeader = true
                    continue
                }
            }
            guard isObject == (format.kind == .objects) else { continue }
            var cells = [[UInt8]](repeating: [], count: names.count)
            for (position, (name, text)) in members.enumerated() {
                let column = isObject ? columns[name] ?? names.count : position
                if column >= names.count {
                    guard column < columnLimit else { continue }
                    names.append(name)
                    columns[name] = column
                    cells.append([])
                }
                cells[column] = text == Array("null".utf8) ? [] : text
            }
            rows.append(TableSample.Row(cells: cells, offset: offset, line: line))
        }
        format.findings.append(
            TableFinding(
                .separator, format.kind == .objects ? "JSON objects" : "JSON arrays", isNotice: false,
                because: "Each line is a JSON \(format.kind == .objects ? "object" : "array")."))
        if format.headerLine > 0 { format.nameLines = [format.headerLine] }
        guard !isFirst else { throw bytes.dropFirst(start).allSatisfy { $0 <= 0x20 } ? .empty : .noNumericColumn([]) }
        if format.kind == .objects {
            // Members are found by their names, so the names must stay unchanged.
            format.names = names.map { String(decoding: $0, as: UTF8.self) }
            format.hasHeader = true
        } else {
            var counts: [Int: Int] = [:]
            for row in rows { counts[row.cells.count, default: 0] += 1 }
            let count = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? header?.count ?? 0
            rows = rows.filter { $0.cells.count == count }
            format.names = Self.names(header ?? [], count: count, isLatin: false)
        }
        return (format, rows)
    }

    private static func isHeader(_ texts: [[UInt8]]) -> Bool {
        !texts.isEmpty && texts.allSatisfy { !GapWords.contains($0) && !TableDialect.isTyped($0) }
    }
}
