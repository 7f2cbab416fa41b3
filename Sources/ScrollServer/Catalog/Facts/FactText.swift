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
        case .aperture: "f/" + plain(number)
        case .seconds: PictureFacts.isFraction(number) ? "1/\(plain((1 / number).rounded())) s" : plain(number) + " s"
        case .duration: duration(number)
        }
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
