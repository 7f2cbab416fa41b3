// Item lengths that repeat: a closed form that needs no memory per item.

/// Lengths that repeat with a short period; equal lengths are a period of one.
///
/// Every query is O(period). Nothing is stored per item, so the count may be 10⁹ and more.
public struct PeriodicExtents: Sendable, Equatable {
    public let count: Int
    private let pattern: [Double]
    private let partial: [Double]
    private let period: Double

    /// `count` items whose lengths repeat `pattern`, rounded as `ExtentTree.quantize` does.
    ///
    /// An empty pattern means lengths of 0.
    public init(pattern: [Double], count: Int) {
        self.count = max(0, count)
        let rounded = pattern.isEmpty ? [0] : pattern.map(ExtentTree.quantize)
        self.pattern = rounded
        var sums: [Double] = [0]
        for length in rounded { sums.append((sums.last ?? 0) + length) }
        partial = sums
        period = sums.last ?? 0
    }

    /// `count` items of the same length.
    public init(length: Double, count: Int) {
        self.init(pattern: [length], count: count)
    }

    /// The sum of all lengths, in stored units.
    public var total: Double { sum(before: count) }

    /// The length of item `index`, in stored units.
    public func length(of index: Int) -> Double { pattern[index % pattern.count] }

    /// The sum of the lengths of items `0 ..< index`, in stored units.
    public func sum(before index: Int) -> Double {
        let (cycles, rest) = index.quotientAndRemainder(dividingBy: pattern.count)
        return Double(cycles) * period + partial[rest]
    }

    /// The last item that starts at or before `position` (points in `scale`); 0 when none does.
    public func index(at position: Double, in scale: ExtentScale) -> Int {
        guard count > 0 else { return 0 }
        let step = scale.scale * period + scale.gap * Double(pattern.count)
        // Rounding may make the estimate one cycle too large, so the search starts one cycle before it.
        let cycle = step > 0 ? (position / step).rounded(.down) - 1 : 0
        let lastCycle = (count - 1) / pattern.count
        var index = cycle <= 0 ? 0 : min(Int(clamping: min(cycle, Double(lastCycle))), lastCycle) * pattern.count
        while index + 1 < count, scale.position(sum: sum(before: index + 1), count: index + 1) <= position {
            // With lengths and gaps of 0 every item starts at 0: the last item is the answer.
            if step == 0 { return count - 1 }
            index += 1
        }
        return index
    }
}
