// The distinct numbers of a column.

/// Distinct numbers, numbered from 1 in the order of their arrival.
struct NumberDictionary: Sendable {
    private(set) var values: [Double] = []
    /// Codes by the numbers' bits; empty in a snapshot, which is only read.
    private var codes: [UInt64: UInt32] = [:]

    /// The number of a code; nil for code 0 and for unused codes.
    subscript(code: UInt32) -> Double? { code == 0 || Int(code) > values.count ? nil : values[Int(code) - 1] }

    /// Returns the code of a number, and adds the number if it is new; 0 for NaN.
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
