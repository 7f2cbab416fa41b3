// Base 36: whole numbers written with the digits 0…9 and a…z.

/// Writes and reads non-negative numbers in their shortest spelling; each number has exactly one.
package enum Base36 {
    /// Returns the spelling of a number, which must not be negative: the sign would be lost.
    package static func encode(_ value: Int) -> String {
        var (rest, power) = (value.magnitude, 1 as UInt)
        while rest / power >= 36 { power *= 36 }
        // Plans write ids of this kind, so without the generic way of the standard library.
        return String(utf8Capacity: 13) { output in
            repeat {
                let digit = UInt8(truncatingIfNeeded: rest / power)
                output.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
                rest %= power
                power /= 36
            } while power > 0
        }
    }

    /// Returns the number with this spelling; nil unless `encode` writes that number in the same way.
    package static func decode(_ text: String) -> Int? {
        Int(text, radix: 36).flatMap { encode($0) == text ? $0 : nil }
    }
}
