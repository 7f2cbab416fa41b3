// The colours of charts.

/// What a chart is drawn with, in one of the page's two colour schemes. Colours are 0xRRGGBB.
///
/// The line colours start from those of Okabe and Ito (Color Universal Design, 2008) and are moved, in lightness more than
/// in hue, until each has a contrast of at least 3 : 1 against the ground (WCAG 2.2, 1.4.11), which their orange, sky blue
/// and yellow do not have on a light one, and until any two differ by at least 25 in CIELAB, also as seen without the red
/// or without the green cones (Machado, Oliveira, Fernandes: A physiologically-based model for simulation of color vision
/// deficiency, 2009).
struct ChartStyle: Sendable, Equatable {
    /// The page's own ground: tiles are opaque.
    let ground: UInt32
    let gridline: UInt32
    /// Of the axis and the level 0.
    let strongGridline: UInt32
    /// Of the first lines; later ones have them again.
    let lineColours: [UInt32]

    /// Blue, red, green, purple, brown, sky, black, olive.
    static let light = ChartStyle(
        ground: 0xFAFAFA, gridline: 0xE3E3E3, strongGridline: 0xA8A8A8,
        lineColours: [0x106AB7, 0xD62547, 0x0EA279, 0x913571, 0x593500, 0x4F96BD, 0x1E1C1A, 0xA58E00])

    /// Blue, vermilion, green, pink, amber, sky, white, yellow.
    static let dark = ChartStyle(
        ground: 0x101010, gridline: 0x2A2A2A, strongGridline: 0x5E5E5E,
        lineColours: [0x419FF2, 0xD9532F, 0x24B07F, 0xC176AD, 0xE59800, 0x84D7FF, 0xF1F4F0, 0xFFF955])

    /// The colour of a line, 0 and up.
    func colour(ofLine number: Int) -> UInt32 { lineColours[Int(number.magnitude % UInt(lineColours.count))] }

    /// How many times as wide as the first lines a line is drawn: those that have a colour again are 1.75 times as wide as
    /// those that had it before. (Dashes would have to follow the line's length, which no single tile knows.)
    func widthFactor(ofLine number: Int) -> Double {
        // Wider than 3 times is a band, not a line: from the 17th line on, colours alone repeat.
        number.magnitude / UInt(lineColours.count) % 2 == 0 ? 1 : 1.75
    }
}

extension ChartStyle {
    static func style(isDark: Bool) -> ChartStyle { isDark ? dark : light }

    /// The colour of a line as style sheets write it.
    func css(ofLine number: Int) -> String {
        let digits = String(colour(ofLine: number), radix: 16)
        return "#" + String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
    }
}
