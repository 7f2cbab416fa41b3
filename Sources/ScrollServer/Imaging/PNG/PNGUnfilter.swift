// Undoes the filter of a row, in place (PNG §9.2).

/// Converts a filtered row's differences back to samples.
///
/// Bounds: all pointers stay within `row.count` bytes; `prior` has the same length. Samples left of the row count as 0.
enum PNGUnfilter {
    /// Undoes a row's filter.
    ///
    /// - Parameters:
    ///   - type: 0...4.
    ///   - row: the filtered bytes, which become samples.
    ///   - prior: the samples of the row above; zeros for the first row.
    ///   - pixelByteCount: distance in bytes to the same sample of the pixel before: 1, 2, 3, 4, 6 or 8.
    @inline(never)
    static func apply(
        _ type: UInt8, row: UnsafeMutableRawBufferPointer, prior: UnsafeRawBufferPointer, pixelByteCount: Int
    ) {
        precondition(prior.count == row.count && pixelByteCount > 0)
        switch (type, pixelByteCount) {
        case (1, 3): unsafe addLeft(row, step: 3)
        case (1, 4): unsafe addLeft(row, step: 4)
        case (1, _): unsafe addLeftSlowly(row, step: pixelByteCount)
        case (2, _): unsafe addAbove(row, prior)
        case (3, 3): unsafe addAverage(row, prior, step: 3)
        case (3, 4): unsafe addAverage(row, prior, step: 4)
        case (3, _): unsafe addAverageSlowly(row, prior, step: pixelByteCount)
        case (4, 3): unsafe addPaeth(row, prior, step: 3)
        case (4, 4): unsafe addPaeth(row, prior, step: 4)
        case (4, 1): unsafe addPaethSlowly(row, prior, step: 1)
        case (4, _): unsafe addPaethSlowly(row, prior, step: pixelByteCount)
        default: break
        }
    }

    /// Undoes filter 4 of two consecutive rows like two calls of `apply`, but faster: see `addPaethPair`.
    @inline(never)
    static func applyPaeth(
        _ upper: UnsafeMutableRawBufferPointer, _ lower: UnsafeMutableRawBufferPointer, prior: UnsafeRawBufferPointer,
        pixelByteCount: Int
    ) {
        precondition(prior.count == upper.count && lower.count == upper.count)
        switch pixelByteCount {
        case 3: unsafe addPaethPair(upper, lower, prior, step: 3)
        case 4: unsafe addPaethPair(upper, lower, prior, step: 4)
        default:
            unsafe apply(4, row: upper, prior: prior, pixelByteCount: pixelByteCount)
            unsafe apply(4, row: lower, prior: UnsafeRawBufferPointer(upper), pixelByteCount: pixelByteCount)
        }
    }

    /// Stores a pixel's three or four bytes.
    @inline(__always)
    private static func store(
        _ pixel: SIMD4<UInt8>, to row: UnsafeMutableRawBufferPointer, at index: Int, step: Int
    ) {
        if step == 4 {
            unsafe row.storeBytes(of: pixel, toByteOffset: index, as: SIMD4<UInt8>.self)
        } else {
            unsafe row.storeBytes(of: pixel.lowHalf, toByteOffset: index, as: SIMD2<UInt8>.self)
            unsafe row.storeBytes(of: pixel.z, toByteOffset: index &+ 2, as: UInt8.self)
        }
    }

    // Pixels are loaded as four bytes. The last pixel of three bytes is handled byte by byte, to stay within the row.

