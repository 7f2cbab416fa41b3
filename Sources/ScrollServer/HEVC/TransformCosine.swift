// The inverse transforms of H.265, 8.6.4.2: an approximate DCT of 4 to 32 samples, and a DST of 4.

/// Sums of two products of 16-bit values, which are one instruction for four lanes on x86-64 and arm64.
///
/// Coefficients of a valid stream and all that is between the two stages fit into 16 bits.
extension InverseTransform {
    typealias Lanes = SIMD8<Int16>
    typealias Wide = SIMD8<Int32>

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
        guard 2...5 ~= log2Size, block.count >= size * size, lastColumn >= 0, lastRow >= 0 else { return }
        let shift = Int32(max(20 - bitDepth, 1))
        var samples = block.mutableSpan
        if lastColumn == 0, lastRow == 0, !isSine {
            // A block of one value: both stages multiply it by 64.
            let middle = min(max((samples[0] &* 64 &+ 64) &>> 7, -32768), 32767)
            let value = (middle &* 64 &+ (1 &<< (shift &- 1))) &>> shift
            var target = samples._mutatingExtracting(0..<size * size)
            for index in 0..<size * size { target[index] = value }
        } else if log2Size == 2 {
            transformSmall(&samples, isSine ? sine : smallCosine, shift: shift)
        } else {
            let (lastColumn, lastRow) = (min(lastColumn, size - 1), min(lastRow, size - 1))
            let columnWeights = TransformTables.shared.columns[log2Size - 3]
            let rowWeights = TransformTables.shared.rows[log2Size - 3]
            transformColumns(
                &samples, size: size, weights: columnWeights.span, lastColumn: lastColumn,
                lastRow: lastRow)
            let rows = rowWeights.span
            switch log2Size {
            case 3: transformRows8(&samples, rows, shift: shift)
            case 4: transformRows16(&samples, rows, lastColumn: lastColumn, shift: shift)
            default: transformRows32(&samples, rows, lastColumn: lastColumn, shift: shift)
            }
        }
    }

    // MARK: - Columns

    /// Transforms columns, eight at a time; columns behind the last one stay zero.
    private static func transformColumns(
        _ samples: inout MutableSpan<Int32>, size: Int, weights: Span<SIMD4<Int16>>, lastColumn: Int, lastRow: Int
    ) {
        var inputs = InlineArray<32, Lanes>(repeating: Lanes())
        let quarters = (lastRow >> 2) + 1
        for column in stride(from: 0, through: lastColumn, by: 8) {
            for row in 0..<4 * quarters {
                inputs[row] = Lanes(truncatingIfNeeded: load(samples, at: row * size + column))
            }
            for row in 0..<size / 2 {
                var even = Wide(repeating: 64)
                var odd = Wide()
                for quarter in 0..<quarters {
                    let weight = weights[row * (size / 4) + quarter]
                    even &+= products(inputs[4 * quarter], weight[0], inputs[4 * quarter + 2], weight[2])
                    odd &+= products(inputs[4 * quarter + 1], weight[1], inputs[4 * quarter + 3], weight[3])
                }
                store(clipped((even &+ odd) &>> 7), to: &samples, at: row * size + column)
                store(clipped((even &- odd) &>> 7), to: &samples, at: (size - 1 - row) * size + column)
            }
        }
    }

    // MARK: - Rows

    /// Transforms the rows of an 8×8 block.
    private static func transformRows8(_ samples: inout MutableSpan<Int32>, _ matrix: Span<Lanes>, shift: Int32) {
        let rounding = Wide(repeating: 1 &<< (shift &- 1))
        let (m0, m1, m2, m3) = (matrix[0], matrix[1], matrix[2], matrix[3])
        let (m4, m5, m6, m7) = (matrix[4], matrix[5], matrix[6], matrix[7])
        for row in 0..<8 {
            let g = Lanes(truncatingIfNeeded: load(samples, at: row * 8))
            let first = products(m0, g[0], m1, g[1]) &+ products(m2, g[2], m3, g[3])
            let second = products(m4, g[4], m5, g[5]) &+ products(m6, g[6], m7, g[7])
            store((first &+ second &+ rounding) &>> shift, to: &samples, at: row * 8)
        }
    }

    /// Transforms the rows of a 16×16 block: even and odd coefficients apart, for one half of the row.
    private static func transformRows16(
        _ samples: inout MutableSpan<Int32>, _ matrix: Span<Lanes>, lastColumn: Int, shift: Int32
    ) {
        for row in 0..<16 {
            var even = Wide(repeating: 1 &<< (shift &- 1))
            var odd = Wide()
            for k in stride(from: 0, through: lastColumn, by: 4) {
                let g = load4(samples, at: row * 16 + k)
                even &+= products(matrix[k], g[0], matrix[k + 2], g[2])
                odd &+= products(matrix[k + 1], g[1], matrix[k + 3], g[3])
            }
            store((even &+ odd) &>> shift, to: &samples, at: row * 16)
            store(reversed((even &- odd) &>> shift), to: &samples, at: row * 16 + 8)
        }
    }

    /// Transforms the rows of a 32×32 block: even and odd coefficients apart, for one half of the row.
    private static func transformRows32(
        _ samples: inout MutableSpan<Int32>, _ matrix: Span<Lanes>, lastColumn: Int, shift: Int32
    ) {
        for row in 0..<32 {
            var even = (Wide(repeating: 1 &<< (shift &- 1)), Wide(repeating: 1 &<< (shift &- 1)))
            var odd = (Wide(), Wide())
            for k in stride(from: 0, through: lastColumn, by: 4) {
                let g = load4(samples, at: row * 32 + k)
                even.0 &+= products(matrix[2 * k], g[0], matrix[2 * k + 4], g[2])
                even.1 &+= products(matrix[2 * k + 1], g[0], matrix[2 * k + 5], g[2])
                odd.0 &+= products(matrix[2 * k + 2], g[1], matrix[2 * k + 6], g[3])
                odd.1 &+= products(matrix[2 * k + 3], g[1], matrix[2 * k + 7], g[3])
            }
            store((even.0 &+ odd.0) &>> shift, to: &samples, at: row * 32)
            store((even.1 &+ odd.1) &>> shift, to: &samples, at: row * 32 + 8)
            store(reversed((even.1 &- odd.1) &>> shift), to: &samples, at: row * 32 + 16)
            store(reversed((even.0 &- odd.0) &>> shift), to: &samples, at: row * 32 + 24)
        }
    }

    // MARK: - Blocks of 4×4

    /// Four rows of a matrix of 4×4.
    struct SmallMatrix {
        let r0, r1, r2, r3: SIMD4<Int16>
    }

    /// The DST of 4 samples (8-305).
    static let sine = SmallMatrix(
        r0: SIMD4(29, 55, 74, 84), r1: SIMD4(74, 74, 0, -74), r2: SIMD4(84, -29, -74, 55),
        r3: SIMD4(55, -84, 74, -29))

    /// The DCT of 4 samples.
    static let smallCosine = SmallMatrix(
        r0: SIMD4(64, 64, 64, 64), r1: SIMD4(83, 36, -36, -83), r2: SIMD4(64, -64, -64, 64),
        r3: SIMD4(36, -83, 83, -36))

    /// Transforms a block of 4×4.
    private static func transformSmall(_ samples: inout MutableSpan<Int32>, _ matrix: SmallMatrix, shift: Int32) {
        let inputs = (load4(samples, at: 0), load4(samples, at: 4), load4(samples, at: 8), load4(samples, at: 12))
        let rounding = SIMD4<Int32>(repeating: 1 &<< (shift &- 1))
        for row in 0..<4 {
            let sum =
                products4(inputs.0, matrix.r0[row], inputs.1, matrix.r1[row])
                &+ products4(inputs.2, matrix.r2[row], inputs.3, matrix.r3[row])
            let wide = (sum &+ 64) &>> 7
            let g = SIMD4<Int16>(clamping: wide)
            let result =
                products4(matrix.r0, g[0], matrix.r1, g[1]) &+ products4(matrix.r2, g[2], matrix.r3, g[3])
            let residual = (result &+ rounding) &>> shift
            var target = samples._mutatingExtracting(row * 4..<row * 4 + 4)
            for index in 0..<4 { target[index] = residual[index] }
        }
    }

    // MARK: - Vectors

    /// Computes `a·p + b·q`.
    @inline(__always)
    private static func products(_ a: Lanes, _ p: Int16, _ b: Lanes, _ q: Int16) -> Wide {
        Wide(truncatingIfNeeded: a) &* Wide(repeating: Int32(p))
            &+ Wide(truncatingIfNeeded: b) &* Wide(repeating: Int32(q))
    }

    /// Computes `a·p + b·q`.
    @inline(__always)
    private static func products4(_ a: SIMD4<Int16>, _ p: Int16, _ b: SIMD4<Int16>, _ q: Int16) -> SIMD4<Int32> {
        SIMD4<Int32>(truncatingIfNeeded: a) &* SIMD4(repeating: Int32(p))
            &+ SIMD4<Int32>(truncatingIfNeeded: b) &* SIMD4(repeating: Int32(q))
    }

    @inline(__always)
    private static func load(_ samples: borrowing MutableSpan<Int32>, at start: Int) -> Wide {
        let part = samples.span.extracting(start..<start + 8)
        return Wide(part[0], part[1], part[2], part[3], part[4], part[5], part[6], part[7])
    }

    @inline(__always)
    private static func load4(_ samples: borrowing MutableSpan<Int32>, at start: Int) -> SIMD4<Int16> {
        let part = samples.span.extracting(start..<start + 4)
        return SIMD4(truncatingIfNeeded: SIMD4<Int32>(part[0], part[1], part[2], part[3]))
    }

    @inline(__always)
    private static func store(_ value: Wide, to samples: inout MutableSpan<Int32>, at start: Int) {
        var part = samples._mutatingExtracting(start..<start + 8)
        for index in 0..<8 { part[index] = value[index] }
    }

    @inline(__always)
    private static func reversed(_ value: Wide) -> Wide {
        Wide(value[7], value[6], value[5], value[4], value[3], value[2], value[1], value[0])
    }

    /// Clips to 16 bits (coeffMin, coeffMax).
    @inline(__always)
    private static func clipped(_ value: Wide) -> Wide {
        let most = Wide(repeating: 32767)
        let least = Wide(repeating: -32768)
        let below = value.replacing(with: most, where: value .> most)
        return below.replacing(with: least, where: below .< least)
    }
}
