// Rows that are JSON objects or arrays, one per line.

/// Reads the rows of a table of JSON lines into batches.
///
/// A member that a row lacks is a gap. A member that the first rows did not have is skipped. `NaN` and `Infinity`,
/// which some programs write against RFC 8259 §6, are gaps.
struct JSONRows: RowReader {
    private let format: TableFormat
    private let isObjects: Bool
    /// The columns' names with quotes, one after another, and where each ends.
    ///
    /// A name that must be written with escapes is left out.
    private let quotedNames: [UInt8]
    private let nameEnds: [Int]
    private let positions: [[UInt8]: Int]
    /// For each column: `RowRole`.
    private let roles: [Int32]
    /// Whether some columns are nested members, such as `http.status`.
    private let isNested: Bool
    private let residuals: ResidualColumns
    private var cells: CellReader
    var report: RowReport
    private var unreadable: [Int] = []
    private var long: LongRows?

    /// Prepares a reader of rows in this format; for `keyCounts` see `TableFormat.makeReader`.
    init(_ format: TableFormat, report: RowReport, keyCounts: [(value: [UInt8], count: Int)]) {
        self.format = format
        self.report = report
        isObjects = format.kind == .objects
        let names = format.names.map { [UInt8]($0.utf8) }
        var (quoted, ends): ([UInt8], [Int]) = ([], [])
        for name in names {
            if !name.contains(where: { $0 == 0x22 || $0 == 0x5C || $0 == 0x0A }) { quoted += [0x22] + name + [0x22] }
            ends.append(quoted.count)
        }
        (quotedNames, nameEnds) = (quoted, ends)
        positions = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        let cells = CellReader(format)
        residuals = ResidualColumns(format)
        roles = RowRole.codes(format, isQuickX: cells.isQuick, residuals)
        isNested = isObjects && format.names.contains { $0.contains(".") }
        self.cells = cells
        long = LongRows(format, keyCounts)
    }

    var keyCounts: [(value: [UInt8], count: Int)] { long?.counter.counts ?? [] }

    mutating func read(_ bytes: Span<UInt8>, count: Int, isWhole: Bool, into batch: RowBatch) -> Int {
        var values = batch.values.mutableSpan
        let quotedNames = quotedNames
        var offset = 0
        while offset < count, !batch.isFull {
            let line = report.line
            report.line += 1
            let isBlank = Self.isBlank(bytes, offset)
            if !isBlank {
                unreadable.removeAll(keepingCapacity: true)
                var target = values._mutatingExtracting(batch.count..<values.count)
                if let reason = row(bytes, &offset, quotedNames.span, &target, batch) {
                    report.addBadRow(reason, line: line)
                } else if long == nil || long?.assign(&target, batch.capacity, &unreadable) == true {
                    for column in unreadable { report.addUnreadableCell(line: line, column: column) }
                    report.rowCount += 1
                    batch.count += 1
                }
            }
            while bytes[offset] != 0x0A { offset &+= 1 }
            offset &+= 1
        }
        if cells.isOrderTold { report.isOrderTold = true }
        return offset
    }

    private static func isBlank(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
        var offset = start
        JSONScanner.skipSpace(bytes, &offset)
        return bytes[offset] == 0x0A
    }

    /// Reads a row; moves `offset` at most to the row's line end.
    ///
    /// - Returns: the reason why the row is left out; nil for a good row.
    private mutating func row(
        _ bytes: Span<UInt8>, _ offset: inout Int, _ names: Span<UInt8>, _ target: inout MutableSpan<Double>,
        _ batch: RowBatch
    ) -> String? {
        for column in 1..<batch.columnCount { target[column * batch.capacity] = .nan }
        target[0] = format.x == .index ? Double(report.rowCount) : .nan
        long?.value = []
        long?.secondValue = []
        JSONScanner.skipSpace(bytes, &offset)
        guard bytes[offset] == UInt8(ascii: isObjects ? "{" : "[") else {
            return isObjects ? "it is no JSON object" : "it is no JSON array"
        }
        let close = UInt8(ascii: isObjects ? "}" : "]")
        offset &+= 1
        JSONScanner.skipSpace(bytes, &offset)
        var column = 0
        while bytes[offset] != close {
            if isObjects {
                let start = offset
                guard let known = name(bytes, &offset, names, expected: column) else { return "it is no JSON object" }
                column = known
                JSONScanner.skipSpace(bytes, &offset)
                if isNested, column == nameEnds.count, bytes[offset] == UInt8(ascii: "{") {
                    guard members(bytes, &offset, of: Self.nameText(bytes, start) ?? [], 1, &target, batch.capacity)
                    else {
                        return "it is no JSON object"
                    }
                    column = 0
                    guard JSONScanner.skipComma(bytes, &offset, close: close) else { return "it is no JSON object" }
                    continue
                }
            }
            let role = roles.indices.contains(column) ? roles[column] : 0
            guard value(bytes, &offset, role, column, &target, batch.capacity),
                JSONScanner.skipComma(bytes, &offset, close: close)
            else { return isObjects ? "it is no JSON object" : "it is no JSON array" }
            column += 1
        }
        if !isObjects, column != roles.count {
            return "\(column) \(column == 1 ? "value" : "values") instead of \(roles.count)"
        }
        offset &+= 1
        JSONScanner.skipSpace(bytes, &offset)
        guard bytes[offset] == 0x0A else { return "something follows the value" }
        guard !target[0].isNaN else {
            return "its '\(format.description.xName)' is no \(format.description.xKind == .time ? "time" : "number")"
        }
        return nil
    }

