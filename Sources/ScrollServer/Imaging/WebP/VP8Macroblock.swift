// One macroblock of a VP8 key frame being decoded: its pixels, their neighbours, and its coefficients.

import Platform

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
    /// Offsets of the first pixels.
    private static let y = stride + 8
    private static let u = 18 * stride + 8
    private static let v = u + 16

    private var pixels = [UInt8](repeating: 0, count: 26 * stride)
    /// 16 blocks of luma, 4 of each chroma, and the second-order block: 16 coefficients each.
    ///
    /// From `contents` on, what each of the 24 blocks contains: 0 nothing, 1 only a first coefficient, 2 more.
    var residual = [Int16](repeating: 0, count: contents + 24)
    static let contents = 400

    /// Says that no block contains anything.
    mutating func clearContents() {
        for block in 0..<24 { residual[Self.contents + block] = 0 }
    }

    // MARK: What is around

    /// Sets the borders of a row: 129 left of the picture, 127 above it (RFC 6386 §12.2).
    mutating func beginRow(isFirst: Bool) {
        for (block, size, aboveCount) in [(Self.y, 16, 20), (Self.u, 8, 8), (Self.v, 8, 8)] {
            let above = block - Self.stride
            pixels[above - 1] = isFirst ? 127 : 129
            for row in 0..<size { pixels[block + row * Self.stride - 1] = 129 }
            guard isFirst else { continue }
            for column in 0..<aboveCount { pixels[above + column] = 127 }
        }
    }

    /// Copies the rows above from the macroblocks there; of luma four more bytes, except at the right edge.
    @inline(__always)
    mutating func setAbove(_ bottom: VP8Bottom, column: Int, isLast: Bool) {
        var pixels = pixels.mutableSpan
        let samples = bottom.samples.span
        let above = Self.y - Self.stride
        pixels.store(samples.load(at: 16 &* column, as: SIMD16<UInt8>.self), at: above)
        // Beyond the right edge, repeat the last pixel.
        pixels.store(
            isLast ? SIMD4(repeating: pixels[above + 15]) : samples.load(at: 16 &* column &+ 16), at: above + 16)
        pixels.store(samples.load(at: bottom.u &+ 8 &* column, as: UInt64.self), at: Self.u - Self.stride)
        pixels.store(samples.load(at: bottom.v &+ 8 &* column, as: UInt64.self), at: Self.v - Self.stride)
    }

    /// Makes the rightmost columns the left neighbours of the next macroblock.
    @inline(__always)
    mutating func moveRight() {
        var pixels = pixels.mutableSpan
        for row in -1..<16 { pixels[Self.y &+ row &* Self.stride &- 1] = pixels[Self.y &+ row &* Self.stride &+ 15] }
        for row in -1..<8 {
            pixels[Self.u &+ row &* Self.stride &- 1] = pixels[Self.u &+ row &* Self.stride &+ 7]
            pixels[Self.v &+ row &* Self.stride &- 1] = pixels[Self.v &+ row &* Self.stride &+ 7]
        }
    }

    /// Copies the pixels to the planes.
    @inline(__always)
    func store(in planes: inout VP8Planes, column: Int) {
        let pixels = pixels.span
        let (y, chroma) = (16 &* column, 8 &* column)
        let (lumaStride, chromaStride, u, v) = (planes.lumaStride, planes.chromaStride, planes.u, planes.v)
        var samples = planes.samples.mutableSpan
        for row in 0..<16 {
            samples.store(
                pixels.load(at: Self.y &+ row &* Self.stride, as: SIMD16<UInt8>.self),
                at: y &+ (VP8Planes.lumaAbove &+ row) &* lumaStride)
        }
        for row in 0..<8 {
            let target = chroma &+ (VP8Planes.chromaAbove &+ row) &* chromaStride
            samples.store(pixels.load(at: Self.u &+ row &* Self.stride, as: UInt64.self), at: u &+ target)
            samples.store(pixels.load(at: Self.v &+ row &* Self.stride, as: UInt64.self), at: v &+ target)
        }
    }

    /// Averages the pixels.
    @inline(__always)
    func store(in planes: inout VP8ReducedPlanes?, column: Int, row: Int) {
        planes?.store(pixels.span, y: Self.y, u: Self.u, v: Self.v, column: column, row: row)
    }

    /// Copies the bottom rows to where the next row of macroblocks finds them.
    @inline(__always)
    func storeBottom(_ bottom: inout VP8Bottom, column: Int) {
        let pixels = pixels.span
        let (u, v) = (bottom.u, bottom.v)
        var samples = bottom.samples.mutableSpan
        samples.store(pixels.load(at: Self.y + 15 * Self.stride, as: SIMD16<UInt8>.self), at: 16 &* column)
        samples.store(pixels.load(at: Self.u + 7 * Self.stride, as: UInt64.self), at: u &+ 8 &* column)
        samples.store(pixels.load(at: Self.v + 7 * Self.stride, as: UInt64.self), at: v &+ 8 &* column)
    }

    // MARK: Making it

    /// Predicts all pixels and adds the residual.
    ///
    /// `luma` is nil where luma is predicted by subblocks, whose modes are the last 16 of `modes`.
    @inline(__always)
    mutating func make(luma: VP8BlockMode?, _ modes: [UInt8], chroma: VP8BlockMode, hasAbove: Bool, hasLeft: Bool) {
        if let luma {
            Self.makeLuma(&pixels, luma, residual, hasAbove: hasAbove, hasLeft: hasLeft)
        } else {
            Self.makeLuma(&pixels, modes, residual)
        }
        Self.makeChroma(&pixels, chroma, residual, hasAbove: hasAbove, hasLeft: hasLeft)
    }

    private static func makeLuma(
        _ pixels: inout [UInt8], _ mode: VP8BlockMode, _ residual: [Int16], hasAbove: Bool, hasLeft: Bool
    ) {
        var pixels = pixels.mutableSpan
        VP8Prediction.predict(mode, &pixels, at: y, size: 16, hasAbove: hasAbove, hasLeft: hasLeft)
        for block in 0..<16 { add(block, of: residual.span, to: &pixels, at: offset(ofSubblock: block)) }
    }

    /// Predicts luma by the 16 subblocks' modes.
    private static func makeLuma(_ pixels: inout [UInt8], _ modes: [UInt8], _ residual: [Int16]) {
        var pixels = pixels.mutableSpan
        let modes = modes.span.extracting(last: 16)
        // The four pixels beyond the upper right corner also serve the three lower rows of subblocks (§12.3).
        let beyond = pixels.load(at: y - stride + 16, as: UInt32.self)
        for row in 1..<4 { pixels.store(beyond, at: y &+ (4 &* row &- 1) &* stride &+ 16) }
        for block in 0..<16 {
            let offset = offset(ofSubblock: block)
            VP8Prediction.predict(VP8SubblockMode(rawValue: modes[block]) ?? .dc, &pixels, at: offset)
            add(block, of: residual.span, to: &pixels, at: offset)
        }
    }

    private static func makeChroma(
        _ pixels: inout [UInt8], _ mode: VP8BlockMode, _ residual: [Int16], hasAbove: Bool, hasLeft: Bool
    ) {
        var pixels = pixels.mutableSpan
        VP8Prediction.predict(mode, &pixels, at: u, size: 8, hasAbove: hasAbove, hasLeft: hasLeft)
        VP8Prediction.predict(mode, &pixels, at: v, size: 8, hasAbove: hasAbove, hasLeft: hasLeft)
        for block in 0..<4 {
            let offset = (block &>> 1) &* 4 &* stride &+ (block & 1) &* 4
            add(16 &+ block, of: residual.span, to: &pixels, at: u &+ offset)
            add(20 &+ block, of: residual.span, to: &pixels, at: v &+ offset)
        }
    }

    @inline(__always)
    private static func offset(ofSubblock block: Int) -> Int { y &+ (block &>> 2) &* 4 &* stride &+ (block & 3) &* 4 }

    /// Adds the residual of a block.
    @inline(__always)
    private static func add(
        _ block: Int, of residual: Span<Int16>, to pixels: inout MutableSpan<UInt8>, at offset: Int
    ) {
        let content = residual[contents &+ block]
        if content == 0 { return }
        if content == 1 {
            VP8Transform.addDC(residual[16 &* block], to: &pixels, at: offset)
        } else {
            VP8Transform.add(
                residual.load(at: 16 &* block), residual.load(at: 16 &* block &+ 8), to: &pixels, at: offset)
        }
    }
}

/// The unfiltered bottom rows of the macroblocks above.
struct VP8Bottom {
    /// Luma, then the two chromas, which start at `u` and `v`.
    var samples: [UInt8]
    let u: Int
    let v: Int

    init(macroblockColumns: Int) {
        samples = [UInt8](repeating: 127, count: 32 * macroblockColumns)
        u = 16 * macroblockColumns
        v = 24 * macroblockColumns
    }
}
