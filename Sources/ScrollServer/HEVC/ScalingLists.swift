/// Scaling factors of the coefficients of intra blocks (H.265, 7.3.4 and 7.4.5).
struct ScalingLists {
    /// Factors of all sizes and components, each row by row; `start` tells where those of a block begin.
    private(set) var factors: [UInt8]

    /// Index of a block's first factor.
    @inline(__always)
    static func start(log2Size: Int, component: Int) -> Int {
        // 3 × 4², 3 × 8² and 3 × 16² factors lie before those of the next size.
        ((1 << (2 * log2Size)) - 16) + (component << (2 * log2Size))
    }

    /// Lists of 16 or 64 coefficients in the order of the diagonal scan, by size and matrix.
    private struct Lists {
        var coefficients: [[[UInt8]]]
        var first: [[UInt8]]
    }

    /// The default lists (tables 7-5 and 7-6).
    init() {
        self.init(lists: Self.defaults)
    }

    /// Reads `scaling_list_data`.
    init(_ reader: inout BitReader) throws(HEVCError) {
        var lists = Self.defaults
        for size in 0..<4 {
            for matrix in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
                try Self.readList(&reader, size: size, matrix: matrix, into: &lists)
            }
        }
        // Chroma blocks of 32 × 32, which only 4:4:4 has, use the lists of 16 × 16.
        for matrix in [1, 2, 4, 5] {
            lists.coefficients[3][matrix] = lists.coefficients[2][matrix]
            lists.first[3][matrix] = lists.first[2][matrix]
        }
        self.init(lists: lists)
    }

    private static func readList(
        _ reader: inout BitReader, size: Int, matrix: Int, into lists: inout Lists
    ) throws(HEVCError) {
        guard try reader.flag() else {
            let step = size == 3 ? 3 : 1
            let delta = try reader.unsigned("scaling_list_pred_matrix_id_delta", upTo: matrix / step) * step
            let from = delta == 0 ? defaults : lists
            lists.coefficients[size][matrix] = from.coefficients[size][matrix - delta]
            lists.first[size][matrix] = from.first[size][matrix - delta]
            return
        }
        var coefficient = 8
        if size > 1 {
            coefficient = try reader.signed("scaling_list_dc_coef_minus8", in: -7...247) + 8
            lists.first[size][matrix] = UInt8(truncatingIfNeeded: coefficient)
        }
        for index in 0..<(size == 0 ? 16 : 64) {
            coefficient = (coefficient + (try reader.signed("scaling_list_delta_coef", in: -128...127)) + 256) & 255
            lists.coefficients[size][matrix][index] = UInt8(truncatingIfNeeded: coefficient)
        }
    }

    private init(lists: Lists) {
        factors = []
        for log2Size in 2...5 {
            let size = log2Size - 2
            // Lists of 8 × 8 are spread over larger blocks.
            let shift = max(0, log2Size - 3)
            for component in 0..<3 {
                let list = lists.coefficients[size][component]
                var block = [UInt8](repeating: 16, count: 1 << (2 * log2Size))
                for y in 0..<1 << log2Size {
                    for x in 0..<1 << log2Size {
                        let index = Self.diagonalIndex(x >> shift, y >> shift, size: size == 0 ? 4 : 8)
                        block[(y << log2Size) + x] = list[index]
                    }
                }
                if size > 1 { block[0] = lists.first[size][component] }
                factors += block
            }
        }
    }

    /// Place of a coefficient in the up-right diagonal scan (6.5.3).
    private static func diagonalIndex(_ x: Int, _ y: Int, size: Int) -> Int {
        let diagonal = x + y
        if diagonal < size { return diagonal * (diagonal + 1) / 2 + x }
        let rest = 2 * size - 1 - diagonal
        return size * size - rest * (rest + 1) / 2 + (size - 1 - y)
    }

    private static let defaults: Lists = {
        let flat = [[UInt8]](repeating: [UInt8](repeating: 16, count: 16), count: 6)
        let shaped = [intra, intra, intra, inter, inter, inter]
        return Lists(
            coefficients: [flat, shaped, shaped, shaped],
            first: [[UInt8]](repeating: [UInt8](repeating: 16, count: 6), count: 4))
    }()

    private static let intra: [UInt8] = [
        16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 17, 16, 17, 16, 17, 18,
        17, 18, 18, 17, 18, 21, 19, 20, 21, 20, 19, 21, 24, 22, 22, 24,
        24, 22, 22, 24, 25, 25, 27, 30, 27, 25, 25, 29, 31, 35, 35, 31,
        29, 36, 41, 44, 41, 36, 47, 54, 54, 47, 65, 70, 65, 88, 88, 115,
    ]
    private static let inter: [UInt8] = [
        16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 17, 17, 17, 17, 17, 18,
        18, 18, 18, 18, 18, 20, 20, 20, 20, 20, 20, 20, 24, 24, 24, 24,
        24, 24, 24, 24, 25, 25, 25, 25, 25, 25, 25, 28, 28, 28, 28, 28,
        28, 33, 33, 33, 33, 33, 41, 41, 41, 41, 54, 54, 54, 71, 71, 91,
    ]
}
