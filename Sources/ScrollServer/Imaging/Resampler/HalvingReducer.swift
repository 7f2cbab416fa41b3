// Halves a picture row by row, to make the next level of a pyramid.

import Pixels
import Platform

/// Averages 2 × 2 pixels; at an odd right or lower edge, the pixels that exist.
///
/// The result is ⌈size/2⌉ in each direction. Means are exact and rounded to the nearest. Colours are weighted by their
/// alpha. The result does not depend on how the rows are split between calls.
///
/// Memory: three rows.
package struct HalvingReducer {
    /// In pixels.
    let targetWidth: Int
    /// In pixels.
    let targetHeight: Int
    private let sourceWidth: Int
    private let sourceHeight: Int
    private let format: PixelFormat
    private var rowsSeen = 0
    /// The first row of a pair whose second row has not come yet.
    private var pending: [UInt8] = []
    /// Sums of a pair of rows, padded so that four samples can be read at the last pixel.
    private var sums: [UInt16]
    private var target: [UInt8]

    /// Prepares for a picture of `sourceWidth` × `sourceHeight` pixels, each at least 1.
    ///
    /// `firstRow` is the first source row to come; even.
    package init(sourceWidth: Int, sourceHeight: Int, format: PixelFormat, firstRow: Int = 0) {
        precondition(sourceWidth > 0 && sourceHeight > 0)
        rowsSeen = firstRow
        self.sourceWidth = sourceWidth
        self.sourceHeight = sourceHeight
        self.format = format
        targetWidth = (sourceWidth + 1) / 2
        targetHeight = (sourceHeight + 1) / 2
        sums = [UInt16](repeating: 0, count: format.hasAlpha ? 0 : sourceWidth * format.channelCount + 16)
        target = [UInt8](repeating: 0, count: targetWidth * format.channelCount + 16)
    }

    /// Returns the same for a part of the columns, before the first row has come.
    ///
    /// The part begins at an even column, and ends at one or with the picture.
    package func narrowed(toWidth width: Int) -> HalvingReducer {
        HalvingReducer(sourceWidth: width, sourceHeight: sourceHeight, format: format, firstRow: rowsSeen)
    }

    /// Takes any number of whole source rows, and appends each finished row to `output`.
    package mutating func push(rows: [UInt8], into output: inout [UInt8]) -> Int {
        push(rows: rows.span, into: &output)
    }

    /// Takes any number of whole source rows, and appends each finished row to `output`.
    package mutating func push(rows: Span<UInt8>, into output: inout [UInt8]) -> Int {
        let rowByteCount = sourceWidth * format.channelCount
        precondition(rows.count % rowByteCount == 0)
        let rowCount = min(rows.count / rowByteCount, sourceHeight - rowsSeen)
        var row = 0
        var finished = 0
        while row < rowCount {
            let here = rows.extracting((row * rowByteCount)..<((row + 1) * rowByteCount))
            if rowsSeen % 2 == 1 {
                var first: [UInt8] = []
                swap(&first, &pending)
                reduce(first.span, here)
                first.removeAll(keepingCapacity: true)
                swap(&first, &pending)
                row += 1
                rowsSeen += 1
            } else if rowsSeen + 1 == sourceHeight {
                // The last row of an odd height has no partner: the mean of a row and itself is that row.
                reduce(here, here)
                row += 1
                rowsSeen += 1
            } else if row + 1 < rowCount {
                let start = (row + 1) * rowByteCount
                reduce(here, rows.extracting(start..<(start + rowByteCount)))
                row += 2
                rowsSeen += 2
            } else {
                pending.append(copying: here)
                row += 1
                rowsSeen += 1
                continue
            }
            output.append(contentsOf: target[..<(targetWidth * format.channelCount)])
            finished += 1
        }
        return finished
    }

    /// Halves two rows of `sourceWidth` pixels into `target`.
    private mutating func reduce(_ upper: Span<UInt8>, _ lower: Span<UInt8>) {
        if format.hasAlpha {
            if format == .rgba {
                Self.reduceWeighted(upper, lower, as: UInt32.self, into: &target)
            } else {
                Self.reduceWeighted(upper, lower, as: UInt16.self, into: &target)
            }
            return
        }
        addRows(upper, lower)
        let pairCount = sourceWidth / 2
        switch format {
        case .gray: Self.addNeighbours(sums, pairCount, into: &target)
        default: Self.addPixels(sums, pairCount, into: &target)
        }
        if sourceWidth % 2 == 1 {
            // The last column has only two pixels, one above the other.
            for channel in 0..<format.channelCount {
                let sum = sums[(sourceWidth - 1) * format.channelCount + channel]
                target[pairCount * format.channelCount + channel] = UInt8(truncatingIfNeeded: (sum &+ 1) &>> 1)
            }
        }
    }

    private mutating func addRows(_ upper: Span<UInt8>, _ lower: Span<UInt8>) {
        var sums = sums.mutableSpan
        var index = 0
        while index &+ 16 <= upper.count {
            let a = upper.load(at: index, as: SIMD16<UInt8>.self)
            let b = lower.load(at: index, as: SIMD16<UInt8>.self)
            let low = SIMD8<UInt16>(widening: a.lowHalf) &+ SIMD8<UInt16>(widening: b.lowHalf)
            let high = SIMD8<UInt16>(widening: a.highHalf) &+ SIMD8<UInt16>(widening: b.highHalf)
            sums.store(SIMD16(lowHalf: low, highHalf: high), at: index)
            index &+= 16
        }
        while index < upper.count {
            sums[index] = UInt16(upper[index]) &+ UInt16(lower[index])
            index &+= 1
        }
    }

    /// Averages pairs of neighbouring sums of gray, eight pairs at a time.
    private static func addNeighbours(_ sums: [UInt16], _ pairCount: Int, into target: inout [UInt8]) {
        let sums = sums.span
        var target = target.mutableSpan
        var pair = 0
        while pair &+ 8 <= pairCount {
            let all = sums.load(at: 2 &* pair, as: SIMD16<UInt16>.self)
            target.store(SIMD8<UInt8>(narrowing: (all.evenHalf &+ all.oddHalf &+ 2) &>> 2), at: pair)
            pair &+= 8
        }
        while pair < pairCount {
            target[pair] = UInt8(truncatingIfNeeded: (sums[2 &* pair] &+ sums[2 &* pair &+ 1] &+ 2) &>> 2)
            pair &+= 1
        }
    }

    /// Averages pairs of RGB pixels.
    ///
    /// A pixel is loaded as four sums (the fourth belongs to the next pixel or to the padding) and stored as four bytes
    /// (the next pixel overwrites the fourth).
    private static func addPixels(_ sums: [UInt16], _ pairCount: Int, into target: inout [UInt8]) {
        let sums = sums.span
        var target = target.mutableSpan
        for pair in 0..<pairCount {
            let first = sums.load(at: 6 &* pair, as: SIMD4<UInt16>.self)
            let second = sums.load(at: 6 &* pair &+ 3, as: SIMD4<UInt16>.self)
            target.store(SIMD4<UInt8>(narrowing: (first &+ second &+ 2) &>> 2), at: 3 &* pair)
        }
    }

    /// Averages with alpha: each colour is Σ colour·alpha / Σ alpha.
    ///
    /// A pixel is loaded and stored as one number, whose lowest byte is the first sample and whose highest is alpha.
    @inline(__always)
    private static func reduceWeighted<Pixel: FullyInhabited & FixedWidthInteger & UnsignedInteger>(
        _ upper: Span<UInt8>, _ lower: Span<UInt8>, as type: Pixel.Type, into target: inout [UInt8]
    ) {
        let size = MemoryLayout<Pixel>.size
        let alphaShift = Pixel(truncatingIfNeeded: 8 &* size &- 8)
        var target = target.mutableSpan
        @inline(__always) func sample(_ pixel: Pixel, _ shift: Pixel) -> UInt32 {
            UInt32(truncatingIfNeeded: pixel &>> shift & 255)
        }
        let width = upper.count / size
        for column in 0..<(width + 1) / 2 {
            let left = 2 &* column &* size
            // At an odd edge the last pixel is used twice.
            let right = 2 &* column &+ 1 < width ? left &+ size : left
            let (p, q) = (upper.load(at: left, as: type).littleEndian, upper.load(at: right, as: type).littleEndian)
            let (r, s) = (lower.load(at: left, as: type).littleEndian, lower.load(at: right, as: type).littleEndian)
            let (a, b) = (sample(p, alphaShift), sample(q, alphaShift))
            let (c, d) = (sample(r, alphaShift), sample(s, alphaShift))
            let sum = a &+ b &+ c &+ d
            var mean = Pixel(truncatingIfNeeded: (sum &+ 2) &>> 2) &<< alphaShift
            if sum == 4 &* 255 {
                for shift in stride(from: Pixel(0), to: alphaShift, by: 8) {
                    let total = sample(p, shift) &+ sample(q, shift) &+ sample(r, shift) &+ sample(s, shift)
                    mean |= Pixel(truncatingIfNeeded: (total &+ 2) &>> 2) &<< shift
                }
            } else {
                // One division serves all colours; exact, because a weighted sum is below 2¹⁸ and the reciprocal has 36
                // fraction bits.
                let reciprocal = sum == 0 ? 0 : ((1 << 36) &+ UInt64(sum) &- 1) / UInt64(sum)
                for shift in stride(from: Pixel(0), to: alphaShift, by: 8) {
                    let weighted =
                        sample(p, shift) &* a &+ sample(q, shift) &* b &+ sample(r, shift) &* c &+ sample(s, shift)
                        &* d &+ sum &>> 1
                    mean |= Pixel(truncatingIfNeeded: (UInt64(weighted) &* reciprocal) &>> 36) &<< shift
                }
            }
            target.store(mean.littleEndian, at: column &* size)
        }
    }
}
