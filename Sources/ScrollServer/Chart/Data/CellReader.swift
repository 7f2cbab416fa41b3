// Reading the text of a table's cells.

/// Reads the text of one cell (for the bounds of all loads see `DecimalNumber`).
struct CellReader {
    /// The content of a cell.
    enum Content: Equatable {
        /// An empty cell, a word for "no value", or a number that is not finite.
        case gap
        case number(Double)
        case text
    }

    let decimal: DecimalNumber
    var time: TimeText
    private let x: TableFormat.X

    init(_ format: TableFormat) {
        decimal = DecimalNumber(separator: format.decimalSeparator)
        var isCommaFree = true
        if case .cells(UInt8(ascii: ",")) = format.kind { isCommaFree = false }
        time = TimeText(allowsComma: isCommaFree)
        x = format.x
    }

    /// Reads x at `pointer` and moves `pointer` behind it; nil when there is no number or time.
    @inline(__always)
    mutating func x(_ pointer: inout UnsafePointer<UInt8>) -> Double? {
        switch x {
        case .index: return nil
        case .time: return time.read(&pointer)
        case .number(let divisor):
            guard let number = decimal.read(&pointer), number.isFinite else { return nil }
            return divisor == 1 ? number : number / divisor
        }
    }

    /// The x in a cell whose text was copied into `text`; nil when it is no number or time.
    mutating func x(alone text: [UInt8]) -> Double? {
        Self.withPadding(text) { start in
            var pointer = start
            guard let value = x(&pointer), pointer[0] == 0x0A else { return nil }
            return value
        }
    }

    /// The content of a cell whose text was copied into `text`.
    func content(alone text: [UInt8]) -> Content {
        Self.withPadding(text) { start in
            var pointer = start
            if pointer[0] == 0x0A { return .gap }
            if let number = decimal.read(&pointer), pointer[0] == 0x0A {
                return number.isFinite ? .number(number) : .gap
            }
            return Self.isGapWord(text) ? .gap : .text
        }
    }

    private static func isGapWord(_ text: [UInt8]) -> Bool {
        guard text.count <= 24 else { return false }
        let word = text.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }.map { ASCII.lowercased($0) }
        return TableFormat.gapWords.contains(String(decoding: word, as: UTF8.self))
    }

    /// Calls `body` with the text, without surrounding spaces and line ends. Line ends inside are replaced by a visible
    /// byte. A line end follows the text, and then the padding that `DecimalNumber` needs.
    static func withPadding<Answer>(_ text: [UInt8], _ body: (UnsafePointer<UInt8>) -> Answer) -> Answer {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        let trimmed = text.drop(while: isSpace)
        let end = trimmed.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? trimmed.startIndex
        let closed =
            trimmed[..<end].map { $0 == 0x0A ? UInt8(ascii: "?") : $0 }
            + [UInt8](repeating: 0x0A, count: DecimalNumber.paddingByteCount + 1)
        return closed.withUnsafeBufferPointer { buffer in
            // The buffer is never empty, so it has an address and the fallback is never used.
            body(buffer.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped)
        }
    }
}
