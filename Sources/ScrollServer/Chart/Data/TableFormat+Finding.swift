// Finds the format of a table from its first rows.

extension TableFormat {
    /// The number of bytes that are examined, unless a row is longer.
    static let sampleByteCount = 1 << 17

    /// Finds the format of a table. Throws when the bytes are not text, hold no rows or no column of numbers, or have
    /// no column `xColumn`.
    ///
    /// - Parameters:
    ///   - bytes: the beginning of the file, closed by a line end.
    ///   - name: the file's name; its extension decides the kind of table.
    ///   - xColumn: the name of the x column, or its number from 1; nil to find it.
    static func find(in bytes: [UInt8], name: String, xColumn: String?) throws(SeriesError) -> TableFormat {
        if let offset = bytes.firstIndex(where: isOfNoText) { throw .binary(offset: offset) }
        // The byte order mark of UTF-8 is skipped.
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        var format: TableFormat
        var body: [TableSample.Row]
        if ending == "jsonl" || ending == "ndjson" {
            (format, body) = try findMembers(bytes, start)
        } else {
            (format, body) = try findCells(bytes, start, isTabbed: ending == "tsv" || ending == "tab")
        }
        guard !body.isEmpty else { throw .noNumericColumn(format.names) }
        body = body.map { row in
            var row = row
            row.cells += [[UInt8]](repeating: [], count: max(format.names.count - row.cells.count, 0))
            return row
        }
        try ColumnChoice(format, body).choose(&format, xColumn: xColumn)
        return format
    }

    /// Whether the byte is a control character other than tab, line feed, vertical tab, form feed, carriage return and
    /// escape.
    private static func isOfNoText(_ byte: UInt8) -> Bool {
        byte < 0x20 && !(0x09...0x0D).contains(byte) && byte != 0x1B
    }

    // MARK: Cells

    private static func findCells(
        _ bytes: [UInt8], _ start: Int, isTabbed: Bool
    ) throws(SeriesError) -> (TableFormat, [TableSample.Row]) {
        let delimiters = isTabbed ? [0x09] : [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
        var best: (format: TableFormat, sample: TableSample, score: Double)?
        for delimiter in delimiters {
            let sample = TableSample(cells: bytes, from: start, delimiter: delimiter)
            guard sample.columnCount > 0 else { continue }
            for separator in delimiter == UInt8(ascii: ",") ? "." : ".," {
                var format = TableFormat(kind: .cells(delimiter: delimiter))
                format.decimalSeparator = separator == "," ? UInt8(ascii: ",") : UInt8(ascii: ".")
                let score = score(sample, format)
                if score > best?.score ?? -1 { best = (format, sample, score) }
            }
        }
        guard let (found, sample, _) = best, let first = sample.rows.first else { throw .empty }
        var format = found
        let columnCount = sample.columnCount
        let hasHeader = hasHeader(sample, format)
        format.names = names(hasHeader ? first.cells : [], count: columnCount)
        let data = hasHeader ? sample.rows.dropFirst().first : first
        format.firstOffset = data?.offset ?? sample.endOffset
        format.firstLine = data?.line ?? sample.endLine
        format.hasHeader = hasHeader
        return (format, sample.body(columnCount: columnCount, skipping: hasHeader ? 1 : 0))
    }

    /// How well a delimiter fits: by the share of rows with the same number of cells, and the share of cells that are
    /// numbers or times.
    private static func score(_ sample: TableSample, _ format: TableFormat) -> Double {
        let columnCount = sample.columnCount
        let skipped = sample.rows.count > 1 ? 1 : 0
        let body = sample.body(columnCount: columnCount, skipping: skipped)
        guard !body.isEmpty else { return 0 }
        var reader = CellKinds(format)
        var (known, all) = (0, 0)
        for row in body.prefix(100) {
            for cell in row.cells.prefix(100) {
                let kind = reader.kind(cell)
                if kind != .gap { all += 1 }
                if kind == .number || kind == .time { known += 1 }
            }
        }
        let even = Double(body.count) / Double(sample.rows.count - skipped)
        let share = all > 0 ? Double(known) / Double(all) : 0
        // The cells decide; more columns and the earlier delimiter break ties.
        return even * (0.05 + share) + (columnCount > 1 ? 0.02 : 0) + Double(min(columnCount, 50)) * 1e-4
    }

    /// Whether the first row is a header: its cells are words, at least where the rows below have numbers or times.
    private static func hasHeader(_ sample: TableSample, _ format: TableFormat) -> Bool {
        guard let first = sample.rows.first else { return false }
        var reader = CellKinds(format)
        let kinds = first.cells.map { reader.kind($0) }
        guard kinds.contains(.text) else { return false }
        if !kinds.contains(.number), !kinds.contains(.time) { return true }
        let body = sample.body(columnCount: sample.columnCount, skipping: 1)
        return kinds.indices.contains { column in
            guard kinds[column] == .text else { return false }
            let below = body.compactMap { column < $0.cells.count ? reader.kind($0.cells[column]) : nil }
                .filter { $0 != .gap }
            return !below.isEmpty && below.filter { $0 == .text }.count * 10 <= below.count
        }
    }

    /// Names for `count` columns, all different and none empty.
    private static func names(_ cells: [[UInt8]], count: Int) -> [String] {
        var seen: Set<String> = []
        return (0..<count).map { column in
            let given = column < cells.count ? String(decoding: cells[column], as: UTF8.self) : ""
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
            guard let (isObject, members) = JSONScanner.members(of: [UInt8](bytes[offset..<end])),
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
            format.names = Self.names(header ?? [], count: count)
        }
        return (format, rows)
    }

    private static func isHeader(_ texts: [[UInt8]]) -> Bool {
        var reader = CellKinds(TableFormat(kind: .arrays))
        return !texts.isEmpty && texts.allSatisfy { reader.kind($0) == .text }
    }
}

/// Tells the kinds of cells.
struct CellKinds {
    enum Kind {
        case gap, number, time, text
    }

    private let reader: CellReader
    private var times: CellReader

    init(_ format: TableFormat) {
        var format = format
        reader = CellReader(format)
        format.x = .time
        times = CellReader(format)
    }

    mutating func kind(_ cell: [UInt8]) -> Kind {
        switch reader.content(alone: cell) {
        case .gap: .gap
        case .number: .number
        case .text: times.x(alone: cell) != nil ? .time : .text
        }
    }

    /// The number in a cell of kind `number`, or the time (seconds since 1970) in a cell of kind `time`.
    mutating func value(_ cell: [UInt8]) -> Double? {
        if case .number(let value) = reader.content(alone: cell) { return value }
        return times.x(alone: cell)
    }
}
