// The predictor transform of a lossless WebP (RFC 9649 §3.5.1).

/// Adds to each pixel the prediction from its neighbours.
final class VP8LPrediction {
    private let width: Int
    private let blockBitCount: Int
    /// The mode of each block, 0...15.
    private let modes: [UInt8]
    /// The row above, followed by the current row's first pixel, which is the top right neighbour of the last pixel.
    private let above: WebPMemory<UInt32>
    private var rowCount = 0

    private static let black: UInt32 = 0xFF00_0000

    init(width: Int, blockBitCount: Int, modes: [UInt8]) {
        self.width = width
        self.blockBitCount = blockBitCount
        self.modes = modes
        above = WebPMemory(count: width + 1, repeating: 0)
    }

    func undo(_ row: UnsafeMutablePointer<UInt32>) {
        let above = unsafe above.pointer
        if rowCount == 0 {
            unsafe row[0] = unsafe Self.sum(row[0], Self.black)
            for column in 1..<max(width, 1) { unsafe row[column] = unsafe Self.sum(row[column], row[column &- 1]) }
        } else {
            unsafe row[0] = unsafe Self.sum(row[0], above[0])
            unsafe above[width] = unsafe row[0]
            let blocksPerRow = VP8LPixels.blockCount(width, blockBitCount)
            let first = rowCount >> blockBitCount * blocksPerRow
            for block in 0..<blocksPerRow {
                let start = max(1, block << blockBitCount)
                let end = min((block + 1) << blockBitCount, width)
                if start < end { unsafe undo(row, above, start..<end, mode: modes[first + block]) }
            }
        }
        unsafe above.update(from: row, count: width)
        rowCount += 1
    }

    private func undo(
        _ row: UnsafeMutablePointer<UInt32>, _ above: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, mode: UInt8
    ) {
        /// Adds `predict(left, column)` to each pixel.
        @inline(__always) func each(_ predict: (UInt32, Int) -> UInt32) {
            var left = unsafe row[columns.lowerBound &- 1]
            var column = columns.lowerBound
            while column < columns.upperBound {
                left = unsafe Self.sum(row[column], predict(left, column))
                unsafe row[column] = left
                column &+= 1
            }
        }
        switch mode {
        case 1: each { left, _ in left }
        case 2: each { _, column in unsafe above[column] }
        case 3: each { _, column in unsafe above[column &+ 1] }
        case 4: each { _, column in unsafe above[column &- 1] }
        case 5: each { left, column in unsafe Self.average(Self.average(left, above[column &+ 1]), above[column]) }
        case 6: each { left, column in unsafe Self.average(left, above[column &- 1]) }
        case 7: each { left, column in unsafe Self.average(left, above[column]) }
        case 8: each { _, column in unsafe Self.average(above[column &- 1], above[column]) }
        case 9: each { _, column in unsafe Self.average(above[column], above[column &+ 1]) }
        case 10:
            each { left, column in
                unsafe Self.average(
                    Self.average(left, above[column &- 1]), Self.average(above[column], above[column &+ 1]))
            }
        case 11: each { left, column in unsafe Self.select(left, above[column], above[column &- 1]) }
        case 12:
            each { left, column in
                unsafe Self.packed(
                    Self.lanes(left) &+ Self.lanes(above[column]) &- Self.lanes(above[column &- 1]))
            }
        case 13:
            each { left, column in
                let mean = unsafe Self.lanes(Self.average(left, above[column]))
                let difference = unsafe mean &- Self.lanes(above[column &- 1])
                // Half of the difference, rounded towards zero.
                let negative = difference &>> 15 & 1
                return Self.packed(mean &+ (difference &+ negative) &>> 1)
            }
        default: each { _, _ in Self.black }
        }
    }

    // MARK: Arithmetic on the four bytes of a pixel

    /// Adds two pixels byte by byte, without carries between bytes.
    @inline(__always)
    private static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let high = (a & 0xFF00_FF00) &+ (b & 0xFF00_FF00)
        let low = (a & 0x00FF_00FF) &+ (b & 0x00FF_00FF)
        return high & 0xFF00_FF00 | low & 0x00FF_00FF
    }

    @inline(__always)
    private static func average(_ a: UInt32, _ b: UInt32) -> UInt32 { ((a ^ b) & 0xFEFE_FEFE) &>> 1 &+ (a & b) }

    /// Returns the left or the upper pixel, whichever is nearer to left + above − corner.
    @inline(__always)
    private static func select(_ left: UInt32, _ above: UInt32, _ corner: UInt32) -> UInt32 {
        // Left + above − corner is as far from left as above is from the corner, and vice versa.
        distance(above, corner) < distance(left, corner) ? left : above
    }

    @inline(__always)
    private static func distance(_ a: UInt32, _ b: UInt32) -> Int32 {
        @inline(__always) func part(_ shift: UInt32) -> Int32 {
            abs(Int32(truncatingIfNeeded: a &>> shift & 0xFF) &- Int32(truncatingIfNeeded: b &>> shift & 0xFF))
        }
        return part(0) &+ part(8) &+ part(16) &+ part(24)
    }

    @inline(__always)
    private static func lanes(_ pixel: UInt32) -> SIMD4<Int16> {
        unsafe SIMD4<Int16>(widening: unsafeBitCast(pixel, to: SIMD4<UInt8>.self))
    }

    /// Clamps each lane to a byte.
    @inline(__always)
    private static func packed(_ lanes: SIMD4<Int16>) -> UInt32 {
        unsafe unsafeBitCast(lanes.clampedToBytes, to: UInt32.self)
    }
}
