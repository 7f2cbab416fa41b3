// How the numbers of one column are written.

import Platform

/// The marks of a column's numbers.
package struct NumberStyle: Sendable, Equatable {
    /// The decimal mark: a point or a comma.
    var decimal = UInt8(ascii: ".")
    /// The mark between groups of three digits: a comma, a point, an apostrophe or a blank (of any kind); 0 for none.
    var thousands: UInt8 = 0
    /// Whether letters after a number multiply it: K, M, B, T.
    package var isScaled = false
    /// Whether `true` and `false` are 1 and 0.
    package var isBoolean = false
    /// The currency before, and the unit after, the numbers of most cells.
    ///
    /// Numbers with other ones do not belong to the column.
    package var prefix: [UInt8] = []
    package var unit: [UInt8] = []

    /// The number in a cell; nil where it is not written in this style.
    package func value(_ text: [UInt8]) -> Double? {
        if isBoolean {
            let word = text.map { ASCII.lowercased($0) }
            if word.elementsEqual("true".utf8) { return 1 }
            if word.elementsEqual("false".utf8) { return 0 }
        }
        guard let shape = NumberShape(text) else { return nil }
        return value(shape)
    }

    /// The number with this shape; nil where its marks are not those of the style.
    func value(_ shape: NumberShape) -> Double? {
        guard shape.prefix.isEmpty || shape.prefix == prefix, shape.suffix.isEmpty || shape.suffix == unit || isScaled
        else { return nil }
        var digits: [UInt8] = shape.isNegative ? [UInt8(ascii: "-")] : []
        var (hasDecimal, hasGroups, run) = (false, false, 0)
        for (index, byte) in shape.core.enumerated() {
            if byte &- 0x30 < 10 {
                digits.append(byte)
                run += 1
            } else if byte == decimal, !hasDecimal {
                guard !hasGroups || run == 3 else { return nil }
                hasDecimal = true
                digits.append(UInt8(ascii: "."))
                run = 0
            } else if byte == thousands, !hasDecimal {
                // The first group has one to three digits, the others three.
                guard hasGroups ? run == 3 : (1...3).contains(run), index > 0 else { return nil }
                hasGroups = true
                run = 0
            } else {
                return nil
            }
        }
        guard !hasGroups || hasDecimal || run == 3 else { return nil }
        if !shape.suffix.isEmpty, isScaled {
            guard shape.exponent.isEmpty, let power = Self.power(shape.suffix) else { return nil }
            digits += Array("e\(power)".utf8)
        } else {
            digits += shape.exponent
        }
        if digits.first == UInt8(ascii: ".") { digits.insert(0x30, at: 0) }
        guard let value = Double(String(decoding: digits, as: UTF8.self)) else { return nil }
        return value
    }

    /// The power of ten that a letter stands for.
    static func power(_ suffix: [UInt8]) -> Int? {
        switch String(decoding: suffix, as: UTF8.self) {
        case "K", "k": 3
        case "M", "MM", "m", "mn", "Mio", "Mio.": 6
        case "B", "bn", "Mrd", "Mrd.": 9
        case "T": 12
        default: nil
        }
    }
}

/// The parts of a number in a cell: sign, digits with their marks, exponent, prefix and suffix.
struct NumberShape: Equatable {
    var isNegative = false
    /// Digits and marks; any blank between groups is 0x20, any apostrophe 0x27.
    var core: [UInt8] = []
    /// Empty, or `e` with a sign and digits.
    var exponent: [UInt8] = []
    /// A currency, or empty.
    var prefix: [UInt8] = []
    /// A unit, or empty.
    var suffix: [UInt8] = []

    /// nil where the text is no number.
    init?(_ text: [UInt8]) {
        guard text.count <= 64 else { return nil }
        var cursor = ByteCursor(Self.normalised(text))
        var closing = false
        if cursor.byte == UInt8(ascii: "("), cursor.end > cursor.index + 2 {
            closing = true
            isNegative = true
            cursor.index += 1
        }
        sign(&cursor)
        if !cursor.isDigit, cursor.byte != UInt8(ascii: "."), cursor.byte != UInt8(ascii: ",") {
            guard let currency = Self.currency(&cursor) else { return nil }
            prefix = currency
            cursor.skipBlanks()
            sign(&cursor)
        }
        guard cursor.isDigit || cursor.isDigit(ahead: 1), digits(&cursor), isGrouped else { return nil }
        if cursor.byte | 0x20 == UInt8(ascii: "e") {
            var ahead = cursor
            ahead.index += 1
            let isSigned = ahead.byte == UInt8(ascii: "-") || ahead.byte == UInt8(ascii: "+")
            if isSigned { ahead.index += 1 }
            if ahead.isDigit {
                while ahead.isDigit { ahead.index += 1 }
                exponent = Array(cursor.bytes[cursor.index..<ahead.index])
                cursor = ahead
            }
        }
        cursor.skipBlanks()
        if closing {
            guard cursor.end - cursor.index == 1, cursor.byte == UInt8(ascii: ")") else { return nil }
            return
        }
        suffix = Array(cursor.bytes[cursor.index..<cursor.end])
        guard suffix.count <= 12, Self.isUnit(suffix) else { return nil }
    }

    private mutating func sign(_ cursor: inout ByteCursor) {
        if cursor.byte == UInt8(ascii: "-") {
            isNegative = !isNegative
            cursor.index += 1
            cursor.skipBlanks()
        } else if cursor.byte == UInt8(ascii: "+") {
            cursor.index += 1
        }
    }

