// Sums over the points of a line, for its mean and slope.

/// The number of a line's values, the means of values and x, and the sums of squares and products of deviations.
///
/// Deviations from the means keep all digits of values and x far from 0.
package struct LineMoments: Sendable, Equatable {
    package var count = 0
    var meanX = 0.0
    package var mean = 0.0
    /// Σ (x − meanX)², and Σ (x − meanX) · (value − mean).
    var squareX = 0.0
    var product = 0.0

    /// The slope of the least-squares line in values per x; nil where there are fewer than two different x.
    package var slope: Double? {
        guard count > 1, squareX > 0 else { return nil }
        let slope = product / squareX
        return slope.isFinite ? slope : nil
    }

    /// Adds other points.
    ///
    /// Source: T. Chan, G. Golub, R. LeVeque: Updating formulae and a pairwise algorithm for computing sample
    /// variances, 1979.
    mutating func add(_ other: LineMoments) {
        guard other.count > 0 else { return }
        guard count > 0 else { return self = other }
        let (one, two) = (Double(count), Double(other.count))
        let share = two / (one + two)
        let (x, value) = (other.meanX - meanX, other.mean - mean)
        squareX += other.squareX + x * x * one * share
        product += other.product + x * value * one * share
        meanX += x * share
        mean += value * share
        count += other.count
    }

    /// Sums the points `range`; gaps (NaN) do not count.
    ///
    /// The functions give the x and the value of a point, and those of four from a point on. O(points).
    @inline(__always)
    init(
        _ range: Range<Int>, x: (Int) -> Double, fourX: (Int) -> SIMD4<Double>, value: (Int) -> Double,
        fourValues: (Int) -> SIMD4<Double>
    ) {
        guard let first = range.first(where: { value($0) == value($0) }) else { return }
        // Sums of the differences of x and value from the first ones: four at a time, gaps as zeros.
        let (origin, base) = (x(first), value(first))
        var sums = Sums<SIMD4<Double>>()
        var index = first
        while index + 4 <= range.upperBound {
            let value = fourValues(index)
            let position = fourX(index)
            let isValue = value .== value
            let dx = (position - origin).replacing(with: 0, where: .!isValue)
            let dy = (value - base).replacing(with: 0, where: .!isValue)
            sums.count += SIMD4(repeating: 0).replacing(with: 1, where: isValue)
            sums.x += dx
            sums.value += dy
            sums.square += dx * dx
            sums.product += dx * dy
            index += 4
        }
        var (number, sumX, sum) = (sums.count.sum(), sums.x.sum(), sums.value.sum())
        var (square, product) = (sums.square.sum(), sums.product.sum())
        while index < range.upperBound {
            defer { index += 1 }
            let value = value(index)
            guard value == value else { continue }
            let (dx, dy) = (x(index) - origin, value - base)
            number += 1
            sumX += dx
            sum += dy
            square += dx * dx
            product += dx * dy
        }
        count = Int(clamping: number)
        meanX = origin + sumX / number
        mean = base + sum / number
        squareX = max(0, square - sumX * sumX / number)
        self.product = product - sumX * sum / number
    }

    init() {}

    private struct Sums<Vector: SIMD> where Vector.Scalar == Double {
        var count = Vector(repeating: 0)
        var x = Vector(repeating: 0)
        var value = Vector(repeating: 0)
        var square = Vector(repeating: 0)
        var product = Vector(repeating: 0)
    }
}
