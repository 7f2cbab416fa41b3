// Numbers as people type them in queries.

/// Reads a number in the unit of a field.
struct NumberText {
    private let unit: FactField.Unit

    init(_ unit: FactField.Unit) { self.unit = unit }

    /// The numbers that a text covers; nil unless it is a number.
    ///
    /// Lengths, f-numbers, megapixels and durations are as precise as they are written: `35` millimetres covers 34.5 up
    /// to 35.5. Comparisons use the number itself, except that durations, which are displayed in whole seconds, compare
    /// as displayed.
    func interval(_ text: String) -> QueryValue.Interval? {
        let text = text.lowercased()
        switch unit {
        case .bytes:
            let units: [(String, Double)] = [
                ("kib", 1024), ("mib", 1_048_576), ("gib", 1_073_741_824), ("tib", 1_099_511_627_776), ("kb", 1e3),
                ("mb", 1e6), ("gb", 1e9), ("tb", 1e12), ("k", 1e3), ("m", 1e6), ("g", 1e9), ("t", 1e12), ("b", 1),
            ]
            let found = units.first { text.hasSuffix($0.0) }
            guard let number = Self.decimal(String(text.dropLast(found?.0.count ?? 0))) else { return nil }
            return Self.exact(number * (found?.1 ?? 1))
        case .seconds:
            let text = text.hasSuffix("s") ? String(text.dropLast()) : text
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Self.decimal(String($0)) }
            guard parts.count <= 2, let first = parts[0] else { return nil }
            guard parts.count == 2 else { return Self.exact(first) }
            guard let second = parts[1], second != 0 else { return nil }
            return Self.exact(first / second)
        case .duration:
            if text.contains(":") { return Self.clock(text) }
            // `2min` is exactly 120 seconds, as at the start of a range.
            let units = [("min", 60.0), ("h", 3600), ("m", 60)]
            if let (name, seconds) = units.first(where: { text.hasSuffix($0.0) }) {
                return Self.decimal(String(text.dropLast(name.count))).map { Self.exact($0 * seconds) }
            }
            return rounded(text.hasSuffix("s") ? text.dropLast() : text[...])
        case .aperture:
            return rounded(
                text.hasPrefix("f/") ? text.dropFirst(2) : text.hasPrefix("f") ? text.dropFirst() : text[...])
        case .millimetres: return rounded(text.hasSuffix("mm") ? text.dropLast(2) : text[...])
        case .metres: return Self.length(text)
        case .megapixels: return rounded(text.hasSuffix("mp") ? text.dropLast(2) : text[...])
        case .pixels: return Self.decimal(text.hasSuffix("px") ? String(text.dropLast(2)) : text).map(Self.exact)
        case .none: return Self.decimal(text).map(Self.exact)
        }
    }

    /// Reads `0.25um`, `10m` or metres; a length with a unit covers what differs by a thousandth.
    private static func length(_ text: String) -> QueryValue.Interval? {
        // The shorter names are ends of the longer ones. Both signs of micro are written.
        let units = [
            ("nm", 1e-9), ("um", 1e-6), ("µm", 1e-6), ("μm", 1e-6), ("mm", 1e-3), ("cm", 1e-2), ("km", 1e3), ("m", 1.0),
        ]
        guard let (name, metres) = units.first(where: { text.hasSuffix($0.0) }) else {
            return decimal(text).map(exact)
        }
        guard let number = decimal(String(text.dropLast(name.count))) else { return nil }
        let length = number * metres
        return QueryValue.Interval(
            lower: min(length * 0.999, length * 1.001), upper: max(length * 0.999, length * 1.001))
    }

    /// Reads `2:05` or `1:02:05`, as precise as the displayed seconds, to which `0:08` is rounded.
    private static func clock(_ text: String) -> QueryValue.Interval? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for (index, part) in parts.enumerated() {
            guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Double(part),
                index == 0 ? part.utf8.count <= 6 : part.utf8.count == 2 && number < 60
            else { return nil }
            seconds = seconds * 60 + number
        }
        return QueryValue.Interval(lower: seconds - 0.5, upper: seconds + 0.5, includesUpper: false)
    }

    private static func exact(_ number: Double) -> QueryValue.Interval {
        QueryValue.Interval(lower: number, upper: number)
    }

    private func rounded(_ text: Substring) -> QueryValue.Interval? {
        guard let number = Self.decimal(String(text)) else { return nil }
        let decimals = text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
        let half = (0..<decimals).reduce(0.5) { half, _ in half / 10 }
        return QueryValue.Interval(
            lower: number - half, upper: number + half, includesUpper: false, edge: unit == .duration ? nil : number)
    }

    /// Reads a decimal number of at most 32 bytes, with optional sign and exponent; nil for anything else.
    static func decimal(_ text: String) -> Double? {
        guard !text.isEmpty, text.utf8.count <= 32,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) })
        else { return nil }
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The same of bytes, without a text for most numbers.
    ///
    /// At most 15 digits are a whole number below 2⁵³ over an exact power of ten: one division rounds them correctly.
    static func decimal(_ bytes: [UInt8]) -> Double? {
        var (whole, digits, decimals) = (0, 0, 0)
        var hasPoint = false
        let isNegative = bytes.first == UInt8(ascii: "-")
        for byte in isNegative ? bytes.dropFirst() : bytes[...] {
            if byte &- 0x30 < 10, digits < 15 {
                whole = whole * 10 + Int(byte &- 0x30)
                digits += 1
                if hasPoint { decimals += 1 }
            } else if byte == UInt8(ascii: "."), !hasPoint, digits > 0 {
                hasPoint = true
            } else {
                return decimal(String(decoding: bytes, as: UTF8.self))
            }
        }
        guard digits > 0, !hasPoint || decimals > 0 else { return decimal(String(decoding: bytes, as: UTF8.self)) }
        let value = Double(whole) / powersOfTen[decimals]
        return isNegative ? -value : value
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]
}
