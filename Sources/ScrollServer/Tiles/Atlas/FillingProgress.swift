// How far the atlas has come with a collection.

/// How many of a collection's items have their tiny picture, or can have none.
package struct FillingProgress: Sendable, Equatable {
    package var done = 0
    package var total = 0
    /// About how long the rest takes, in seconds; nil while nothing is known of that, and when nothing is left.
    package var secondsLeft: Double?
}

/// How many items a second are done, over the last ten seconds or so.
struct FillingRate: Sendable {
    /// After this time, in nanoseconds, what was counted before weighs half as much.
    private static let halfLife = 5e9

    private var count = 0.0
    private var time = 0.0

    /// - Parameter nanoseconds: since the last call, without pauses.
    mutating func note(_ items: Int, nanoseconds: UInt64) {
        let decay = 1 / (1 + Double(nanoseconds) / Self.halfLife)
        count = count * decay + Double(items)
        time = time * decay + Double(nanoseconds)
    }

    /// nil until half a second has been measured.
    var itemsPerSecond: Double? { time > 5e8 && count > 0 ? count / time * 1e9 : nil }
}
