// What changes when the window moves.

/// The items that leave and enter when one window takes the place of another.
///
/// Windows are runs of indices, so each side of the difference is at most two runs.
public struct WindowDifference: Sendable, Equatable {
    /// Items of the old window that are not in the new one, in index order.
    public let removed: [Range<Int>]
    /// Items of the new window that were not in the old one, in index order.
    public let inserted: [Range<Int>]

    public init(from old: Range<Int>, to new: Range<Int>) {
        removed = Self.subtract(new, from: old)
        inserted = Self.subtract(old, from: new)
    }

    private static func subtract(_ taken: Range<Int>, from range: Range<Int>) -> [Range<Int>] {
        guard !taken.isEmpty, taken.overlaps(range) else { return range.isEmpty ? [] : [range] }
        let head = range.lowerBound..<max(range.lowerBound, taken.lowerBound)
        let tail = min(range.upperBound, taken.upperBound)..<range.upperBound
        return [head, tail].filter { !$0.isEmpty }
    }
}
