// The parts of a file from which the format of its table is found.

import Platform

/// The first bytes of a file, and pieces from further on.
package struct TableStart {
    /// The beginning of the file, closed by a line end.
    package let bytes: [UInt8]
    /// Pieces of whole lines, in the order of the file; none of a file that `bytes` has whole.
    let pieces: [[UInt8]]

    private static let pieceCount = 8
    private static let pieceByteCount = 1 << 13

    package init(_ file: OpenFile) throws(SeriesError) {
        do throws(SystemError) {
            var bytes = try file.bytes(at: 0, count: TableFormat.sampleByteCount)
            if !bytes.contains(0x0A), bytes.count == TableFormat.sampleByteCount {
                bytes = try file.bytes(at: 0, count: CellRows.rowLimit)
            }
            let isAll = bytes.count >= file.count
            pieces = isAll ? [] : try Self.pieces(file, behind: bytes.count)
            // An incomplete last row is ignored, unless it is the only row.
            if let end = bytes.lastIndex(of: 0x0A), !isAll || bytes[..<end].contains(0x0A) {
                bytes.removeLast(bytes.count - end - 1)
            }
            if bytes.last != 0x0A { bytes.append(0x0A) }
            self.bytes = bytes
        } catch {
            throw .unreadable(error.explanation)
        }
    }

    /// Pieces of whole lines of a text from `start` on, where these are more than a few.
    static func pieces(of bytes: [UInt8], behind start: Int) -> [[UInt8]] {
        guard bytes.count - start > pieceByteCount else { return [] }
        let step = (bytes.count - start) / pieceCount
        return (0..<pieceCount).compactMap { piece in
            let from = start + piece * step
            let part = bytes[from..<min(from + min(step, pieceByteCount), bytes.count)]
            guard let first = part.firstIndex(of: 0x0A), let last = part.lastIndex(of: 0x0A), first < last else {
                return nil
            }
            return Array(part[(first + 1)...last])
        }
    }

    private static func pieces(_ file: OpenFile, behind start: Int) throws(SystemError) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        let room = max(file.count - start - pieceByteCount, 0)
        // No row is in two pieces: rows that repeat say that a table is not long.
        let count = min(max(room / pieceByteCount, 1), pieceCount)
        for piece in 1...count {
            let offset = piece == count ? start + room : start + room / count * piece
            var bytes = try file.bytes(at: offset, count: pieceByteCount)
            guard let first = bytes.firstIndex(of: 0x0A), let last = bytes.lastIndex(of: 0x0A), first < last else {
                continue
            }
            bytes = Array(bytes[(first + 1)...last])
            pieces.append(bytes)
        }
        return pieces
    }
}