    /// The text of the name that begins at `start`.
    private static func nameText(_ bytes: Span<UInt8>, _ start: Int) -> [UInt8]? {
        var offset = start
        guard let hasEscape = JSONScanner.string(bytes, &offset) else { return nil }
        return JSONScanner.text([UInt8](bytes.extracting(start..<offset)), hasEscape: hasEscape)
    }

    /// Reads the members of a nested object; their columns are named `prefix.name`.
    ///
    /// - Returns: false where it is no object; otherwise `offset` is past it.
    private mutating func members(
        _ bytes: Span<UInt8>, _ offset: inout Int, of prefix: [UInt8], _ depth: Int,
        _ target: inout MutableSpan<Double>, _ capacity: Int
    ) -> Bool {
        offset &+= 1
        JSONScanner.skipSpace(bytes, &offset)
        while bytes[offset] != UInt8(ascii: "}") {
            guard let text = Self.nameText(bytes, offset), JSONScanner.string(bytes, &offset) != nil else {
                return false
            }
            let name = prefix + [UInt8(ascii: ".")] + text
            JSONScanner.skipSpace(bytes, &offset)
            guard bytes[offset] == UInt8(ascii: ":") else { return false }
            offset &+= 1
            JSONScanner.skipSpace(bytes, &offset)
            let column = positions[name] ?? nameEnds.count
            if column == nameEnds.count, bytes[offset] == UInt8(ascii: "{"), depth < JSONScanner.depthLimit {
                guard members(bytes, &offset, of: name, depth + 1, &target, capacity) else { return false }
            } else {
                let role = roles.indices.contains(column) ? roles[column] : 0
                guard value(bytes, &offset, role, column, &target, capacity) else { return false }
            }
            guard JSONScanner.skipComma(bytes, &offset, close: UInt8(ascii: "}")) else { return false }
        }
        offset &+= 1
        return true
    }

    /// Moves `offset` past a member's name and colon.
    ///
    /// - Returns: the member's column; the number of columns where no column has this name.
    @inline(__always)
    private func name(
        _ bytes: Span<UInt8>, _ offset: inout Int, _ names: Span<UInt8>, expected: Int
    ) -> Int? {
        let start = offset
        var column = expected
        var quoted = 0..<0
        if expected < nameEnds.count { quoted = (expected > 0 ? nameEnds[expected - 1] : 0)..<nameEnds[expected] }
        if quoted.isEmpty || !JSONScanner.skip(names.extracting(quoted), in: bytes, &offset) {
            guard let hasEscape = JSONScanner.string(bytes, &offset) else { return nil }
            let text = JSONScanner.text([UInt8](bytes.extracting(start..<offset)), hasEscape: hasEscape)
            column = positions[text] ?? nameEnds.count
        }
        JSONScanner.skipSpace(bytes, &offset)
        guard bytes[offset] == UInt8(ascii: ":") else { return nil }
        offset &+= 1
        return column
    }

    /// Moves `offset` past a value and stores the value in the batch.
    @inline(__always)
    private mutating func value(
        _ bytes: Span<UInt8>, _ offset: inout Int, _ role: Int32, _ column: Int, _ target: inout MutableSpan<Double>,
        _ capacity: Int
    ) -> Bool {
        let start = offset
        let isLine = role > 0
        if isLine || role == RowRole.x, bytes[offset] != UInt8(ascii: "\"") {
            let number = isLine ? cells.decimal.read(bytes, &offset) : format.x != .time ? cells.x(bytes, &offset) : nil
            if let number, Self.isBehindValue(bytes[offset]) {
                if isLine {
                    residuals.set(role, of: bytes.extracting(start..<offset), number, &target, capacity)
                }
                target[isLine ? Int(role & RowRole.lineMask) * capacity : 0] = number.isFinite ? number : .nan
                return true
            }
            offset = start
        }
        if role == RowRole.x, bytes[offset] == UInt8(ascii: "\"") {
            offset &+= 1
            if let x = cells.x(bytes, &offset), bytes[offset] == UInt8(ascii: "\"") {
                target[0] = x
                offset &+= 1
                return true
            }
            offset = start
        }
        guard let kind = JSONScanner.value(bytes, &offset) else { return false }
        guard role != 0 else { return true }
        let text = JSONScanner.text(bytes.extracting(start..<offset), kind)
        if role == RowRole.key {
            long?.value = text
        } else if role == RowRole.secondKey {
            long?.secondValue = text
        } else if role < 0 {
            // A number in a column of times is no x, and neither is a time in a column of numbers.
            target[0] = kind == .nested ? .nan : cells.x(alone: text) ?? .nan
            if target[0].isNaN, cells.mayBeX(text) { report.addLateCell(text, column: column) }
        } else {
            let content = kind == .nested ? CellReader.Content.text : cells.content(alone: text, format.style(column))
            guard let number = number(content, role, text, column) else { return true }
            target[Int(role & RowRole.lineMask) * capacity] = number
            residuals.set(role, of: text.span, number, thousands: format.style(column).thousands, &target, capacity)
        }
        return true
    }

    /// The number of a cell; nil for a gap, and for other cells, which are reported.
    private mutating func number(
        _ content: CellReader.Content, _ role: Int32, _ text: [UInt8], _ column: Int
    ) -> Double? {
        switch content {
        case .gap: return nil
        case .number(let number): return number
        case .text:
            unreadable.append(Int(role & RowRole.lineMask) - 1)
            if NumberShape(text) != nil { report.addLateCell(text, column: column) }
            return nil
        }
    }

    @inline(__always)
    private static func isBehindValue(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte <= 0x20
    }
}
