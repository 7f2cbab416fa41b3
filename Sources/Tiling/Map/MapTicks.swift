// Degrees along the edges of a map.

/// The ticks of a map's axes: round degrees with their directions.
enum MapTicks {
    /// The distances of ticks, in degrees, from the largest; then a fifth, a half and a tenth of the last one.
    private static let steps = [60.0, 30, 10, 5, 2, 1]

    /// The least round number of degrees of at least `degrees`.
    static func step(atLeast degrees: Double) -> Double {
        if let step = steps.last(where: { $0 >= degrees }), degrees > 0.5 { return step }
        if degrees > 0.5 { return steps[0] }
        var unit = 1.0
        for _ in 0..<9 {
            if unit * 0.1 < degrees {
                return unit * 0.2 >= degrees ? unit * 0.2 : unit * 0.5 >= degrees ? unit * 0.5 : unit
            }
            unit /= 10
        }
        return unit
    }

    /// The multiples of a distance from `low` to `high`, ascending, at most `Tick.most`.
    static func multiples(of step: Double, from low: Double, to high: Double) -> [Double] {
        guard step > 0, low <= high, (high - low) / step < Double(Tick.most) else { return [] }
        let (first, last) = (Int(clamping: (low / step).rounded(.up)), Int(clamping: (high / step).rounded(.down)))
        guard first <= last else { return [] }
        // A step below 1 is a fraction whose inverse is whole, so that a multiple is as exact as a number can be.
        let inverse = (1 / step).rounded()
        return (first...last).map { step < 1 ? Double($0) / inverse : Double($0) * step }
    }

    /// Degrees with their direction, such as `30°E`; 0 and 180 have none.
    static func label(_ degrees: Double, step: Double, positive: String, negative: String) -> String {
        let magnitude = degrees.magnitude
        let direction = magnitude == 0 || magnitude == 180 ? "" : degrees > 0 ? positive : negative
        var (places, unit) = (0, step)
        while unit < 0.999_999, places < 9 { (places, unit) = (places + 1, unit * 10) }
        guard places > 0 else { return "\(Int(clamping: magnitude.rounded()))°\(direction)" }
        var power = 1
        for _ in 0..<places { power *= 10 }
        let number = Int(clamping: (magnitude * Double(power)).rounded())
        let fraction = String(number % power + power).dropFirst()
        return "\(number / power).\(fraction)°\(direction)"
    }

    /// Where a latitude lies between two others, as a share of their distance on the map.
    static func share(of latitude: Double, in latitudes: ClosedRange<Double>) -> Double {
        let (bottom, top) = (
            WebMercator.y(latitude: latitudes.lowerBound), WebMercator.y(latitude: latitudes.upperBound)
        )
        return bottom > top ? (bottom - WebMercator.y(latitude: latitude)) / (bottom - top) : 0.5
    }

    /// The latitude at a share of the distance of two others on the map.
    static func latitude(at share: Double, in latitudes: ClosedRange<Double>) -> Double {
        let (bottom, top) = (
            WebMercator.y(latitude: latitudes.lowerBound), WebMercator.y(latitude: latitudes.upperBound)
        )
        return WebMercator.latitude(y: bottom * (1 - share) + top * share)
    }
}

extension PlaneAxis {
    init(longitudes: ClosedRange<Double>) { (kind, values, names) = (.longitude, longitudes, []) }

    init(latitudes: ClosedRange<Double>) { (kind, values, names) = (.latitude, latitudes, []) }

    /// Whether it is an axis of a map.
    var isOfMap: Bool { kind == .longitude || kind == .latitude }

    /// The ticks of a map's axis between two shares, which may lie beyond the axis but not beyond the world.
    ///
    /// They are at least `minimumSpacing` points apart; O(ticks).
    func mapTicks(in shares: ClosedRange<Double>, length: Double, minimumSpacing: Double) -> [PlacedTick] {
        guard length > 0 else { return [] }
        if kind == .longitude {
            let span = values.upperBound - values.lowerBound
            let (low, high) = (
                values.lowerBound + shares.lowerBound * span, values.lowerBound + shares.upperBound * span
            )
            let step = MapTicks.step(atLeast: minimumSpacing * span / length)
            return MapTicks.multiples(of: step, from: max(low, -180), to: min(high, 180)).map { degrees in
                let label = MapTicks.label(degrees, step: step, positive: "E", negative: "W")
                return PlacedTick(
                    place: (degrees - values.lowerBound) / span, tick: Tick(value: degrees, label: label, context: nil))
            }
        }
        let (low, high) = (value(at: shares.lowerBound), value(at: shares.upperBound))
        // Parallels are closest together where they are nearest to the equator.
        let nearest = low <= 0 && high >= 0 ? 0 : min(low.magnitude, high.magnitude)
        func place(_ degrees: Double) -> Double { MapTicks.share(of: degrees, in: values) }
        let perDegree = (place(nearest + 0.01) - place(nearest)) * 100 * length
        guard perDegree > 0 else { return [] }
        let step = MapTicks.step(atLeast: minimumSpacing / perDegree)
        return MapTicks.multiples(of: step, from: low, to: high).map { degrees in
            let label = MapTicks.label(degrees, step: step, positive: "N", negative: "S")
            return PlacedTick(place: place(degrees), tick: Tick(value: degrees, label: label, context: nil))
        }
    }
}
