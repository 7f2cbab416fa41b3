// Numbers that stand for no value.

/// Finds numbers such as -9999 that a table has in place of missing values.
enum Sentinel {
    /// What is known to be used so.
    private static let known: [Double] = [
        -9999, -999, 9999, -99_999, 99_999, -999.9, -9999.9, 999.9, 9999.9, 999_999, -999_999, -99, 999, -99.9, -99.99,
        -999.99, 999.99, -9999.99, 9999.99, -8888, -7999, -32_768, 32_767, -1e30, 1e30, -1e34, 1e20, -1e20, 1e36, 1e37,
        9.969_21e36, 9.969_209_968_386_869e36,
    ]
    /// The most such numbers of one column.
    static let limit = 3
    /// How many times the range of the other values lies between it and the nearest of them.
    private static let distance = 3.0

    /// The known number that repeats exactly as the least or greatest value, far from all others; nil where none does.
    ///
    /// O(values).
    static func find(in numbers: [Double?]) -> Double? {
        let values = numbers.compactMap { $0 }
        guard let least = values.min(), let most = values.max(), least < most else { return nil }
        return [least, most].first { candidate in
            guard known.contains(candidate), values.count(where: { $0 == candidate }) > 1 else { return false }
            let others = values.filter { $0 != candidate }
            guard others.count > 1, let low = others.min(), let high = others.max() else { return false }
            return isFar(candidate, from: low, high)
        }
    }

    /// Whether a number is used so in many tables.
    static func isKnown(_ number: Double) -> Bool { known.contains(number) }

    /// Whether a number is far from all others, which lie from `low` to `high`.
    static func isFar(_ number: Double, from low: Double, _ high: Double) -> Bool {
        // The others may lie close together, as 0 and 1 do: then their distance from zero counts.
        let room = max(high - low, max(low.magnitude, high.magnitude), 1)
        return (number < low ? low - number : number - high) > distance * room
    }
}
