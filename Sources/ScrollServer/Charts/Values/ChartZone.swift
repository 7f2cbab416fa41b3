// The zone in which the times of a chart are shown.

import Platform

/// A zone by its name: the times as the file writes them, UTC, a fixed offset as `UTC+02:00`, or a name of the tz
/// database.
package struct ChartZone: Equatable, Sendable {
    /// Empty for times as they are written.
    package let name: String
    private let offsets: ZoneOffsets

    /// Times as they are written, without a zone.
    package static let written = ChartZone(name: "", .universal)

    private init(name: String, _ offsets: ZoneOffsets) { (self.name, self.offsets) = (name, offsets) }

    /// The zone that the offset, in seconds ahead of UTC, makes.
    init(offset: Int) {
        let (hours, minutes) = (offset.magnitude / 3600, offset.magnitude / 60 % 60)
        func two(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let sign = offset < 0 ? "-" : "+"
        self.init(
            name: offset == 0 ? "UTC" : "UTC\(sign)\(two(hours)):\(two(minutes))",
            offset == 0 ? .universal : ZoneOffsets(offset: offset))
    }

    /// The zone of this name; nil where the machine knows no such zone.
    ///
    /// Reads a file the first time that a zone is named.
    package init?(_ name: String) {
        if name.isEmpty || name == "UTC" {
            self.init(name: name, .universal)
        } else if let offset = Self.offset(name) {
            self.init(offset: offset)
        } else if let zone = ZoneOffsets.named(name) {
            self.init(name: name, zone)
        } else {
            return nil
        }
    }

    /// `UTC+02:00`, `+02:00` and `+02` in seconds.
    private static func offset(_ name: String) -> Int? {
        let text = name.hasPrefix("UTC") ? name.dropFirst(3) : name[...]
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.map { $0.utf8.count == 2 ? Int($0) : nil }
        guard (1...2).contains(numbers.count), let hours = numbers[0], (0...18).contains(hours),
            let minutes = numbers.count > 1 ? numbers[1] : 0, (0...59).contains(minutes)
        else { return nil }
        return (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
    }

    /// Seconds by which clocks are ahead of UTC at a moment in seconds since 1970.
    package func offset(at moment: Double) -> Double {
        // Beyond the years of zones the ends hold.
        let seconds = min(max(moment.rounded(.down), -1e15), 1e15)
        return moment.isNaN ? 0 : Double(offsets.offset(at: Int(clamping: seconds)))
    }

    package static func == (one: ChartZone, other: ChartZone) -> Bool { one.name == other.name }
}
