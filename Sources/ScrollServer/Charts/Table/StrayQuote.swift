// Tells a quotation mark that is text from one that begins a cell.

/// What a quotation mark is that begins a cell of several lines.
///
/// Most such cells are texts. But a mark that nobody meant as one makes a cell of all the rows up to the next mark.
enum StrayQuote {
    /// The mark begins a cell.
    case no
    /// The mark begins a cell, although each of its lines would be a row by itself.
    case perhaps
    /// The mark is text: the reading without it keeps more rows.
    case yes

    /// Judges the mark of a cell; a line end must follow its closing mark.
    ///
    /// It is text where something other than a delimiter follows the closing mark, or where the row has another number
    /// of cells than the table and each line is a row of that number by itself. `cellsBefore` are the cells of the row
    /// before this one; the row begins at `rowStart`, and `closing` is the position after the closing mark. O(bytes
    /// between).
    init(
        _ bytes: Span<UInt8>, rowStart: Int, closing: Int, delimiter: UInt8, cellsBefore: Int, columnCount: Int
    ) {
        var offset = closing
        while offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x0D { offset += 1 }
        guard offset < bytes.count, bytes[offset] == delimiter || bytes[offset] == 0x0A else {
            self = .yes
            return
        }
        var cellCount = cellsBefore + 1
        while offset < bytes.count, bytes[offset] != 0x0A {
            if bytes[offset] == delimiter { cellCount += 1 }
            offset += 1
        }
        self = .no
        guard columnCount > 1 else { return }
        var count = 1
        offset = rowStart
        while offset < bytes.count {
            if bytes[offset] == delimiter { count += 1 }
            if bytes[offset] == 0x0A {
                guard count == columnCount else { return }
                if offset >= closing { break }
                count = 1
            }
            offset += 1
        }
        self = cellCount == columnCount ? .perhaps : .yes
    }
}
