// Dates in Chinese, Japanese and Korean.

/// Turns `2024年1月5日 12時30分` and `2024년 1월 5일` into `2024-1-5 12:30`, and `令和6年1月5日` as well.
enum EastAsianDate {
    /// nil where the text has none of these characters.
    static func plain(_ given: [UInt8]) -> [UInt8]? {
        guard given.contains(where: { $0 >= 0xE0 }) else { return nil }
        var (text, half) = withoutHalf(withoutWeekday(given))
        text = withoutEra(text)
        var plain: [UInt8] = []
        var (index, isFound) = (0, half != nil || text.count < given.count)
        while index < text.count {
            guard text[index] >= 0xE0, index + 2 < text.count,
                let mark = marks[[text[index], text[index + 1], text[index + 2]]]
            else {
                // A Korean date has blanks behind its marks.
                let isGap = text[index] == 0x20 && [UInt8(ascii: "-"), UInt8(ascii: ":")].contains(plain.last ?? 0)
                if !isGap { plain.append(text[index]) }
                index += 1
                continue
            }
            isFound = true
            plain.append(mark)
            index += 3
        }
        guard isFound else { return nil }
        while let last = plain.last, last == UInt8(ascii: "-") || last == UInt8(ascii: ":") || last == 0x20 {
            plain.removeLast()
        }
        return plain + (half ?? [])
    }

    /// The year that a text such as `2024年` names alone; `plain` is what `plain(_:)` made of it.
    static func year(_ plain: [UInt8], of text: [UInt8]) -> Int? {
        var cursor = ByteCursor(plain)
        guard let (value, count) = cursor.number(limit: 5), count == 4, cursor.isAtEnd, (1500...2200).contains(value),
            yearMarks.contains(where: { text.suffix($0.count).elementsEqual($0) })
        else { return nil }
        return value
    }

    private static let yearMarks = ["年", "년"].map { Array($0.utf8) }

    private static let marks: [[UInt8]: UInt8] = {
        var marks: [[UInt8]: UInt8] = [:]
        for (mark, characters) in [("-", "年月년월"), (" ", "日일秒초"), (":", "時时시分분")] {
            for character in characters { marks[Array(String(character).utf8)] = mark.utf8.first }
        }
        return marks
    }()

    // MARK: Words

    /// The text without a day of the week in brackets, as in `1月5日（金）`.
    private static func withoutWeekday(_ text: [UInt8]) -> [UInt8] {
        for (opening, closing) in brackets {
            guard let open = place(of: opening, in: text), let close = place(of: closing, in: text), close > open else {
                continue
            }
            let inner = text[(open + opening.count)..<close]
            guard inner.count <= 9, inner.allSatisfy({ $0 >= 0x80 }) else { continue }
            return Array(text[..<open] + text[(close + closing.count)...])
        }
        return text
    }

    private static let brackets = [("(", ")"), ("（", "）")].map { (Array($0.0.utf8), Array($0.1.utf8)) }

    /// The text without the word for the half of the day before its clock, and that half as ` AM` or ` PM`.
    private static func withoutHalf(_ text: [UInt8]) -> (text: [UInt8], half: [UInt8]?) {
        for (word, half) in halves {
            guard let start = place(of: word, in: text) else { continue }
            return (Array(text[..<start] + text[(start + word.count)...].drop { $0 == 0x20 }), half)
        }
        return (text, nil)
    }

    private static let halves = [
        ("오전", " AM"), ("오후", " PM"), ("上午", " AM"), ("下午", " PM"), ("午前", " AM"), ("午後", " PM"),
    ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

    /// The text with the year of the common era in place of one of a Japanese era, or of the Republic of China.
    private static func withoutEra(_ text: [UInt8]) -> [UInt8] {
        for (name, before) in eras where text.starts(with: name) {
            var rest = text[name.count...]
            if rest.starts(with: firstYear) {
                rest = rest.dropFirst(firstYear.count)
                return Array("\(before + 1)".utf8) + rest
            }
            var cursor = ByteCursor(Array(rest))
            guard let (year, count) = cursor.number(limit: 3), count < 4 else { return text }
            return Array("\(before + year)".utf8) + rest.drop { $0 == 0x20 }.dropFirst(count)
        }
        return text
    }

    private static let firstYear = Array("元".utf8)
    private static let eras = [("令和", 2018), ("平成", 1988), ("昭和", 1925), ("大正", 1911), ("民國", 1911), ("民国", 1911)]
        .map { (Array($0.0.utf8), $0.1) }

    private static func place(of part: [UInt8], in text: [UInt8]) -> Int? {
        guard text.count >= part.count else { return nil }
        return (0...(text.count - part.count)).first { text[$0..<($0 + part.count)].elementsEqual(part) }
    }
}
