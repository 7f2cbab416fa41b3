// What is in a cell of a table.

/// Reads one cell's text (bounds: see `DecimalNumber`).
struct CellReader {
    /// What a cell is.
    enum Content: Equatable {
        /// Nothing, or a word for it, or a number that is not finite.
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

    /// x at `place`, which moves behind it; nil when it is no number or time.
    @inline(__always)
    mutating func x(_ place: inout UnsafePointer<UInt8>) -> Double? {
        switch x {
        case .index: return nil
        case .time: return time.read(&place)
        case .number(let divisor):
            guard let number = decimal.read(&place), number.isFinite else { return nil }
            return divisor == 1 ? number : number / divisor
        }
    }

    /// x of a cell whose text stands alone.
    mutating func x(alone text: [UInt8]) -> Double? {
        Self.withPadding(text) { start in
            var place = Self.afterSpace(start)
            guard let value = x(&place), Self.afterSpace(place)[0] == 0x0A else { return nil }
            return value
        }
    }

    /// A cell whose text stands alone.
    func content(alone text: [UInt8]) -> Content {
        Self.withPadding(text) { start in
            var place = Self.afterSpace(start)
            if place[0] == 0x0A { return .gap }
            if let number = decimal.read(&place), Self.afterSpace(place)[0] == 0x0A {
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

    @inline(__always)
    static func afterSpace(_ place: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        var place = place
        while place[0] == 0x20 || place[0] == 0x09 || place[0] == 0x0D { place += 1 }
        return place
    }

    /// The text, without line ends within, closed by one and followed by as much more as `DecimalNumber` asks for.
    static func withPadding<Answer>(_ text: [UInt8], _ body: (UnsafePointer<UInt8>) -> Answer) -> Answer {
        let closed =
            text.map { $0 == 0x0A ? UInt8(ascii: "?") : $0 }
            + [UInt8](repeating: 0x0A, count: DecimalNumber.paddingByteCount + 1)
        return closed.withUnsafeBufferPointer { buffer in
            // Not empty, so it has an address; the fallback is never taken.
            body(buffer.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped)
        }
    }
}
