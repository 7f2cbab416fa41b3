// From the planes of a decoded picture to red, green and blue.

import HEVC
import Metadata
import Pixels
import Platform

/// Converts luma and two colour differences to pixels of 8 bits (ITU-T H.273 §8.3).
///
/// Chroma is repeated, not interpolated, as libheif does.
struct HEICColour {
    private let picture: HEVCPicture
    /// Bits behind the point of products: 8 bits before it are left, and a sign.
    private let fractionBits: Int32
    /// Added to luma, and its factor.
    private let luma: (offset: Int32, factor: Int32)
    /// Half of chroma's range, and the factors of the differences: Cr of red, Cb and Cr of green, Cb of blue.
    private let half: Int32
    private let factors: SIMD4<Int32>
    private let transform: Transform
    /// How high dynamic range is shown; nil for ordinary colours.
    private let toneMapping: ToneMapping?

    private enum Transform { case gray, matrix, identity, greenAndOrange }

    /// Prepares the conversion; `codePoints` are the container's, which count before the stream's own.
    ///
    /// Without either, ITU-R BT.601 is assumed, as browsers and libheif do.
    init(_ picture: HEVCPicture, _ codePoints: HEIFColour.CodePoints?, _ toneMapping: ToneMapping?) {
        self.picture = picture
        self.toneMapping = toneMapping
        let isFull = codePoints?.isFullRange ?? picture.colour.isFullRange
        let matrix = codePoints?.matrix ?? Int(picture.colour.matrix)
        fractionBits = Int32(clamping: 4 + min(max(picture.lumaDepth, picture.chromaDepth, 8), 16))
        let one = Double(1 << fractionBits)
        // The lowest sample, and steps from there to the highest.
        func range(_ depth: Int, _ steps: Int) -> Double {
            isFull ? Double(1 << depth - 1) : Double(steps << max(0, depth - 8))
        }
        let black = isFull ? 0 : 16 << max(0, picture.lumaDepth - 8)
        luma = (Int32(clamping: black), Int32(clamping: (255 / range(picture.lumaDepth, 219) * one).rounded()))
        half = 1 << Int32(clamping: max(1, picture.chromaDepth) - 1)
        let scale = 255 / range(picture.chromaDepth, 224) * one
        // Kr and Kb (table 4).
        let (red, blue): (Double, Double) =
            switch matrix {
            case 1: (0.2126, 0.0722)
            case 4: (0.30, 0.11)
            case 7: (0.212, 0.087)
            case 9, 10: (0.2627, 0.0593)
            default: (0.299, 0.114)
            }
        let green = 1 - red - blue
        factors = SIMD4(
            Int32(clamping: (2 * (1 - red) * scale).rounded()),
            Int32(clamping: (-2 * blue * (1 - blue) / green * scale).rounded()),
            Int32(clamping: (-2 * red * (1 - red) / green * scale).rounded()),
            Int32(clamping: (2 * (1 - blue) * scale).rounded()))
        transform =
            picture.chroma == .monochrome || picture.planes.count < 3
            ? .gray : matrix == 0 ? .identity : matrix == 8 ? .greenAndOrange : .matrix
    }

