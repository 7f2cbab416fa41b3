// Predicts blocks of a VP8 key frame from the pixels above and left of them (RFC 6386 §12).

import Platform

/// Prediction modes of 16 × 16 pixels of luma, and of 8 × 8 of each chroma.
enum VP8BlockMode: UInt8 {
    case dc, vertical, horizontal, trueMotion
}

/// Prediction modes of 4 × 4 pixels of luma, in the order of the standard's tables.
enum VP8SubblockMode: UInt8 {
    case dc, trueMotion, vertical, horizontal, leftDown, rightDown, verticalRight, verticalLeft, horizontalDown,
        horizontalUp
}

/// Predicts blocks in place, in the rows of a `VP8Macroblock`.
///
/// A block is given by the offset of its first pixel; the row above it and the column left of it are where they belong.
enum VP8Prediction {
    private static let stride = VP8Macroblock.stride

    // MARK: 16 × 16 and 8 × 8

    /// Predicts a block of 16 × 16 or 8 × 8 pixels.
    @inline(__always)
    static func predict(
        _ mode: VP8BlockMode, _ pixels: inout MutableSpan<UInt8>, at offset: Int, size: Int, hasAbove: Bool,
        hasLeft: Bool
    ) {
        // One check; the corner, the row above and all rows then lie in a part of known length.
        var part = pixels._mutatingExtracting(offset &- stride &- 1..<offset &+ (size &- 1) &* stride &+ size)
        let first = stride + 1
        switch mode {
        case .dc:
            let average = average(part.span, size: size, hasAbove: hasAbove, hasLeft: hasLeft)
            for row in 0..<size { fill(&part, first &+ row &* stride, size: size, average) }
        case .vertical:
            for row in 0..<size {
                for column in Swift.stride(from: 0, to: size, by: 8) {
                    part.store(part.load(at: 1 &+ column, as: UInt64.self), at: first &+ row &* stride &+ column)
                }
            }
        case .horizontal:
            for row in 0..<size {
                let start = first &+ row &* stride
                let left = part[start &- 1]
                fill(&part, start, size: size, left)
            }
        case .trueMotion:
            for column in Swift.stride(from: 0, to: size, by: 8) { addGradient(&part, column: column, rows: size) }
        }
    }

    /// Averages the neighbouring pixels that are within the picture.
    @inline(__always)
    private static func average(_ part: Span<UInt8>, size: Int, hasAbove: Bool, hasLeft: Bool) -> UInt8 {
        guard hasAbove || hasLeft else { return 128 }
        var sum = 0
        if hasAbove {
            for column in 0..<size { sum &+= Int(part[1 &+ column]) }
        }
        if hasLeft {
            for row in 0..<size { sum &+= Int(part[(row &+ 1) &* stride]) }
        }
        let count = hasAbove && hasLeft ? 2 * size : size
        return UInt8(truncatingIfNeeded: (sum &+ count / 2) / count)
    }

    @inline(__always)
    private static func fill(_ part: inout MutableSpan<UInt8>, _ start: Int, size: Int, _ sample: UInt8) {
        for column in Swift.stride(from: 0, to: size, by: 8) {
            part.store(SIMD8(repeating: sample), at: start &+ column)
        }
    }

    /// Adds left plus above minus the corner, for eight columns.
    @inline(__always)
    private static func addGradient(_ part: inout MutableSpan<UInt8>, column: Int, rows: Int) {
        let corner = Int16(part[0])
        let above = SIMD8<Int16>(widening: part.load(at: 1 &+ column, as: SIMD8<UInt8>.self))
        for row in 1...rows {
            let left = row &* stride
            let sum = above &+ SIMD8(repeating: Int16(part[left]) &- corner)
            part.store(SIMD8<UInt8>(narrowing: sum.limited(0, 255)), at: left &+ 1 &+ column)
        }
    }

    // MARK: 4 × 4

    /// Predicts a block of 4 × 4 pixels.
    ///
    /// The neighbours are named as in §12.3: A above (eight, extending beyond the block's right edge), L left, P the
    /// corner, and E all of them from the bottom left to the right.
    @inline(__always)
    static func predict(_ mode: VP8SubblockMode, _ pixels: inout MutableSpan<UInt8>, at offset: Int) {
        // One check; the neighbours and all rows then lie in a part of known length.
        var part = pixels._mutatingExtracting(offset &- stride &- 1..<offset &+ 3 * stride &+ 4)
        predict(mode, &part)
    }

    /// Predicts the block in a part that begins with the corner.
    @inline(__always)
    private static func predict(_ mode: VP8SubblockMode, _ part: inout MutableSpan<UInt8>) {
        @inline(__always) func a(_ index: Int) -> Int { Int(part[1 &+ index]) }
        @inline(__always) func l(_ index: Int) -> Int { Int(part[(index &+ 1) &* stride]) }
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
            part[(row &+ 1) &* stride &+ 1 &+ column] = sample
        }
        @inline(__always) func set(row: Int, _ s0: UInt8, _ s1: UInt8, _ s2: UInt8, _ s3: UInt8) {
            part.store(SIMD4(s0, s1, s2, s3), at: (row &+ 1) &* stride &+ 1)
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
