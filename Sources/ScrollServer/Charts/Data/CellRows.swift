// Rows of comma-separated values and similar tables (RFC 4180), read fast.

/// Reads the rows of a table of cells into batches.
///
/// A cell that begins with a quote (after spaces) ends at the next single quote. Inside, two quotes stand for one, and
/// delimiters and line ends are text. Spaces around cells and empty lines are ignored. A row may end with one extra
/// delimiter.
struct CellRows {
    /// The longest row, in bytes.
    ///
    /// A longer row is left out; so is the first line of a quoted cell that does not end within this length.
    static let rowLimit = 1 << 20

    private let delimiter: UInt8
    private let quote: UInt8
    private let comment: [UInt8]
    /// The first byte of comments; a line end, with which no row begins, where there are none.
    private let commentStart: UInt8
    private let format: TableFormat
    /// For each column: `RowRole`.
    private let roles: [Int32]
    private let rests: RestColumns
    private let isIndexed: Bool
    private var cells: CellReader
    private var long: LongRows?
    /// The texts of the parts of x.
    private var parts: [[UInt8]]
    var report: RowReport
    /// The text of a cell that cannot be read in place, such as a quoted one.
    private var text: [UInt8] = []
    /// The batch columns whose cells in this row are no numbers.
    private var unreadable: [Int] = []

    /// Prepares a reader of rows in this format; for `keyCounts` see `RowReader`.
    init(
        _ format: TableFormat, delimiter: UInt8, report: RowReport, keyCounts: [(value: [UInt8], count: Int)] = []
    ) {
        self.delimiter = delimiter
        self.format = format
        self.report = report
        quote = format.quote
        comment = format.comment
        commentStart = format.comment.first ?? 0x0A
        let cells = CellReader(format)
        rests = RestColumns(format)
        roles = RowRole.codes(format, isQuickX: cells.isQuick, rests)
        isIndexed = format.x == .index
        self.cells = cells
        long = LongRows(format, keyCounts)
        parts = []
        if case .joined(let time) = format.x { parts = [[UInt8]](repeating: [], count: time.fields.count) }
    }

    /// The counts of the key's values; empty for a table that is not long.
    var keyCounts: [(value: [UInt8], count: Int)] { long?.counter.counts ?? [] }

    /// Reads rows until the text ends or the batch is full; returns the number of bytes used, always whole rows.
    ///
    /// At `start` are `count` bytes that end with a line end (unless there are none), followed by
    /// `DecimalNumber.paddingByteCount` more readable bytes. `isWhole` says whether a quoted cell that does not end
    /// within the text is treated as one without an end.
    mutating func read(
        _ start: UnsafePointer<UInt8>, count: Int, isWhole: Bool, into batch: RowBatch
    ) -> Int {
        let end = unsafe start + count
        var pointer = unsafe start
        unsafe roles.withUnsafeBufferPointer { roles in
            while unsafe pointer < end, !batch.isFull {
                let next = unsafe row(pointer, end, roles, isWhole, batch)
                if unsafe next == pointer { break }
                unsafe pointer = unsafe next
            }
        }
        if cells.isOrderTold { report.isOrderTold = true }
        return unsafe pointer - start
    }