    /// Appends rows as pixels; alpha is 255.
    func append(_ range: Range<Int>, to bytes: inout [UInt8], _ format: PixelFormat) {
        let step = format.channelCount
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(255, count: range.count * picture.width * step))
        var output = bytes.mutableSpan
        let (luma, cb, cr) = (picture.planes[0], picture.planes.dropFirst().first, picture.planes.dropFirst(2).first)
        let lumas = luma.samples.span
        guard !format.isGray, transform != .gray, let cb, let cr else {
            for row in range {
                gray(
                    lumas, row * luma.width, to: &output, at: start + (row - range.lowerBound) * picture.width * step,
                    format)
            }
            return
        }
        let blues = cb.samples.span
        let reds = cr.samples.span
        for row in range {
            let chromaRow = row >> picture.chroma.log2Height
            let places = SIMD4(
                row * luma.width, chromaRow * cb.width, chromaRow * cr.width,
                start + (row - range.lowerBound) * picture.width * step)
            if step == 3 {
                colour(lumas, blues, reds, places, to: &output, step: 3)
            } else {
                colour(lumas, blues, reds, places, to: &output, step: 4)
            }
        }
    }

    private func gray(
        _ samples: Span<UInt16>, _ first: Int, to output: inout MutableSpan<UInt8>, at place: Int, _ format: PixelFormat
    ) {
        let colours = format.isGray ? 1 : 3
        for column in 0..<picture.width {
            let light = (Int32(samples[first + column]) &- luma.offset) &* luma.factor
            let value = toneMapping.map { shown(SIMD4(repeating: light), $0)[0] } ?? byte(light)
            for channel in 0..<colours { output[place + column * format.channelCount + channel] = value }
        }
    }

    /// Converts a row whose samples begin at the first three of `places`, to the fourth.
    @inline(__always)
    private func colour(
        _ lumas: Span<UInt16>, _ blues: Span<UInt16>, _ reds: Span<UInt16>, _ places: SIMD4<Int>,
        to output: inout MutableSpan<UInt8>, step: Int
    ) {
        let shift = picture.chroma.log2Width
        var column = 0
        if transform == .matrix, toneMapping == nil {
            // Eight pixels at once; of three bytes each, two more are stored.
            while column &+ 8 <= picture.width, places[3] &+ step &* column &+ 32 <= output.count {
                let y = Self.lanes(lumas.load(at: places[0] &+ column, as: SIMD8<UInt16>.self))
                let cb = Self.chroma(blues, places[1] &+ column &>> shift, shift) &- half
                let cr = Self.chroma(reds, places[2] &+ column &>> shift, shift) &- half
                let light = (y &- luma.offset) &* luma.factor &+ (1 &<< (fractionBits &- 1))
                let red = bytes(light &+ cr &* factors[0])
                let green = bytes(light &+ cb &* factors[1] &+ cr &* factors[2])
                let blue = bytes(light &+ cb &* factors[3])
                let target = places[3] &+ step &* column
                if step == 3 {
                    InterleavedPixels.store(red, green, blue, into: &output, at: target)
                } else {
                    InterleavedPixels.storeOpaque(red, green, blue, into: &output, at: target)
                }
                column &+= 8
            }
        }
        while column < picture.width {
            let pixel = pixel(
                Int32(lumas[places[0] &+ column]), Int32(blues[places[1] &+ column &>> shift]),
                Int32(reds[places[2] &+ column &>> shift]))
            let target = places[3] &+ step &* column
            let colour = toneMapping.map { shown(pixel, $0) } ?? [byte(pixel[0]), byte(pixel[1]), byte(pixel[2]), 255]
            (output[target], output[target &+ 1], output[target &+ 2]) = (colour[0], colour[1], colour[2])
            column &+= 1
        }
    }

    /// Returns red, green and blue, with bits behind the point.
    @inline(__always)
    private func pixel(_ y: Int32, _ cb: Int32, _ cr: Int32) -> SIMD4<Int32> {
        let light = (y &- luma.offset) &* luma.factor
        switch transform {
        case .identity:
            // Cr, luma and Cb are red, green and blue, all with luma's range (§8.3, equations 41 to 43).
            return SIMD4((cr &- luma.offset) &* luma.factor, light, (cb &- luma.offset) &* luma.factor, 0)
        case .greenAndOrange:
            let (green, orange) = ((cb &- half) &* luma.factor, (cr &- half) &* luma.factor)
            return SIMD4(light &- green &+ orange, light &+ green, light &- green &- orange, 0)
        case .matrix, .gray:
            let (b, r) = (cb &- half, cr &- half)
            return SIMD4(
                light &+ r &* factors[0], light &+ b &* factors[1] &+ r &* factors[2], light &+ b &* factors[3], 0)
        }
    }

    @inline(__always)
    private static func lanes(_ samples: SIMD8<UInt16>) -> SIMD8<Int32> {
        bitCast(SIMD8<UInt32>(widening: samples), to: SIMD8<Int32>.self)
    }

    /// Loads eight samples, or four of which each counts for two pixels.
    @inline(__always)
    private static func chroma(_ samples: Span<UInt16>, _ index: Int, _ shift: Int) -> SIMD8<Int32> {
        if shift == 0 { return lanes(samples.load(at: index, as: SIMD8<UInt16>.self)) }
        let v = samples.load(at: index, as: SIMD4<UInt16>.self)
        return lanes(SIMD8(v[0], v[0], v[1], v[1], v[2], v[2], v[3], v[3]))
    }

    @inline(__always)
    private func bytes(_ values: SIMD8<Int32>) -> SIMD8<Int16> {
        SIMD8<Int16>(narrowing: (values &>> fractionBits).clampedToByte)
    }

    /// Returns what samples with bits behind the point are shown as.
    @inline(__always)
    private func shown(_ pixel: SIMD4<Int32>, _ mapping: ToneMapping) -> SIMD4<UInt8> {
        @inline(__always) func sample(_ value: Int32) -> UInt16 {
            UInt16(clamping: (Int(value) &* 257 &+ 1 &<< Int(fractionBits &- 1)) &>> Int(fractionBits))
        }
        return mapping.shown(sample(pixel[0]), sample(pixel[1]), sample(pixel[2]))
    }

    @inline(__always)
    private func byte(_ value: Int32) -> UInt8 {
        UInt8(clamping: (value &+ 1 &<< (fractionBits &- 1)) &>> fractionBits)
    }
}

extension HEIFColour.CodePoints {
    /// How high dynamic range is shown; nil for ordinary colours.
    var toneMapping: ToneMapping? {
        guard let lights = UInt8(exactly: primaries), let curve = UInt8(exactly: transfer) else { return nil }
        return ToneMapping((lights == 2 ? 1 : lights, curve), peak: peak)
    }

    /// The ICC profile of the primaries and the transfer curve; nil for sRGB, and for high dynamic range.
    var profile: [UInt8]? {
        // As browsers do, curves of television count as that of sRGB; what is not specified is sRGB as well.
        let curve = [1, 2, 6, 14, 15].contains(transfer) ? 13 : transfer
        let lights = primaries == 2 ? 1 : primaries
        guard !(lights == 1 && curve == 13), let lights = UInt8(exactly: lights), let curve = UInt8(exactly: curve)
        else { return nil }
        return PNGColour.profile((lights, curve))?.bytes
    }
}
