// The Range field (RFC 9110 §14.1.2); only single ranges are supported.

import Platform

/// The part of the content that a `Range` field requests, given the content's length.
enum ByteRange: Equatable, Sendable {
    /// These bytes of the content.
    case part(Range<Int>)
    /// The range contains no byte of the content; answered with 416.
    case unsatisfiable
    /// Not a `bytes` range, more than one range, or malformed: treated as if the field had not been sent.
    case ignored

    init(_ field: String, count: Int) {
        self = .ignored
        let bytes = Array(field.utf8)[...]
        guard let equals = bytes.firstIndex(of: 0x3D), ASCII.equal(bytes[..<equals], "bytes") else { return }
        let range = bytes[(equals + 1)...].trimmingWhiteSpace()
        guard let dash = range.firstIndex(of: 0x2D) else { return }
        let (firstDigits, lastDigits) = (range[..<dash], range[(dash + 1)...])
        guard let first = Self.number(firstDigits), let last = Self.number(lastDigits) else { return }
        switch (first, last) {
        case (nil, nil): return
        case (nil, let suffix?):
            self = suffix > 0 && count > 0 ? .part(max(0, count - suffix)..<count) : .unsatisfiable
        case (let first?, nil):
            self = first < count ? .part(first..<count) : .unsatisfiable
        case (let first?, let last?):
            guard first <= last else { return }
            self = first < count ? .part(first..<min(last, count - 1) + 1) : .unsatisfiable
        }
    }

    /// Parses a number: `.some(nil)` if there are no digits, nil if there is anything but digits.
    ///
    /// A number that is too large becomes `Int.max`.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int?? {
        guard !digits.isEmpty else { return .some(nil) }
        var number = 0
        for digit in digits {
            guard 0x30...0x39 ~= digit else { return nil }
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflow2) = product.addingReportingOverflow(Int(digit - 0x30))
            number = overflow || overflow2 ? .max : sum
            if number == .max { break }
        }
        return .some(number)
    }
}
