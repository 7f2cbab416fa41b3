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

    /// Units of length from the largest: their lengths, and the least length that is told in them, in metres.
    ///
    /// Microscopists tell a half or a quarter of a micrometre, too.
    private static let lengths: [(name: String, metres: Double, least: Double)] = [
        ("km", 1e3, 1e3), ("m", 1, 1), ("mm", 1e-3, 1e-3), ("µm", 1e-6, 1e-8), ("nm", 1e-9, 1e-9), ("pm", 1e-12, 0),
    ]

    /// Formats a length in metres with up to four digits: `0.25 µm`, `1.5 mm`, `30 m`.
    package static func length(_ metres: Double) -> String {
        // A length that is the least one to within an error of rounding counts as it.
        guard metres != 0, let unit = lengths.first(where: { metres.magnitude >= $0.least * (1 - 1e-9) }) else {
            return "0 m"
        }
        let number = metres / unit.metres
        var parts = 1.0
        while parts < 1e5, number.magnitude * parts < 1000 { parts *= 10 }
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
