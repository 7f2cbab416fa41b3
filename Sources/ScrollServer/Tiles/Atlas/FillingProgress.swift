// The atlas's progress with a collection.

/// The number of a collection's items that have their tiny picture, or can have none.
package struct FillingProgress: Sendable, Equatable {
    package var done = 0
    package var total = 0
    /// The approximate remaining time in seconds; nil while it is unknown, and if nothing is left.
    package var secondsLeft: Double?
}

/// The number of items done per second, averaged over about the last ten seconds.
struct FillingRate: Sendable {
    /// The time in nanoseconds after which an earlier measurement has half its weight.
    private static let halfLife = 5e9

    private var count = 0.0
    private var time = 0.0

    /// Records finished items; `nanoseconds` is the time since the last call, without pauses.
    mutating func note(_ items: Int, nanoseconds: UInt64) {
        let decay = 1 / (1 + Double(nanoseconds) / Self.halfLife)
        count = count * decay + Double(items)
        time = time * decay + Double(nanoseconds)
    }

    /// nil until half a second has been measured.
    var itemsPerSecond: Double? { time > 5e8 && count > 0 ? count / time * 1e9 : nil }
}
