// The names of cities on a map.

/// A city with its name on a map.
struct MapLabel: Sendable {
    /// On the map of side 1.
    var place: Point
    var name: String

    /// The cities, the most important first.
    static let all: [MapLabel] = OutlineData.cities.split { $0 == ";" || $0 == "\n" }.compactMap { city in
        let parts = city.split(separator: ",", maxSplits: 2)
        guard parts.count == 3, let latitude = Double(parts[0]), let longitude = Double(parts[1]) else { return nil }
        return MapLabel(
            place: Point(x: WebMercator.x(longitude: longitude), y: WebMercator.y(latitude: latitude)),
            name: String(parts[2]))
    }

    /// Where the dot and the name lie, in points of a map that is as wide as `scale`.
    ///
    /// A letter is taken for as wide as the wide ones of usual fonts.
    private func frame(_ scale: Double) -> Rect {
        Rect(x: place.x * scale - 4, y: place.y * scale - 9, width: 14 + 7.2 * Double(name.count), height: 18)
    }

    /// Those whose names are seen in a square, at least partly: the most important ones of the whole map that leave each
    /// other room at its scale.
    ///
    /// All squares of a level choose alike, so that a name goes on from one square into the next. O(cities²).
    static func labels(in tile: MapTile) -> [MapLabel] {
        let scale = MapTile.side / tile.extent
        let seen = tile.area.scaled(by: scale)
        // Far out there is one for each part of a square, so that pictures have room, too.
        let room = tile.level < 3 ? 24.0 : 6.0
        var kept: [Rect] = []
        return all.filter { label in
            let frame = label.frame(scale)
            guard !kept.contains(where: { $0.expanded(by: room).intersects(frame) }) else { return false }
            kept.append(frame)
            return frame.intersects(seen)
        }
    }

    /// A text within an element.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { written, character in
            switch character {
            case "&": written += "&amp;"
            case "<": written += "&lt;"
            case ">": written += "&gt;"
            default: written.append(character)
            }
        }
    }
}
