// Converts the samples of a TIFF's pixels to gray or RGB, with or without alpha.

import Metadata
import Pixels

/// Converts rows of interleaved 8-bit samples into pixels.
final class TIFFColours {
    let format: PixelFormat
    /// Conversion of four inks to RGB; nil for an approximation without a profile.
    var inks: ColourConversion?
    /// Whether samples need no conversion.
    let isPlain: Bool

    private let colour: TIFFLayout.Colour
    private let alpha: (sample: Int, isAssociated: Bool)?
    /// Samples per stored pixel, and the first one that is a colour.
    private let stride: Int
    private let first: Int
    private let yCbCr: TIFFYCbCr?
    private let lab: LabColours?

    init(_ layout: TIFFLayout, _ fields: TIFFFields) {
        // The JPEG decoder already returns RGB for interleaved Y′CbCr; in the old style the file's reference counts.
        let isDone =
            layout.colour == .yCbCr && layout.compression == .jpeg && !layout.isPlanar && layout.oldJPEG == nil
        colour = isDone ? .rgb : layout.colour
        (alpha, stride, first) = (layout.alpha, layout.sampleCount, layout.colourSamples.lowerBound)
        let isGray = if case .gray = colour { true } else { false }
        format = isGray ? (alpha == nil ? .gray : .grayAlpha) : alpha == nil ? .rgb : .rgba
        isPlain =
            (colour == .rgb || colour == .gray(isInverted: false)) && stride == format.channelCount
            && alpha?.isAssociated != true
        yCbCr = colour == .yCbCr ? TIFFYCbCr(fields) : nil
        lab = if case .lab(let isOffset) = colour { LabColours(isOffset: isOffset) } else { nil }
    }

    /// Converts `count` pixels to those from byte `start` of `output` on.
    func convert(_ samples: Span<UInt8>, count: Int, to output: inout MutableSpan<UInt8>, at start: Int) {
        let (step, stride) = (format.channelCount, stride)
        switch colour {
        case .gray(let isInverted):
            let flip: UInt8 = isInverted ? 255 : 0
            for index in 0..<count { output[start &+ index &* step] = samples[index &* stride &+ first] ^ flip }
        case .rgb:
            for index in 0..<count {
                for channel in 0..<3 {
                    output[start &+ index &* step &+ channel] = samples[index &* stride &+ channel]
                }
            }
        case .palette(let map):
            let size = map.count / 3
            let colours = map.span
            for index in 0..<count {
                // A sample has no more bits than the map has colours for.
                let entry = min(Int(samples[index &* stride]), size &- 1)
                for channel in 0..<3 {
                    output[start &+ index &* step &+ channel] = colours[channel &* size &+ entry]
                }
            }
        case .cmyk: convertInks(samples, count, &output, start)
        case .yCbCr: yCbCr?.convert(samples, stride: stride, count: count, to: &output, at: start, step: step)
        case .lab: lab?.convert(samples, stride: stride, count: count, to: &output, at: start, step: step)
        }
        if let alpha { addAlpha(alpha, samples, count, &output, start) }
    }

    private func convertInks(_ samples: Span<UInt8>, _ count: Int, _ output: inout MutableSpan<UInt8>, _ start: Int) {
        let step = format.channelCount
        guard let inks else {
            for index in 0..<count {
                // Inverted black: the share of paper that remains visible.
                let paper = UInt32(samples[index &* stride &+ 3] ^ 255)
                for ink in 0..<3 {
                    // Division by 255, rounded.
                    let product = UInt32(samples[index &* stride &+ ink] ^ 255) &* paper &+ 128
                    output[start &+ index &* step &+ ink] = UInt8(
                        truncatingIfNeeded: (product &+ product &>> 8) &>> 8)
                }
            }
            return
        }
        var black = [UInt8](repeating: 0, count: count)
        var colours = [UInt8](repeating: 0, count: 3 * count)
        for index in 0..<count {
            for ink in 0..<3 { colours[3 &* index &+ ink] = samples[index &* stride &+ ink] }
            black[index] = samples[index &* stride &+ 3] ^ 255
        }
        var pixels = colours.mutableSpan
        inks.convertInks(&pixels, black: black.span, count: count, isInk: true)
        for index in 0..<count {
            for channel in 0..<3 { output[start &+ index &* step &+ channel] = pixels[3 &* index &+ channel] }
        }
    }

    private func addAlpha(
        _ alpha: (sample: Int, isAssociated: Bool), _ samples: Span<UInt8>, _ count: Int,
        _ output: inout MutableSpan<UInt8>, _ start: Int
    ) {
        let step = format.channelCount
        for index in 0..<count {
            let value = samples[index &* stride &+ alpha.sample]
            let pixel = start &+ index &* step
            output[pixel &+ step &- 1] = value
            guard alpha.isAssociated, value < 255 else { continue }
            for channel in pixel..<pixel &+ step &- 1 { output[channel] = Self.quotient(output[channel], value) }
        }
    }

