// Writes numbers and times so that reading them gives the same doubles.

import Tiling

/// Appends numbers and times to bytes, with the fewest digits that give the same double.
enum PointText {
    /// A number, without a trailing ".0"; nothing for a gap.
    static func append(_ value: Double, to bytes: inout [UInt8]) {
        guard value.isFinite else { return }
        if value.magnitude < 1e15, value == value.rounded(), value != 0 || value.sign == .plus {
            return append(Int(clamping: value), to: &bytes)
        }
        let text = "\(value)"
        bytes += text.hasSuffix(".0") ? Array(text.utf8.dropLast(2)) : Array(text.utf8)
    }

    /// Seconds since 1970 as in `2024-03-01T12:30:05.25Z` (ISO 8601, UTC); a number beyond the years 0 to 9999.
    static func append(time seconds: Double, to bytes: inout [UInt8]) {
        // 1 January of the year 0 and of the year 10,000.
        guard seconds >= -62_167_219_200, seconds < 253_402_300_800 else { return append(seconds, to: &bytes) }
        let whole = seconds.rounded(.down)
        let time = Int(clamping: whole)
        let day = time >= 0 ? time / 86_400 : (time + 1) / 86_400 - 1
        let date = CivilDate(daysSince1970: day)
        let rest = time - day * 86_400
        append(date.year, width: 4, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        append(date.month, width: 2, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        append(date.day, width: 2, to: &bytes)
        bytes.append(UInt8(ascii: "T"))
        append(rest / 3600, width: 2, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(rest / 60 % 60, width: 2, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(rest % 60, width: 2, to: &bytes)
        appendFraction(of: seconds, whole, to: &bytes)
        bytes.append(UInt8(ascii: "Z"))
    }

    /// The decimals of a time: as few of them, up to nine, as give the same double again.
    private static func appendFraction(of seconds: Double, _ whole: Double, to bytes: inout [UInt8]) {
        guard seconds != whole else { return }
        var (scale, digits) = (1.0, 0)
        while digits < 9 {
            digits += 1
            scale *= 10
            let part = ((seconds - whole) * scale).rounded()
            guard digits == 9 || whole + part / scale == seconds else { continue }
            // Rounded up to a whole second only where no double is between.
            bytes.append(UInt8(ascii: "."))
            append(Int(clamping: min(part, scale - 1)), width: digits, to: &bytes)
            return
        }
    }

    static func append(_ number: Int, width: Int = 1, to bytes: inout [UInt8]) {
        var (rest, first) = (number.magnitude, bytes.count)
        if number < 0 {
            bytes.append(UInt8(ascii: "-"))
            first += 1
        }
        repeat {
            bytes.append(0x30 &+ UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        while bytes.count - first < width { bytes.append(0x30) }
        bytes[first...].reverse()
    }
}
