// The id of a slide: everything that its pixels depend on except the data.

import Platform
import Tiling

/// One slide of one drawing of a chart.
///
/// The key's text contains the whole key. So the server keeps nothing for a tile's URL: the same URL gives the same
/// pixels, even after a restart.
package struct SlideKey: Equatable, Sendable {
    /// Points per unit of the x axis (an index step, a day, or 1).
    package var lineGap: Double
    /// In points; whole device pixels at `scale`.
    package var slideWidth: Double
    /// In points; whole device pixels at `scale`.
    package var height: Double
    /// Device pixels per point: 0.25 … 8.
    package var scale: Double
    /// The values at the bottom and at the top of the drawn area.
    package var minimumValue: Double
    package var maximumValue: Double
    /// In points; a chart of a single value shows it in the middle of this width.
    package var viewportWidth: Double
    /// In points.
    package var pointSize: Double
    package var lineSize: Double
    package var paddings: EdgeInsets
    /// Whether points are placed at their x; otherwise at equal distances, by index.
    var isSpaced: Bool
    package var isDark: Bool
    /// Whether each pixel column shows the extremes of its points.
    ///
    /// Otherwise the points are joined as `forms` says.
    package var isDense: Bool
    /// Whether no line is dashed, since values stand closer than `LineDash.leastSpacing`; always where it is dense.
    package var isSolid = false
    /// How the points of one pixel column are drawn, where there are many.
    package var band = ChartBand.extremes
    /// How each line is drawn where its points lie apart; those that are missing at the end are straight.
    package var forms: [LineForm] = []
    /// The lines that are not drawn.
    package var hidden: LineSet
    /// The slide's number, from 0.
    package var number: Int
    /// The ranges of values and their panes.
    package var panes = ValuePanes()
    /// The zone at whose round times there are gridlines.
    package var zone = ChartZone.written
    /// The choice of columns, from which the table can be opened: see `SeriesChoice.token`; empty for the table's own.
    package var choice = ""

    /// The largest sides in device pixels.
    ///
    /// Larger slides fit no screen; and a slide of this size is still cut into tiles in a single pass.
    static let largestHeight = 7000
    static let largestWidth = 8192
    /// The longest text of a key, in characters.
    private static let longestText = 1500 + SeriesChoice.longestText

    /// The key of slide `number` in the same drawing.
    func slide(_ number: Int) -> SlideKey {
        var key = self
        key.number = number
        return key
    }

    /// The key as letters, digits and hyphens.
    package var text: String {
        let numbers = [
            lineGap, slideWidth, height, scale, minimumValue, maximumValue, viewportWidth, pointSize, lineSize,
            paddings.top, paddings.left, paddings.bottom, paddings.right,
        ]
        let way = band.letter(isDense: isDense, isSolid: isSolid)
        let flags = (isSpaced ? "x" : "i") + (isDark ? "d" : "l") + way + hidden.text
        return (numbers.map(Self.digits) + [flags, Base36.encode(number)] + more).joined(separator: "-")
    }

    /// nil unless `text` is exactly the `text` of a key whose slide can be drawn.
    package init?(_ text: String) {
        let parts =
            text.utf8.count <= Self.longestText ? text.split(separator: "-", omittingEmptySubsequences: false) : []
        guard parts.count >= 15 else { return nil }
        var numbers: [Double] = []
        for part in parts.prefix(13) {
            guard let number = Self.number(part) else { return nil }
            numbers.append(number)
        }
        let flags = parts[13]
        guard flags.count >= 4, let way = ChartBand.read(flags[flags.index(flags.startIndex, offsetBy: 2)]),
            let number = Base36.decode(String(parts[14])),
            let hidden = LineSet(flags.dropFirst(3))
        else { return nil }
        self.init(
            lineGap: numbers[0], slideWidth: numbers[1], height: numbers[2], scale: numbers[3],
            minimumValue: numbers[4], maximumValue: numbers[5], viewportWidth: numbers[6], pointSize: numbers[7],
            lineSize: numbers[8],
            paddings: EdgeInsets(top: numbers[9], left: numbers[10], bottom: numbers[11], right: numbers[12]),
            isSpaced: flags.hasPrefix("x"), isDark: flags.dropFirst().hasPrefix("d"),
            isDense: way.isDense, hidden: hidden, number: number)
        (band, isSolid) = (way.band, way.isSolid)
        guard readMore(parts[15...]), isSound, self.text == text else { return nil }
    }

    package init(
        lineGap: Double, slideWidth: Double, height: Double, scale: Double, minimumValue: Double, maximumValue: Double,
        viewportWidth: Double, pointSize: Double, lineSize: Double, paddings: EdgeInsets, isSpaced: Bool, isDark: Bool,
        isDense: Bool, hidden: LineSet, number: Int
    ) {
        self.lineGap = lineGap
        self.slideWidth = slideWidth
        self.height = height
        self.scale = scale
        self.minimumValue = minimumValue
        self.maximumValue = maximumValue
        self.viewportWidth = viewportWidth
        self.pointSize = pointSize
        self.lineSize = lineSize
        self.paddings = paddings
        self.isSpaced = isSpaced
        self.isDark = isDark
        self.isDense = isDense
        self.hidden = hidden
        self.number = number
    }

    /// Whether the numbers are in range for drawing: slide sizes of a screen, ranges that are not empty.
    private var isSound: Bool {
        let sizes = [pointSize, lineSize, paddings.top, paddings.left, paddings.bottom, paddings.right]
        return lineGap > 0 && lineGap <= 1e15 && (0.25...8).contains(scale)
            && (1...Double(Self.largestWidth)).contains(slideWidth * scale)
            && (1...Double(Self.largestHeight)).contains(height * scale)
            && (1...1e6).contains(viewportWidth) && minimumValue < maximumValue
            && panes.others.allSatisfy { $0.lowerBound < $0.upperBound }
            && (panes.measure != .logarithmic || minimumValue > 0 && panes.others.allSatisfy { $0.lowerBound > 0 })
            && sizes.allSatisfy { (0...10_000).contains($0) }
    }

    /// The bits of a number in hexadecimal, without trailing zeros.
    static func digits(_ number: Double) -> String {
        var bits = number.bitPattern
        guard bits != 0 else { return "0" }
        var count = 16
        while bits & 15 == 0 {
            bits >>= 4
            count -= 1
        }
        return bits.digits(count, radix: 16)
    }

    static func number(_ text: Substring) -> Double? {
        guard (1...16).contains(text.utf8.count), let bits = UInt64(text, radix: 16) else { return nil }
        let number = Double(bitPattern: bits << UInt64(4 * (16 - text.utf8.count)))
        return number.isFinite ? number : nil
    }
}
