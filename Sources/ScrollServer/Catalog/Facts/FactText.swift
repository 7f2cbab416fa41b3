// Facts formatted for people.

import Metadata

package enum FactText {
    /// Formats a number with its unit: `1/250 s`, `f/2.8`, `35 mm`, `4000 px`, `1:02:03`.
    package static func number(_ number: Double, unit: FactField.Unit) -> String {
        switch unit {
        case .none: plain(number)
        case .pixels: plain(number) + " px"
        case .megapixels: plain(number) + " MP"
        case .bytes: plain(number) + " bytes"
        case .millimetres: plain(number) + " mm"
        case .metres: length(number)
        case .aperture: "f/" + plain(number)
        case .seconds: PictureFacts.isFraction(number) ? "1/\(plain((1 / number).rounded())) s" : plain(number) + " s"
        case .duration: duration(number)
        }
    }

    /// Units of length from the largest, with their lengths in metres.
    private static let lengths: [(name: String, metres: Double)] = [
        ("km", 1e3), ("m", 1), ("mm", 1e-3), ("µm", 1e-6), ("nm", 1e-9), ("pm", 1e-12),
    ]

    /// Formats a length in metres with up to four digits, in the unit in which it is at least 1: `0.25 m` is `250 mm`.
    package static func length(_ metres: Double) -> String {
        // A length that is a unit to within an error of rounding has that unit.
        let unit = lengths.first { metres.magnitude >= $0.metres * (1 - 1e-9) } ?? (name: "pm", metres: 1e-12)
        let number = metres / unit.metres
        let parts: Double =
            number.magnitude < 10 ? 1000 : number.magnitude < 100 ? 100 : number.magnitude < 1000 ? 10 : 1
        return plain((number * parts).rounded() / parts) + " " + unit.name
    }

    /// Formats seconds as `1:02:03` or `0:07`.
    private static func duration(_ seconds: Double) -> String {
        let whole = Int(clamping: min(max(0, seconds), 1e9).rounded())
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(whole % 60)
    }

    /// Formats a number, without a decimal point where it is whole.
    package static func plain(_ number: Double) -> String {
        number.magnitude < 1e15 && number == number.rounded() ? String(Int64(clamping: number)) : "\(number)"
    }
}
