// Planes that are maps: items by where they were taken.

import Platform
import Tiling

extension PlaneFields {
    /// The field whose positions are places on a map.
    package static let position = "gps"

    /// Whether the plane is a map.
    package var isMap: Bool { x.field == Self.position }

    /// A map.
    package static let map = PlaneFields(x: Axis(field: position), y: nil)
}

extension FactTable.Column {
    /// The positions of rows on the map of side 1; NaN for none.
    func positions(of rows: [UInt32]) -> FieldValues {
        let parts = Parallel.map(rows.count, minimumRun: 1 << 14) { run in
            rows[run].map { row -> Point in
                let (latitude, longitude) = (keys[Int(row)], longitudes[Int(row)])
                guard latitude != KeyColumn.none, longitude != KeyColumn.none else { return Point(x: .nan, y: .nan) }
                return Point(
                    x: WebMercator.x(longitude: Double(longitude) / 1e7),
                    y: WebMercator.y(latitude: Double(latitude) / 1e7))
            }
        }
        let points = parts.joined()
        return FieldValues(kind: .position, numbers: points.map(\.x), heights: points.map(\.y))
    }
}

extension Planes {
    /// The map of these items.
    ///
    /// The area before stays as long as it holds all of them, so what is seen does not move.
    static func map(of items: any CollectionView, _ before: MapArea?, keepsArea: Bool) -> Plane? {
        guard let (found, revision) = items.values(of: [PlaneFields.position]), let places = found.first,
            places.heights.count == places.numbers.count
        else { return nil }
        var (west, east, north, south) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
        for (x, y) in zip(places.numbers, places.heights) where (0...1).contains(x) && (0...1).contains(y) {
            (west, east, north, south) = (min(west, x), max(east, x), min(north, y), max(south, y))
        }
        var (area, isOutgrown) = (MapArea.world, false)
        if west <= east, north <= south {
            area = MapArea(around: west...east, north...south)
            if let before {
                isOutgrown = !before.contains(west...east, north...south)
                if keepsArea || !isOutgrown { area = before } else { isOutgrown = false }
            }
        }
        let index = PlaneIndex(count: places.numbers.count) { item in
            area.place(x: places.numbers[item], y: places.heights[item])
        }
        let axes = area.axes
        return Plane(isOutgrown: isOutgrown, index: index, x: axes.x, y: axes.y, revision: revision, map: area)
    }
}
