// The rows of a VP8 frame being decoded.

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
@safe final class VP8Planes {
    static let lumaAbove = 8
    static let chromaAbove = 4

    /// Bytes of a row: whole macroblocks.
    let lumaStride: Int
    let chromaStride: Int
    private let memory: WebPMemory<UInt8>
    let y: UnsafeMutablePointer<UInt8>
    let u: UnsafeMutablePointer<UInt8>
    let v: UnsafeMutablePointer<UInt8>

    /// Allocates zeroed planes: 36 bytes for each column of the picture.
    init(macroblockColumns: Int) {
        lumaStride = macroblockColumns * 16
        chromaStride = macroblockColumns * 8
        memory = WebPMemory(count: lumaStride * 24 + chromaStride * 24, repeating: 0)
        unsafe y = unsafe memory.pointer
        unsafe u = unsafe y + lumaStride * 24
        unsafe v = unsafe u + chromaStride * 12
    }

    /// Moves the end of the current row to the row above.
    func advance() {
        unsafe y.update(from: y + 16 * lumaStride, count: Self.lumaAbove * lumaStride)
        unsafe u.update(from: u + 8 * chromaStride, count: Self.chromaAbove * chromaStride)
        unsafe v.update(from: v + 8 * chromaStride, count: Self.chromaAbove * chromaStride)
    }
}
