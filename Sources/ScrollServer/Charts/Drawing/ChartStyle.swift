// The colours of charts.

/// The colours of a chart, 0xRRGGBB, in one of the page's two colour schemes.
///
/// The line colours start from those of Okabe and Ito (Color Universal Design, 2008), whose orange, sky blue and yellow
/// have too little contrast on a light ground. They are changed, in lightness more than in hue, until two conditions
/// hold. Each colour has a contrast of at least 3 : 1 to the ground (WCAG 2.2, 1.4.11). Any two differ by at least 25
/// in CIELAB, also as seen without the red or the green cones (Machado, Oliveira, Fernandes: A physiologically-based
/// model for simulation of color vision deficiency, 2009).
package struct ChartStyle: Sendable, Equatable {
    /// The page's background: tiles are opaque.
    package let ground: UInt32
    let gridline: UInt32
    /// The colour of the gridline at value 0.
    let strongGridline: UInt32
    /// The colours of the first lines; later lines use them again, in the same order, with
    /// dashes: see `LineDash`.
    package let lineColours: [UInt32]

    /// Blue, red, green, purple, brown, sky, black, olive.
    static let light = ChartStyle(
        ground: 0xFAFAFA, gridline: 0xE3E3E3, strongGridline: 0xA8A8A8,
        lineColours: [0x106AB7, 0xD62547, 0x0EA279, 0x913571, 0x593500, 0x4F96BD, 0x1E1C1A, 0xA58E00])

    /// Blue, vermilion, green, pink, amber, sky, white, yellow.
    static let dark = ChartStyle(
        ground: 0x101010, gridline: 0x2A2A2A, strongGridline: 0x5E5E5E,
        lineColours: [0x419FF2, 0xD9532F, 0x24B07F, 0xC176AD, 0xE59800, 0x84D7FF, 0xF1F4F0, 0xFFF955])

    /// The colour of line `number`, from 0.
    package func colour(ofLine number: Int) -> UInt32 { lineColours[Int(number.magnitude % UInt(lineColours.count))] }

    /// The factor for a line's width: 1, or 1.75 from number 128 on, where all colours and dashes repeat.
    package func widthFactor(ofLine number: Int) -> Double {
        // Another factor of 1.75 would turn lines into bands, so there are no more than two widths.
        number.magnitude / UInt(lineColours.count * LineDash.count) % 2 == 0 ? 1 : 1.75
    }
}

extension ChartStyle {
    package static func style(isDark: Bool) -> ChartStyle { isDark ? dark : light }

    /// The colour of a line in CSS notation: "#rrggbb".
    package func css(ofLine number: Int) -> String { SVGText.colour(colour(ofLine: number)) }
}