    /// Reads one row, or skips one empty line.
    ///
    /// Bounds: `start` is before `end`, and the byte before `end` is a line end. Loops over quoted cells check for
    /// `end`; every other loop stops at a line end, which is before `end`.
    ///
    /// - Returns: the position after the row; `start` where the row is not complete.
    @inline(__always)
    private mutating func row(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ roles: UnsafeBufferPointer<Int32>,
        _ isWhole: Bool, _ batch: RowBatch
    ) -> UnsafePointer<UInt8> {
        var pointer = unsafe start
        if unsafe pointer[0] == commentStart, unsafe isComment(pointer, end) {
            while unsafe pointer[0] != 0x0A { unsafe pointer += 1 }
            report.line += 1
            return unsafe pointer + 1
        }
        var (column, lineCount) = (0, 1)
        let target = unsafe batch.values + batch.count
        let capacity = batch.capacity
        var badX = false
        if !unreadable.isEmpty { unreadable.removeAll(keepingCapacity: true) }
        let columnCount = roles.count
        while true {
            let role = unsafe column < columnCount ? roles[column] : 0
            while unsafe pointer[0] == 0x20 || pointer[0] == 0x09 && delimiter != 0x09 { unsafe pointer += 1 }
            if unsafe pointer[0] == quote {
                if unsafe !quotedNumber(&pointer, role, target, capacity) {
                    text.removeAll(keepingCapacity: true)
                    guard let next = unsafe quoted(pointer, end, isKept: role != 0, &lineCount) else {
                        return unsafe isWhole ? skipLine(start, "a quoted cell does not end") : start
                    }
                    // Text between the closing quote and the delimiter belongs to the cell too.
                    unsafe pointer = unsafe next
                    unsafe skipCell(&pointer)
                    if role != 0 {
                        unsafe text += UnsafeBufferPointer(start: next, count: pointer - next)
                        unsafe consume(role, column, target, capacity, &badX)
                    }
                }
            } else if role > 0, role < RowRole.special {
                // In bounds: `role` is below the batch's number of columns, and the batch is not full.
                let cell = unsafe pointer
                if let value = unsafe cells.decimal.read(&pointer), unsafe isAtEnd(&pointer) {
                    unsafe target[Int(role) &* capacity] = value.isFinite ? value : .nan
                } else {
                    unsafe pointer = unsafe cell
                    unsafe skipCell(&pointer)
                    text.removeAll(keepingCapacity: true)
                    unsafe text += UnsafeBufferPointer(start: cell, count: pointer - cell)
                    unsafe consume(role, column, target, capacity, &badX)
                }
            } else if role == RowRole.x {
                let cell = unsafe pointer
                if let value = unsafe cells.x(&pointer), unsafe isAtEnd(&pointer) {
                    unsafe target[0] = value
                } else {
                    unsafe pointer = unsafe cell
                    unsafe skipCell(&pointer)
                    badX = true
                    unsafe keepLate(cell, pointer, column)
                }
            } else if role == 0 {
                unsafe skipCell(&pointer)
            } else {
                let cell = unsafe pointer
                unsafe skipCell(&pointer)
                text.removeAll(keepingCapacity: true)
                unsafe text += UnsafeBufferPointer(start: cell, count: pointer - cell)
                unsafe consume(role, column, target, capacity, &badX)
            }
            if unsafe pointer[0] != delimiter { break }
            unsafe pointer += 1
            column += 1
        }
        let isEmptyLine = unsafe column == 0 && lineCount == 1 && Self.isBlank(start, pointer)
        // At a line end, or at the carriage return before one.
        if unsafe pointer[0] == 0x0D { unsafe pointer += 1 }
        unsafe pointer += 1
        let line = report.line
        report.line += lineCount
        if isEmptyLine { return unsafe pointer }
        let count = column + 1
        if count < columnCount { badX = unsafe fillUp(from: count, roles, target, capacity) || badX }
        if !parts.isEmpty, !badX {
            if let value = cells.x(parts: parts) { unsafe target[0] = value } else { badX = true }
        }
        let isTooLong =
            unsafe count > columnCount
            && !(count == columnCount + 1 && Self.endsWithDelimiter(pointer, start, delimiter))
        // A row that ends early lacks values; a single cell, or a row without x, is no row.
        if isTooLong || count < columnCount && (isIndexed || count == 1) {
            report.addBadRow("\(count) \(count == 1 ? "cell" : "cells") instead of \(columnCount)", line: line)
        } else if badX {
            let kind = format.description.xKind == .time ? "time" : "number"
            report.addBadRow("its '\(format.description.xName)' is no \(kind)", line: line)
        } else {
            if isIndexed { unsafe target[0] = Double(report.rowCount) }
            // A row whose key value has no lines is not part of the chart.
            if unsafe long == nil || long?.place(target, capacity, &unreadable) == true {
                for column in unreadable { report.addUnreadableCell(line: line, column: column) }
                report.rowCount += 1
                batch.count += 1
            }
        }
        return unsafe pointer
    }

    private func isComment(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        // A line end, which is before `end`, is no byte of a comment's start.
        for (place, byte) in comment.enumerated() where unsafe start[place] != byte { return false }
        return !comment.isEmpty
    }

    /// Makes gaps of the cells that a row lacks at its end.
    ///
    /// - Returns: whether x is one of them.
    private mutating func fillUp(
        from count: Int, _ roles: UnsafeBufferPointer<Int32>, _ target: UnsafeMutablePointer<Double>, _ capacity: Int
    ) -> Bool {
        var lacksX = false
        for index in count..<roles.count {
            let role = unsafe roles[index]
            if role > 0 {
                unsafe target[Int(role & RowRole.lineMask) &* capacity] = .nan
                unsafe rests.clear(role, target, capacity)
            } else if role == RowRole.key {
                long?.value = []
            } else if role < 0 {
                lacksX = true
            }
        }
        return lacksX
    }

    /// Keeps the text of an x that cannot be read but might be, if dates were read in another way.
    private mutating func keepLate(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ column: Int) {
        guard unsafe end - start <= 64, report.lateCells[column]?.count ?? 0 < 40 else { return }
        let text = unsafe Array(UnsafeBufferPointer(start: start, count: end - start))
        if cells.mayBeX(text) { report.addLateCell(text, column: column) }
    }

    /// Whether only spaces are left of the cell; moves `pointer` to the cell's end.
    @inline(__always)
    private func isAtEnd(_ pointer: inout UnsafePointer<UInt8>) -> Bool {
        while true {
            let byte = unsafe pointer[0]
            if byte == delimiter || byte == 0x0A { return true }
            if byte == 0x0D, unsafe pointer[1] == 0x0A { return true }
            guard byte == 0x20 || byte == 0x09 else { return false }
            unsafe pointer += 1
        }
    }

