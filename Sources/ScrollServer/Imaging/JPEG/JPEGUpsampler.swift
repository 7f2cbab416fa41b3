// Enlarges planes of lower resolution to the picture's, a row at a time, with the same samples as libjpeg.

import Platform

/// Interpolates one component's rows.
///
/// Where a plane has half the samples of the picture in a direction, each output sample is 3/4 of the nearer and 1/4 of
/// the farther of its two neighbours ("triangle"); the rounding alternates, so that its errors cancel. Any
/// other ratio repeats samples.
final class JPEGUpsampler {
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
    /// Index in the planes' memory of room for one interpolated row and 64 more samples.
    private let output: Int
    /// Index of the first byte after that room.
    let end: Int
    /// A row of 16-bit sums, with one before and room for more than 32 after.
    private var sums: [UInt16]

    /// Chooses the method; interpolated rows are stored from index `start` of the planes' memory.
    init(_ plane: JPEGPlane, frame: JPEGFrame, start: Int) {
        self.plane = plane
        let component = plane.component
        horizontalFactor = frame.maximumHorizontal * frame.minimumBlockSize
        horizontalDivisor = component.horizontal * component.blockSize
        verticalFactor = frame.maximumVertical * frame.minimumBlockSize
        verticalDivisor = component.vertical * component.blockSize
        width = frame.width
        // libjpeg does not interpolate at 1/8, nor planes of one or two samples. Here, `isDCOnly` pictures (at 1/8,
        // means only) are interpolated.
        let isSmooth = frame.minimumBlockSize > 1 || frame.isDCOnly
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
        output = start
        end = method == .none ? start : start + max(width, component.width * 2) + 64
        sums = [UInt16](repeating: 0, count: component.width + 64)
    }

    /// Whether an output row also needs the plane's next row, which may belong to the next strip.
    var needsNextRow: Bool { method == .both || method == .vertical }

    /// Returns the index in `samples` of output row `y`: at least `width` samples, and 16 more that may be read.
    ///
    /// An interpolated row is valid until the next call. `firstRow` is the index in the whole plane of row 1 of the
    /// strip.
    func row(_ y: Int, firstRow: Int, in samples: inout MutableSpan<UInt8>) -> Int {
        let source = y * verticalDivisor / verticalFactor
        let near = plane.row(source - firstRow + 1)
        // An odd output row lies nearer to the plane's next row than to the row before.
        let far = plane.row(source - firstRow + (y & 1 == 0 ? 0 : 2))
        switch method {
        case .none:
            return near
        case .horizontal:
            Self.sum(samples.span, near, nil, count: plane.component.width, to: &sums)
            Self.widen(&sums, count: plane.component.width, shift: 2, to: &samples, at: output)
        case .both:
            Self.sum(samples.span, near, far, count: plane.component.width, to: &sums)
            Self.widen(&sums, count: plane.component.width, shift: 4, to: &samples, at: output)
        case .vertical:
            let bias = SIMD8<UInt16>(repeating: y & 1 == 0 ? 1 : 2)
            for x in stride(from: 0, to: width, by: 8) {
                let sum = Self.wide(samples.span, near + x) &* 3 &+ Self.wide(samples.span, far + x)
                samples.store(SIMD8<UInt8>(narrowing: (sum &+ bias) &>> 2), at: output + x)
            }
        case .repetition:
            repeatSamples(near, in: &samples)
        }
        return output
    }

    /// Loads eight samples as 16-bit numbers.
    @inline(__always)
    private static func wide(_ samples: Span<UInt8>, _ index: Int) -> SIMD8<UInt16> {
        SIMD8<UInt16>(widening: samples.load(at: index, as: SIMD8<UInt8>.self))
    }

    /// Stores the samples of row `near`, or three times these and those of row `far`, in `sums`.
    ///
    /// Checked once: rows have `count` samples and 8 more that may be read, `sums` has room for `count` + 9.
    private static func sum(
        _ samples: Span<UInt8>, _ near: Int, _ far: Int?, count: Int, to sums: inout [UInt16]
    ) {
        let last = samples.count - count - 8
        let other = far ?? near
        precondition(near >= 0 && near <= last && other >= 0 && other <= last && sums.count >= count + 9)
        unsafe samples.withUnsafeBytes { samples in
            unsafe sums.withUnsafeMutableBytes { sums in
                func wide(_ index: Int) -> SIMD8<UInt16> {
                    unsafe SIMD8<UInt16>(
                        widening: samples.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt8>.self))
                }
                var x = 0
                while x < count {
                    let sum = far == nil ? wide(near &+ x) : wide(near &+ x) &* 3 &+ wide(other &+ x)
                    unsafe sums.storeBytes(of: sum, toByteOffset: 2 &* (x &+ 1), as: SIMD8<UInt16>.self)
                    x &+= 8
                }
            }
        }
    }

    /// Doubles the row of `sums` horizontally and divides by 2^`shift`.
    ///
    /// The shift is 2 for plain samples, 4 for sums that are already weighted by 4. Checked once: `sums` has `count` + 10
    /// values, `samples` room for 2 × `count` + 16 bytes from `output` on.
    @inline(__always)
    private static func widen(
        _ sums: inout [UInt16], count: Int, shift: UInt16, to samples: inout MutableSpan<UInt8>, at output: Int
    ) {
        // The samples at both ends have one neighbour; a copy of the end sample stands in for the other.
        sums[0] = sums[1]
        sums[count + 1] = sums[count]
        let (evenBias, oddBias): (UInt16, UInt16) = shift == 2 ? (1, 2) : (8, 7)
        precondition(sums.count >= count + 10 && output >= 0 && output + 2 * count + 16 <= samples.count)
        unsafe sums.withUnsafeBytes { sums in
            unsafe samples.withUnsafeMutableBytes { samples in
                func load(_ index: Int) -> SIMD8<UInt16> {
                    unsafe sums.loadUnaligned(fromByteOffset: 2 &* index, as: SIMD8<UInt16>.self)
                }
                var x = 0
                while x < count {
                    let here = load(x &+ 1) &* 3
                    let even = (here &+ load(x) &+ evenBias) &>> SIMD8(repeating: shift)
                    let odd = (here &+ load(x &+ 2) &+ oddBias) &>> SIMD8(repeating: shift)
                    // The two results interleave, since the low byte of a lane comes first in memory on every platform
                    // that Swift supports.
                    unsafe samples.storeBytes(
                        of: even | (odd &<< 8), toByteOffset: output &+ 2 &* x, as: SIMD8<UInt16>.self)
                    x &+= 8
                }
            }
        }
    }

    /// Repeats each sample of the row at index `row` as often as the ratio asks for.
    ///
    /// Where the ratio is not whole, output samples take the input sample at or before them.
    private func repeatSamples(_ row: Int, in samples: inout MutableSpan<UInt8>) {
        var rest = 0
        var source = row
        for x in output..<output + width {
            samples[x] = samples[source]
            rest += horizontalDivisor
            while rest >= horizontalFactor {
                rest -= horizontalFactor
                source += 1
            }
        }
    }
}
