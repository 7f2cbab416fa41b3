// Distances on the earth.

import Foundation

extension Circle {
    /// The earth's mean radius in metres (IUGG).
    private static let radius = 6_371_008.8

    /// Whether a place, in degrees, lies within the distance, computed on a sphere with an error of at most 0.6 %.
    func contains(latitude: Double, longitude: Double) -> Bool {
        let degree = Double.pi / 180
        // The haversine formula (R. W. Sinnott, Virtues of the Haversine, 1984) is accurate for small distances too.
        let down = sin((latitude - self.latitude) * degree / 2)
        let across = sin((longitude - self.longitude) * degree / 2)
        let haversine = down * down + cos(latitude * degree) * cos(self.latitude * degree) * across * across
        return 2 * Self.radius * asin(min(1, haversine.squareRoot())) <= metres
    }

    /// The range of latitudes within the distance, which excludes most places without the formula.
    var latitudes: ClosedRange<Double> {
        let height = metres / Self.radius * 180 / .pi + 1e-6
        return (latitude - height)...(latitude + height)
    }
}