    /// Divides a colour by alpha, rounding half to even; 0 where alpha is 0.
    private static func quotient(_ colour: UInt8, _ alpha: UInt8) -> UInt8 {
        guard alpha > 0, colour < alpha else { return alpha == 0 ? 0 : 255 }
        let (sum, part) = (UInt32(colour) * 510 + UInt32(alpha), 2 * UInt32(alpha))
        let quotient = sum / part
        return UInt8(truncatingIfNeeded: sum == quotient * part && quotient & 1 == 1 ? quotient - 1 : quotient)
    }
}

/// Converts Y′CbCr to RGB by the file's coefficients and reference black and white (TIFF 6.0 §21), as libtiff does.
private struct TIFFYCbCr {
    private let luma: [Int32]
    private let redOfCr: [Int32]
    private let blueOfCb: [Int32]
    private let greenOfCr: [Int32]
    private let greenOfCb: [Int32]

    init(_ fields: TIFFFields) {
        var parts = fields.fractions(529, count: 3) ?? [0.299, 0.587, 0.114]
        if !parts.allSatisfy({ $0 > 0 && $0 < 1 }) { parts = [0.299, 0.587, 0.114] }
        // Old writers store whole numbers.
        let whole = fields.numbers(532).map { numbers in (0..<6).compactMap { numbers[$0].map { Double($0) } } }
        let known = fields.fractions(532, count: 6) ?? whole
        let range = known.flatMap { $0.count == 6 ? $0 : nil } ?? [0, 255, 128, 255, 128, 255]
        func fixed(_ value: Double) -> Int32 { Int32(clamping: min(max(value, 0), 2) * 65536 + 0.5) }
        let (red, blue) = (2 - 2 * parts[0], 2 - 2 * parts[2])
        let factors = (fixed(red), fixed(parts[0] * red / parts[1]), fixed(blue), fixed(parts[2] * blue / parts[1]))
        /// Decodes a code value; `low` and `high` are the codes of 0 and of `most`.
        func value(_ code: Int, _ low: Double, _ high: Double, _ most: Double) -> Int32 {
            let value = (Double(code) - low.rounded(.towardZero)) * most / (high == low ? 1 : high - low)
            return Int32(clamping: min(max(value, -4096), 4096))
        }
        let codes = 0..<256
        luma = codes.map { value($0, range[0], range[1], 255) }
        let cb = codes.map { value($0 - 128, range[2] - 128, range[3] - 128, 127) }
        let cr = codes.map { value($0 - 128, range[4] - 128, range[5] - 128, 127) }
        redOfCr = cr.map { (factors.0 * $0 + 32768) >> 16 }
        greenOfCr = cr.map { -factors.1 * $0 }
        blueOfCb = cb.map { (factors.2 * $0 + 32768) >> 16 }
        greenOfCb = cb.map { -factors.3 * $0 + 32768 }
    }

    func convert(
        _ samples: Span<UInt8>, stride: Int, count: Int, to output: inout MutableSpan<UInt8>, at start: Int, step: Int
    ) {
        func byte(_ value: Int32) -> UInt8 { UInt8(min(max(value, 0), 255)) }
        for index in 0..<count {
            let y = luma[Int(samples[index * stride])]
            let (cb, cr) = (Int(samples[index * stride + 1]), Int(samples[index * stride + 2]))
            output[start + index * step] = byte(y + redOfCr[cr])
            output[start + index * step + 1] = byte(y + (greenOfCb[cb] + greenOfCr[cr]) >> 16)
            output[start + index * step + 2] = byte(y + blueOfCb[cb])
        }
    }
}

/// Converts CIE L*a*b* with white point D50 to sRGB (TIFF 6.0 §23; ISO/CIE 11664-4 §4.1).
struct LabColours {
    /// Converts XYZ relative to the D50 white to linear sRGB.
    private static let matrix: [SIMD3<Float>] = [
        [3.02176, -0.94369, 0.06937], [-1.61687, 1.91614, -0.22899], [-0.40488, 0.02755, 1.15966],
    ]
    private let encoded: [UInt8]
    private let isOffset: Bool

    init(isOffset: Bool) {
        self.isOffset = isOffset
        encoded = (0...4096).map { UInt8(clamping: (ColourConversion.encode(Double($0) / 4096) * 255).rounded()) }
    }

    func convert(
        _ samples: Span<UInt8>, stride: Int, count: Int, to output: inout MutableSpan<UInt8>, at start: Int, step: Int
    ) {
        func signed(_ byte: UInt8) -> Float { isOffset ? Float(byte) - 128 : Float(Int8(bitPattern: byte)) }
        func light(_ t: Float) -> Float { t > 6 / 29 ? t * t * t : (t - 4 / 29) * 108 / 841 }
        for index in 0..<count {
            let y = (Float(samples[index * stride]) / 2.55 + 16) / 116
            let x = y + signed(samples[index * stride + 1]) / 500
            let z = y - signed(samples[index * stride + 2]) / 200
            let sum =
                Self.matrix[0] * light(x) + Self.matrix[1] * light(y) + Self.matrix[2] * light(z)
            let indices = SIMD3<Int32>(sum.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1)) * 4096 + 0.5)
            for channel in 0..<3 { output[start + index * step + channel] = encoded[Int(indices[channel])] }
        }
    }
}
