// A table's rows, batch by batch.

import Platform

/// Reads the rows of a file, beginning at an offset.
///
/// Used by one thread at a time.
///
/// `@unchecked Sendable`: `SeriesReader` lends it to the thread of a `RowPipe`, and uses it again only after that
/// thread has ended its work.
final class TableRows: @unchecked Sendable {
    /// The position in the file, and the row reader's state, after a batch.
    struct Position {
        var rows: any RowReader
        /// The offset of the next row's first byte in the file.
        var offset: Int
        /// Whether the reader is inside a line that is too long and is skipped.
        var isSkipping = false
    }

    private(set) var position: Position
    private let file: OpenFile
    private let chunkByteCount: Int
    private let returnsEndLines: Bool
    private var buffer: ReadBuffer
    /// The bytes of the buffer that have been used, and those up to the last line end.
    private var (used, end) = (0, 0)
    private(set) var isAtEnd = false

    /// Reads a file from `position`; `returnsEndLines` says that its lines end with carriage returns alone.
    init(_ file: OpenFile, at position: Position, chunkByteCount: Int, returnsEndLines: Bool = false) {
        self.file = file
        self.position = position
        self.returnsEndLines = returnsEndLines
        self.chunkByteCount = max(chunkByteCount, 1)
        buffer = ReadBuffer(capacity: self.chunkByteCount + CellRows.rowLimit)
    }

    /// The number of bytes after the last line end, once everything has been read.
    var openByteCount: Int { buffer.count - used }

    /// Adds the next rows to a batch, at most those of one chunk of the file; possibly none.
    ///
    /// Blocks.
    func fill(_ batch: RowBatch) throws(SystemError) {
        if used >= end { try refill() }
        guard used < end else { return }
        // A quoted cell that is open for `rowLimit` bytes is given up, so the buffer always has room for more.
        let isWhole = buffer.count - used >= CellRows.rowLimit
        let step = buffer.read(from: used) {
            position.rows.read($0, count: end - used, isWhole: isWhole, into: batch)
        }
        used += step
        position.offset += step
        // A quoted cell continues after the bytes read so far.
        if step == 0, !batch.isFull { end = used }
    }

    private func refill() throws(SystemError) {
        buffer.removeFirst(used)
        used = 0
        let offset = position.offset + buffer.count
        isAtEnd =
            try buffer.fill(
                from: file.descriptor, at: offset, limit: chunkByteCount, returnsEndLines: returnsEndLines) == 0
        if position.isSkipping { skipLine() }
        end = buffer.lineByteCount
        if !isAtEnd, end == 0, buffer.count >= CellRows.rowLimit {
            position.rows.report.addBadRow("it is longer than 1 MB", line: position.rows.report.line)
            position.isSkipping = true
            skipLine()
        }
    }

    /// Skips bytes up to the end of a line that is left out.
    private func skipLine() {
        let lineEnd = buffer.firstLineByteCount
        let count = lineEnd.map { $0 + 1 } ?? buffer.count
        buffer.removeFirst(count)
        position.offset += count
        if lineEnd != nil {
            position.isSkipping = false
            position.rows.report.line += 1
        }
    }

    /// Adds the rows of the last line, as if it had a line end.
    ///
    /// - Returns: whether there may be more rows in it.
    func fillFromOpenLine(_ batch: RowBatch) -> Bool {
        buffer.closeLine()
        let count = buffer.count + 1 - used
        guard count > 1 else { return false }
        let step = buffer.read(from: used) { position.rows.read($0, count: count, isWhole: true, into: batch) }
        used = min(used + step, buffer.count)
        position.offset += min(step, count - 1)
        return used < buffer.count && step > 0
    }
}
