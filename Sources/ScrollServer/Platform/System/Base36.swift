// Base 36: whole numbers written with the digits 0…9 and a…z.

/// Writes and reads non-negative numbers in their shortest spelling; each number has exactly one.
package enum Base36 {
    /// Returns the spelling of a number, which must not be negative: the sign would be lost.
    package static func encode(_ value: Int) -> String {
        // Plans write ids of this kind, so without the generic way of the standard library, and in the 15 bytes that need
        // no allocation: the largest number has 13 digits.
        String(utf8Capacity: 15) { output in
            let rest = value.magnitude
            if rest >= most { append(rest / most, atLeast: 1, to: &output) }
            append(rest % most, atLeast: rest >= most ? 8 : 1, to: &output)
        }
    }

    /// 36⁸: numbers below have at most eight digits.
    private static let most: UInt = 2_821_109_907_456

    /// Appends the digits of a number below `most`, with zeros before them for a width of `atLeast`.
    private static func append(_ value: UInt, atLeast width: Int, to output: inout OutputSpan<UInt8>) {
        var (rest, word, count) = (value, 0 as UInt64, 0)
        while count < width || rest > 0 {
            let digit = UInt64(truncatingIfNeeded: rest % 36)
            word = word << 8 | (digit < 10 ? 0x30 + digit : 0x57 + digit)
            rest /= 36
            count += 1
        }
        output.append(word, count: count)
    }

    /// Returns the number with this spelling; nil unless `encode` writes that number in the same way.
    package static func decode(_ text: String) -> Int? {
        Int(text, radix: 36).flatMap { encode($0) == text ? $0 : nil }
    }
}
