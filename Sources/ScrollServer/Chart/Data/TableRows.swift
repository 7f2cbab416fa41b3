// A table's rows, batch by batch.

/// Reads a file from an offset on. Used by one thread at a time.
///
/// Not checked by the compiler: `SeriesReader` lends it to a thread of `RowPipe` and touches it again when that thread
/// has said that it is done.
final class TableRows: @unchecked Sendable {
    /// What had been read when a batch was filled.
    struct Place {
        var rows: RowReader
        /// Of the next row's first byte in the file.
        var offset: Int
        /// Whether a line is being passed that is too long.
        var isSkipping = false
    }

    private(set) var place: Place
    private let file: OpenFile
    private let chunkByteCount: Int
    private let buffer: ReadBuffer
    /// Bytes of the buffer that are used up, and those up to the last line end.
    private var (used, end) = (0, 0)
    private(set) var isAtEnd = false

    init(_ file: OpenFile, at place: Place, chunkByteCount: Int) {
        self.file = file
        self.place = place
        self.chunkByteCount = max(chunkByteCount, 1)
        buffer = ReadBuffer(capacity: self.chunkByteCount + CellRows.rowLimit)
    }

    /// Bytes behind the last line end, once everything has been read.
    var openByteCount: Int { buffer.count - used }

    /// Adds the next rows to a batch, at most what one chunk of the file holds; none of them may be good. Blocks.
    func fill(_ batch: RowBatch) throws(SystemError) {
        if used >= end { try refill() }
        guard used < end else { return }
        // So less than that is left when more is read, and there is room for it.
        let isWhole = buffer.count - used >= CellRows.rowLimit
        let step = place.rows.read(buffer.start + used, count: end - used, isWhole: isWhole, into: batch)
        used += step
        place.offset += step
        // A quoted cell that goes on behind what has been read.
        if step == 0, !batch.isFull { end = used }
    }

    private func refill() throws(SystemError) {
        buffer.removeFirst(used)
        used = 0
        let offset = place.offset + buffer.count
        isAtEnd = try buffer.fill(from: file.descriptor, at: offset, limit: chunkByteCount) == 0
        if place.isSkipping { skipLine() }
        end = buffer.lineByteCount
        if !isAtEnd, end == 0, buffer.count >= CellRows.rowLimit {
            place.rows.report.addBadRow("it is longer than 1 MB", line: place.rows.report.line)
            place.isSkipping = true
            skipLine()
        }
    }

    /// Passes bytes up to the end of a line that is left out.
    private func skipLine() {
        let bytes = UnsafeRawBufferPointer(start: buffer.start, count: buffer.count)
        let lineEnd = System.firstIndex(of: 0x0A, in: bytes)
        let count = lineEnd.map { $0 + 1 } ?? buffer.count
        buffer.removeFirst(count)
        place.offset += count
        if lineEnd != nil {
            place.isSkipping = false
            place.rows.report.line += 1
        }
    }

    /// Adds the rows of the last line, as if it had an end.
    ///
    /// - Returns: whether there may be more of them.
    func fillFromOpenLine(_ batch: RowBatch) -> Bool {
        buffer.closeLine()
        let count = buffer.count + 1 - used
        guard count > 1 else { return false }
        let step = place.rows.read(buffer.start + used, count: count, isWhole: true, into: batch)
        used = min(used + step, buffer.count)
        place.offset += min(step, count - 1)
        return used < buffer.count && step > 0
    }
}
