// Facts as people write them.

enum FactText {
    /// A number with its unit: `1/250 s`, `f/2.8`, `35 mm`, `4000 px`.
    static func number(_ number: Double, unit: FactField.Unit) -> String {
        switch unit {
        case .none: plain(number)
        case .pixels: plain(number) + " px"
        case .megapixels: plain(number) + " MP"
        case .bytes: plain(number) + " bytes"
        case .millimetres: plain(number) + " mm"
        case .aperture: "f/" + plain(number)
        case .seconds:
            number > 0 && number < 0.3 ? "1/\(plain((1 / number).rounded())) s" : plain(number) + " s"
        }
    }

    /// Without a point where it is whole.
    static func plain(_ number: Double) -> String {
        number.magnitude < 1e15 && number == number.rounded() ? String(Int64(number)) : "\(number)"
    }
}