    /// Reads digits and the marks between them.
    private mutating func digits(_ cursor: inout ByteCursor) -> Bool {
        while true {
            let byte = cursor.byte
            if cursor.isDigit {
                core.append(byte)
            } else if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "'") {
                guard cursor.isDigit(ahead: 1) else { break }
                core.append(byte)
            } else if byte == 0x20, !core.isEmpty, cursor.isDigit(ahead: 1), cursor.isDigit(ahead: 2),
                cursor.isDigit(ahead: 3), !cursor.isDigit(ahead: 4)
            {
                core.append(byte)
            } else {
                break
            }
            cursor.index += 1
        }
        // A point may close a number.
        if cursor.byte == UInt8(ascii: "."), !core.contains(UInt8(ascii: ".")) { cursor.index += 1 }
        return !core.isEmpty
    }

    /// Whether the marks may be those of some style: groups of three digits, and one decimal mark of another kind.
    ///
    /// A date such as `01.02.2024` is no number.
    private var isGrouped: Bool {
        let marks = core.filter { $0 &- 0x30 >= 10 }
        guard marks.count > 1 else { return true }
        let groups = core.split(omittingEmptySubsequences: false) { $0 &- 0x30 >= 10 }
        guard (1...3).contains(groups[0].count), groups[1..<(groups.count - 1)].allSatisfy({ $0.count == 3 }),
            marks.dropLast().allSatisfy({ $0 == marks[0] }), let last = marks.last
        else { return false }
        return last != marks[0] || groups[groups.count - 1].count == 3
    }

    /// The number of marks of each kind.
    func count(of mark: UInt8) -> Int { core.count { $0 == mark } }

    /// The number of digits after the last mark of this kind.
    func digitCount(behind mark: UInt8) -> Int {
        guard let markIndex = core.lastIndex(of: mark) else { return 0 }
        return core[(markIndex + 1)...].count { $0 &- 0x30 < 10 }
    }

    private static let currencies: [[UInt8]] = [
        "US$", "CA$", "A$", "C$", "$", "€", "£", "¥", "₹", "₽", "₩", "USD", "EUR", "GBP", "CHF", "JPY", "Fr.", "R$",
    ].map { Array($0.utf8) }
    /// In Windows-1252 and Latin-1.
    private static let shortCurrencies: [UInt8] = [0x80, 0xA3, 0xA5]

    /// Moves past a currency and returns it; nil where there is none.
    private static func currency(_ cursor: inout ByteCursor) -> [UInt8]? {
        for currency in currencies where cursor.bytes[cursor.index..<cursor.end].starts(with: currency) {
            cursor.index += currency.count
            return currency
        }
        guard shortCurrencies.contains(cursor.byte) else { return nil }
        defer { cursor.index += 1 }
        return [cursor.byte]
    }

    /// Whether the text may be a unit: letters and signs without digits, apart from exponents such as in `m2`.
    private static func isUnit(_ text: [UInt8]) -> Bool {
        guard let first = text.first else { return true }
        // `5-3`, `12:30`, `3/4` and `1_000` are no numbers with units.
        if [
            UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: ","),
            UInt8(ascii: ";"), UInt8(ascii: "#"), UInt8(ascii: "+"), UInt8(ascii: "\\"), UInt8(ascii: "x"),
        ].contains(first) {
            return false
        }
        for (index, byte) in text.enumerated() where byte &- 0x30 < 10 {
            let isLast = index == text.count - 1 || text[index + 1] == UInt8(ascii: "/")
            guard isLast, index > 0, byte == 0x32 || byte == 0x33, text[index - 1] | 0x20 == UInt8(ascii: "m") else {
                return false
            }
        }
        return !text.contains { $0 == 0x20 || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }
    }

    /// The text with plain blanks, apostrophes and minus signs in place of their typographic kinds.
    private static func normalised(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(where: { $0 >= 0x80 }) else { return text }
        var plain: [UInt8] = []
        var index = 0
        while index < text.count {
            let byte = text[index]
            let next = index + 1 < text.count ? text[index + 1] : 0
            let last = index + 2 < text.count ? text[index + 2] : 0
            switch (byte, next, last) {
            case (0xC2, 0xA0, _):
                plain.append(0x20)
                index += 1
            // U+2009, U+2007, U+202F; U+2212, U+2013; U+2019.
            case (0xE2, 0x80, 0x89), (0xE2, 0x80, 0x87), (0xE2, 0x80, 0xAF):
                plain.append(0x20)
                index += 2
            case (0xE2, 0x88, 0x92), (0xE2, 0x80, 0x93):
                plain.append(UInt8(ascii: "-"))
                index += 2
            case (0xE2, 0x80, 0x99):
                plain.append(UInt8(ascii: "'"))
                index += 2
            // Windows-1252: no character of UTF-8 has these bytes after a digit.
            case (0xA0, _, _) where (plain.last ?? 0) &- 0x30 < 10: plain.append(0x20)
            case (0x92, _, _) where (plain.last ?? 0) &- 0x30 < 10: plain.append(UInt8(ascii: "'"))
            case (0x96, _, _) where plain.isEmpty: plain.append(UInt8(ascii: "-"))
            default: plain.append(byte)
            }
            index += 1
        }
        return plain
    }
}
