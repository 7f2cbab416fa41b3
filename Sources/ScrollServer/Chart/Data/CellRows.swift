// Rows of comma-separated values and similar tables (RFC 4180), read fast.

/// Reads the rows of a table of cells into batches.
///
/// A cell that begins with a quote (after spaces) ends at the next single quote. Inside, two quotes stand for one, and
/// delimiters and line ends are text. Spaces around cells and empty lines are ignored. A row may end with one extra
/// delimiter.
struct CellRows {
    /// In bytes. A longer row is left out; so is the first line of a quoted cell that does not end within this length.
    static let rowLimit = 1 << 20

    private let delimiter: UInt8
    private let format: TableFormat
    /// For each column: −1 for x, 0 for an ignored column, otherwise the column in the batch.
    private let roles: [Int32]
    private let isIndexed: Bool
    private var cells: CellReader
    var report: RowReport
    /// The text of a cell that cannot be read in place, such as a quoted one.
    private var text: [UInt8] = []
    /// The batch columns whose cells in this row are no numbers.
    private var unreadable: [Int] = []

    init(_ format: TableFormat, delimiter: UInt8, report: RowReport) {
        self.delimiter = delimiter
        self.format = format
        self.report = report
        roles = format.roles.map { role in
            switch role {
            case .ignored: 0
            case .x: -1
            case .line(let line): Int32(line + 1)
            }
        }
        isIndexed = format.x == .index
        cells = CellReader(format)
    }

    /// Reads rows until the text ends or the batch is full.
    ///
    /// - Parameters:
    ///   - start: `count` bytes that end with a line end (unless there are none), followed by
    ///     `DecimalNumber.paddingByteCount` more readable bytes.
    ///   - isWhole: whether a quoted cell that does not end within the text is to be treated as one without an end.
    /// - Returns: the number of bytes that were used: always whole rows.
    mutating func read(
        _ start: UnsafePointer<UInt8>, count: Int, isWhole: Bool, into batch: RowBatch
    ) -> Int {
        let end = start + count
        var place = start
        roles.withUnsafeBufferPointer { roles in
            while place < end, !batch.isFull {
                let next = row(place, end, roles, isWhole, batch)
                if next == place { break }
                place = next
            }
        }
        return place - start
    }

    /// Reads one row, or skips one empty line.
    ///
    /// Bounds: `start` is before `end`, and the byte before `end` is a line end. Loops over quoted cells check for
    /// `end`; every other loop stops at a line end, which is before `end`.
    ///
    /// - Returns: the place behind the row; `start` where the row is not complete.
    @inline(__always)
    private mutating func row(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ roles: UnsafeBufferPointer<Int32>,
        _ isWhole: Bool, _ batch: RowBatch
    ) -> UnsafePointer<UInt8> {
        var place = start
        var (column, lineCount) = (0, 1)
        let target = batch.values + batch.count
        let capacity = batch.capacity
        var badX = false
        if !unreadable.isEmpty { unreadable.removeAll(keepingCapacity: true) }
        let columnCount = roles.count
        while true {
            let role = column < columnCount ? roles[column] : 0
            while place[0] == 0x20 || place[0] == 0x09 && delimiter != 0x09 { place += 1 }
            if place[0] == UInt8(ascii: "\"") {
                if !quotedNumber(&place, role, target, capacity) {
                    text.removeAll(keepingCapacity: true)
                    guard let next = quoted(place, end, isKept: role != 0, &lineCount) else {
                        return isWhole ? skipLine(start, "a quoted cell does not end") : start
                    }
                    // Text between the closing quote and the delimiter belongs to the cell too.
                    place = next
                    skipCell(&place)
                    if role != 0 {
                        text += UnsafeBufferPointer(start: next, count: place - next)
                        consume(role, target, capacity, &badX)
                    }
                }
            } else if role > 0 {
                // In bounds: `role` is below the batch's number of columns, and the batch is not full.
                let cell = place
                if let value = cells.decimal.read(&place), isAtEnd(&place) {
                    target[Int(role) &* capacity] = value.isFinite ? value : .nan
                } else {
                    place = cell
                    skipCell(&place)
                    text.removeAll(keepingCapacity: true)
                    text += UnsafeBufferPointer(start: cell, count: place - cell)
                    consume(role, target, capacity, &badX)
                }
            } else if role < 0 {
                let cell = place
                if let value = cells.x(&place), isAtEnd(&place) {
                    target[0] = value
                } else {
                    place = cell
                    skipCell(&place)
                    badX = true
                }
            } else {
                skipCell(&place)
            }
            if place[0] != delimiter { break }
            place += 1
            column += 1
        }
        let isEmptyLine = column == 0 && lineCount == 1 && Self.isBlank(start, place)
        // At a line end, or at the carriage return before one.
        if place[0] == 0x0D { place += 1 }
        place += 1
        let line = report.line
        report.line += lineCount
        if isEmptyLine { return place }
        let count = column + 1
        if count != columnCount, !(count == columnCount + 1 && Self.endsWithDelimiter(place, start, delimiter)) {
            report.addBadRow("\(count) \(count == 1 ? "cell" : "cells") instead of \(columnCount)", line: line)
        } else if badX {
            let kind = format.x == .time ? "time" : "number"
            report.addBadRow("its '\(format.description.xName)' is no \(kind)", line: line)
        } else {
            for column in unreadable { report.addUnreadableCell(line: line, column: column) }
            if isIndexed { target[0] = Double(report.rowCount) }
            report.rowCount += 1
            batch.count += 1
        }
        return place
    }

