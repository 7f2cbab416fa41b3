// Rows that are JSON objects or arrays, one per line.

/// Reads the rows of a table of JSON lines into batches.
///
/// A member that a row lacks is a gap. A member that the first rows did not have is skipped. `NaN` and `Infinity`,
/// which some programs write against RFC 8259 §6, are gaps.
struct JSONRows {
    private let format: TableFormat
    private let isObjects: Bool
    private let names: [[UInt8]]
    private let positions: [[UInt8]: Int]
    /// For each column: `RowRole`.
    private let roles: [Int32]
    /// Whether some columns are nested members, such as `http.status`.
    private let isNested: Bool
    private let rests: RestColumns
    private var cells: CellReader
    var report: RowReport
    private var unreadable: [Int] = []
    private var long: LongRows?

    /// Prepares a reader of rows in this format; for `keyCounts` see `RowReader`.
    init(_ format: TableFormat, report: RowReport, keyCounts: [(value: [UInt8], count: Int)] = []) {
        self.format = format
        self.report = report
        isObjects = format.kind == .objects
        names = format.names.map { [UInt8]($0.utf8) }
        positions = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        let cells = CellReader(format)
        rests = RestColumns(format)
        roles = RowRole.codes(format, isQuickX: cells.isQuick, rests)
        isNested = isObjects && format.names.contains { $0.contains(".") }
        self.cells = cells
        long = LongRows(format, keyCounts)
    }

    /// See `CellRows.keyCounts`.
    var keyCounts: [(value: [UInt8], count: Int)] { long?.counter.counts ?? [] }

    /// As `CellRows.read`.
    mutating func read(_ start: UnsafePointer<UInt8>, count: Int, into batch: RowBatch) -> Int {
        let end = unsafe start + count
        var pointer = unsafe start
        while unsafe pointer < end, !batch.isFull {
            let line = report.line
            report.line += 1
            let isBlank = unsafe Self.isBlank(pointer)
            if !isBlank {
                unreadable.removeAll(keepingCapacity: true)
                if let reason = unsafe row(&pointer, batch) {
                    report.addBadRow(reason, line: line)
                } else if unsafe long == nil
                    || long?.place(batch.values + batch.count, batch.capacity, &unreadable) == true
                {
                    for column in unreadable { report.addUnreadableCell(line: line, column: column) }
                    report.rowCount += 1
                    batch.count += 1
                }
            }
            while unsafe pointer[0] != 0x0A { unsafe pointer += 1 }
            unsafe pointer += 1
        }
        if cells.isOrderTold { report.isOrderTold = true }
        return unsafe pointer - start
    }

    private static func isBlank(_ start: UnsafePointer<UInt8>) -> Bool {
        var pointer = unsafe start
        unsafe JSONScanner.skipSpace(&pointer)
        return unsafe pointer[0] == 0x0A
    }

    /// Reads a row; moves `pointer` at most to the row's line end.
    ///
    /// - Returns: the reason why the row is left out; nil for a good row.
    private mutating func row(_ pointer: inout UnsafePointer<UInt8>, _ batch: RowBatch) -> String? {
        let target = unsafe batch.values + batch.count
        // In bounds: column c of the batch is at c · capacity, and the batch is not full.
        for column in 1..<batch.columnCount { unsafe target[column * batch.capacity] = .nan }
        unsafe target[0] = format.x == .index ? Double(report.rowCount) : .nan
        long?.value = []
        unsafe JSONScanner.skipSpace(&pointer)
        guard unsafe pointer[0] == UInt8(ascii: isObjects ? "{" : "[") else {
            return isObjects ? "it is no JSON object" : "it is no JSON array"
        }
        let close = UInt8(ascii: isObjects ? "}" : "]")
        unsafe pointer += 1
        unsafe JSONScanner.skipSpace(&pointer)
        var column = 0
        while unsafe pointer[0] != close {
            if isObjects {
                let start = unsafe pointer
                guard let known = unsafe name(&pointer, expected: column) else { return "it is no JSON object" }
                column = known
                unsafe JSONScanner.skipSpace(&pointer)
                if isNested, column == names.count, unsafe pointer[0] == UInt8(ascii: "{") {
                    guard unsafe members(&pointer, of: Self.nameText(start) ?? [], 1, target, batch.capacity) else {
                        return "it is no JSON object"
                    }
                    column = 0
                    unsafe JSONScanner.skipSpace(&pointer)
                    if unsafe pointer[0] == UInt8(ascii: ",") {
                        unsafe pointer += 1
                        unsafe JSONScanner.skipSpace(&pointer)
                    } else if unsafe pointer[0] != close {
                        return "it is no JSON object"
                    }
                    continue
                }
            }
            let role = roles.indices.contains(column) ? roles[column] : 0
            guard unsafe value(&pointer, role, column, target, batch.capacity) else {
                return isObjects ? "it is no JSON object" : "it is no JSON array"
            }
            column += 1
            unsafe JSONScanner.skipSpace(&pointer)
            if unsafe pointer[0] == UInt8(ascii: ",") {
                unsafe pointer += 1
                unsafe JSONScanner.skipSpace(&pointer)
            } else if unsafe pointer[0] != close {
                return isObjects ? "it is no JSON object" : "it is no JSON array"
            }
        }
        if !isObjects, column != roles.count {
            return "\(column) \(column == 1 ? "value" : "values") instead of \(roles.count)"
        }
        unsafe pointer += 1
        unsafe JSONScanner.skipSpace(&pointer)
        guard unsafe pointer[0] == 0x0A else { return "something follows the value" }
        guard unsafe !target[0].isNaN else {
            return "its '\(format.description.xName)' is no \(format.description.xKind == .time ? "time" : "number")"
        }
        return nil
    }

