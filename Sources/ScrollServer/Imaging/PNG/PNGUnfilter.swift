// Undoes the filter of a row, in place (PNG §9.2).

import Platform

/// Converts a filtered row's differences back to samples.
///
/// Samples left of the row count as 0.
enum PNGUnfilter {
    /// Undoes a row's filter.
    ///
    /// - Parameters:
    ///   - type: 0...4.
    ///   - row: the filtered bytes, which become samples.
    ///   - prior: the samples of the row above; zeros for the first row.
    ///   - pixelByteCount: distance in bytes to the same sample of the pixel before: 1, 2, 3, 4, 6 or 8.
    @inline(never)
    static func apply(_ type: UInt8, row: inout MutableSpan<UInt8>, prior: Span<UInt8>, pixelByteCount: Int) {
        precondition(prior.count == row.count && pixelByteCount > 0)
        switch (type, pixelByteCount) {
        case (1, 3): addLeft(&row, step: 3)
        case (1, 4): addLeft(&row, step: 4)
        case (1, _): addLeftSlowly(&row, step: pixelByteCount)
        case (2, _): addAbove(&row, prior)
        case (3, 3): addAverage(&row, prior, step: 3)
        case (3, 4): addAverage(&row, prior, step: 4)
        case (3, _): addAverageSlowly(&row, prior, step: pixelByteCount)
        case (4, 3): addPaeth(&row, prior, step: 3)
        case (4, 4): addPaeth(&row, prior, step: 4)
        case (4, 1): addPaethSlowly(&row, prior, step: 1)
        case (4, _): addPaethSlowly(&row, prior, step: pixelByteCount)
        default: break
        }
    }

    /// Undoes filter 4 of two consecutive rows like two calls of `apply`, but faster: see `addPaethPair`.
    ///
    /// `rows` has both rows, one after the other; `prior` is the one above them.
    @inline(never)
    static func applyPaeth(_ rows: inout MutableSpan<UInt8>, prior: Span<UInt8>, pixelByteCount: Int) {
        precondition(rows.count == 2 * prior.count)
        switch pixelByteCount {
        case 3: addPaethPair(&rows, prior, step: 3)
        case 4: addPaethPair(&rows, prior, step: 4)
        default:
            addPaethSlowly(&rows, prior, step: pixelByteCount)
            addPaethBelow(&rows, rowByteCount: prior.count, step: pixelByteCount)
        }
    }

    /// Stores a pixel's three or four bytes.
    @inline(__always)
    private static func store(_ pixel: SIMD4<UInt8>, to row: inout MutableSpan<UInt8>, at index: Int, step: Int) {
        if step == 4 {
            row.store(pixel, at: index)
        } else {
            row.store(pixel.lowHalf, at: index)
            row[index + 2] = pixel.z
        }
    }

    // Pixels are loaded as four bytes. The last pixel of three bytes is handled byte by byte, to stay within the row.

    @inline(__always)
    private static func addLeft(_ row: inout MutableSpan<UInt8>, step: Int) {
        var left = SIMD4<UInt8>.zero
        var index = 0
        while row.count - index >= 4 {
            left &+= row.load(at: index, as: SIMD4<UInt8>.self)
            store(left, to: &row, at: index, step: step)
            index += step
        }
        while index < row.count {
            if index >= step { row[index] &+= row[index &- step] }
            index += 1
        }
    }

    private static func addLeftSlowly(_ row: inout MutableSpan<UInt8>, step: Int) {
        var index = step
        while index < row.count {
            row[index] &+= row[index &- step]
            index += 1
        }
    }

    private static func addAbove(_ row: inout MutableSpan<UInt8>, _ prior: Span<UInt8>) {
        var index = 0
        while row.count - index >= 16 {
            let sum =
                row.load(at: index, as: SIMD16<UInt8>.self)
                &+ prior.load(at: index, as: SIMD16<UInt8>.self)
            row.store(sum, at: index)
            index += 16
        }
        while index < row.count {
            row[index] &+= prior[index]
            index += 1
        }
    }

    @inline(__always)
    private static func addAverage(
        _ row: inout MutableSpan<UInt8>, _ prior: Span<UInt8>, step: Int
    ) {
        var left = SIMD4<UInt8>.zero
        var index = 0
        while row.count - index >= 4 {
            let above = prior.load(at: index, as: SIMD4<UInt8>.self)
            let average = (left & above) &+ ((left ^ above) &>> 1)
            left = average &+ row.load(at: index, as: SIMD4<UInt8>.self)
            store(left, to: &row, at: index, step: step)
            index += step
        }
        addAverageSlowly(&row, prior, step: step, from: index)
    }

    private static func addAverageSlowly(
        _ row: inout MutableSpan<UInt8>, _ prior: Span<UInt8>, step: Int, from start: Int = 0
    ) {
        var index = start
        while index < row.count {
            let left = index >= step ? Int(row[index &- step]) : 0
            row[index] &+= UInt8(truncatingIfNeeded: (left &+ Int(prior[index])) &>> 1)
            index += 1
        }
    }

