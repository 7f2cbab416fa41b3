// Ticks of a logarithmic axis of durations.

/// Ticks at round lengths of time, for a logarithmic axis.
enum DurationTicks {
    private static let (minute, hour, day) = (60.0, 3600.0, 86_400.0)

    /// Lengths from a second to 50 days, from many to few.
    private static let sets: [[Double]] = [
        [1, 2, 5, 10, 30] + [1, 2, 5, 10, 30].map { $0 * minute } + [1, 2, 6, 12].map { $0 * hour }
            + [1, 2, 5, 10, 20, 50].map { $0 * day },
        [1, 10, minute, 10 * minute, hour, 6 * hour, day, 10 * day],
        [1, minute, hour, day, 30 * day],
    ]

    /// The ticks of a scale, at least `minimumSpacing` points apart, each in its own unit: `10 s`, `5 min`, `2 h`.
    ///
    /// Shorter than a second and beyond 50 days, and where fewer than two of these are in its range, it has those of a
    /// linear axis that are far enough apart.
    static func logarithmic(_ scale: ValueScale, minimumSpacing: Double) -> [Tick] {
        guard minimumSpacing > 0 else { return [] }
        let values = scale.values
        for set in sets where values.lowerBound >= 0.5 && values.upperBound <= 60 * day {
            let ticks = set.filter(values.contains)
            let places = ticks.map(scale.y(ofValue:))
            guard ticks.count > 1, zip(places, places.dropFirst()).allSatisfy({ $0 - $1 >= minimumSpacing }) else {
                continue
            }
            return ticks.map { Tick(value: $0, label: label($0)) }
        }
        let all =
            values.upperBound / values.lowerBound > 100
            ? LogarithmicTicks.ticks(in: values, height: scale.height, minimumSpacing: minimumSpacing)
                .map { Tick(value: $0.value, label: ValueKind.duration.text(of: $0.value) ?? "\($0.label) s") }
            : ValueTicks.ticks(
                in: values, height: scale.height, minimumSpacing: minimumSpacing / 2, kind: scale.kind)
        var last = Double.infinity
        return all.filter { tick in
            let y = scale.y(ofValue: tick.value)
            guard last - y >= minimumSpacing else { return false }
            last = y
            return true
        }
    }

    private static func label(_ seconds: Double) -> String {
        let (unit, name): (Double, String) =
            if seconds < minute {
                (1, "s")
            } else if seconds < hour {
                (minute, "min")
            } else if seconds < day {
                (hour, "h")
            } else {
                (day, "d")
            }
        return "\(Int(clamping: seconds / unit)) \(name)"
    }
}
