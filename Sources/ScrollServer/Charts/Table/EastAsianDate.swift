// Dates in Chinese, Japanese and Korean.

/// Turns `2024年1月5日 12時30分` and `2024년 1월 5일` into `2024-1-5 12:30`.
enum EastAsianDate {
    /// nil where the text has none of these characters.
    static func plain(_ text: [UInt8]) -> [UInt8]? {
        guard text.contains(where: { $0 >= 0xE0 }) else { return nil }
        var plain: [UInt8] = []
        var (index, isFound) = (0, false)
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
        return plain
    }

    private static let marks: [[UInt8]: UInt8] = {
        var marks: [[UInt8]: UInt8] = [:]
        for (mark, characters) in [("-", "年月년월"), (" ", "日일秒초"), (":", "時时시分분")] {
            for character in characters { marks[Array(String(character).utf8)] = mark.utf8.first }
        }
        return marks
    }()
}
