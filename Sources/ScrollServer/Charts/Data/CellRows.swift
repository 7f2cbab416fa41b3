// Rows of comma-separated values and similar tables (RFC 4180), read fast.

/// Reads the rows of a table of cells into batches.
///
/// A cell that begins with a quote (after spaces) ends at the next single quote. Inside, two quotes stand for one, and
/// delimiters and line ends are text. Spaces around cells and empty lines are ignored. A row may end with one extra
/// delimiter.
struct CellRows: RowReader {
    /// The longest row, in bytes.
    ///
    /// A longer row is left out; so is the first line of a quoted cell that does not end within this length.
    static let rowLimit = 1 << 20

    private let delimiter: UInt8
    private let delimiters: UInt64
    private let quote: UInt8
    private let comment: [UInt8]
    /// The first byte of comments; a line end, with which no row begins, where there are none.
    private let commentStart: UInt8
    private let format: TableFormat
    /// For each column: `RowRole`.
    private let roles: [Int32]
    private let residuals: ResidualColumns
    private let isIndexed: Bool
    private var cells: CellReader
    private var long: LongRows?
    /// The columns of the batch that have a number for no value, and that number.
    private let sentinels: [(column: Int, number: Double)]
    /// Whether rows are adjusted after their cells have been read; those of most tables are not.
    private let adjustsRows: Bool
    /// The x of the last row that was kept, where the rows below may leave it out.
    private var lastX = Double.nan
    /// The texts of the parts of x.
    private var parts: [[UInt8]]
    var report: RowReport
    /// The text of a cell that cannot be read in place, such as a quoted one.
    private var text: [UInt8] = []
    /// The batch columns whose cells in this row are no numbers.
    private var unreadable: [Int] = []

    /// Prepares a reader of rows in this format; for `keyCounts` see `TableFormat.makeReader`.
    init(_ format: TableFormat, delimiter: UInt8, report: RowReport, keyCounts: [(value: [UInt8], count: Int)]) {
        self.delimiter = delimiter
        delimiters = UInt64(repeating: delimiter)
        self.format = format
        self.report = report
        quote = format.quote
        comment = format.comment
        commentStart = format.comment.first ?? 0x0A
        let cells = CellReader(format)
        residuals = ResidualColumns(format)
        roles = RowRole.codes(format, isQuickX: cells.isQuick, residuals)
        isIndexed = format.x == .index
        self.cells = cells
        sentinels = format.roles.indices.flatMap { column -> [(column: Int, number: Double)] in
            guard case .line(let line) = format.roles[column] else { return [] }
            return format.style(column).sentinels.map { (line + 1, $0) }
        }
        adjustsRows = format.fillsX || !sentinels.isEmpty
        long = LongRows(format, keyCounts)
        parts = []
        if case .joined(let time) = format.x { parts = [[UInt8]](repeating: [], count: time.fields.count) }
    }

    var keyCounts: [(value: [UInt8], count: Int)] { long?.counter.counts ?? [] }

    mutating func read(_ bytes: Span<UInt8>, count: Int, isWhole: Bool, into batch: RowBatch) -> Int {
        var values = batch.values.mutableSpan
        let roles = roles
        var offset = 0
        while offset < count, !batch.isFull {
            var target = values._mutatingExtracting(batch.count..<values.count)
            let next = row(bytes, offset, count, roles.span, isWhole, &target, batch)
            if next == offset { break }
            offset = next
        }
        if cells.isOrderTold { report.isOrderTold = true }
        return offset
    }

