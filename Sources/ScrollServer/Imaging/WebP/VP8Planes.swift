// The rows of a VP8 frame being decoded.

import Platform

/// A row of macroblocks of the three planes, and the end of the row above that is not final yet.
///
/// Filtering a row of macroblocks changes three rows of luma and chroma of the row above, and reads four. So a row of
/// the picture is final one row of macroblocks later; and since chroma is interpolated between two rows, eight rows of
/// luma and four of chroma are kept:
/// ```
///           luma            chroma
///  above    8 rows          4 rows
///  current  16 rows         8 rows
/// ```
struct VP8Planes {
    static let lumaAbove = 8
    static let chromaAbove = 4

    /// Bytes of a row: whole macroblocks.
    let lumaStride: Int
    let chromaStride: Int
    /// The planes behind one another: luma, then the two of chroma, which start at `u` and `v`.
    var samples: [UInt8]
    let u: Int
    let v: Int

    /// Allocates zeroed planes: 36 bytes for each column of the picture.
    init(macroblockColumns: Int) {
        lumaStride = macroblockColumns * 16
        chromaStride = macroblockColumns * 8
        u = lumaStride * 24
        v = u + chromaStride * 12
        samples = [UInt8](repeating: 0, count: v + chromaStride * 12)
    }

    /// Moves the end of the current row to the row above.
    mutating func advance() {
        let chroma = Self.chromaAbove * chromaStride
        for (plane, byteCount) in [(0, Self.lumaAbove * lumaStride), (u, chroma), (v, chroma)] {
            // The rows above are a third of the plane, and whole vectors.
            var samples = samples.mutableSpan
            for index in stride(from: plane, to: plane + byteCount, by: 16) {
                samples.store(samples.load(at: index + 2 * byteCount, as: SIMD16<UInt8>.self), at: index)
            }
        }
    }
}
