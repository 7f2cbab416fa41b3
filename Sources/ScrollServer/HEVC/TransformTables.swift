// transMatrix of H.265, 8.6.4.2, as the stages of the inverse transform read it.

/// transMatrix for blocks of 8, 16 and 32, in the orders in which columns and rows need it.
struct TransformTables: Sendable {
    /// By binary logarithm of the size less 3: for each row of the upper half, four coefficients' weights at a time.
    let columns: [[SIMD4<Int16>]]
    /// By binary logarithm of the size less 3: for each coefficient, eight samples' weights at a time.
    ///
    /// Blocks of 16 and 32 need the left half only, since the right one mirrors it.
    let rows: [[SIMD8<Int16>]]

    /// The one copy.
    static let shared = TransformTables()

    private init() {
        var columns: [[SIMD4<Int16>]] = []
        var rows: [[SIMD8<Int16>]] = []
        for log2Size in 3...5 {
            let size = 1 << log2Size
            columns.append(
                (0..<size * size / 8).map { index in
                    let (row, first) = (index / (size / 4), index % (size / 4) * 4)
                    return SIMD4((first..<first + 4).map { Self.weight($0, row, size: size) })
                })
            let width = max(size / 2, 8)
            rows.append(
                (0..<size * width / 8).map { index in
                    let (k, first) = (index / (width / 8), index % (width / 8) * 8)
                    return SIMD8((first..<first + 8).map { Self.weight(k, $0, size: size) })
                })
        }
        self.columns = columns
        self.rows = rows
    }

    /// The weight of coefficient `k` at sample `n`: the cosine of k * (2 * n + 1) * pi / (2 * size).
    private static func weight(_ k: Int, _ n: Int, size: Int) -> Int16 {
        let turned = k * (32 / size) * (2 * n + 1) % 128
        let folded = min(turned, 128 - turned)
        return folded <= 32 ? magnitudes[folded] : -magnitudes[64 - folded]
    }

    /// The first column of transMatrix, which holds all magnitudes, and a zero.
    private static let magnitudes: [Int16] = [
        64, 90, 90, 90, 89, 88, 87, 85, 83, 82, 80, 78, 75, 73, 70, 67,
        64, 61, 57, 54, 50, 46, 43, 38, 36, 31, 25, 22, 18, 13, 9, 4, 0,
    ]
}