    /// Reads one row, or skips one empty line.
    ///
    /// The byte before `end` is a line end. Loops over quoted cells check for `end`; every other loop stops at a line
    /// end. `target` begins with the row's x; the value of line l is `(l + 1) · capacity` further.
    ///
    /// - Returns: the position after the row; `start` where the row is not complete.
    @inline(__always)
    private mutating func row(
        _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ roles: Span<Int32>, _ isWhole: Bool,
        _ target: inout MutableSpan<Double>, _ batch: RowBatch
    ) -> Int {
        var offset = start
        if bytes[offset] == commentStart, isComment(bytes, offset) {
            while bytes[offset] != 0x0A { offset &+= 1 }
            report.line += 1
            return offset &+ 1
        }
        var (column, lineCount) = (0, 1)
        let capacity = batch.capacity
        var badX = false
        if !unreadable.isEmpty { unreadable.removeAll(keepingCapacity: true) }
        let columnCount = roles.count
        while true {
            let role = column < columnCount ? roles[column] : 0
            while bytes[offset] == 0x20 || bytes[offset] == 0x09 && delimiter != 0x09 { offset &+= 1 }
            if bytes[offset] == quote {
                if !quotedNumber(bytes, &offset, role, &target, capacity) {
                    text.removeAll(keepingCapacity: true)
                    guard let next = quotedEnd(bytes, start, offset, end, column, &lineCount, isWhole)
                    else { return start }
                    // Text between the closing quote and the delimiter belongs to the cell too.
                    offset = next
                    skipCell(bytes, &offset)
                    if role != 0 {
                        text.append(bytes.extracting(next..<offset))
                        consume(role, column, &target, capacity, &badX)
                    }
                }
            } else if role > 0, role < RowRole.special {
                let cell = offset
                if let value = cells.decimal.read(bytes, &offset), isAtEnd(bytes, &offset) {
                    target[Int(role) &* capacity] = value.isFinite ? value : .nan
                } else {
                    offset = cell
                    skipCell(bytes, &offset)
                    text.removeAll(keepingCapacity: true)
                    text.append(bytes.extracting(cell..<offset))
                    consume(role, column, &target, capacity, &badX)
                }
            } else if role == RowRole.x {
                let cell = offset
                if let value = cells.x(bytes, &offset), isAtEnd(bytes, &offset) {
                    target[0] = value
                } else {
                    offset = cell
                    skipCell(bytes, &offset)
                    if format.fillsX, lastX.isFinite, Self.isBlank(bytes.extracting(cell..<offset)) {
                        target[0] = lastX
                    } else {
                        badX = true
                        keepLate(bytes.extracting(cell..<offset), column)
                    }
                }
            } else if role == 0 {
                skipCell(bytes, &offset)
            } else {
                let cell = offset
                skipCell(bytes, &offset)
                text.removeAll(keepingCapacity: true)
                text.append(bytes.extracting(cell..<offset))
                consume(role, column, &target, capacity, &badX)
            }
            if bytes[offset] != delimiter { break }
            offset &+= 1
            column += 1
        }
        let isEmptyLine = column == 0 && lineCount == 1 && Self.isBlank(bytes.extracting(start..<offset))
        // At a line end, or at the carriage return before one.
        if bytes[offset] == 0x0D { offset &+= 1 }
        offset &+= 1
        let line = report.line
        report.line += lineCount
        if isEmptyLine { return offset }
        let count = column + 1
        if count < columnCount { badX = fillUp(from: count, roles, &target, capacity) || badX }
        if !parts.isEmpty, !badX {
            if let value = cells.x(parts: parts) { target[0] = value } else { badX = true }
        }
        let isTooLong =
            count > columnCount
            && !(count == columnCount + 1 && endsWithDelimiter(bytes.extracting(start..<offset)))
        // A row that ends early lacks values; a single cell, or a row without x, is no row.
        if isTooLong || count < columnCount && (isIndexed || count == 1 && columnCount > 2) {
            report.addBadRow("\(count) \(count == 1 ? "cell" : "cells") instead of \(columnCount)", line: line)
        } else if badX {
            let kind = format.description.xKind == .time ? "time" : "number"
            report.addBadRow("its '\(format.description.xName)' is no \(kind)", line: line)
        } else {
            if isIndexed { target[0] = Double(report.rowCount) }
            if adjustsRows {
                lastX = target[0]
                for (column, number) in sentinels where target[column &* capacity] == number {
                    target[column &* capacity] = .nan
                }
            }
            if count < columnCount { report.shortRows.add(line: line) }
            // A row whose key value has no lines is not part of the chart.
            if long == nil || long?.assign(&target, capacity, &unreadable) == true {
                for column in unreadable { report.addUnreadableCell(line: line, column: column) }
                report.rowCount += 1
                batch.count += 1
            }
        }
        return offset
    }

    private func isComment(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
        // A line end is no byte of a comment's start.
        for (offset, byte) in comment.enumerated() where bytes[start + offset] != byte { return false }
        return !comment.isEmpty
    }

    /// Makes gaps of the cells that a row lacks at its end.
    ///
    /// - Returns: whether x is one of them.
    private mutating func fillUp(
        from count: Int, _ roles: Span<Int32>, _ target: inout MutableSpan<Double>, _ capacity: Int
    ) -> Bool {
        var lacksX = false
        for index in count..<roles.count {
            let role = roles[index]
            if role > 0 {
                target[Int(role & RowRole.lineMask) &* capacity] = .nan
                residuals.clear(role, &target, capacity)
            } else if role == RowRole.key {
                long?.value = []
            } else if role == RowRole.secondKey {
                long?.secondValue = []
            } else if role < 0 {
                lacksX = true
            }
        }
        return lacksX
    }

    /// Keeps the text of an x that cannot be read but might be, if dates were read in another way.
    private mutating func keepLate(_ cell: Span<UInt8>, _ column: Int) {
        guard cell.count <= 64, report.lateCells[column]?.count ?? 0 < 40 else { return }
        let text = [UInt8](cell)
        if cells.mayBeX(text) { report.addLateCell(text, column: column) }
    }

    /// Whether only spaces are left of the cell; moves `offset` to the cell's end.
    @inline(__always)
    private func isAtEnd(_ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
        while true {
            let byte = bytes[offset]
            if byte == delimiter || byte == 0x0A { return true }
            if byte == 0x0D, bytes[offset &+ 1] == 0x0A { return true }
            guard byte == 0x20 || byte == 0x09 else { return false }
            offset &+= 1
        }
    }