    /// Moves `pointer` to the delimiter or line end after a cell without quotes.
    @inline(__always)
    private func skipCell(_ pointer: inout UnsafePointer<UInt8>) {
        let start = unsafe pointer
        while unsafe pointer[0] != delimiter, unsafe pointer[0] != 0x0A { unsafe pointer += 1 }
        if unsafe pointer[0] == 0x0A, unsafe pointer > start, unsafe pointer[-1] == 0x0D { unsafe pointer -= 1 }
    }

    /// Interprets `text`, which is not a plain number.
    private mutating func consume(
        _ role: Int32, _ column: Int, _ target: UnsafeMutablePointer<Double>, _ capacity: Int, _ badX: inout Bool
    ) {
        if role == RowRole.key {
            long?.value = Self.trimmed(text)
            return
        }
        if role <= RowRole.firstPart {
            parts[Int(RowRole.firstPart - role)] = text
            return
        }
        if role < 0 {
            if let value = cells.x(alone: text) {
                unsafe target[0] = value
            } else {
                badX = true
                if cells.mayBeX(text) { report.addLateCell(text, column: column) }
            }
            return
        }
        let line = Int(role & RowRole.lineMask)
        unsafe target[line &* capacity] = .nan
        unsafe rests.clear(role, target, capacity)
        let style = format.style(column)
        switch cells.content(alone: text, style) {
        case .gap: break
        case .number(let value):
            unsafe target[line &* capacity] = value
            unsafe rests.set(role, of: text, value, thousands: style.thousands, target, capacity)
        case .text:
            unreadable.append(line - 1)
            if NumberShape(text) != nil { report.addLateCell(text, column: column) }
        }
    }

    private static func trimmed(_ text: [UInt8]) -> [UInt8] {
        guard let last = text.last, ByteCursor.isBlank(last) else { return text }
        var text = text
        while let last = text.last, ByteCursor.isBlank(last) { text.removeLast() }
        return text
    }

    /// Reads a quoted cell that holds just a number or a time, and moves `pointer` past it; false for any other cell.
    @inline(__always)
    private mutating func quotedNumber(
        _ pointer: inout UnsafePointer<UInt8>, _ role: Int32, _ target: UnsafeMutablePointer<Double>, _ capacity: Int
    ) -> Bool {
        guard role == RowRole.x || role > 0 && role < RowRole.special else { return false }
        var inner = unsafe pointer + 1
        guard let value = unsafe role < 0 ? cells.x(&inner) : cells.decimal.read(&inner), unsafe inner[0] == quote
        else { return false }
        unsafe inner += 1
        guard unsafe isAtEnd(&inner) else { return false }
        unsafe target[role < 0 ? 0 : Int(role) &* capacity] = value.isFinite ? value : .nan
        unsafe pointer = unsafe inner
        return true
    }

    /// Reads a quoted cell; with `isKept`, appends its text to `text`.
    ///
    /// - Returns: the position after the closing quote; nil where there is none before `end`.
    private mutating func quoted(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, isKept: Bool, _ lineCount: inout Int
    ) -> UnsafePointer<UInt8>? {
        var pointer = unsafe start + 1
        while unsafe pointer < end {
            let byte = unsafe pointer[0]
            if byte == quote {
                // The last byte before `end` is a line end, so the byte after a quote can be read.
                guard unsafe pointer[1] == quote else { return unsafe pointer + 1 }
                unsafe pointer += 1
            } else if byte == 0x0A {
                lineCount += 1
            }
            if isKept { text.append(byte) }
            unsafe pointer += 1
        }
        return nil
    }

    /// Leaves out a line that cannot be read, and reports it.
    private mutating func skipLine(_ start: UnsafePointer<UInt8>, _ reason: String) -> UnsafePointer<UInt8> {
        var pointer = unsafe start
        while unsafe pointer[0] != 0x0A { unsafe pointer += 1 }
        report.addBadRow(reason, line: report.line)
        report.line += 1
        return unsafe pointer + 1
    }

    private static func isBlank(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        unsafe UnsafeBufferPointer(start: start, count: end - start).allSatisfy {
            $0 == 0x20 || $0 == 0x09 || $0 == 0x0D
        }
    }

    /// Whether the last cell of the row that begins at `start` is empty; its line end follows it.
    private static func endsWithDelimiter(
        _ end: UnsafePointer<UInt8>, _ start: UnsafePointer<UInt8>, _ delimiter: UInt8
    ) -> Bool {
        var pointer = unsafe end - 1
        while unsafe pointer > start, unsafe pointer[-1] == 0x0D || pointer[-1] == 0x20 { unsafe pointer -= 1 }
        return unsafe pointer > start && pointer[-1] == delimiter
    }
}
