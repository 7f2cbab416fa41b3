// Enlarges planes of lower resolution to the picture's, a row at a time, with the same samples as libjpeg.

/// Interpolates one component's rows.
///
/// Where a plane has half the samples of the picture in a direction, each output sample is 3/4 of the nearer and 1/4 of
/// the farther of its two neighbours ("triangle"); the rounding alternates, so that its errors cancel. Any
/// other ratio repeats samples.
@safe final class JPEGUpsampler {
    private enum Method {
        case none, horizontal, vertical, both, repetition
    }

    private let plane: JPEGPlane
    private let method: Method
    /// Output samples per input sample, as fractions: `horizontalFactor / horizontalDivisor`, and the same vertically.
    private let horizontalFactor: Int
    private let horizontalDivisor: Int
    private let verticalFactor: Int
    private let verticalDivisor: Int
    /// Samples in an output row.
    private let width: Int
    /// Room for one interpolated row and 64 more samples.
    private let output: UnsafeMutablePointer<UInt8>
    /// A row of 16-bit sums, with one before and room for more than 32 after.
    private let sums: UnsafeMutablePointer<UInt16>

    init(_ plane: JPEGPlane, frame: JPEGFrame) {
        self.plane = plane
        let component = plane.component
        horizontalFactor = frame.maximumHorizontal * frame.minimumBlockSize
        horizontalDivisor = component.horizontal * component.blockSize
        verticalFactor = frame.maximumVertical * frame.minimumBlockSize
        verticalDivisor = component.vertical * component.blockSize
        width = frame.width
        // libjpeg does not interpolate at 1/8, nor planes of one or two samples. Here, `isCoarse` pictures (at 1/8,
        // means only) are interpolated.
        let isSmooth = frame.minimumBlockSize > 1 || frame.isCoarse
        let doublesWidth = horizontalFactor == 2 * horizontalDivisor
        let doublesHeight = verticalFactor == 2 * verticalDivisor
        let keepsWidth = horizontalFactor == horizontalDivisor
        let keepsHeight = verticalFactor == verticalDivisor
        if keepsWidth, keepsHeight {
            method = .none
        } else if isSmooth, doublesWidth, keepsHeight, component.width > 2 {
            method = .horizontal
        } else if isSmooth, doublesWidth, doublesHeight, component.width > 2 {
            method = .both
        } else if isSmooth, keepsWidth, doublesHeight {
            method = .vertical
        } else {
            method = .repetition
        }
        let capacity = max(width, component.width * 2) + 64
        unsafe output = .allocate(capacity: capacity)
        unsafe output.initialize(repeating: 0, count: capacity)
        unsafe sums = .allocate(capacity: component.width + 64)
        unsafe sums.initialize(repeating: 0, count: component.width + 64)
    }

    deinit {
        unsafe output.deallocate()
        unsafe sums.deallocate()
    }

    /// Whether an output row also needs the plane's next row, which may belong to the next strip.
    var needsNextRow: Bool { method == .both || method == .vertical }

    /// Returns the component's samples for output row `y`: at least `width`, and 16 more that may be read.
    ///
    /// The pointer is valid until the next call. `firstRow` is the index in the whole plane of row 1 of the strip.
    func row(_ y: Int, firstRow: Int) -> UnsafePointer<UInt8> {
        let source = y * verticalDivisor / verticalFactor
        let near = unsafe plane.row(source - firstRow + 1)
        switch method {
        case .none:
            return unsafe UnsafePointer(near)
        case .horizontal:
            for x in stride(from: 0, to: plane.component.width, by: 8) {
                unsafe (sums + 1 + x).store(wide(near + x))
            }
            widen(shift: 2)
        case .vertical, .both:
            // An odd output row lies nearer to the plane's next row than to the row before.
            let far = unsafe plane.row(source - firstRow + (y & 1 == 0 ? 0 : 2))
            if method == .both {
                for x in stride(from: 0, to: plane.component.width, by: 8) {
                    unsafe (sums + 1 + x).store(wide(near + x) &* 3 &+ wide(far + x))
                }
                widen(shift: 4)
            } else {
                let bias = SIMD8<UInt16>(repeating: y & 1 == 0 ? 1 : 2)
                for x in stride(from: 0, to: width, by: 8) {
                    let sum = unsafe wide(near + x) &* 3 &+ wide(far + x)
                    unsafe UnsafeMutableRawPointer(output + x).storeBytes(
                        of: SIMD8<UInt8>(narrowing: (sum &+ bias) &>> 2), as: SIMD8<UInt8>.self)
                }
            }
        case .repetition:
            unsafe repeatSamples(near)
        }
        return unsafe UnsafePointer(output)
    }

    /// Loads eight samples as 16-bit numbers.
    @inline(__always)
    private func wide(_ samples: UnsafePointer<UInt8>) -> SIMD8<UInt16> {
        unsafe SIMD8<UInt16>(widening: UnsafeRawPointer(samples).loadUnaligned(as: SIMD8<UInt8>.self))
    }

    /// Doubles the row of `sums` horizontally and divides by 2^`shift`.
    ///
    /// The shift is 2 for plain samples, 4 for sums that are already weighted by 4.
    @inline(__always)
    private func widen(shift: UInt16) {
        let count = plane.component.width
        // The samples at both ends have one neighbour; a copy of the end sample stands in for the other.
        unsafe sums[0] = unsafe sums[1]
        unsafe sums[count + 1] = unsafe sums[count]
        let (evenBias, oddBias): (UInt16, UInt16) = shift == 2 ? (1, 2) : (8, 7)
        for x in stride(from: 0, to: count, by: 8) {
            let before = unsafe (sums + x).load()
            let here = unsafe (sums + x + 1).load() &* 3
            let after = unsafe (sums + x + 2).load()
            let even = (here &+ before &+ evenBias) &>> SIMD8(repeating: shift)
            let odd = (here &+ after &+ oddBias) &>> SIMD8(repeating: shift)
            // The two results interleave, since the low byte of a lane comes first in memory on every platform that
            // Swift supports.
            unsafe UnsafeMutableRawPointer(output + 2 * x).storeBytes(of: even | (odd &<< 8), as: SIMD8<UInt16>.self)
        }
    }

    /// Repeats each sample as often as the ratio asks for.
    ///
    /// Where the ratio is not whole, output samples take the input sample at or before them.
    private func repeatSamples(_ samples: UnsafePointer<UInt8>) {
        var rest = 0
        var source = 0
        for x in 0..<width {
            unsafe output[x] = unsafe samples[source]
            rest += horizontalDivisor
            while rest >= horizontalFactor {
                rest -= horizontalFactor
                source += 1
            }
        }
    }
}

extension UnsafeMutablePointer<UInt16> {
    @inline(__always)
    fileprivate func load() -> SIMD8<UInt16> {
        unsafe UnsafeRawPointer(self).loadUnaligned(as: SIMD8<UInt16>.self)
    }

    @inline(__always)
    fileprivate func store(_ value: SIMD8<UInt16>) {
        unsafe UnsafeMutableRawPointer(self).storeBytes(of: value, as: SIMD8<UInt16>.self)
    }
}
