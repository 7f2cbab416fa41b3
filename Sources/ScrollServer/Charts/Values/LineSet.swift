// A set of a chart's lines.

import Platform

/// Lines by their numbers, 0 … 255: as many as a table has.
package struct LineSet: Equatable, Sendable {
    private var words = SIMD4<UInt64>(repeating: 0)

    package init() {}

    package func contains(_ line: Int) -> Bool {
        (0..<TableFormat.lineLimit).contains(line) && words[line >> 6] >> UInt64(line & 63) & 1 == 1
    }

    package mutating func insert(_ line: Int) {
        guard (0..<TableFormat.lineLimit).contains(line) else { return }
        words[line >> 6] |= 1 << UInt64(line & 63)
    }

    /// The bits in hexadecimal, the highest line first, without leading zeros; `0` for none.
    var text: String {
        var text = ""
        for index in [3, 2, 1, 0] {
            let word = words[index]
            if text.isEmpty, word == 0, index > 0 { continue }
            text += word.digits(text.isEmpty ? 1 : 16, radix: 16)
        }
        return text
    }

    /// nil unless `text` is exactly the `text` of a set.
    init?(_ text: Substring) {
        guard (1...64).contains(text.utf8.count) else { return nil }
        var rest = text
        for index in 0..<4 where !rest.isEmpty {
            guard let word = UInt64(rest.suffix(16), radix: 16) else { return nil }
            words[index] = word
            rest = rest.dropLast(16)
        }
        guard self.text == text else { return nil }
    }
}
