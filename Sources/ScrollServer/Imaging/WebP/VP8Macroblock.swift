// One macroblock of a VP8 key frame being decoded: its pixels, their neighbours, and its coefficients.

/// Predicts the pixels of a macroblock and adds the residual.
///
/// The pixels are in rows of 32 bytes, each block with the unfiltered row above and column to the left of it:
/// ```
/// row  0      corner and row above of luma, at bytes 7 … 27: four more than its width
/// row  1 … 16 luma at bytes 8 … 23, the column left of it at byte 7
/// row 17      rows above of both chromas
/// row 18 … 25 chroma at bytes 8 … 15 and 24 … 31, columns left of them at bytes 7 and 23
/// ```
struct VP8Macroblock {
    static let stride = 32
    private static let coefficientCount = 400

    private let pixelMemory = WebPMemory<UInt8>(count: 26 * stride, repeating: 0)
    private let coefficientMemory = WebPMemory<Int16>(count: coefficientCount, repeating: 0)
    private let prediction = VP8Prediction(stride: stride)

    /// 16 blocks of luma, 4 of each chroma, and the second-order block: 16 coefficients each.
    var coefficients: UnsafeMutablePointer<Int16> { unsafe coefficientMemory.pointer }
    /// What each of the 24 blocks contains: 0 nothing, 1 only a first coefficient, 2 more.
    private let contentMemory = WebPMemory<UInt8>(count: 24, repeating: 0)
    var contents: UnsafeMutablePointer<UInt8> { unsafe contentMemory.pointer }

    private var y: UnsafeMutablePointer<UInt8> { unsafe pixelMemory.pointer + Self.stride + 8 }
    private var u: UnsafeMutablePointer<UInt8> { unsafe pixelMemory.pointer + 18 * Self.stride + 8 }
    private var v: UnsafeMutablePointer<UInt8> { unsafe u + 16 }

    func clearCoefficients() { unsafe coefficients.update(repeating: 0, count: Self.coefficientCount) }

    // MARK: What is around

    /// Sets the borders of a row: 129 left of the picture, 127 above it (RFC 6386 §12.2).
    func beginRow(isFirst: Bool) {
        for row in 0..<16 { unsafe y[row * Self.stride - 1] = 129 }
        for row in 0..<8 {
            unsafe u[row * Self.stride - 1] = 129
            unsafe v[row * Self.stride - 1] = 129
        }
        let corner: UInt8 = isFirst ? 127 : 129
        unsafe y[-Self.stride - 1] = corner
        unsafe u[-Self.stride - 1] = corner
        unsafe v[-Self.stride - 1] = corner
        guard isFirst else { return }
        unsafe (y - Self.stride).update(repeating: 127, count: 20)
        unsafe (u - Self.stride).update(repeating: 127, count: 8)
        unsafe (v - Self.stride).update(repeating: 127, count: 8)
    }

    /// Copies the rows above from the macroblocks there; of luma four more bytes, except at the right edge.
    @inline(__always)
    func setAbove(
        y above: UnsafeMutablePointer<UInt8>, u aboveU: UnsafeMutablePointer<UInt8>,
        v aboveV: UnsafeMutablePointer<UInt8>,
        isLast: Bool
    ) {
        unsafe (y - Self.stride).update(from: above, count: isLast ? 16 : 20)
        // Beyond the right edge, repeat the last pixel.
        if isLast { unsafe (y - Self.stride + 16).update(repeating: above[15], count: 4) }
        unsafe (u - Self.stride).update(from: aboveU, count: 8)
        unsafe (v - Self.stride).update(from: aboveV, count: 8)
    }

    /// Makes the rightmost columns the left neighbours of the next macroblock.
    @inline(__always)
    func moveRight() {
        for row in -1..<16 { unsafe y[row &* Self.stride &- 1] = unsafe y[row &* Self.stride &+ 15] }
        for row in -1..<8 {
            unsafe u[row &* Self.stride &- 1] = unsafe u[row &* Self.stride &+ 7]
            unsafe v[row &* Self.stride &- 1] = unsafe v[row &* Self.stride &+ 7]
        }
    }

