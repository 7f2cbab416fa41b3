// Base 36: whole numbers written with the digits 0…9 and a…z.

/// Writes and reads non-negative numbers in their shortest spelling; each number has exactly one.
package enum Base36 {
    private static let digits = [UInt8]("0123456789abcdefghijklmnopqrstuvwxyz".utf8)

    /// Returns the spelling of a number, which must not be negative: the sign would be lost.
    package static func encode(_ value: Int) -> String {
        var rest = value.magnitude
        var spelling: [UInt8] = []
        repeat {
            spelling.append(digits[Int(rest % 36)])
            rest /= 36
        } while rest > 0
        return String(decoding: spelling.reversed(), as: UTF8.self)
    }

    /// Returns the number with this spelling; nil unless `encode` writes that number in the same way.
    package static func decode(_ text: String) -> Int? {
        var value = 0
        let bytes = text.utf8
        guard let first = bytes.first, first != UInt8(ascii: "0") || bytes.count == 1 else { return nil }
        for byte in bytes {
            let digit: Int
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = Int(byte) - 48
            case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = Int(byte) - 97 + 10
            default: return nil
            }
            let (product, overflow) = value.multipliedReportingOverflow(by: 36)
            let (sum, carry) = product.addingReportingOverflow(digit)
            guard !overflow, !carry else { return nil }
            value = sum
        }
        return value
    }
}
