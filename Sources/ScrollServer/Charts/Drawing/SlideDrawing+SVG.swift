// A part of a chart as SVG: lines as paths, so that it can be printed at any size.

import Platform
import Tiling

extension SlideDrawing {
    /// The elements of a region, in points from its top-left corner; `scale` is device pixels per point.
    ///
    /// O(width in pixels), or O(points) where those are fewer.
    package func svg(_ region: PixelRect, scale: Double) -> String {
        let origin = Point(x: Double(region.x), y: Double(region.y))
        let (width, height) = (Double(region.width) / scale, Double(region.height) / scale)
        func coordinates(_ point: Point) -> String {
            "\(SVGText.number((point.x - origin.x) / scale)) \(SVGText.number((point.y - origin.y) / scale))"
        }
        var text = ""
        for line in gridlines.filter({ !$0.isStrong }) + gridlines.filter(\.isStrong) where line.position.isFinite {
            let colour = SVGText.colour(line.isStrong ? strong : style.gridline)
            switch line.axis {
            case .horizontal:
                let y = SVGText.number((line.position - origin.y) / scale)
                text += "<path d=\"M0 \(y)H\(SVGText.number(width))\" stroke=\"\(colour)\"/>\n"
            case .vertical:
                let x = SVGText.number((line.position - origin.x) / scale)
                text += "<path d=\"M\(x) 0V\(SVGText.number(height))\" stroke=\"\(colour)\"/>\n"
            }
        }
        for line in lines {
            let colour = SVGText.colour(style.colour(ofLine: line.number))
            if case .bars(let bars) = line.geometry, let area = line.area {
                let shapes = bars.filter { $0.y.isFinite }.map { bar in
                    "M\(coordinates(Point(x: bar.left, y: area.baseline)))"
                        + "L\(coordinates(Point(x: bar.left, y: bar.y)))L\(coordinates(Point(x: bar.right, y: bar.y)))"
                        + "L\(coordinates(Point(x: bar.right, y: area.baseline)))Z"
                }
                if !shapes.isEmpty { text += "<path d=\"\(shapes.joined())\" fill=\"\(colour)\"/>\n" }
                continue
            }
            if line.width == 0, case .polyline(let paths) = line.geometry {
                // Points alone.
                let dots = paths.joined().filter(\.isFinite).map { "M\(coordinates($0))h0" }.joined()
                guard !dots.isEmpty else { continue }
                text +=
                    "<path d=\"\(dots)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\""
                    + "\(SVGText.number(line.pointSize / scale))\" stroke-linecap=\"round\"/>\n"
                continue
            }
            let path = Self.path(line, coordinates)
            guard !path.isEmpty else { continue }
            let dash = line.dash(colourCount: style.lineColours.count)
            let dashes = dash.lengths.map(SVGText.number).joined(separator: " ")
            text +=
                "<path d=\"\(path)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"\(SVGText.number(line.width / scale))\""
                + (line.opacity < 1 ? " stroke-opacity=\"\(SVGText.number(line.opacity))\"" : "")
                + (dashes.isEmpty ? "" : " stroke-dasharray=\"\(dashes)\"")
                + " stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n"
        }
        return text
    }

    private var strong: UInt32 { style.strongGridline }

    /// Straight lines; a point alone is a dot of the line's width.
    private static func polyline(_ path: [Point], _ coordinates: (Point) -> String) -> String {
        let points = path.filter(\.isFinite)
        guard let first = points.first else { return "" }
        return "M" + coordinates(first) + (points.count > 1 ? "" : "h0")
            + points.dropFirst().map { "L" + coordinates($0) }.joined()
    }

    private static func path(_ line: DrawnLine, _ coordinates: (Point) -> String) -> String {
        switch line.geometry {
        case .polyline(let paths): return paths.map { polyline($0, coordinates) }.joined()
        case .steps(let paths): return paths.map { polyline(DrawnLine.stairs($0), coordinates) }.joined()
        case .bars: return ""
        case .curve(let paths):
            return paths.filter(\.start.isFinite).map { path in
                // A point alone is a dot of the line's width.
                let curves = path.segments.filter(\.isFinite).map {
                    "C\(coordinates($0.control1)) \(coordinates($0.control2)) \(coordinates($0.end))"
                }
                return "M\(coordinates(path.start))" + (curves.isEmpty ? "h0" : curves.joined())
            }.joined()
        case .columns(let first, let columns):
            var (text, isDown) = ("", false)
            for (index, column) in columns.enumerated() {
                guard let column, column.isNumber else {
                    isDown = false
                    continue
                }
                // From the line's first value over both extremes to its last.
                let x = Double(first + index) + 0.5
                for y in [column.first, column.minY, column.maxY, column.last] {
                    text += (isDown ? "L" : "M") + coordinates(Point(x: x, y: min(max(y, -1e7), 1e7)))
                    isDown = true
                }
            }
            return text
        }
    }
}

/// Numbers and texts in SVG.
package enum SVGText {
    /// The number with at most two decimals.
    package static func number(_ value: Double) -> String {
        let rounded = (min(max(value, -1e9), 1e9) * 100).rounded() / 100
        let text = "\(rounded == 0 ? 0 : rounded)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    package static func colour(_ colour: UInt32) -> String { "#" + colour.digits(6, radix: 16) }

    /// The text with XML's special characters escaped and its forbidden ones removed.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