    /// The text of the name at `pointer`.
    private static func nameText(_ start: UnsafePointer<UInt8>) -> [UInt8]? {
        var pointer = unsafe start
        guard let hasEscape = unsafe JSONScanner.string(&pointer) else { return nil }
        return unsafe JSONScanner.text(
            [UInt8](UnsafeBufferPointer(start: start, count: pointer - start)), hasEscape: hasEscape)
    }

    /// Reads the members of a nested object; their columns are named `prefix.name`.
    ///
    /// - Returns: false where it is no object; otherwise `pointer` is past it.
    private mutating func members(
        _ pointer: inout UnsafePointer<UInt8>, of prefix: [UInt8], _ depth: Int,
        _ target: UnsafeMutablePointer<Double>, _ capacity: Int
    ) -> Bool {
        unsafe pointer += 1
        unsafe JSONScanner.skipSpace(&pointer)
        while unsafe pointer[0] != UInt8(ascii: "}") {
            guard let text = unsafe Self.nameText(pointer), unsafe JSONScanner.string(&pointer) != nil else {
                return false
            }
            let name = prefix + [UInt8(ascii: ".")] + text
            unsafe JSONScanner.skipSpace(&pointer)
            guard unsafe pointer[0] == UInt8(ascii: ":") else { return false }
            unsafe pointer += 1
            unsafe JSONScanner.skipSpace(&pointer)
            let column = positions[name] ?? names.count
            if column == names.count, unsafe pointer[0] == UInt8(ascii: "{"), depth < JSONScanner.depthLimit {
                guard unsafe members(&pointer, of: name, depth + 1, target, capacity) else { return false }
            } else {
                let role = roles.indices.contains(column) ? roles[column] : 0
                guard unsafe value(&pointer, role, column, target, capacity) else { return false }
            }
            unsafe JSONScanner.skipSpace(&pointer)
            if unsafe pointer[0] == UInt8(ascii: ",") {
                unsafe pointer += 1
                unsafe JSONScanner.skipSpace(&pointer)
            } else if unsafe pointer[0] != UInt8(ascii: "}") {
                return false
            }
        }
        unsafe pointer += 1
        return true
    }

    /// Moves `pointer` past a member's name and colon.
    ///
    /// - Returns: the member's column; the number of columns where no column has this name.
    @inline(__always)
    private func name(_ pointer: inout UnsafePointer<UInt8>, expected: Int) -> Int? {
        let start = unsafe pointer
        guard let hasEscape = unsafe JSONScanner.string(&pointer) else { return nil }
        let name = unsafe UnsafeBufferPointer(start: start + 1, count: pointer - start - 2)
        var column = names.count
        if expected < names.count, !hasEscape, unsafe names[expected].elementsEqual(name) {
            column = expected
        } else {
            let text = unsafe JSONScanner.text(
                [UInt8](UnsafeBufferPointer(start: start, count: pointer - start)), hasEscape: hasEscape)
            column = positions[text] ?? names.count
        }
        unsafe JSONScanner.skipSpace(&pointer)
        guard unsafe pointer[0] == UInt8(ascii: ":") else { return nil }
        unsafe pointer += 1
        return column
    }

    /// Moves `pointer` past a value and stores the value in the batch.
    @inline(__always)
    private mutating func value(
        _ pointer: inout UnsafePointer<UInt8>, _ role: Int32, _ column: Int, _ target: UnsafeMutablePointer<Double>,
        _ capacity: Int
    ) -> Bool {
        let start = unsafe pointer
        let isLine = role > 0
        if isLine || role == RowRole.x, unsafe pointer[0] != UInt8(ascii: "\"") {
            let number = unsafe isLine ? cells.decimal.read(&pointer) : format.x != .time ? cells.x(&pointer) : nil
            if let number, unsafe Self.isBehindValue(pointer[0]) {
                if isLine {
                    let text = unsafe UnsafeBufferPointer(start: start, count: pointer - start)
                    unsafe rests.set(role, of: text, number, target, capacity)
                }
                unsafe target[isLine ? Int(role & RowRole.lineMask) * capacity : 0] = number.isFinite ? number : .nan
                return true
            }
            unsafe pointer = unsafe start
        }
        guard let kind = unsafe JSONScanner.value(&pointer) else { return false }
        guard role != 0 else { return true }
        let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: pointer - start))
        let text = kind == .string ? JSONScanner.text(bytes, hasEscape: bytes.contains(0x5C)) : bytes
        if role == RowRole.key {
            long?.value = text
        } else if role < 0 {
            // A number in a column of times is no x, and neither is a time in a column of numbers.
            unsafe target[0] = kind == .nested ? .nan : cells.x(alone: text) ?? .nan
            if unsafe target[0].isNaN, cells.mayBeX(text) { report.addLateCell(text, column: column) }
        } else {
            let content = kind == .nested ? CellReader.Content.text : cells.content(alone: text, format.style(column))
            guard let number = number(content, role, text, column) else { return true }
            unsafe target[Int(role & RowRole.lineMask) * capacity] = number
            unsafe rests.set(role, of: text, number, thousands: format.style(column).thousands, target, capacity)
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
