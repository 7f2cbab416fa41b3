// Ranks pictures so that similar ones are adjacent.

import Foundation

/// Ranks pictures by the position of their Colour Layout Descriptor on a Hilbert curve.
///
/// The descriptor consists of the lowest coefficients of the cosine transform of 8 × 8 pixels in YCbCr, a point of
/// eight dimensions (E. Kasutani, A. Yamada, "The MPEG-7 color layout descriptor", ICIP 2001; ISO/IEC 15938-3 §6.6).
/// The curve orders these points (C. Faloutsos, S. Roseman, "Fractals for secondary key retrieval", PODS 1989). A rank
/// depends on one picture only, so sorting n takes O(n log n), and inserting one takes O(log n).
enum LikenessRank {
    private static let side = 8
    /// Bits per dimension.
    private static let bits = 7
    /// The coefficients in the descriptor's order: plane (0 Y, 1 Cb, 2 Cr), row, column, and the value at which each is
    /// clipped (0 for means).
    private static let coefficients: [(plane: Int, row: Int, column: Int, limit: Double)] = [
        (0, 0, 0, 0), (1, 0, 0, 0), (2, 0, 0, 0), (0, 0, 1, 500), (0, 1, 0, 500), (0, 2, 0, 300), (0, 1, 1, 300),
        (0, 0, 2, 300),
    ]
    /// `cosines[u][x]`, with the factor that makes the transform orthonormal.
    private static let cosines: [[Double]] = (0..<3).map { u in
        (0..<side).map { x in
            let scale = u == 0 ? (1.0 / Double(side)).squareRoot() : (2.0 / Double(side)).squareRoot()
            return scale * cos((2 * Double(x) + 1) * Double(u) * .pi / Double(2 * side))
        }
    }

    /// Returns the rank of 8 × 8 pixels of three bytes.
    static func rank(of pixels: [UInt8]) -> Int64 {
        var point = descriptor(of: pixels)
        return Int64(HilbertCurve.index(of: &point, bits: bits))
    }

    /// Returns the coefficients, each quantized to `bits` bits.
    static func descriptor(of pixels: [UInt8]) -> [UInt32] {
        var planes = [[Double]](repeating: [Double](repeating: 0, count: side * side), count: 3)
        for pixel in 0..<min(side * side, pixels.count / 3) {
            let red = Double(pixels[pixel * 3])
            let green = Double(pixels[pixel * 3 + 1])
            let blue = Double(pixels[pixel * 3 + 2])
            let luma = 0.299 * red + 0.587 * green + 0.114 * blue
            planes[0][pixel] = luma
            planes[1][pixel] = (blue - luma) * 0.564
            planes[2][pixel] = (red - luma) * 0.713
        }
        let top = Double(1 << bits - 1)
        return coefficients.map { coefficient in
            var sum = 0.0
            for row in 0..<side {
                for column in 0..<side {
                    sum +=
                        planes[coefficient.plane][row * side + column] * cosines[coefficient.row][row]
                        * cosines[coefficient.column][column]
                }
            }
            let share: Double
            if coefficient.limit > 0 {
                // The square root gives small differences more weight than those of extremes.
                let part = min(max(sum / coefficient.limit, -1), 1)
                share = 0.5 + 0.5 * (part < 0 ? -(-part).squareRoot() : part.squareRoot())
            } else {
                let mean = sum / Double(side)
                share = coefficient.plane == 0 ? mean / 255 : 0.5 + mean / 160
            }
            return UInt32(clamping: (min(max(share, 0), 1) * top).rounded())
        }
    }
}