    @inline(__always)
    private static func addLeft(_ row: UnsafeMutableRawBufferPointer, step: Int) {
        var left = SIMD4<UInt8>.zero
        var index = 0
        while index &+ 4 <= row.count {
            unsafe left &+= row.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt8>.self)
            unsafe store(left, to: row, at: index, step: step)
            index &+= step
        }
        while index < row.count {
            if index >= step { unsafe row[index] &+= row[index &- step] }
            index &+= 1
        }
    }

    private static func addLeftSlowly(_ row: UnsafeMutableRawBufferPointer, step: Int) {
        var index = step
        while index < row.count {
            unsafe row[index] &+= row[index &- step]
            index &+= 1
        }
    }

    private static func addAbove(_ row: UnsafeMutableRawBufferPointer, _ prior: UnsafeRawBufferPointer) {
        var index = 0
        while index &+ 16 <= row.count {
            let sum =
                unsafe row.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
                &+ prior.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
            unsafe row.storeBytes(of: sum, toByteOffset: index, as: SIMD16<UInt8>.self)
            index &+= 16
        }
        while index < row.count {
            unsafe row[index] &+= prior[index]
            index &+= 1
        }
    }

    @inline(__always)
    private static func addAverage(
        _ row: UnsafeMutableRawBufferPointer, _ prior: UnsafeRawBufferPointer, step: Int
    ) {
        var left = SIMD4<UInt8>.zero
        var index = 0
        while index &+ 4 <= row.count {
            let above = unsafe prior.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt8>.self)
            let average = (left & above) &+ ((left ^ above) &>> 1)
            left = unsafe average &+ row.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt8>.self)
            unsafe store(left, to: row, at: index, step: step)
            index &+= step
        }
        unsafe addAverageSlowly(row, prior, step: step, from: index)
    }

    private static func addAverageSlowly(
        _ row: UnsafeMutableRawBufferPointer, _ prior: UnsafeRawBufferPointer, step: Int, from start: Int = 0
    ) {
        var index = start
        while index < row.count {
            let left = unsafe index >= step ? Int(row[index &- step]) : 0
            unsafe row[index] &+= UInt8(truncatingIfNeeded: (left &+ Int(prior[index])) &>> 1)
            index &+= 1
        }
    }

    @inline(__always)
    private static func addPaeth(
        _ row: UnsafeMutableRawBufferPointer, _ prior: UnsafeRawBufferPointer, step: Int
    ) {
        var a = SIMD4<Int16>.zero
        var c = SIMD4<Int16>.zero
        var index = 0
        while index &+ 4 <= row.count {
            let b = unsafe SIMD4<Int16>(widening: prior.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt8>.self))
            let difference = unsafe SIMD4<Int16>(
                widening: row.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt8>.self))
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
            unsafe store(SIMD4<UInt8>(narrowing: a), to: row, at: index, step: step)
            index &+= step
        }
        unsafe addPaethSlowly(row, prior, step: step, from: index)
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
    private static func addPaethPair(
        _ upper: UnsafeMutableRawBufferPointer, _ lower: UnsafeMutableRawBufferPointer,
        _ prior: UnsafeRawBufferPointer, step: Int
    ) {
        var a = SIMD8<Int16>.zero
        var c = SIMD8<Int16>.zero
        var index = 0
        while index &+ 4 <= upper.count {
            // Left of the lower row's first pixel, all is 0.
            let behind =
                unsafe index == 0 ? .zero : lower.loadUnaligned(fromByteOffset: index &- step, as: SIMD4<UInt8>.self)
            let here = unsafe upper.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt8>.self)
            let difference = SIMD8<Int16>(widening: SIMD8<UInt8>(lowHalf: here, highHalf: behind))
            let above = unsafe SIMD8<Int16>(
                widening: SIMD8<UInt8>(
                    lowHalf: prior.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt8>.self), highHalf: .zero))
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
            unsafe store(samples.lowHalf, to: upper, at: index, step: step)
            if index > 0 { unsafe store(samples.highHalf, to: lower, at: index &- step, step: step) }
            index &+= step
        }
        unsafe addPaethSlowly(upper, prior, step: step, from: index)
        unsafe addPaethSlowly(lower, UnsafeRawBufferPointer(upper), step: step, from: max(0, index &- step))
    }

    /// Undoes the predictor as PNG §9.4 states it.
    @inline(__always)
    private static func addPaethSlowly(
        _ row: UnsafeMutableRawBufferPointer, _ prior: UnsafeRawBufferPointer, step: Int, from start: Int = 0
    ) {
        var index = start
        while index < row.count {
            let hasLeft = index >= step
            let a = unsafe hasLeft ? Int(row[index &- step]) : 0
            let b = unsafe Int(prior[index])
            let c = unsafe hasLeft ? Int(prior[index &- step]) : 0
            let pa = abs(b &- c)
            let pb = abs(a &- c)
            let pc = abs(a &+ b &- c &- c)
            let prediction = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
            unsafe row[index] &+= UInt8(truncatingIfNeeded: prediction)
            index &+= 1
        }
    }
}
