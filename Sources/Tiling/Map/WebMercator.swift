// The projection of maps: Web Mercator (EPSG:3857), on a square of side 1.

/// Places of the earth on a square map: 0, 0 is its north-western corner and 1, 1 its south-eastern one.
///
/// The formulas are those of the spherical Mercator projection (J. P. Snyder, Map Projections: A Working Manual, 1987,
/// chapter 7).
public enum WebMercator {
    /// The latitude of the upper edge, in degrees; that of the lower one is its negative.
    public static let greatestLatitude = 85.051_128_779_806_6

    /// How far a longitude, in degrees, lies from the left edge.
    public static func x(longitude: Double) -> Double { (longitude + 180) / 360 }

    /// How far a latitude, in degrees, lies from the upper edge; what is beyond an edge counts as on it.
    public static func y(latitude: Double) -> Double {
        let sine = sine(min(max(latitude, -greatestLatitude), greatestLatitude) * (.pi / 180))
        // Rounding must not lead beyond the map.
        return min(max(0.5 - Deceleration.logarithm((1 + sine) / (1 - sine)) / (4 * .pi), 0), 1)
    }

    /// The longitude, in degrees, at a distance from the left edge.
    public static func longitude(x: Double) -> Double { x * 360 - 180 }

    /// The latitude, in degrees, at a distance from the upper edge, to 10⁻¹² degrees.
    public static func latitude(y: Double) -> Double {
        let height = min(max(0.5 - y, -0.5), 0.5) * 2 * Double.pi
        // Newton's method from the edge: height is a convex function of the latitude on either side of the equator.
        var latitude = (height < 0 ? -greatestLatitude : greatestLatitude) * .pi / 180
        for _ in 0..<12 {
            let sine = sine(latitude)
            let error = Deceleration.logarithm((1 + sine) / (1 - sine)) / 2 - height
            latitude -= error * (1 - sine * sine).squareRoot()
        }
        return latitude * 180 / .pi
    }

    /// The sine of an angle between −π/2 and π/2, by its Taylor series.
    private static func sine(_ angle: Double) -> Double {
        let square = angle * angle
        var sum = 1.0
        for divisor in stride(from: 26.0, through: 2, by: -2) { sum = 1 - sum * square / (divisor * (divisor + 1)) }
        return angle * sum
    }
}
