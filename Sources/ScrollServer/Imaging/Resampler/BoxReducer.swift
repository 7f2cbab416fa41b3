// Shrinks by whole factors: each target sample is the mean of a box of source samples.

import Platform

/// Averages boxes of `columns × rows` pixels, row by row.
///
/// Boxes cut by the right or lower edge average the pixels that exist. Sums are exact; means are rounded to the
/// nearest.
struct BoxReducer {
    /// Pixels in one row of a box, at least 1.
    let columns: Int
    /// Rows of a box, at least 1.
    let rows: Int
    /// Pixels in one reduced row.
    let width: Int
    /// Number of reduced rows.
    let height: Int

    private let sourceWidth: Int
    private let sourceHeight: Int
    private let channelCount: Int
    private var rowsSeen = 0
    private var rowsInBox = 0
    /// Sums of samples over rows of the current box; 16 bits hold 257 rows of samples up to 255.
    private var sums: [UInt16]
    /// Totals for boxes of more than 257 rows, into which `sums` are added before they overflow; empty otherwise.
    private var wideSums: [UInt32]
    private var rowsInSums = 0

    init(sourceWidth: Int, sourceHeight: Int, channelCount: Int, columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        self.sourceWidth = sourceWidth
        self.sourceHeight = sourceHeight
        self.channelCount = channelCount
        width = (sourceWidth + columns - 1) / columns
        height = (sourceHeight + rows - 1) / rows
        // Padding: stores write whole vectors, and the last pixel is read as four samples.
        let count = (sourceWidth * channelCount + 15) / 16 * 16 + 16
        sums = [UInt16](repeating: 0, count: count)
        wideSums = rows > 257 ? [UInt32](repeating: 0, count: count) : []
    }

    /// Adds rows to the current box, up to its last row.
    ///
    /// - Parameters:
    ///   - source: whole rows.
    ///   - output: receives the reduced row when the box is full; `width × channelCount` bytes and at least one more.
    /// - Returns: how many rows were used, and whether `output` was written. The caller passes the rest again.
    mutating func push(
        _ source: Span<UInt8>, into output: inout [UInt8]
    ) -> (taken: Int, isFull: Bool) {
        let rowByteCount = sourceWidth * channelCount
        let rowsWanted = min(rows - rowsInBox, sourceHeight - rowsSeen)
        let taken = min(source.count / rowByteCount, rowsWanted, 257 - rowsInSums)
        guard taken > 0 else { return (0, false) }
        add(source, rowCount: taken)
        rowsInBox += taken
        rowsInSums += taken
        rowsSeen += taken
        let isFull = rowsInBox == rows || rowsSeen == sourceHeight
        if !wideSums.isEmpty && (isFull || rowsInSums == 257) {
            for index in 0..<rowByteCount { wideSums[index] &+= UInt32(sums[index]) }
            rowsInSums = 0
        }
        guard isFull else { return (taken, false) }
        // A 32-bit sum holds 65,536 sums of 16 bits.
        if wideSums.isEmpty && channelCount >= 3 && columns <= 65_536 {
            averagePixels(into: &output)
        } else {
            averageSamples(into: &output)
        }
        for index in wideSums.indices { wideSums[index] = 0 }
        rowsInBox = 0
        rowsInSums = 0
        return (taken, true)
    }

    /// Adds rows to `sums`, or overwrites `sums` with the first rows of a box.
    private mutating func add(_ source: Span<UInt8>, rowCount: Int) {
        let rowByteCount = sourceWidth * channelCount
        let isFirst = rowsInSums == 0
        var sums = sums.mutableSpan
        var index = 0
        while index &+ 16 <= rowByteCount {
            var low = isFirst ? .zero : sums.load(at: index, as: SIMD8<UInt16>.self)
            var high = isFirst ? .zero : sums.load(at: index &+ 8, as: SIMD8<UInt16>.self)
            var offset = index
            for _ in 0..<rowCount {
                let samples = source.load(at: offset, as: SIMD16<UInt8>.self)
                low &+= SIMD8<UInt16>(widening: samples.lowHalf)
                high &+= SIMD8<UInt16>(widening: samples.highHalf)
                offset &+= rowByteCount
            }
            sums.store(low, at: index)
            sums.store(high, at: index &+ 8)
            index &+= 16
        }
        while index < rowByteCount {
            var sum = isFirst ? 0 : sums[index]
            for row in 0..<rowCount { sum &+= UInt16(source[row &* rowByteCount &+ index]) }
            sums[index] = sum
            index &+= 1
        }
    }

    /// Returns 2⁴⁴/n, rounded up: a sum of n bytes times this, divided by 2⁴⁴, is the exact mean for n up to 2¹⁸.
    private static func reciprocal(_ count: Int) -> UInt64 {
        ((1 << 44) + UInt64(count) - 1) / UInt64(count)
    }

    @inline(__always)
    private static func mean(_ sum: UInt32, _ half: UInt64, _ reciprocal: UInt64) -> UInt8 {
        UInt8(truncatingIfNeeded: ((UInt64(sum) &+ half) &* reciprocal) &>> 44)
    }

    /// Averages pixels of three or four samples, each loaded as four.
    private func averagePixels(into output: inout [UInt8]) {
        var output = output.mutableSpan
        let channelCount = channelCount
        let full = Self.reciprocal(columns * rowsInBox)
        let sums = sums.span
        for column in 0..<width {
            let first = column &* columns
            let count = min(columns, sourceWidth &- first)
            var total = SIMD4<UInt32>.zero
            var index = first &* channelCount
            for _ in 0..<count {
                // The last pixel's fourth sample lies in the padding.
                total &+= SIMD4<UInt32>(widening: sums.load(at: index, as: SIMD4<UInt16>.self))
                index &+= channelCount
            }
            let boxCount = count &* rowsInBox
            let half = UInt64(truncatingIfNeeded: boxCount &>> 1)
            let reciprocal = count == columns ? full : Self.reciprocal(boxCount)
            let target = column &* channelCount
            output[target] = Self.mean(total.x, half, reciprocal)
            output[target &+ 1] = Self.mean(total.y, half, reciprocal)
            output[target &+ 2] = Self.mean(total.z, half, reciprocal)
            if channelCount == 4 { output[target &+ 3] = Self.mean(total.w, half, reciprocal) }
        }
    }

    private func averageSamples(into output: inout [UInt8]) {
        let isWide = !wideSums.isEmpty
        let full = Self.reciprocal(columns * rowsInBox)
        for column in 0..<width {
            let first = column * columns
            let count = min(columns, sourceWidth - first)
            let half = UInt64(count * rowsInBox / 2)
            let reciprocal = count == columns ? full : Self.reciprocal(count * rowsInBox)
            for channel in 0..<channelCount {
                // 64 bits, because a box may have millions of pixels.
                var total: UInt64 = 0
                var index = first &* channelCount &+ channel
                for _ in 0..<count {
                    total &+= isWide ? UInt64(wideSums[index]) : UInt64(sums[index])
                    index &+= channelCount
                }
                output[column * channelCount + channel] = UInt8(
                    truncatingIfNeeded: ((total &+ half) &* reciprocal) &>> 44)
            }
        }
    }
}
