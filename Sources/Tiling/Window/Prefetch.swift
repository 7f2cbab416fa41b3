// What to fetch before it is asked for.

/// The items to fetch next, beyond the window.
public enum Prefetch {
    /// No more than this many items are named, however dense the layout.
    public static let maximumDepth = 64

    /// Up to `depth` items beyond `window` in the direction of travel (forwards when at rest), nearest first, then half
    /// as many on the other side. None of the window's is among them.
    public static func indices(around window: Range<Int>, count: Int, depth: Int, velocity: Double) -> [Int] {
        let reach = min(max(depth, 0), maximumDepth)
        guard reach > 0, !window.isEmpty else { return [] }
        let after = window.upperBound..<min(count, window.upperBound + (velocity < 0 ? reach / 2 : reach))
        let before = max(0, window.lowerBound - (velocity < 0 ? reach : reach / 2))..<window.lowerBound
        return velocity < 0 ? before.reversed() + Array(after) : Array(after) + before.reversed()
    }
}
