// Averages macroblocks of a VP8 frame to 1/4 or 1/8 of their sides, for thumbnails.

import Platform

/// A row of macroblocks at a reduced size: all three planes have a sample per pixel of the result.
///
/// The loop filter hardly changes averages of 4 × 4 or 8 × 8 luma samples and is omitted, as in libwebp's scaling.
/// Samples beyond the picture's edges do not count.
struct VP8ReducedPlanes {
    /// Factor by which the sides are divided: 4 or 8.
    let denominator: Int
    /// Size of the result, in pixels.
    let width: Int
    let height: Int
    /// Rows and columns of the result in a macroblock.
    let side: Int
    /// Samples per row of a plane, with room for whole vectors.
    let stride: Int
    /// The planes behind one another: luma, then the two of chroma, which start at `u` and `v`.
    private(set) var samples: [UInt8]
    let u: Int
    let v: Int
    /// Size of the stored picture, in pixels.
    private let full: (width: Int, height: Int)

    /// Allocates planes for a stored picture of `width` × `height` pixels, divided by 4 or 8.
    init(width: Int, height: Int, denominator: Int) {
        self.denominator = denominator
        full = (width, height)
        self.width = (width + denominator - 1) / denominator
        self.height = (height + denominator - 1) / denominator
        side = 16 / denominator
        stride = (width + 15) / 16 * side + 16
        u = side * stride
        v = 2 * u
        samples = [UInt8](repeating: 0, count: 3 * u)
    }

    /// Averages the macroblock at `column` and `row`, which is within the picture.
    ///
    /// `pixels` has 16 × 16 samples from `y` on, 8 × 8 each from `u` and `v` on, in rows of a `VP8Macroblock`.
    @inline(__always)
    mutating func store(_ pixels: Span<UInt8>, y: Int, u: Int, v: Int, column: Int, row: Int) {
        let (stride, rowByteCount) = (stride, VP8Macroblock.stride)
        let offset = column &* side
        let targets = (y: offset, u: self.u &+ offset, v: self.v &+ offset)
        let (denominator, full) = (denominator, full)
        var samples = samples.mutableSpan
        if 16 &* column &+ 16 > full.width || 16 &* row &+ 16 > full.height {
            let (columns, rows) = (min(16, full.width &- 16 &* column), min(16, full.height &- 16 &* row))
            let chroma = ((columns &+ 1) / 2, (rows &+ 1) / 2)
            Self.average(pixels, at: y, (columns, rows), denominator, into: &samples, at: targets.y, stride)
            Self.average(pixels, at: u, chroma, denominator / 2, into: &samples, at: targets.u, stride)
            Self.average(pixels, at: v, chroma, denominator / 2, into: &samples, at: targets.v, stride)
        } else if denominator == 8 {
            for half in 0..<2 {
                let target = half &* stride
                Self.averageEights(pixels, at: y &+ 8 &* half &* rowByteCount, into: &samples, at: targets.y &+ target)
                let source = 4 &* half &* rowByteCount
                Self.averageFours(pixels, at: u &+ source, into: &samples, at: targets.u &+ target)
                Self.averageFours(pixels, at: v &+ source, into: &samples, at: targets.v &+ target)
            }
        } else {
            for quarter in 0..<4 {
                let target = quarter &* stride
                let rows = y &+ 4 &* quarter &* rowByteCount
                Self.averageFours(pixels, at: rows, into: &samples, at: targets.y &+ target)
                Self.averageFours(pixels, at: rows &+ 8, into: &samples, at: targets.y &+ target &+ 2)
                let source = 2 &* quarter &* rowByteCount
                Self.averageTwos(pixels, at: u &+ source, into: &samples, at: targets.u &+ target)
                Self.averageTwos(pixels, at: v &+ source, into: &samples, at: targets.v &+ target)
            }
        }
    }

    // MARK: Squares

    /// Sums horizontal neighbours in a row of eight samples, 16 bits each.
    @inline(__always)
    private static func pairs(_ pixels: Span<UInt8>, _ offset: Int) -> UInt64 {
        let row = pixels.load(at: offset, as: UInt64.self).littleEndian
        return row & 0x00FF_00FF_00FF_00FF &+ row &>> 8 & 0x00FF_00FF_00FF_00FF
    }

    /// Averages two squares of 8 × 8.
    @inline(__always)
    private static func averageEights(
        _ pixels: Span<UInt8>, at offset: Int, into samples: inout MutableSpan<UInt8>, at target: Int
    ) {
        for column in 0..<2 {
            var sum: UInt64 = 0
            for row in 0..<8 { sum &+= pairs(pixels, offset &+ row &* VP8Macroblock.stride &+ 8 &* column) }
            // At most 4 × 4080, so that no sum carries into the next one.
            let all = (sum &* 0x0001_0001_0001_0001) &>> 48
            samples[target &+ column] = UInt8(truncatingIfNeeded: (all &+ 32) &>> 6)
        }
    }

    /// Averages two squares of 4 × 4.
    @inline(__always)
    private static func averageFours(
        _ pixels: Span<UInt8>, at offset: Int, into samples: inout MutableSpan<UInt8>, at target: Int
    ) {
        var sum: UInt64 = 0
        for row in 0..<4 { sum &+= pairs(pixels, offset &+ row &* VP8Macroblock.stride) }
        let all = sum &+ sum &>> 16
        samples[target] = UInt8(truncatingIfNeeded: (all & 0xFFFF &+ 8) &>> 4)
        samples[target &+ 1] = UInt8(truncatingIfNeeded: (all &>> 32 & 0xFFFF &+ 8) &>> 4)
    }

    /// Averages four squares of 2 × 2.
    @inline(__always)
    private static func averageTwos(
        _ pixels: Span<UInt8>, at offset: Int, into samples: inout MutableSpan<UInt8>, at target: Int
    ) {
        let sum = pairs(pixels, offset) &+ pairs(pixels, offset &+ VP8Macroblock.stride) &+ 0x0002_0002_0002_0002
        for column in 0..<4 {
            samples[target &+ column] = UInt8(truncatingIfNeeded: (sum &>> UInt64(16 &* column) & 0xFFFF) &>> 2)
        }
    }

    /// Averages squares that the picture's edges may cut off, counting only the samples within.
    ///
    /// `size` is the number of columns and rows of samples within the picture, at least one.
    private static func average(
        _ pixels: Span<UInt8>, at offset: Int, _ size: (columns: Int, rows: Int), _ square: Int,
        into samples: inout MutableSpan<UInt8>, at target: Int, _ stride: Int
    ) {
        for top in Swift.stride(from: 0, to: size.rows, by: square) {
            for left in Swift.stride(from: 0, to: size.columns, by: square) {
                let (bottom, right) = (min(top + square, size.rows), min(left + square, size.columns))
                var sum = 0
                for row in top..<bottom {
                    for column in left..<right { sum += Int(pixels[offset + row * VP8Macroblock.stride + column]) }
                }
                let count = (bottom - top) * (right - left)
                samples[target + top / square * stride + left / square] = UInt8(
                    truncatingIfNeeded: (sum + count / 2) / count)
            }
        }
    }
}
