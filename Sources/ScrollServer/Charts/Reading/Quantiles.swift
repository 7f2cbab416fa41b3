// Quantiles of a range of points.

import Platform

/// Quantiles of a line's values: exact up to `exactCount` points.
///
/// With more points, from a sample of that size: one point from each of equal runs, at a pseudorandom place that is the
/// same every time.
package struct Quantiles: Sendable, Equatable {
    static let exactCount = 1 << 18
    /// The probability that a sample's stated error holds.
    package static let confidence = 0.999_999

    let isExact: Bool
    /// The largest error of a quantile's rank, as a share of all values: 0 where they are exact.
    ///
    /// For each quantile it holds with the probability `confidence` (W. Hoeffding: Probability inequalities for sums of
    /// bounded random variables, 1963, theorem 2).
    package let rankError: Double
    private let sorted: [Double]

    /// Computes the quantiles of a range of points.
    ///
    /// O(min(points, exactCount) · log), with random access to as many places of memory.
    package init(_ view: SeriesView, line: Int, in range: Range<Int>) {
        let range = range.clamped(to: 0..<view.count)
        isExact = range.count <= Self.exactCount
        var values: [Double] = []
        if isExact {
            values = view.values(line: line, in: range).filter { !$0.isNaN }
        } else {
            values.reserveCapacity(Self.exactCount)
            let run = Double(range.count) / Double(Self.exactCount)
            for number in 0..<Self.exactCount {
                // 53 bits of a hash: a number from 0 up to, but not including, 1.
                let chance = Double(StableHash.mix(UInt64(number) &+ 0x5EED) >> 11) * 0x1p-53
                let index = range.lowerBound + Int(clamping: (Double(number) + chance) * run)
                let value = view.value(line: line, at: min(index, range.upperBound - 1))
                if !value.isNaN { values.append(value) }
            }
        }
        values.sort()
        sorted = values
        // √(ln(2 / (1 − confidence)) / 2n); ln(2·10⁶) is 14.5087.
        rankError = isExact || values.isEmpty ? 0 : min(1, (14.5087 / (2 * Double(values.count))).squareRoot())
    }

    /// The quantile at `share`, 0 … 1, interpolated linearly between two values; nil without values.
    ///
    /// Source: R. Hyndman, Y. Fan: Sample quantiles in statistical packages, 1996, definition 7; numpy's default.
    package subscript(share: Double) -> Double? {
        guard let last = sorted.indices.last, share >= 0, share <= 1 else { return nil }
        let position = share * Double(last)
        let low = Int(clamping: position.rounded(.down))
        let high = min(low + 1, last)
        let part = position - Double(low)
        // Not the difference, which overflows between the largest doubles.
        return part == 0 ? sorted[low] : sorted[low] * (1 - part) + sorted[high] * part
    }
}
