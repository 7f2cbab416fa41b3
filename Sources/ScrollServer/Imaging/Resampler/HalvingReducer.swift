// Halves a picture row by row, to make the next level of a pyramid.

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

    /// Takes any number of whole source rows, and appends each finished row to `output`.
    mutating func push(rows: [UInt8], into output: inout [UInt8]) -> Int {
        unsafe rows.withUnsafeBytes { unsafe push(rows: $0, into: &output) }
    }

    /// Takes any number of whole source rows, and appends each finished row to `output`.
    package mutating func push(rows: UnsafeRawBufferPointer, into output: inout [UInt8]) -> Int {
        let rowByteCount = sourceWidth * format.channelCount
        precondition(rows.count % rowByteCount == 0)
        let rowCount = min(rows.count / rowByteCount, sourceHeight - rowsSeen)
        var row = 0
        var finished = 0
        while row < rowCount {
            let here = unsafe UnsafeRawBufferPointer(rebasing: rows[(row * rowByteCount)..<((row + 1) * rowByteCount)])
            if rowsSeen % 2 == 1 {
                var first: [UInt8] = []
                swap(&first, &pending)
                unsafe first.withUnsafeBytes { unsafe reduce($0, here) }
                first.removeAll(keepingCapacity: true)
                swap(&first, &pending)
                row += 1
                rowsSeen += 1
            } else if rowsSeen + 1 == sourceHeight {
                // The last row of an odd height has no partner: the mean of a row and itself is that row.
                unsafe reduce(here, here)
                row += 1
                rowsSeen += 1
            } else if row + 1 < rowCount {
                let start = (row + 1) * rowByteCount
                unsafe reduce(here, UnsafeRawBufferPointer(rebasing: rows[start..<(start + rowByteCount)]))
                row += 2
                rowsSeen += 2
            } else {
                unsafe pending.append(contentsOf: here)
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
    private mutating func reduce(_ upper: UnsafeRawBufferPointer, _ lower: UnsafeRawBufferPointer) {
        if format.hasAlpha {
            unsafe reduceWeighted(upper, lower)
            return
        }
        unsafe addRows(upper, lower)
        let pairCount = sourceWidth / 2
        switch format {
        case .gray: addNeighbours(pairCount)
        default: addPixels(pairCount)
        }
        if sourceWidth % 2 == 1 {
            // The last column has only two pixels, one above the other.
            for channel in 0..<format.channelCount {
                let sum = sums[(sourceWidth - 1) * format.channelCount + channel]
                target[pairCount * format.channelCount + channel] = UInt8(truncatingIfNeeded: (sum &+ 1) &>> 1)
            }
        }
    }

    private mutating func addRows(_ upper: UnsafeRawBufferPointer, _ lower: UnsafeRawBufferPointer) {
        let count = upper.count
        precondition(lower.count == count && sums.count >= count)
        unsafe sums.withUnsafeMutableBytes { sums in
            var index = 0
            while index &+ 16 <= count {
                let a = unsafe upper.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
                let b = unsafe lower.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
                let low = SIMD8<UInt16>(widening: a.lowHalf) &+ SIMD8<UInt16>(widening: b.lowHalf)
                let high =
                    SIMD8<UInt16>(widening: a.highHalf) &+ SIMD8<UInt16>(widening: b.highHalf)
                unsafe sums.storeBytes(of: low, toByteOffset: 2 &* index, as: SIMD8<UInt16>.self)
                unsafe sums.storeBytes(of: high, toByteOffset: 2 &* index &+ 16, as: SIMD8<UInt16>.self)
                index &+= 16
            }
            while index < count {
                unsafe sums.storeBytes(
                    of: UInt16(upper[index]) &+ UInt16(lower[index]), toByteOffset: 2 &* index, as: UInt16.self)
                index &+= 1
            }
        }
    }

    /// Averages pairs of neighbouring sums of gray, eight pairs at a time.
    private mutating func addNeighbours(_ pairCount: Int) {
        unsafe sums.withUnsafeBytes { sums in
            unsafe target.withUnsafeMutableBytes { target in
                precondition(sums.count >= 4 * pairCount && target.count >= pairCount)
                var pair = 0
                while pair &+ 8 <= pairCount {
                    let all = unsafe sums.loadUnaligned(fromByteOffset: 4 &* pair, as: SIMD16<UInt16>.self)
                    let mean = (all.evenHalf &+ all.oddHalf &+ 2) &>> 2
                    unsafe target.storeBytes(
                        of: SIMD8<UInt8>(narrowing: mean), toByteOffset: pair, as: SIMD8<UInt8>.self)
                    pair &+= 8
                }
                while pair < pairCount {
                    let first = unsafe sums.load(fromByteOffset: 4 &* pair, as: UInt16.self)
                    let second = unsafe sums.load(fromByteOffset: 4 &* pair &+ 2, as: UInt16.self)
                    unsafe target[pair] = UInt8(truncatingIfNeeded: (first &+ second &+ 2) &>> 2)
                    pair &+= 1
                }
            }
        }
    }

    /// Averages pairs of RGB pixels.
    ///
    /// A pixel is loaded as four sums (the fourth belongs to the next pixel or to the padding) and stored as four bytes
    /// (the next pixel overwrites the fourth).
    private mutating func addPixels(_ pairCount: Int) {
        unsafe sums.withUnsafeBytes { sums in
            unsafe target.withUnsafeMutableBytes { target in
                precondition(sums.count >= 12 * pairCount + 2 && target.count > 3 * pairCount)
                for pair in 0..<pairCount {
                    let first = unsafe sums.loadUnaligned(fromByteOffset: 12 &* pair, as: SIMD4<UInt16>.self)
                    let second = unsafe sums.loadUnaligned(fromByteOffset: 12 &* pair &+ 6, as: SIMD4<UInt16>.self)
                    let mean = (first &+ second &+ 2) &>> 2
                    unsafe target.storeBytes(
                        of: SIMD4<UInt8>(narrowing: mean), toByteOffset: 3 &* pair, as: SIMD4<UInt8>.self)
                }
            }
        }
    }

    /// Averages with alpha: each colour is Σ colour·alpha / Σ alpha.
    private mutating func reduceWeighted(_ upper: UnsafeRawBufferPointer, _ lower: UnsafeRawBufferPointer) {
        let channelCount = format.channelCount
        let width = sourceWidth
        unsafe target.withUnsafeMutableBytes { target in
            for column in 0..<targetWidth {
                let left = 2 &* column &* channelCount
                // At an odd edge the last pixel is used twice.
                let right = 2 &* column &+ 1 < width ? left &+ channelCount : left
                let last = channelCount &- 1
                let a = unsafe UInt32(upper[left &+ last])
                let b = unsafe UInt32(upper[right &+ last])
                let c = unsafe UInt32(lower[left &+ last])
                let d = unsafe UInt32(lower[right &+ last])
                let sum = a &+ b &+ c &+ d
                let place = column &* channelCount
                unsafe target[place &+ last] = UInt8(truncatingIfNeeded: (sum &+ 2) &>> 2)
                let isOpaque = sum == 4 &* 255
                // One division serves all colours; exact, because a weighted sum is below 2¹⁸ and the reciprocal has 36
                // fraction bits.
                let reciprocal = sum == 0 ? 0 : ((1 << 36) &+ UInt64(sum) &- 1) / UInt64(sum)
                for channel in 0..<last {
                    let p = unsafe UInt32(upper[left &+ channel])
                    let q = unsafe UInt32(upper[right &+ channel])
                    let r = unsafe UInt32(lower[left &+ channel])
                    let s = unsafe UInt32(lower[right &+ channel])
                    if isOpaque {
                        unsafe target[place &+ channel] = UInt8(truncatingIfNeeded: (p &+ q &+ r &+ s &+ 2) &>> 2)
                    } else {
                        let weighted = p &* a &+ q &* b &+ r &* c &+ s &* d &+ sum &>> 1
                        unsafe target[place &+ channel] = UInt8(
                            truncatingIfNeeded: (UInt64(weighted) &* reciprocal) &>> 36)
                    }
                }
            }
        }
    }
}
