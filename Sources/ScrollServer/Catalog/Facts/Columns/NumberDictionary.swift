// The distinct numbers of a column.

/// Distinct numbers, numbered from 1 on in the order in which they came.
struct NumberDictionary: Sendable {
    private(set) var values: [Double] = []
    /// Codes by the numbers' bits; empty in a snapshot, which is only read.
    private var codes: [UInt64: UInt32] = [:]

    /// nil for code 0, and for one that no number has.
    subscript(code: UInt32) -> Double? { code == 0 || Int(code) > values.count ? nil : values[Int(code) - 1] }

    /// The code of a number, which is added if it is new; 0 for what is no number.
    mutating func code(of value: Double) -> UInt32 {
        guard !value.isNaN, values.count < Int(UInt32.max) - 1 else { return 0 }
        let bits = (value == 0 ? 0 : value).bitPattern
        if let code = codes[bits] { return code }
        values.append(value == 0 ? 0 : value)
        codes[bits] = UInt32(values.count)
        return UInt32(values.count)
    }

    mutating func close() { codes = [:] }
}
