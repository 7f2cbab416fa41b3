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

    private enum Transform { case gray, matrix, identity, greenAndOrange }

    /// Prepares the conversion; `codePoints` are the container's, which count before the stream's own.
    ///
    /// Without either, ITU-R BT.601 is assumed, as browsers and libheif do.
    init(_ picture: HEVCPicture, _ codePoints: HEIFColour.CodePoints?) {
        self.picture = picture
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
        for row in range {
            let place = start + (row - range.lowerBound) * picture.width * step
            if format.isGray || transform == .gray {
                gray(row, to: &output, at: place, format)
            } else if step == 3 {
                colour(row, to: &output, at: place, step: 3)
            } else {
                colour(row, to: &output, at: place, step: 4)
            }
        }
    }

    private func gray(_ row: Int, to output: inout MutableSpan<UInt8>, at place: Int, _ format: PixelFormat) {
        let samples = picture.planes[0].samples.span
        let first = row * picture.planes[0].width
        let colours = format.isGray ? 1 : 3
        for column in 0..<picture.width {
            let value = byte((Int32(samples[first + column]) - luma.offset) &* luma.factor)
            for channel in 0..<colours { output[place + column * format.channelCount + channel] = value }
        }
    }

    @inline(__always)
    private func colour(_ row: Int, to output: inout MutableSpan<UInt8>, at place: Int, step: Int) {
        let (lumas, blues, reds) = (
            picture.planes[0].samples.span, picture.planes[1].samples.span, picture.planes[2].samples.span
        )
        let first = row * picture.planes[0].width
        let (shift, chromaRow) = (picture.chroma.log2Width, row >> picture.chroma.log2Height)
        let (firstBlue, firstRed) = (chromaRow * picture.planes[1].width, chromaRow * picture.planes[2].width)
        var target = place
        for column in 0..<picture.width {
            let y = Int32(lumas[first &+ column])
            let cb = Int32(blues[firstBlue &+ column &>> shift])
            let cr = Int32(reds[firstRed &+ column &>> shift])
            let (red, green, blue): (Int32, Int32, Int32)
            switch transform {
            case .identity:
                // Cr, luma and Cb are red, green and blue, all with luma's range (§8.3, equations 41 to 43).
                (red, green, blue) = (
                    (cr &- luma.offset) &* luma.factor, (y &- luma.offset) &* luma.factor,
                    (cb &- luma.offset) &* luma.factor
                )
            case .greenAndOrange:
                let (light, g, o) = ((y &- luma.offset) &* luma.factor, scaled(cb), scaled(cr))
                (red, green, blue) = (light &- g &+ o, light &+ g, light &- g &- o)
            case .matrix, .gray:
                let light = (y &- luma.offset) &* luma.factor
                let (b, r) = (cb &- half, cr &- half)
                (red, green, blue) = (
                    light &+ r &* factors[0], light &+ b &* factors[1] &+ r &* factors[2], light &+ b &* factors[3]
                )
            }
            output[target] = byte(red)
            output[target &+ 1] = byte(green)
            output[target &+ 2] = byte(blue)
            target &+= step
        }
    }

    /// A colour difference of YCgCo, in the scale of luma.
    private func scaled(_ sample: Int32) -> Int32 { (sample &- half) &* luma.factor }

    @inline(__always)
    private func byte(_ value: Int32) -> UInt8 {
        UInt8(clamping: (value &+ 1 &<< (fractionBits &- 1)) &>> fractionBits)
    }
}

extension HEIFColour.CodePoints {
    /// The ICC profile of the primaries and the transfer curve; nil for sRGB and for what no screen shows as it is.
    var profile: [UInt8]? {
        // As browsers do, curves of television count as that of sRGB; what is not specified is sRGB as well.
        let curve = [1, 2, 6, 14, 15].contains(transfer) ? 13 : transfer
        let lights = primaries == 2 ? 1 : primaries
        guard !(lights == 1 && curve == 13), let lights = UInt8(exactly: lights), let curve = UInt8(exactly: curve)
        else { return nil }
        return PNGColour.profile((lights, curve))?.bytes
    }
}
