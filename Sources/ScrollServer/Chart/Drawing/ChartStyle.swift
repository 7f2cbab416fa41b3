// The colours of charts.

/// What a chart is drawn with, in one of the page's two colour schemes. Colours are 0xRRGGBB.
struct ChartStyle: Sendable, Equatable {
    /// The page's own ground: tiles are opaque.
    let ground: UInt32
    let gridline: UInt32
    /// Of the axis and the level 0.
    let strongGridline: UInt32
    /// Of the first lines; later ones have them again.
    let lineColours: [UInt32]

    static let light = ChartStyle(
        ground: 0xFAFAFA, gridline: 0xE3E3E3, strongGridline: 0xA8A8A8,
        lineColours: [0x0072B2, 0xD55E00, 0x009E73, 0xB8689A, 0xB07A00, 0x3A93C4, 0x1A1A1A, 0x8F8A00])

    static let dark = ChartStyle(
        ground: 0x101010, gridline: 0x2A2A2A, strongGridline: 0x5E5E5E,
        lineColours: [0x4DA6DB, 0xF0803C, 0x2FC79A, 0xDD94BD, 0xE69F00, 0x8CD0F5, 0xEDEDED, 0xF0E442])

    /// The colour of a line, 0 and up.
    func colour(ofLine number: Int) -> UInt32 { lineColours[Int(number.magnitude % UInt(lineColours.count))] }
}

extension ChartStyle {
    static func style(isDark: Bool) -> ChartStyle { isDark ? dark : light }

    /// The colour of a line as style sheets write it.
    func css(ofLine number: Int) -> String {
        let digits = String(colour(ofLine: number), radix: 16)
        return "#" + String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
    }
}
