// Reading the text of a table's cells.

/// Reads the text of one cell (for the padding see `DecimalNumber`).
package struct CellReader {
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
    /// Whether the order of the dates is still unknown.
    private var isOrderOpen: Bool

    init(_ format: TableFormat) {
        decimal = DecimalNumber(separator: format.decimalSeparator)
        var isCommaFree = true
        if case .cells(UInt8(ascii: ",")) = format.kind { isCommaFree = false }
        time = TimeText(allowsComma: isCommaFree)
        x = format.x
        isOrderOpen = format.orderGuess != nil
        isQuick =
            switch format.x {
            case .index, .number, .time, .serial: true
            case .styled, .dates, .clock, .joined: false
            }
    }

    /// Whether x can be read in place, without a copy of the cell.
    let isQuick: Bool

    /// Whether a row has determined the order of the dates, which was a guess before.
    private(set) var isOrderTold = false

    /// Reads x at `offset` and moves `offset` past it; nil when there is no number or time.
    @inline(__always)
    mutating func x(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double? {
        switch x {
        case .time: return time.read(bytes, &offset)
        case .number(let divisor):
            guard let number = decimal.read(bytes, &offset), number.isFinite else { return nil }
            return divisor == 1 ? number : number / divisor
        case .serial: return decimal.read(bytes, &offset).flatMap(SerialDate.time)
        case .index, .styled, .dates, .clock, .joined: return nil
        }
    }

    /// The x in a cell whose text was copied into `text`; nil when it is no number or time.
    mutating func x(alone text: [UInt8]) -> Double? {
        switch x {
        case .styled(let style): return style.value(text).flatMap { $0.isFinite ? $0 : nil }
        case .clock: return ClockScanner.clock(alone: text)
        case .dates(let reading):
            guard let parts = reading.parts(text) else { return nil }
            if isOrderOpen, parts.needsOrder { tell(parts, reading) }
            return parts.time(reading.order, firstYear: reading.firstYear)
        case .joined: return nil
        case .index, .number, .time, .serial:
            let bytes = Self.padded(text)
            var offset = 0
            guard let value = x(bytes.span, &offset), bytes[offset] == 0x0A else { return nil }
            return value
        }
    }

    private mutating func tell(_ parts: DateParts, _ reading: DateReading) {
        let isOpen = DateOrder.allCases.contains { order in
            // A year of four digits never stands first here.
            order != reading.order && !(parts.hasLongYear && order == .yearFirst)
                && parts.time(order, firstYear: reading.firstYear) != nil
        }
        guard !isOpen else { return }
        isOrderOpen = false
        isOrderTold = true
    }

    /// The x of a row whose parts are in several cells.
    func x(parts: [[UInt8]]) -> Double? {
        guard case .joined(let time) = x else { return nil }
        return time.time(parts)
    }

    /// Whether a text that is no x might be one if dates were read differently.
    func mayBeX(_ text: [UInt8]) -> Bool {
        switch x {
        case .time, .dates: DateScanner.parts(text) != nil
        case .number, .styled, .serial: NumberShape(text) != nil
        case .index, .clock, .joined: false
        }
    }

    /// The content of a cell whose text was copied into `text`, in a column of numbers of this style.
    func content(alone text: [UInt8], _ style: NumberStyle) -> Content {
        let usesMark = style.decimal == decimal.separator && style.duration == .none
        if usesMark || text.isEmpty {
            let bytes = Self.padded(text)
            var offset = 0
            if bytes[offset] == 0x0A { return .gap }
            if let number = decimal.read(bytes.span, &offset), bytes[offset] == 0x0A {
                return number.isFinite && !style.sentinels.contains(number) ? .number(number) : .gap
            }
        }
        if let number = style.value(text) { return number.isFinite ? .number(number) : .gap }
        return GapWords.contains(text) ? .gap : .text
    }

    /// Returns the text without surrounding spaces and line ends.
    ///
    /// Line ends inside are replaced by a visible byte. A line end follows the text, and then the padding that
    /// `DecimalNumber` needs.
    package static func padded(_ text: [UInt8]) -> [UInt8] {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        let trimmed = text.drop(while: isSpace)
        let end = trimmed.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? trimmed.startIndex
        return trimmed[..<end].map { $0 == 0x0A ? UInt8(ascii: "?") : $0 }
            + [UInt8](repeating: 0x0A, count: DecimalNumber.paddingByteCount + 1)
    }
}
