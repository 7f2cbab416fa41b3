// Draws the squares of a map as SVG.

/// The drawing of a square: land, coasts, borders, graticule, and the names of cities.
///
/// The same square always gives the same text.
struct MapDrawing {
    /// The units of a coordinate in a point of the square.
    static let precision = 10.0
    /// How far lines go on beyond the square's edges, in points, so that their ends are not seen.
    private static let margin = 8.0
    /// Lines keep their places to so many points.
    private static let tolerance = 0.4

    private let tile: MapTile
    /// The part of the map that is drawn, of side 1.
    private let area: Rect
    /// Units in the side of the map.
    private let scale: Double

    init(_ tile: MapTile) {
        self.tile = tile
        area = tile.area.expanded(by: tile.extent * Self.margin / MapTile.side)
        scale = MapTile.side * Self.precision / tile.extent
    }

    /// The SVG document, which fills its frame also where that is rounded to whole pixels; O(points of the lines that lie in the square).
    var svg: String {
        let side = Int(clamping: MapTile.side)
        let units = Int(clamping: MapTile.side * Self.precision)
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(side)" height="\(side)" viewBox="0 0 \(units) \(units)" \
            preserveAspectRatio="none">\
            <style>\(Self.style)</style><rect class="sea" width="\(units)" height="\(units)"/>
            """
        text += Self.path("land", polygons(.land))
        text += Self.path("grid", graticule)
        text += Self.path("border", lines(.borders))
        for label in MapLabel.labels(in: tile) {
            let (x, y) = (place(label.place.x - tile.area.minX), place(label.place.y - tile.area.minY))
            text += """
                <circle class="city" cx="\(x)" cy="\(y)" r="22"/><text x="\(x + 60)" y="\(y + 40)">\
                \(MapLabel.escaped(label.name))</text>
                """
        }
        return text + "</svg>\n"
    }

    /// The colours follow those of the page that shows the picture.
    private static let style = """
        .sea{fill:#dfe5ea}.land{fill:#f4f3ef;stroke:#9aa7b1;stroke-width:8;stroke-linejoin:round;fill-rule:evenodd}\
        .border{stroke:#bdb7ad;stroke-width:7}.grid{stroke:#7d8b96;stroke-width:5;stroke-opacity:.28}\
        .border,.grid{fill:none}.city{fill:#6d675f}\
        text{font:115px system-ui,sans-serif;fill:#4c4740;stroke:#f4f3ef;stroke-width:24;stroke-linejoin:round;\
        paint-order:stroke}\
        @media (prefers-color-scheme:dark){.sea{fill:#14181b}.land{fill:#24262a;stroke:#59636b}\
        .border{stroke:#4b4b4d}.grid{stroke:#9aa7b1;stroke-opacity:.16}.city{fill:#a7a29a}\
        text{fill:#c4bfb6;stroke:#1b1d20}}
        """

    /// A length on the map as a whole number of units.
    private func place(_ length: Double) -> Int { Int(clamping: (length * scale).rounded()) }

    private func polygons(_ outline: Outline) -> [(points: [Point], isClosed: Bool)] {
        parts(of: outline).compactMap { points in
            let clipped = area.clipped(polygon: points)
            return clipped.count > 2 ? (relative(clipped), true) : nil
        }
    }

    private func lines(_ outline: Outline) -> [(points: [Point], isClosed: Bool)] {
        parts(of: outline).flatMap { area.clipped(line: $0) }.map { (relative($0), false) }
    }

    /// The lines that come near the square, without points that do not matter at its scale.
    private func parts(of outline: Outline) -> [[Point]] {
        outline.lines.lazy.filter { line in
            line.area.minX <= area.maxX && line.area.maxX >= area.minX && line.area.minY <= area.maxY
                && line.area.maxY >= area.minY
        }.map { outline.points(of: $0, tolerance: Self.tolerance * tile.extent / MapTile.side) }
    }

    /// Meridians and parallels at round degrees.
    private var graticule: [(points: [Point], isClosed: Bool)] {
        let step = MapTicks.step(atLeast: 360 * tile.extent * 80 / MapTile.side)
        let (west, east) = (WebMercator.longitude(x: area.minX), WebMercator.longitude(x: area.maxX))
        let (north, south) = (WebMercator.latitude(y: area.minY), WebMercator.latitude(y: area.maxY))
        let meridians = MapTicks.multiples(of: step, from: max(west, -180), to: min(east, 180)).map { degrees in
            let x = WebMercator.x(longitude: degrees)
            return [Point(x: x, y: area.minY), Point(x: x, y: area.maxY)]
        }
        let parallels = MapTicks.multiples(of: step, from: south, to: north).map { degrees in
            let y = WebMercator.y(latitude: degrees)
            return [Point(x: area.minX, y: y), Point(x: area.maxX, y: y)]
        }
        return (meridians + parallels).map { (relative($0), false) }
    }

    /// The points in units from the square's corner.
    private func relative(_ points: [Point]) -> [Point] {
        points.map { point in
            Point(
                x: ((point.x - tile.area.minX) * scale).rounded(), y: ((point.y - tile.area.minY) * scale).rounded())
        }
    }

    /// A path whose points are whole numbers, each but the first of a line from the one before; nothing without a line.
    private static func path(_ name: String, _ lines: [(points: [Point], isClosed: Bool)]) -> String {
        var text = ""
        for (points, isClosed) in lines {
            var before: (x: Int, y: Int)?
            for point in points {
                let (x, y) = (Int(clamping: point.x), Int(clamping: point.y))
                if let last = before {
                    if last == (x, y) { continue }
                    text += "\(x - last.x) \(y - last.y) "
                } else {
                    text += "M\(x) \(y)l"
                }
                before = (x, y)
            }
            // A line to the same point is drawn as a dot.
            if text.hasSuffix("l") { text += "0 0 " }
            if isClosed { text += "z" }
        }
        return text.isEmpty ? "" : "<path class=\"\(name)\" d=\"\(text)\"/>"
    }
}

extension MapTile {
    /// The square as an SVG document, of `side` points; O(points of the lines that lie in it).
    public var svg: String { MapDrawing(self).svg }
}
