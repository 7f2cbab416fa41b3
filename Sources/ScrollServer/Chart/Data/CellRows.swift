// Rows of comma-separated values and their kin (RFC 4180), read fast.

/// Reads the rows of a table of cells into batches.
///
/// A cell that begins with a quote (after spaces) ends at the next single one; within it two stand for one, and it may
/// hold delimiters and line ends. Spaces around cells mean nothing, nor do empty lines. A row may end with one delimiter
/// too many.
struct CellRows {
    /// A row that is longer is left out; so is a quoted cell's beginning when its end does not come within as much.
    static let rowLimit = 1 << 20

    private let delimiter: UInt8
    private let format: TableFormat
    /// For each column: −1 for x, 0 where it is ignored, else the batch's column.
    private let roles: [Int32]
    private let isIndexed: Bool
    private var cells: CellReader
    var report: RowReport
    /// The text of a cell that is not read in its place.
    private var text: [UInt8] = []
    /// Batch columns of this row whose cell is no number.
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
    ///   - start: `count` bytes that end with a line end, unless there are none, and `DecimalNumber.paddingByteCount`
    ///     more bytes.
    ///   - isWhole: whether a quoted cell that does not end within the text never will.
    /// - Returns: how many bytes of whole rows were read.
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

    /// Reads one row, or passes one empty line.
    ///
    /// Bounds: `start` is before `end`, and the byte before `end` is a line end. Every loop but those over quoted cells
    /// stops at a line end at the latest, hence before `end`; those ask for `end`.
    ///
    /// - Returns: behind the row; `start` where it is not all there.
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
                    // What stands between the closing quote and the delimiter belongs to the cell.
                    place = next
                    skipCell(&place)
                    if role != 0 {
                        text += UnsafeBufferPointer(start: next, count: place - next)
                        take(role, target, capacity, &badX)
                    }
                }
            } else if role > 0 {
                // role ≤ the batch's columns − 1, and the batch is not full: inside of the batch.
                let cell = place
                if let value = cells.decimal.read(&place), isAtEnd(&place) {
                    target[Int(role) &* capacity] = value.isFinite ? value : .nan
                } else {
                    place = cell
                    skipCell(&place)
                    text.removeAll(keepingCapacity: true)
                    text += UnsafeBufferPointer(start: cell, count: place - cell)
                    take(role, target, capacity, &badX)
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
        // At the line end, or at a carriage return before it.
        if place[0] == 0x0D { place += 1 }
        place += 1
        let line = report.line
        report.line += lineCount
        if isEmptyLine { return place }
        let count = column + 1
        if count != columnCount, !(count == columnCount + 1 && Self.endsWithDelimiter(place, start, delimiter)) {
            report.addBadRow("\(count) \(count == 1 ? "cell" : "cells") instead of \(columnCount)", line: line)
        } else if badX {
            report.addBadRow("its '\(format.description.xName)' is no \(format.x == .time ? "time" : "number")", line: line)
        } else {
            for column in unreadable { report.addUnreadableCell(line: line, column: column) }
            if isIndexed { target[0] = Double(report.rowCount) }
            report.rowCount += 1
            batch.count += 1
        }
        return place
    }

    /// Whether nothing but spaces is left of the cell; moves to its end.
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

    /// Moves to the delimiter or line end behind a cell without quotes.
    @inline(__always)
    private func skipCell(_ place: inout UnsafePointer<UInt8>) {
        let start = place
        while place[0] != delimiter, place[0] != 0x0A { place += 1 }
        if place[0] == 0x0A, place > start, place[-1] == 0x0D { place -= 1 }
    }

    /// `text`, which is no plain number.
    private mutating func take(
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

    /// Reads a cell that is a number or time in quotes and nothing else, and moves behind it.
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

    /// Passes a quoted cell and takes its text.
    ///
    /// - Returns: behind the closing quote; nil where there is none before `end`.
    private mutating func quoted(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, isKept: Bool, _ lineCount: inout Int
    ) -> UnsafePointer<UInt8>? {
        var place = start + 1
        while place < end {
            let byte = place[0]
            if byte == UInt8(ascii: "\"") {
                // The last byte before `end` is a line end, so there is one behind a quote.
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

    /// Leaves out a line that cannot be read.
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

    /// Whether the last cell of a row, whose line end is behind `start`, is empty.
    private static func endsWithDelimiter(
        _ end: UnsafePointer<UInt8>, _ start: UnsafePointer<UInt8>, _ delimiter: UInt8
    ) -> Bool {
        var place = end - 1
        while place > start, place[-1] == 0x0D || place[-1] == 0x20 { place -= 1 }
        return place > start && place[-1] == delimiter
    }
}
