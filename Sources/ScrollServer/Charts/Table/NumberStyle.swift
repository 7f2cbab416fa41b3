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
    /// Whether `DR` behind a number makes it negative, and `CR` positive.
    var isAccount = false
    /// Whether numbers with a percent sign stand for hundredths, beside fractions without one.
    var isFraction = false
    /// Whether letters after a number are multiples of bytes.
    var isBytes = false
    /// How durations are written; a column of them holds seconds.
    var duration = DurationForm.none
    /// The numbers that stand for no value, such as -9999.
    var sentinels: [Double] = []
    /// Whether one or two letters behind a number are a flag, which does not change it.
    var hasFlags = false

    /// Whether a number without any mark is read as it stands, so that the fast reader may read it.
    var isPlain: Bool { duration == .none && sentinels.isEmpty && !unitTells }

    /// Whether the unit of the numbers is a factor, so that a number without it may be of another size.
    var unitTells: Bool { unit == [UInt8(ascii: "%")] || !unit.isEmpty && Self.power(unit) != nil }

    /// The number in a cell; nil where it is not written in this style.
    package func value(_ text: [UInt8]) -> Double? {
        if duration != .none { return DurationText.seconds(text, duration) }
        if isBoolean {
            let word = text.map { ASCII.lowercased($0) }
            if word.elementsEqual("true".utf8) { return 1 }
            if word.elementsEqual("false".utf8) { return 0 }
        }
        guard let shape = NumberShape(text), let value = value(shape) else { return nil }
        return sentinels.contains(value) ? .nan : value
    }

    /// The number with this shape; nil where its marks are not those of the style.
    func value(_ shape: NumberShape) -> Double? {
        guard shape.prefix.isEmpty || shape.prefix == prefix,
            shape.suffix.isEmpty || shape.suffix == unit || isScaled || isAccount || isFraction
                || hasFlags && Self.isFlag(shape.suffix)
        else { return nil }
        var isNegative = shape.isNegative
        var power = 0
        if !shape.suffix.isEmpty {
            if isAccount {
                guard let isDebit = Self.isDebit(shape.suffix) else { return nil }
                isNegative = isNegative != isDebit
            } else if isFraction {
                guard shape.suffix == [UInt8(ascii: "%")], shape.exponent.isEmpty else { return nil }
                power = -2
            } else if isScaled, !isBytes {
                guard shape.exponent.isEmpty, let known = Self.power(shape.suffix) else { return nil }
                power = known
            }
        }
        var digits: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
        var (hasDecimal, hasGroups, run, group) = (false, false, 0, 0)
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
                // The first group has one to three digits, the others three; or two, but three at last: `12,34,567`.
                guard hasGroups ? run == 3 || run == 2 : (1...3).contains(run), index > 0,
                    group == 0 || group == run
                else { return nil }
                if hasGroups { group = run }
                hasGroups = true
                run = 0
            } else {
                return nil
            }
        }
        guard !hasGroups || hasDecimal || run == 3 else { return nil }
        digits += power == 0 ? shape.exponent : Array("e\(power)".utf8)
        if digits.first == UInt8(ascii: ".") { digits.insert(0x30, at: 0) }
        guard let value = Double(String(decoding: digits, as: UTF8.self)) else { return nil }
        guard isBytes, !shape.suffix.isEmpty else { return value }
        return Self.byteFactor(shape.suffix).map { value * $0 }
    }

    /// Whether a suffix may be a flag of a statistical office, such as `e` for estimated: one or two of those letters that
    /// are no units.
    static func isFlag(_ suffix: [UInt8]) -> Bool {
        (1...2).contains(suffix.count) && suffix.allSatisfy { "bepruz".utf8.contains($0) }
    }

    /// Whether letters behind an amount say that it was paid (true) or received (false); nil for other letters.
    static func isDebit(_ suffix: [UInt8]) -> Bool? {
        switch String(decoding: suffix, as: UTF8.self).lowercased() {
        case "dr", "dr.": true
        case "cr", "cr.": false
        default: nil
        }
    }

    /// The bytes that letters stand for: `K` are 1024, `kB` 1000 and `KiB` 1024.
    static func byteFactor(_ suffix: [UInt8]) -> Double? {
        var letters = suffix[...]
        guard let first = letters.popFirst() else { return nil }
        if first == UInt8(ascii: "B") { return letters.isEmpty ? 1 : nil }
        let powers = Array("KMGTP".utf8)
        guard let index = powers.firstIndex(of: first == UInt8(ascii: "k") ? UInt8(ascii: "K") : first) else {
            return nil
        }
        let isDecimal = letters.elementsEqual("B".utf8)
        guard letters.isEmpty || isDecimal || letters.elementsEqual("i".utf8) || letters.elementsEqual("iB".utf8) else {
            return nil
        }
        var factor = 1.0
        for _ in 0...index { factor *= isDecimal ? 1000 : 1024 }
        return factor
    }

    /// The power of ten that a letter stands for.
    static func power(_ suffix: [UInt8]) -> Int? {
        switch String(decoding: suffix, as: UTF8.self) {
        case "K", "k", "Tsd", "Tsd.": 3
        case "M", "MM", "m", "mn", "Mio", "Mio.": 6
        case "B", "bn", "Mrd", "Mrd.", "G": 9
        case "T": 12
        case "千", "천": 3
        case "万", "萬", "만": 4
        case "億", "亿", "억": 8
        case "兆", "조": 12
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
        let start = cursor.index
        sign(&cursor)
        let isSigned = cursor.index > start
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
        if cursor.byte == UInt8(ascii: "-") || cursor.byte == UInt8(ascii: "+"), cursor.end - cursor.index == 1,
            !isNegative, !isSigned
        {
            isNegative = cursor.byte == UInt8(ascii: "-")
            return
        }
        let flag = Self.flagCount(cursor.bytes[cursor.index..<cursor.end])
        suffix = Array(cursor.bytes[cursor.index..<(cursor.end - flag)])
        while flag > 0, suffix.last == 0x20 { suffix.removeLast() }
        guard suffix.count <= 12, Self.isUnit(suffix) else { return nil }
    }

    /// The number of bytes at the end that are signs of a footnote: `*`, `†`, `#`, `[1]`, `(e)`.
    static func flagCount(_ text: ArraySlice<UInt8>) -> Int {
        var rest = text
        while let last = rest.last {
            if [UInt8(ascii: "*"), UInt8(ascii: "#"), UInt8(ascii: "^"), UInt8(ascii: "?")].contains(last) {
                rest.removeLast()
            } else if let mark = flagMarks.first(where: { rest.suffix($0.count).elementsEqual($0) }) {
                rest.removeLast(mark.count)
            } else if last == UInt8(ascii: "]") || last == UInt8(ascii: ")") {
                let open = UInt8(ascii: last == UInt8(ascii: "]") ? "[" : "(")
                guard let start = rest.suffix(4).lastIndex(of: open), rest.endIndex - start > 2,
                    rest[(start + 1)..<(rest.endIndex - 1)].allSatisfy({
                        ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "*")
                    })
                else { break }
                rest = rest[..<start]
            } else {
                break
            }
        }
        return text.count - rest.count
    }

    private static let flagMarks = ["†", "‡", "§"].map { Array($0.utf8) }

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
        guard let last = marks.last, marks.dropLast().allSatisfy({ $0 == marks[0] }) else { return false }
        // What stands behind a mark of another kind are decimals.
        let whole = last == marks[0] ? groups[...] : groups.dropLast()
        guard (1...3).contains(groups[0].count), whole.count > 1, whole[whole.count - 1].count == 3 else {
            return false
        }
        let inner = whole.dropFirst().dropLast()
        // `12,34,567` as in India.
        return inner.allSatisfy { $0.count == 3 } || inner.allSatisfy { $0.count == 2 }
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
