// The inverse transforms of H.265, 8.6.4.2: an approximate DCT of 4 to 32 samples, and a DST of 4.

extension InverseTransform {
    /// Replaces scaled coefficients by residuals (8.6.4.2, with the rounding shift of 8.6.2).
    ///
    /// - Parameters:
    ///   - block: coefficients, row by row.
    ///   - log2Size: binary logarithm of rows and columns, 2 to 5.
    ///   - isSine: whether this is a 4×4 block of intra luma, which uses the DST.
    ///   - bitDepth: bits of a sample of the component.
    ///   - lastColumn: the last column that may hold other coefficients than zero.
    ///   - lastRow: the last row that may hold other coefficients than zero.
    static func transform(
        _ block: inout [Int32], log2Size: Int, isSine: Bool, bitDepth: Int, lastColumn: Int, lastRow: Int
    ) {
        let size = 1 << log2Size
        guard block.count >= size * size, lastColumn >= 0, lastRow >= 0 else { return }
        let shift = Int32(max(20 - bitDepth, 1))
        let matrix = isSine ? sine : cosine
        let stride = isSine ? 4 : 32
        let step = isSine ? 1 : 32 >> log2Size
        var middle = [Int32](repeating: 0, count: size * size)
        for column in 0...min(lastColumn, size - 1) {
            for row in 0..<size {
                var sum: Int32 = 0
                for k in 0...min(lastRow, size - 1) {
                    sum &+= matrix[k * step * stride + row] &* block[k * size + column]
                }
                middle[row * size + column] = min(max((sum &+ 64) &>> 7, -32768), 32767)
            }
        }
        for row in 0..<size {
            for column in 0..<size {
                var sum: Int32 = 0
                for k in 0...min(lastColumn, size - 1) {
                    sum &+= matrix[k * step * stride + column] &* middle[row * size + k]
                }
                block[row * size + column] = (sum &+ (1 &<< (shift - 1))) &>> shift
            }
        }
    }

    /// The DST of 4 samples (8-305).
    static let sine: [Int32] = [29, 55, 74, 84, 74, 74, 0, -74, 84, -29, -74, 55, 55, -84, 74, -29]

    /// transMatrix, 32 rows of 32 (8-307, 8-309): row `k` is a cosine of `k` half waves.
    static let cosine: [Int32] = {
        // The first column holds all magnitudes, since entry (k, n) is the cosine of k * (2n + 1) * pi / 64.
        let magnitudes: [Int32] = [
            64, 90, 90, 90, 89, 88, 87, 85, 83, 82, 80, 78, 75, 73, 70, 67,
            64, 61, 57, 54, 50, 46, 43, 38, 36, 31, 25, 22, 18, 13, 9, 4,
        ]
        return (0..<1024).map { index in
            let (k, n) = (index / 32, index % 32)
            let turned = k * (2 * n + 1) % 128
            let folded = min(turned, 128 - turned)
            if folded == 32 { return 0 }
            return folded < 32 ? magnitudes[folded] : -magnitudes[64 - folded]
        }
    }()
}
