// What the values of a line are, and how one is written.

/// What the values of a line are.
public enum ValueKind: String, Sendable, CaseIterable {
    case number
    /// Lengths of time, in seconds.
    case duration
    /// Times of day, in seconds since midnight; those of the day after are beyond 24 hours.
    case clock

    /// A value in words: `1:02:03`, `0:45.25` or `2 d 03:04:05` of a duration, `14:05` or `14:05:30` of a clock time.
    ///
    /// Minutes and larger parts are rounded to the millisecond. nil for numbers, for what is shorter than that, and
    /// beyond thirty thousand years.
    public func text(of seconds: Double) -> String? {
        let size = seconds.magnitude
        guard self != .number, size < 1e12, size == 0 || size >= 0.001 else { return nil }
        let unit = size < 60 ? 1_000_000 : 1000
        let parts = Int(clamping: (size * Double(unit)).rounded())
        var fraction = String(String(unit + parts % unit).dropFirst(1))
        while fraction.last == "0" { fraction.removeLast() }
        let text =
            self == .clock ? Self.clock(parts / unit, hasSeconds: !fraction.isEmpty) : Self.duration(parts / unit)
        return (seconds < 0 ? "\u{2212}" : "") + text + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// Whole seconds as `3 d 02:03:04`, `1:02:03` or `2:03`.
    private static func duration(_ seconds: Int) -> String {
        let (minutes, hours, days) = (seconds / 60 % 60, seconds / 3600 % 24, seconds / 86_400)
        if days > 0 { return "\(days) d \(two(hours)):\(two(minutes)):\(two(seconds % 60))" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }

    private static func clock(_ seconds: Int, hasSeconds: Bool) -> String {
        let text = "\(two(seconds / 3600)):\(two(seconds / 60 % 60))"
        return hasSeconds || seconds % 60 > 0 ? text + ":" + two(seconds % 60) : text
    }

    /// A number with at least two digits.
    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
