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
    /// For each column: −1 for x, 0 for an ignored column, otherwise the column in the batch.
    private let roles: [Int]
    private var cells: CellReader
    var report: RowReport
    private var unreadable: [Int] = []

    init(_ format: TableFormat, report: RowReport) {
        self.format = format
        self.report = report
        isObjects = format.kind == .objects
        names = format.names.map { [UInt8]($0.utf8) }
        positions = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        roles = format.roles.map { role in
            switch role {
            case .ignored: 0
            case .x: -1
            case .line(let line): line + 1
            }
        }
        cells = CellReader(format)
    }

    /// As `CellRows.read`.
    mutating func read(_ start: UnsafePointer<UInt8>, count: Int, into batch: RowBatch) -> Int {
        let end = start + count
        var pointer = start
        while pointer < end, !batch.isFull {
            let line = report.line
            report.line += 1
            let isBlank = Self.isBlank(pointer)
            if !isBlank {
                unreadable.removeAll(keepingCapacity: true)
                if let reason = row(&pointer, batch) {
                    report.addBadRow(reason, line: line)
                } else {
                    for column in unreadable { report.addUnreadableCell(line: line, column: column) }
                    report.rowCount += 1
                    batch.count += 1
                }
            }
            while pointer[0] != 0x0A { pointer += 1 }
            pointer += 1
        }
        return pointer - start
    }

    private static func isBlank(_ start: UnsafePointer<UInt8>) -> Bool {
        var pointer = start
        JSONScanner.skipSpace(&pointer)
        return pointer[0] == 0x0A
    }

    /// Reads a row; moves `pointer` at most to the row's line end.
    ///
    /// - Returns: the reason why the row is left out; nil for a good row.
    private mutating func row(_ pointer: inout UnsafePointer<UInt8>, _ batch: RowBatch) -> String? {
        let target = batch.values + batch.count
        // In bounds: column c of the batch is at c · capacity, and the batch is not full.
        for column in 1..<batch.columnCount { target[column * batch.capacity] = .nan }
        target[0] = format.x == .index ? Double(report.rowCount) : .nan
        JSONScanner.skipSpace(&pointer)
        guard pointer[0] == UInt8(ascii: isObjects ? "{" : "[") else {
            return isObjects ? "it is no JSON object" : "it is no JSON array"
        }
        let close = UInt8(ascii: isObjects ? "}" : "]")
        pointer += 1
        JSONScanner.skipSpace(&pointer)
        var column = 0
        while pointer[0] != close {
            if isObjects {
                guard let known = name(&pointer, expected: column) else { return "it is no JSON object" }
                column = known
                JSONScanner.skipSpace(&pointer)
            }
            let role = roles.indices.contains(column) ? roles[column] : 0
            guard value(&pointer, role, target, batch.capacity) else {
                return isObjects ? "it is no JSON object" : "it is no JSON array"
            }
            column += 1
            JSONScanner.skipSpace(&pointer)
            if pointer[0] == UInt8(ascii: ",") {
                pointer += 1
                JSONScanner.skipSpace(&pointer)
            } else if pointer[0] != close {
                return isObjects ? "it is no JSON object" : "it is no JSON array"
            }
        }
        if !isObjects, column != roles.count {
            return "\(column) \(column == 1 ? "value" : "values") instead of \(roles.count)"
        }
        pointer += 1
        JSONScanner.skipSpace(&pointer)
        guard pointer[0] == 0x0A else { return "something follows the value" }
        guard !target[0].isNaN else {
            return "its '\(format.description.xName)' is no \(format.x == .time ? "time" : "number")"
        }
        return nil
    }

    /// Moves `pointer` behind a member's name and colon.
    ///
    /// - Returns: the member's column; the number of columns where no column has this name.
    @inline(__always)
    private func name(_ pointer: inout UnsafePointer<UInt8>, expected: Int) -> Int? {
        let start = pointer
        guard let hasEscape = JSONScanner.string(&pointer) else { return nil }
        let name = UnsafeBufferPointer(start: start + 1, count: pointer - start - 2)
        var column = names.count
        if expected < names.count, !hasEscape, names[expected].elementsEqual(name) {
            column = expected
        } else {
            let text = JSONScanner.text(
                [UInt8](UnsafeBufferPointer(start: start, count: pointer - start)), hasEscape: hasEscape)
            column = positions[text] ?? names.count
        }
        JSONScanner.skipSpace(&pointer)
        guard pointer[0] == UInt8(ascii: ":") else { return nil }
        pointer += 1
        return column
    }

    /// Moves `pointer` behind a value and stores the value in the batch.
    @inline(__always)
    private mutating func value(
        _ pointer: inout UnsafePointer<UInt8>, _ role: Int, _ target: UnsafeMutablePointer<Double>, _ capacity: Int
    ) -> Bool {
        let start = pointer
        if role != 0, pointer[0] != UInt8(ascii: "\"") {
            let number =
                role > 0 || format.x != .time ? role > 0 ? cells.decimal.read(&pointer) : cells.x(&pointer) : nil
            if let number, Self.isBehindValue(pointer[0]) {
                target[role < 0 ? 0 : role * capacity] = number.isFinite ? number : .nan
                return true
            }
            pointer = start
        }
        guard let kind = JSONScanner.value(&pointer) else { return false }
        guard role != 0 else { return true }
        let bytes = [UInt8](UnsafeBufferPointer(start: start, count: pointer - start))
        let text = kind == .string ? JSONScanner.text(bytes, hasEscape: bytes.contains(0x5C)) : bytes
        if role < 0 {
            // A number in a column of times is no x, and neither is a time in a column of numbers.
            target[0] = kind == .nested ? .nan : cells.x(alone: text) ?? .nan
            return true
        }
        switch kind == .nested ? .text : cells.content(alone: text) {
        case .gap: break
        case .number(let number): target[role * capacity] = number
        case .text: unreadable.append(role - 1)
        }
        return true
    }

    @inline(__always)
    private static func isBehindValue(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte <= 0x20
    }
}
