// The predictor transform of a lossless WebP (RFC 9649 §3.5.1).

import Platform

/// Adds to each pixel the prediction from its neighbours.
final class VP8LPrediction {
    private let width: Int
    private let blockBitCount: Int
    /// The mode of each block, 0...15.
    private let modes: [UInt8]
    /// The row above, followed by the current row's first pixel, which is the top right neighbour of the last pixel.
    private var above: [UInt32]
    private var rowCount = 0

    private static let black: UInt32 = 0xFF00_0000

    init(width: Int, blockBitCount: Int, modes: [UInt8]) {
        self.width = width
        self.blockBitCount = blockBitCount
        self.modes = modes
        above = [UInt32](repeating: 0, count: width + 1)
    }

    func undo(_ row: inout [UInt32]) {
        var row = row.mutableSpan
        var above: [UInt32] = []
        swap(&above, &self.above)
        defer { swap(&above, &self.above) }
        if rowCount == 0 {
            row[0] = Self.sum(row[0], Self.black)
            for column in 1..<max(width, 1) { row[column] = Self.sum(row[column], row[column &- 1]) }
        } else {
            row[0] = Self.sum(row[0], above[0])
            above[width] = row[0]
            let blocksPerRow = VP8LPixels.blockCount(width, blockBitCount)
            let first = rowCount >> blockBitCount * blocksPerRow
            for block in 0..<blocksPerRow {
                let start = max(1, block << blockBitCount)
                let end = min((block + 1) << blockBitCount, width)
                if start < end { Self.undo(&row, above.span, start..<end, mode: modes[first + block]) }
            }
        }
        for column in 0..<width { above[column] = row[column] }
        rowCount += 1
    }

    private static func undo(
        _ row: inout MutableSpan<UInt32>, _ above: Span<UInt32>, _ columns: Range<Int>, mode: UInt8
    ) {
        let left = row[columns.lowerBound &- 1]
        var pixels = row._mutatingExtracting(columns)
        undo(
            &pixels, left: left, corners: above.extracting(columns.lowerBound &- 1..<columns.upperBound &- 1),
            tops: above.extracting(columns),
            rights: above.extracting(columns.lowerBound &+ 1..<columns.upperBound &+ 1), mode: mode)
    }

    /// Undoes the transform for the pixels of a block's row, given the neighbours above each.
    @inline(__always)
    private static func undo(
        _ pixels: inout MutableSpan<UInt32>, left first: UInt32, corners: Span<UInt32>, tops: Span<UInt32>,
        rights: Span<UInt32>, mode: UInt8
    ) {
        /// Adds `predict(left, corner, top, right)` to each pixel.
        @inline(__always) func each(_ predict: (UInt32, UInt32, UInt32, UInt32) -> UInt32) {
            var left = first
            for column in pixels.indices {
                left = sum(pixels[column], predict(left, corners[column], tops[column], rights[column]))
                pixels[column] = left
            }
        }
        switch mode {
        case 1: each { left, _, _, _ in left }
        case 2: each { _, _, top, _ in top }
        case 3: each { _, _, _, right in right }
        case 4: each { _, corner, _, _ in corner }
        case 5: each { left, _, top, right in average(average(left, right), top) }
        case 6: each { left, corner, _, _ in average(left, corner) }
        case 7: each { left, _, top, _ in average(left, top) }
        case 8: each { _, corner, top, _ in average(corner, top) }
        case 9: each { _, _, top, right in average(top, right) }
        case 10: each { left, corner, top, right in average(average(left, corner), average(top, right)) }
        case 11: each { left, corner, top, _ in select(left, top, corner) }
        case 12: each { left, corner, top, _ in packed(lanes(left) &+ lanes(top) &- lanes(corner)) }
        case 13:
            each { left, corner, top, _ in
                let mean = lanes(average(left, top))
                let difference = mean &- lanes(corner)
                // Half of the difference, rounded towards zero.
                let negative = difference &>> 15 & 1
                return packed(mean &+ (difference &+ negative) &>> 1)
            }
        default: each { _, _, _, _ in black }
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
        SIMD4<Int16>(widening: bitCast(pixel, to: SIMD4<UInt8>.self))
    }

    /// Clamps each lane to a byte.
    @inline(__always)
    private static func packed(_ lanes: SIMD4<Int16>) -> UInt32 {
        bitCast(lanes.clampedToBytes, to: UInt32.self)
    }
}