    /// Whether only spaces are left of the cell; moves `place` to the cell's end.
    @inline(__always)
    private func isAtEnd(_ place: inout UnsafePointer<UInt8>) -> Bool {
        while true {
            let byte = place[0]
            if byte == delimiter || byte == 0x0A { return true }
            if byte == 0x0D, place[1] == 0x0A { return true }
            guard byte == 0x20 || byte == 0x09 else { return false }
            place += 1
        }
    }

    /// Moves `place` to the delimiter or line end behind a cell without quotes.
    @inline(__always)
    private func skipCell(_ place: inout UnsafePointer<UInt8>) {
        let start = place
        while place[0] != delimiter, place[0] != 0x0A { place += 1 }
        if place[0] == 0x0A, place > start, place[-1] == 0x0D { place -= 1 }
    }

    /// Interprets `text`, which is not a plain number.
    private mutating func consume(
        _ role: Int32, _ target: UnsafeMutablePointer<Double>, _ capacity: Int, _ badX: inout Bool
    ) {
        if role < 0 {
            if let value = cells.x(alone: text) { target[0] = value } else { badX = true }
            return
        }
        target[Int(role) &* capacity] = .nan
        switch cells.content(alone: text) {
        case .gap: break
        case .number(let value): target[Int(role) &* capacity] = value
        case .text: unreadable.append(Int(role) - 1)
        }
    }

    /// Reads a quoted cell that holds just a number or a time, and moves `place` behind it. False for any other cell.
    @inline(__always)
    private mutating func quotedNumber(
        _ place: inout UnsafePointer<UInt8>, _ role: Int32, _ target: UnsafeMutablePointer<Double>, _ capacity: Int
    ) -> Bool {
        guard role != 0 else { return false }
        var inner = place + 1
        guard let value = role < 0 ? cells.x(&inner) : cells.decimal.read(&inner), inner[0] == UInt8(ascii: "\"")
        else { return false }
        inner += 1
        guard isAtEnd(&inner) else { return false }
        target[role < 0 ? 0 : Int(role) &* capacity] = value.isFinite ? value : .nan
        place = inner
        return true
    }

    /// Reads a quoted cell; with `isKept`, appends its text to `text`.
    ///
    /// - Returns: the place behind the closing quote; nil where there is none before `end`.
    private mutating func quoted(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, isKept: Bool, _ lineCount: inout Int
    ) -> UnsafePointer<UInt8>? {
        var place = start + 1
        while place < end {
            let byte = place[0]
            if byte == UInt8(ascii: "\"") {
                // The last byte before `end` is a line end, so the byte behind a quote can be read.
                guard place[1] == UInt8(ascii: "\"") else { return place + 1 }
                place += 1
            } else if byte == 0x0A {
                lineCount += 1
            }
            if isKept { text.append(byte) }
            place += 1
        }
        return nil
    }

    /// Leaves out a line that cannot be read, and reports it.
    private mutating func skipLine(_ start: UnsafePointer<UInt8>, _ reason: String) -> UnsafePointer<UInt8> {
        var place = start
        while place[0] != 0x0A { place += 1 }
        report.addBadRow(reason, line: report.line)
        report.line += 1
        return place + 1
    }

    private static func isBlank(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        UnsafeBufferPointer(start: start, count: end - start).allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }

    /// Whether the last cell of a row is empty. The row begins at `start`; its line end is behind it.
    private static func endsWithDelimiter(
        _ end: UnsafePointer<UInt8>, _ start: UnsafePointer<UInt8>, _ delimiter: UInt8
    ) -> Bool {
        var place = end - 1
        while place > start, place[-1] == 0x0D || place[-1] == 0x20 { place -= 1 }
        return place > start && place[-1] == delimiter
    }
}
