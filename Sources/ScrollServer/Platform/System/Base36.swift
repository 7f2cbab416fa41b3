// Base 36: whole numbers written with the digits 0…9 and a…z.

/// Writes and reads non-negative numbers in their shortest spelling; each number has exactly one.
package enum Base36 {
    /// Returns the spelling of a number, which must not be negative: the sign would be lost.
    package static func encode(_ value: Int) -> String { String(value.magnitude, radix: 36) }

    /// Returns the number with this spelling; nil unless `encode` writes that number in the same way.
    package static func decode(_ text: String) -> Int? {
        Int(text, radix: 36).flatMap { encode($0) == text ? $0 : nil }
    }
}
