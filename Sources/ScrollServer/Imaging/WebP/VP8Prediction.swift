// Predicts blocks of a VP8 key frame from the pixels above and left of them (RFC 6386 §12).

/// Prediction modes of 16 × 16 pixels of luma, and of 8 × 8 of each chroma.
enum VP8BlockMode: UInt8 {
    case dc, vertical, horizontal, trueMotion
}

/// Prediction modes of 4 × 4 pixels of luma, in the order of the standard's tables.
enum VP8SubblockMode: UInt8 {
    case dc, trueMotion, vertical, horizontal, leftDown, rightDown, verticalRight, verticalLeft, horizontalDown,
        horizontalUp
}

/// Predicts blocks in place.
///
/// The row above a block and the column left of it precede it in the same memory, `stride` bytes per row.
struct VP8Prediction {
    let stride: Int

    typealias Pixels = UnsafeMutablePointer<UInt8>

    // MARK: 16 × 16 and 8 × 8

    /// Predicts a block of 16 × 16 or 8 × 8 pixels.
    func predict(_ mode: VP8BlockMode, _ pixels: Pixels, size: Int, hasAbove: Bool, hasLeft: Bool) {
        switch mode {
        case .dc:
            unsafe fill(pixels, size: size, with: average(pixels, size: size, hasAbove: hasAbove, hasLeft: hasLeft))
        case .vertical:
            for row in 0..<size { unsafe (pixels + row * stride).update(from: pixels - stride, count: size) }
        case .horizontal:
            for row in 0..<size {
                unsafe (pixels + row * stride).update(repeating: pixels[row * stride - 1], count: size)
            }
        case .trueMotion:
            unsafe addGradient(pixels, column: 0, rows: size)
            if size == 16 { unsafe addGradient(pixels, column: 8, rows: size) }
        }
    }

    /// Averages the neighbouring pixels that are within the picture.
    private func average(_ pixels: Pixels, size: Int, hasAbove: Bool, hasLeft: Bool) -> UInt8 {
        guard hasAbove || hasLeft else { return 128 }
        var sum = 0
        if hasAbove {
            for column in 0..<size { unsafe sum &+= Int(pixels[column &- stride]) }
        }
        if hasLeft {
            for row in 0..<size { unsafe sum &+= Int(pixels[row &* stride &- 1]) }
        }
        let count = hasAbove && hasLeft ? 2 * size : size
        return UInt8(truncatingIfNeeded: (sum &+ count / 2) / count)
    }

    private func fill(_ pixels: Pixels, size: Int, with sample: UInt8) {
        for row in 0..<size { unsafe (pixels + row * stride).update(repeating: sample, count: size) }
    }

    /// Adds left plus above minus the corner, for eight columns.
    private func addGradient(_ pixels: Pixels, column: Int, rows: Int) {
        let corner = unsafe Int16(pixels[-stride - 1])
        let above = unsafe SIMD8<Int16>(
            widening: UnsafeRawPointer(pixels - stride + column).loadUnaligned(as: SIMD8<UInt8>.self))
        for row in 0..<rows {
            let start = unsafe pixels + row &* stride
            let sum = unsafe above &+ SIMD8(repeating: Int16(start[-1]) &- corner)
            unsafe UnsafeMutableRawPointer(start + column).storeBytes(
                of: SIMD8<UInt8>(narrowing: sum.limited(0, 255)), as: SIMD8<UInt8>.self)
        }
    }

    // MARK: 4 × 4

