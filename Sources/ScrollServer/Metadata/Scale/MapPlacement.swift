// Where a picture lies on a map.

import Foundation

/// The map that a picture shows, and the place of each pixel on it (OGC 19-008r4, GeoTIFF 1.1).
package struct MapPlacement: Sendable, Equatable {
    /// What the map's coordinates are measured in.
    package enum Unit: Sendable, Equatable {
        /// Lengths; `length` is that of one in metres.
        case metres(_ length: Double)
        /// Longitude and latitude.
        case degrees
    }

    /// x = `transform[0]` + column · `transform[1]` + row · `transform[2]`, and y likewise from the other three.
    ///
    /// Columns and rows count from the top-left corner of the stored picture's first pixel: the order and the meaning
    /// of GDAL's geotransform.
    package let transform: [Double]
    /// nil where the file does not tell it.
    package let unit: Unit?
    /// The EPSG code of the map's coordinate reference system; nil where it has none.
    package let code: Int?

    /// The mean radius of the earth, in metres.
    private static let radius = 6_371_008.8
    /// The radius of the sphere of Web Mercator, in metres (EPSG 1024).
    private static let webRadius = 6_378_137.0
    /// EPSG's code of Web Mercator, whose metres are those of the ground only at the equator.
    static let webMercator = 3857

    /// nil where the numbers are absurd, or all pixels lie on one line.
    init?(transform: [Double], unit: Unit?, code: Int?) {
        guard transform.count == 6, transform.allSatisfy({ $0.isFinite && $0.magnitude < 1e15 }),
            case let area = transform[1] * transform[5] - transform[2] * transform[4], area.magnitude > 1e-24
        else { return nil }
        if case .metres(let length) = unit { guard length.isFinite, length > 1e-9, length < 1e9 else { return nil } }
        (self.transform, self.unit, self.code) = (transform, unit, code)
    }

    /// The length of a pixel along its row, and down its column, in units of the map.
    var pixelSize: (width: Double, height: Double) {
        (hypot(transform[1], transform[4]), hypot(transform[2], transform[5]))
    }

    /// The map's coordinates of a point of the stored picture.
    package func position(column: Double, row: Double) -> (x: Double, y: Double) {
        (
            transform[0] + column * transform[1] + row * transform[2],
            transform[3] + column * transform[4] + row * transform[5]
        )
    }

    /// The size of the middle pixel on the ground, in metres; nil where it differs by more than 5 % elsewhere.
    func ground(width: Int, height: Int) -> (x: Double, y: Double)? {
        guard let middle = ground(column: Double(width) / 2, row: Double(height) / 2) else { return nil }
        for column in [0, Double(width)] {
            for row in [0, Double(height)] {
                guard let corner = ground(column: column, row: row), abs(corner.x / middle.x - 1) <= 0.05,
                    abs(corner.y / middle.y - 1) <= 0.05
                else { return nil }
            }
        }
        return middle
    }

    /// The size of a pixel at a point, on a sphere where the map has degrees or is Web Mercator.
    private func ground(column: Double, row: Double) -> (x: Double, y: Double)? {
        let size = pixelSize
        switch unit {
        case nil: return nil
        case .metres(let length):
            guard code == Self.webMercator else { return (size.width * length, size.height * length) }
            let shrinking = 1 / cosh(position(column: column, row: row).y / Self.webRadius)
            return (size.width * shrinking, size.height * shrinking)
        case .degrees:
            let latitude = position(column: column, row: row).y
            guard latitude.magnitude <= 90 else { return nil }
            let degree = Self.radius * .pi / 180
            let across = cos(latitude * .pi / 180) * degree
            return (
                hypot(transform[1] * across, transform[4] * degree), hypot(transform[2] * across, transform[5] * degree)
            )
        }
    }

    /// The distance of two points of the stored picture on the ground, in metres; nil where the unit is not known.
    ///
    /// Along the great circle of a sphere where the map has degrees (haversine formula), else straight on the map; in
    /// Web Mercator at the scale of the middle latitude.
    package func distance(from: (column: Double, row: Double), to: (column: Double, row: Double)) -> Double? {
        let (one, other) = (position(column: from.column, row: from.row), position(column: to.column, row: to.row))
        switch unit {
        case nil: return nil
        case .metres(let length):
            let straight = hypot(other.x - one.x, other.y - one.y) * length
            return code == Self.webMercator ? straight / cosh((one.y + other.y) / 2 / Self.webRadius) : straight
        case .degrees:
            guard one.y.magnitude <= 90, other.y.magnitude <= 90 else { return nil }
            let degree = Double.pi / 180
            let (up, across) = (sin((other.y - one.y) * degree / 2), sin((other.x - one.x) * degree / 2))
            let part = up * up + cos(one.y * degree) * cos(other.y * degree) * across * across
            return 2 * Self.radius * asin(min(1, part.squareRoot()))
        }
    }
}