    /// Moves `offset` to the delimiter or line end after a cell without quotes.
    @inline(__always)
    private func skipCell(_ bytes: Span<UInt8>, _ offset: inout Int) {
        let start = offset
        var count = 8
        while count == 8 {
            let word = bytes.load(at: offset, as: UInt64.self).littleEndian
            count = (word ^ delimiters).byteCount(beforeZeroHereOrIn: word ^ UInt64(repeating: 0x0A))
            offset &+= count
        }
        if bytes[offset] == 0x0A, offset > start, bytes[offset &- 1] == 0x0D { offset &-= 1 }
    }

    /// Interprets `text`, which is not a plain number.
    private mutating func consume(
        _ role: Int32, _ column: Int, _ target: inout MutableSpan<Double>, _ capacity: Int, _ badX: inout Bool
    ) {
        if role == RowRole.key {
            long?.value = Self.trimmed(text)
            return
        }
        if role == RowRole.secondKey {
            long?.secondValue = Self.trimmed(text)
            return
        }
        if role <= RowRole.firstPart {
            parts[Int(RowRole.firstPart - role)] = text
            return
        }
        if role < 0 {
            if let value = cells.x(alone: text) {
                target[0] = value
            } else if format.fillsX, lastX.isFinite, Self.isBlank(text.span) {
                target[0] = lastX
            } else {
                badX = true
                if cells.mayBeX(text) { report.addLateCell(text, column: column) }
            }
            return
        }
        let line = Int(role & RowRole.lineMask)
        target[line &* capacity] = .nan
        residuals.clear(role, &target, capacity)
        let style = format.style(column)
        switch cells.content(alone: text, style) {
        case .gap: break
        case .number(let value):
            target[line &* capacity] = value
            if style.unitTells, let last = text.last, last &- 0x30 < 10 { report.addLateCell(text, column: column) }
            if NumberShape.flagCount(text[...]) > 0 { report.flaggedNumbers.add(line: report.line) }
            residuals.set(role, of: text.span, value, thousands: style.thousands, &target, capacity)
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

    /// Reads a quoted cell that holds just a number or a time, and moves `offset` past it; false for any other cell.
    @inline(__always)
    private mutating func quotedNumber(
        _ bytes: Span<UInt8>, _ offset: inout Int, _ role: Int32, _ target: inout MutableSpan<Double>, _ capacity: Int
    ) -> Bool {
        guard role == RowRole.x || role > 0 && role < RowRole.special else { return false }
        var inner = offset &+ 1
        guard let value = role < 0 ? cells.x(bytes, &inner) : cells.decimal.read(bytes, &inner), bytes[inner] == quote
        else { return false }
        inner &+= 1
        guard isAtEnd(bytes, &inner) else { return false }
        target[role < 0 ? 0 : Int(role) &* capacity] = value.isFinite ? value : .nan
        offset = inner
        return true
    }

    /// Reads a quoted cell, whose text it appends to `text`; `offset` itself where the mark is text.
    ///
    /// - Returns: nil where it may end in bytes that are still to come.
    private mutating func quotedEnd(
        _ bytes: Span<UInt8>, _ rowStart: Int, _ offset: Int, _ end: Int, _ column: Int, _ lineCount: inout Int,
        _ isWhole: Bool
    ) -> Int? {
        let before = lineCount
        let line = report.line + before - 1
        let isKept = column < roles.count && roles[column] != 0
        if let next = quoted(bytes, offset, end, isKept: isKept, &lineCount) {
            guard lineCount > before else { return next }
            let quote = StrayQuote(
                bytes, rowStart: rowStart, closing: next, delimiter: delimiter, cellsBefore: column,
                columnCount: roles.count)
            if quote == .perhaps { report.longCells.add(line: line) }
            if quote != .yes { return next }
        } else if !isWhole {
            return nil
        }
        lineCount = before
        text.removeAll(keepingCapacity: true)
        report.strayQuotes.add(line: line)
        return offset
    }

    /// Reads a quoted cell; with `isKept`, appends its text to `text`.
    ///
    /// - Returns: the position after the closing quote; nil where there is none before `end`.
    private mutating func quoted(
        _ bytes: Span<UInt8>, _ start: Int, _ end: Int, isKept: Bool, _ lineCount: inout Int
    ) -> Int? {
        var offset = start &+ 1
        while offset < end {
            let byte = bytes[offset]
            if byte == quote {
                // The last byte before `end` is a line end, so the byte after a quote can be read.
                guard bytes[offset &+ 1] == quote else { return offset &+ 1 }
                offset &+= 1
            } else if byte == 0x0A {
                lineCount += 1
            }
            if isKept { text.append(byte) }
            offset &+= 1
        }
        return nil
    }

    private static func isBlank(_ line: Span<UInt8>) -> Bool {
        line.indices.allSatisfy { line[$0] == 0x20 || line[$0] == 0x09 || line[$0] == 0x0D }
    }

    /// Whether the last cell of a row, which ends with its line end, is empty.
    private func endsWithDelimiter(_ row: Span<UInt8>) -> Bool {
        var count = row.count - 1
        while count > 0, row[count - 1] == 0x0D || row[count - 1] == 0x20 { count -= 1 }
        return count > 0 && row[count - 1] == delimiter
    }
}