    /// Predicts a block of 4 × 4 pixels.
    ///
    /// The neighbours are named as in §12.3: A above (eight, extending beyond the block's right edge), L left, P the
    /// corner, and E all of them from the bottom left to the right.
    func predict(_ mode: VP8SubblockMode, _ pixels: Pixels) {
        let stride = stride
        let above = unsafe pixels - stride
        @inline(__always) func a(_ index: Int) -> Int { unsafe Int(above[index]) }
        @inline(__always) func l(_ index: Int) -> Int { unsafe Int(pixels[index &* stride &- 1]) }
        @inline(__always) func e(_ index: Int) -> Int {
            index < 4 ? l(3 &- index) : a(index &- 5)
        }
        @inline(__always) func two(_ x: Int, _ y: Int) -> UInt8 { UInt8(truncatingIfNeeded: (x &+ y &+ 1) &>> 1) }
        @inline(__always) func three(_ x: Int, _ y: Int, _ z: Int) -> UInt8 {
            UInt8(truncatingIfNeeded: (x &+ 2 &* y &+ z &+ 2) &>> 2)
        }
        @inline(__always) func aboveThree(_ first: Int) -> UInt8 { three(a(first), a(first &+ 1), a(first &+ 2)) }
        @inline(__always) func edgeThree(_ first: Int) -> UInt8 { three(e(first), e(first &+ 1), e(first &+ 2)) }
        @inline(__always) func aboveTwo(_ first: Int) -> UInt8 { two(a(first), a(first &+ 1)) }
        @inline(__always) func edgeTwo(_ first: Int) -> UInt8 { two(e(first), e(first &+ 1)) }
        @inline(__always) func set(_ row: Int, _ column: Int, _ sample: UInt8) {
            unsafe pixels[row &* stride &+ column] = sample
        }
        @inline(__always) func set(row: Int, _ s0: UInt8, _ s1: UInt8, _ s2: UInt8, _ s3: UInt8) {
            unsafe UnsafeMutableRawPointer(pixels + row &* stride).storeBytes(
                of: SIMD4(s0, s1, s2, s3), as: SIMD4<UInt8>.self)
        }
        switch mode {
        case .dc:
            let sum = a(0) &+ a(1) &+ a(2) &+ a(3) &+ l(0) &+ l(1) &+ l(2) &+ l(3)
            let sample = UInt8(truncatingIfNeeded: (sum &+ 4) &>> 3)
            for row in 0..<4 { set(row: row, sample, sample, sample, sample) }
        case .trueMotion:
            let corner = a(-1)
            for row in 0..<4 {
                let difference = l(row) &- corner
                for column in 0..<4 {
                    set(row, column, UInt8(truncatingIfNeeded: min(max(a(column) &+ difference, 0), 255)))
                }
            }
        case .vertical:
            let (s0, s1, s2, s3) = (aboveThree(-1), aboveThree(0), aboveThree(1), aboveThree(2))
            for row in 0..<4 { set(row: row, s0, s1, s2, s3) }
        case .horizontal:
            let samples = (
                three(a(-1), l(0), l(1)), three(l(0), l(1), l(2)), three(l(1), l(2), l(3)), three(l(2), l(3), l(3))
            )
            set(row: 0, samples.0, samples.0, samples.0, samples.0)
            set(row: 1, samples.1, samples.1, samples.1, samples.1)
            set(row: 2, samples.2, samples.2, samples.2, samples.2)
            set(row: 3, samples.3, samples.3, samples.3, samples.3)
        case .leftDown:
            let (s1, s2, s3, s4) = (aboveThree(1), aboveThree(2), aboveThree(3), aboveThree(4))
            let (s0, s5, s6) = (aboveThree(0), aboveThree(5), three(a(6), a(7), a(7)))
            set(row: 0, s0, s1, s2, s3)
            set(row: 1, s1, s2, s3, s4)
            set(row: 2, s2, s3, s4, s5)
            set(row: 3, s3, s4, s5, s6)
        case .rightDown:
            let (s0, s1, s2, s3) = (edgeThree(0), edgeThree(1), edgeThree(2), edgeThree(3))
            let (s4, s5, s6) = (edgeThree(4), edgeThree(5), edgeThree(6))
            set(row: 0, s3, s4, s5, s6)
            set(row: 1, s2, s3, s4, s5)
            set(row: 2, s1, s2, s3, s4)
            set(row: 3, s0, s1, s2, s3)
        case .verticalRight:
            let (t0, t1, t2, t3) = (edgeTwo(4), edgeTwo(5), edgeTwo(6), edgeTwo(7))
            let (s3, s4, s5, s6) = (edgeThree(3), edgeThree(4), edgeThree(5), edgeThree(6))
            let (s1, s2) = (edgeThree(1), edgeThree(2))
            set(row: 0, t0, t1, t2, t3)
            set(row: 1, s3, s4, s5, s6)
            set(row: 2, s2, t0, t1, t2)
            set(row: 3, s1, s3, s4, s5)
        case .verticalLeft:
            let (t0, t1, t2, t3) = (aboveTwo(0), aboveTwo(1), aboveTwo(2), aboveTwo(3))
            let (s0, s1, s2, s3) = (aboveThree(0), aboveThree(1), aboveThree(2), aboveThree(3))
            let (s4, s5) = (aboveThree(4), aboveThree(5))
            set(row: 0, t0, t1, t2, t3)
            set(row: 1, s0, s1, s2, s3)
            set(row: 2, t1, t2, t3, s4)
            set(row: 3, s1, s2, s3, s5)
        case .horizontalDown:
            let (t0, t1, t2, t3) = (edgeTwo(0), edgeTwo(1), edgeTwo(2), edgeTwo(3))
            let (s0, s1, s2, s3) = (edgeThree(0), edgeThree(1), edgeThree(2), edgeThree(3))
            let (s4, s5) = (edgeThree(4), edgeThree(5))
            set(row: 0, t3, s3, s4, s5)
            set(row: 1, t2, s2, t3, s3)
            set(row: 2, t1, s1, t2, s2)
            set(row: 3, t0, s0, t1, s1)
        case .horizontalUp:
            let last = UInt8(truncatingIfNeeded: l(3))
            let (t0, t1, t2) = (two(l(0), l(1)), two(l(1), l(2)), two(l(2), l(3)))
            let (s0, s1, s2) = (three(l(0), l(1), l(2)), three(l(1), l(2), l(3)), three(l(2), l(3), l(3)))
            set(row: 0, t0, s0, t1, s1)
            set(row: 1, t1, s1, t2, s2)
            set(row: 2, t2, s2, last, last)
            set(row: 3, last, last, last, last)
        }
    }
}