    @inline(__always)
    private static func addPaeth(
        _ row: inout MutableSpan<UInt8>, _ prior: Span<UInt8>, step: Int
    ) {
        var a = SIMD4<Int16>.zero
        var c = SIMD4<Int16>.zero
        var index = 0
        while row.count - index >= 4 {
            let b = SIMD4<Int16>(widening: prior.load(at: index, as: SIMD4<UInt8>.self))
            let difference = SIMD4<Int16>(
                widening: row.load(at: index, as: SIMD4<UInt8>.self))
            // Let t = 3c − a − b. Then a + b − c is nearest to the lesser of a and b if t ≥ the greater, to the greater
            // if t ≤ the lesser, and to c otherwise. Ties come out as in the standard. This form needs no absolute
            // differences, which halves the chain of operations from one pixel to the next.
            let isLess = b .< a
            let lesser = a.replacing(with: b, where: isLess)
            let greater = b.replacing(with: a, where: isLess)
            let threshold = (c &+ c &+ c &- b) &- a
            let nearLesser = c.replacing(with: lesser, where: greater .<= threshold)
            let prediction = nearLesser.replacing(with: greater, where: threshold .<= lesser)
            a = (prediction &+ difference) & 255
            c = b
            store(SIMD4<UInt8>(narrowing: a), to: &row, at: index, step: step)
            index += step
        }
        addPaethSlowly(&row, prior, step: step, from: index)
    }

    /// Decodes two rows side by side, the lower one a pixel behind.
    ///
    /// Each pixel waits for the one before it in its own row; half of that time is spent on the other row.
    ///
    /// ```
    ///           lanes 0 … 3           lanes 4 … 7
    /// a, out    upper row, pixel i    lower row, pixel i − 1
    /// b         prior row, pixel i    upper row, pixel i − 1
    /// ```
    @inline(__always)
    private static func addPaethPair(_ rows: inout MutableSpan<UInt8>, _ prior: Span<UInt8>, step: Int) {
        let count = prior.count
        var a = SIMD8<Int16>.zero
        var c = SIMD8<Int16>.zero
        var index = 0
        while count - index >= 4 {
            // Left of the lower row's first pixel, all is 0.
            let behind = index == 0 ? .zero : rows.load(at: count + index - step, as: SIMD4<UInt8>.self)
            let here = rows.load(at: index, as: SIMD4<UInt8>.self)
            let difference = SIMD8<Int16>(widening: SIMD8<UInt8>(lowHalf: here, highHalf: behind))
            let above = SIMD8<Int16>(widening: SIMD8<UInt8>(lowHalf: prior.load(at: index), highHalf: .zero))
            let b = SIMD8<Int16>(lowHalf: above.lowHalf, highHalf: a.lowHalf)
            // As in `addPaeth`, but repeated: a generic over vector widths would compute sample by sample, 11 times as
            // slowly.
            let isLess = b .< a
            let lesser = a.replacing(with: b, where: isLess)
            let greater = b.replacing(with: a, where: isLess)
            let threshold = (c &+ c &+ c &- b) &- a
            let nearLesser = c.replacing(with: lesser, where: greater .<= threshold)
            let prediction = nearLesser.replacing(with: greater, where: threshold .<= lesser)
            a = (prediction &+ difference) & 255
            c = b
            let samples = SIMD8<UInt8>(narrowing: a)
            store(samples.lowHalf, to: &rows, at: index, step: step)
            if index > 0 { store(samples.highHalf, to: &rows, at: count + index - step, step: step) }
            index += step
        }
        addPaethSlowly(&rows, prior, step: step, from: index)
        addPaethBelow(&rows, rowByteCount: count, step: step, from: max(0, index - step))
    }

    /// Undoes the predictor of the second of two rows.
    private static func addPaethBelow(
        _ rows: inout MutableSpan<UInt8>, rowByteCount: Int, step: Int, from start: Int = 0
    ) {
        for column in stride(from: start, to: rowByteCount, by: 1) {
            let index = rowByteCount + column
            let hasLeft = column >= step
            rows[index] &+= predict(
                hasLeft ? rows[index - step] : 0, rows[column], hasLeft ? rows[column - step] : 0)
        }
    }

    /// Undoes the predictor of a row, the first `prior.count` bytes of `row`.
    @inline(__always)
    private static func addPaethSlowly(
        _ row: inout MutableSpan<UInt8>, _ prior: Span<UInt8>, step: Int, from start: Int = 0
    ) {
        for index in stride(from: start, to: prior.count, by: 1) {
            let hasLeft = index >= step
            row[index] &+= predict(hasLeft ? row[index - step] : 0, prior[index], hasLeft ? prior[index - step] : 0)
        }
    }

    /// Predicts a sample as PNG §9.4 states it.
    @inline(__always)
    private static func predict(_ left: UInt8, _ above: UInt8, _ aboveLeft: UInt8) -> UInt8 {
        let (a, b, c) = (Int(left), Int(above), Int(aboveLeft))
        let pa = abs(b &- c)
        let pb = abs(a &- c)
        let pc = abs(a &+ b &- c &- c)
        return pa <= pb && pa <= pc ? left : pb <= pc ? above : aboveLeft
    }
}
