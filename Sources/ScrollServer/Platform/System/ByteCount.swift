// Formats byte counts for people.

/// Byte counts in units of powers of 1000.
package enum ByteCount {
    /// Formats as `1.2 MB`: at most three digits, without a fraction of zero.
    package static func text(_ count: Int) -> String {
        var value = Double(max(0, count))
        var unit = 0
        let units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"]
        // 999.5 and more would round to four digits.
        while value >= 999.5, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        let tenths = Int(clamping: (value * 10).rounded())
        let isWhole = value >= 9.95 || tenths % 10 == 0
        return "\(isWhole ? "\(Int(clamping: value.rounded()))" : "\(tenths / 10).\(tenths % 10)") \(units[unit])"
    }
}
