// Numbers written with a fixed count of digits.

extension BinaryInteger {
    /// Returns the number's digits, with zeros before them where there are fewer than `count`.
    @inlinable
    package func digits(_ count: Int, radix: Int = 10, uppercase: Bool = false) -> String {
        let digits = String(self, radix: radix, uppercase: uppercase)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}
