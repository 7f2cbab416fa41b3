// Averages macroblocks of a VP8 frame to 1/4 or 1/8 of their sides, for thumbnails.

/// A row of macroblocks at a reduced size: all three planes have a sample per pixel of the result.
///
/// The loop filter hardly changes averages of 4 × 4 or 8 × 8 luma samples and is omitted, as in libwebp's scaling.
/// Samples beyond the picture's edges do not count.
@safe final class VP8ReducedPlanes {
    /// Factor by which the sides are divided: 4 or 8.
    let denominator: Int
    /// Size of the result, in pixels.
    let width: Int
    let height: Int
    /// Rows and columns of the result in a macroblock.
    let side: Int
    /// Samples per row of a plane, with room for whole vectors.
    let stride: Int
    let y: UnsafeMutablePointer<UInt8>
    let u: UnsafeMutablePointer<UInt8>
    let v: UnsafeMutablePointer<UInt8>
    private let memory: WebPMemory<UInt8>
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
        memory = WebPMemory(count: 3 * side * stride, repeating: 0)
        unsafe y = unsafe memory.pointer
        unsafe u = unsafe y + side * stride
        unsafe v = unsafe u + side * stride
    }

    /// Averages the macroblock at `column` and `row`, which is within the picture.
    ///
    /// `y` has 16 × 16 samples, `u` and `v` 8 × 8 each, all with rows `from` bytes apart.
    @inline(__always)
    func store(
        y: UnsafePointer<UInt8>, u: UnsafePointer<UInt8>, v: UnsafePointer<UInt8>, from rowByteCount: Int,
        column: Int, row: Int
    ) {
        let place = column &* side
        if 16 &* column &+ 16 > full.width || 16 &* row &+ 16 > full.height {
            let (columns, rows) = (min(16, full.width &- 16 &* column), min(16, full.height &- 16 &* row))
            unsafe average(y, rowByteCount, (columns, rows), denominator, into: self.y + place)
            let chroma = ((columns &+ 1) / 2, (rows &+ 1) / 2)
            unsafe average(u, rowByteCount, chroma, denominator / 2, into: self.u + place)
            unsafe average(v, rowByteCount, chroma, denominator / 2, into: self.v + place)
        } else if denominator == 8 {
            for half in 0..<2 {
                unsafe Self.averageEights(
                    y + 8 &* half &* rowByteCount, rowByteCount, into: self.y + (place &+ half &* stride))
                let source = 4 &* half &* rowByteCount
                unsafe Self.averageFours(u + source, rowByteCount, into: self.u + (place &+ half &* stride))
                unsafe Self.averageFours(v + source, rowByteCount, into: self.v + (place &+ half &* stride))
            }
        } else {
            for quarter in 0..<4 {
                let target = place &+ quarter &* stride
                let rows = unsafe y + 4 &* quarter &* rowByteCount
                unsafe Self.averageFours(rows, rowByteCount, into: self.y + target)
                unsafe Self.averageFours(rows + 8, rowByteCount, into: self.y + (target &+ 2))
                let source = 2 &* quarter &* rowByteCount
                unsafe Self.averageTwos(u + source, rowByteCount, into: self.u + target)
                unsafe Self.averageTwos(v + source, rowByteCount, into: self.v + target)
            }
        }
    }

    // MARK: Squares

    /// Sums horizontal neighbours in a row of eight samples, 16 bits each.
    @inline(__always)
    private static func pairs(_ samples: UnsafePointer<UInt8>) -> UInt64 {
        let row = unsafe UInt64(littleEndian: UnsafeRawPointer(samples).loadUnaligned(as: UInt64.self))
        return row & 0x00FF_00FF_00FF_00FF &+ row &>> 8 & 0x00FF_00FF_00FF_00FF
    }

    /// Averages two squares of 8 × 8.
    @inline(__always)
    private static func averageEights(
        _ samples: UnsafePointer<UInt8>, _ rowByteCount: Int, into target: UnsafeMutablePointer<UInt8>
    ) {
        for column in 0..<2 {
            var sum: UInt64 = 0
            for row in 0..<8 { unsafe sum &+= pairs(samples + (row &* rowByteCount &+ 8 &* column)) }
            // At most 4 × 4080, so that no sum carries into the next one.
            let all = (sum &* 0x0001_0001_0001_0001) &>> 48
            unsafe target[column] = UInt8(truncatingIfNeeded: (all &+ 32) &>> 6)
        }
    }

    /// Averages two squares of 4 × 4.
    @inline(__always)
    private static func averageFours(
        _ samples: UnsafePointer<UInt8>, _ rowByteCount: Int, into target: UnsafeMutablePointer<UInt8>
    ) {
        var sum: UInt64 = 0
        for row in 0..<4 { unsafe sum &+= pairs(samples + row &* rowByteCount) }
        let all = sum &+ sum &>> 16
        unsafe target[0] = UInt8(truncatingIfNeeded: (all & 0xFFFF &+ 8) &>> 4)
        unsafe target[1] = UInt8(truncatingIfNeeded: (all &>> 32 & 0xFFFF &+ 8) &>> 4)
    }

    /// Averages four squares of 2 × 2.
    @inline(__always)
    private static func averageTwos(
        _ samples: UnsafePointer<UInt8>, _ rowByteCount: Int, into target: UnsafeMutablePointer<UInt8>
    ) {
        let sum = unsafe pairs(samples) &+ pairs(samples + rowByteCount) &+ 0x0002_0002_0002_0002
        for column in 0..<4 {
            unsafe target[column] = UInt8(truncatingIfNeeded: (sum &>> UInt64(16 &* column) & 0xFFFF) &>> 2)
        }
    }

    /// Averages squares that the picture's edges may cut off, counting only the samples within.
    ///
    /// `size` is the number of columns and rows of samples within the picture, at least one.
    private func average(
        _ samples: UnsafePointer<UInt8>, _ rowByteCount: Int, _ size: (columns: Int, rows: Int), _ square: Int,
        into target: UnsafeMutablePointer<UInt8>
    ) {
        for top in Swift.stride(from: 0, to: size.rows, by: square) {
            for left in Swift.stride(from: 0, to: size.columns, by: square) {
                let (bottom, right) = (min(top + square, size.rows), min(left + square, size.columns))
                var sum = 0
                for row in top..<bottom {
                    for column in left..<right { unsafe sum += Int(samples[row * rowByteCount + column]) }
                }
                let count = (bottom - top) * (right - left)
                unsafe target[top / square * stride + left / square] = UInt8(
                    truncatingIfNeeded: (sum + count / 2) / count)
            }
        }
    }
}