    /// Copies the pixels to the planes, and the bottom rows to where the next row finds them.
    @inline(__always)
    func store(in planes: VP8Planes, column: Int, bottom: VP8Bottom) {
        let target = unsafe planes.y + (VP8Planes.lumaAbove &* planes.lumaStride &+ 16 &* column)
        for row in 0..<16 {
            unsafe UnsafeMutableRawPointer(target + row &* planes.lumaStride).storeBytes(
                of: UnsafeRawPointer(y + row &* Self.stride).loadUnaligned(as: SIMD16<UInt8>.self),
                as: SIMD16<UInt8>.self)
        }
        let start = VP8Planes.chromaAbove &* planes.chromaStride &+ 8 &* column
        for row in 0..<8 {
            unsafe UnsafeMutableRawPointer(planes.u + (start &+ row &* planes.chromaStride)).storeBytes(
                of: UnsafeRawPointer(u + row &* Self.stride).loadUnaligned(as: UInt64.self), as: UInt64.self)
            unsafe UnsafeMutableRawPointer(planes.v + (start &+ row &* planes.chromaStride)).storeBytes(
                of: UnsafeRawPointer(v + row &* Self.stride).loadUnaligned(as: UInt64.self), as: UInt64.self)
        }
        storeBottom(bottom, column: column)
    }

    /// Averages the pixels, and copies the bottom rows.
    @inline(__always)
    func store(in planes: VP8ReducedPlanes, column: Int, row: Int, bottom: VP8Bottom) {
        unsafe planes.store(y: y, u: u, v: v, from: Self.stride, column: column, row: row)
        storeBottom(bottom, column: column)
    }

    @inline(__always)
    private func storeBottom(_ bottom: VP8Bottom, column: Int) {
        unsafe (bottom.y + 16 &* column).update(from: y + 15 &* Self.stride, count: 16)
        unsafe (bottom.u + 8 &* column).update(from: u + 7 &* Self.stride, count: 8)
        unsafe (bottom.v + 8 &* column).update(from: v + 7 &* Self.stride, count: 8)
    }

    // MARK: Making it

    func makeLuma(_ mode: VP8BlockMode, hasAbove: Bool, hasLeft: Bool) {
        unsafe prediction.predict(mode, y, size: 16, hasAbove: hasAbove, hasLeft: hasLeft)
        for block in 0..<16 { unsafe addBlock(block, to: y + (block &>> 2 &* 4 &* Self.stride &+ block & 3 &* 4)) }
    }

    /// Predicts luma by the 16 subblocks' modes.
    func makeLuma(_ modes: UnsafeMutablePointer<UInt8>) {
        // The four pixels beyond the upper right corner also serve the three lower rows of subblocks (§12.3).
        let beyond = unsafe UnsafeRawPointer(y - Self.stride + 16).loadUnaligned(as: UInt32.self)
        for row in [3, 7, 11] {
            unsafe UnsafeMutableRawPointer(y + (row * Self.stride + 16)).storeBytes(of: beyond, as: UInt32.self)
        }
        for block in 0..<16 {
            let pixels = unsafe y + ((block &>> 2) &* 4 &* Self.stride &+ (block & 3) &* 4)
            unsafe prediction.predict(VP8SubblockMode(rawValue: modes[block]) ?? .dc, pixels)
            unsafe addBlock(block, to: pixels)
        }
    }

    func makeChroma(_ mode: VP8BlockMode, hasAbove: Bool, hasLeft: Bool) {
        unsafe prediction.predict(mode, u, size: 8, hasAbove: hasAbove, hasLeft: hasLeft)
        unsafe prediction.predict(mode, v, size: 8, hasAbove: hasAbove, hasLeft: hasLeft)
        for block in 0..<4 {
            let place = (block &>> 1) &* 4 &* Self.stride &+ (block & 1) &* 4
            unsafe addBlock(16 &+ block, to: u + place)
            unsafe addBlock(20 &+ block, to: v + place)
        }
    }

    @inline(__always)
    private func addBlock(_ block: Int, to pixels: UnsafeMutablePointer<UInt8>) {
        let content = unsafe contents[block]
        if content == 0 { return }
        let values = unsafe coefficients + 16 &* block
        if content == 1 {
            unsafe VP8Transform.addDC(values[0], to: pixels, stride: Self.stride)
        } else {
            unsafe VP8Transform.add(values, to: pixels, stride: Self.stride)
        }
    }
}

/// The unfiltered bottom rows of the macroblocks above.
@safe final class VP8Bottom {
    private let memory: WebPMemory<UInt8>
    let y: UnsafeMutablePointer<UInt8>
    let u: UnsafeMutablePointer<UInt8>
    let v: UnsafeMutablePointer<UInt8>

    init(macroblockColumns: Int) {
        memory = WebPMemory(count: 32 * macroblockColumns, repeating: 127)
        unsafe y = unsafe memory.pointer
        unsafe u = unsafe y + 16 * macroblockColumns
        unsafe v = unsafe u + 8 * macroblockColumns
    }
}
