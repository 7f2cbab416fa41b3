// The samples of one row of MCUs to be encoded.

import Pixels
import Platform

/// Planes of luma and chroma for 8 or 16 rows of pixels, sized in whole blocks.
///
/// Columns and rows beyond the picture repeat its last ones.
struct JPEGSampleStrip {
    let isGray: Bool
    /// Whether chroma has half as many samples as luma in each direction.
    let isHalved: Bool
    /// Rows of pixels, 8 or 16.
    let rowCount: Int
    let mcuCount: Int
    /// Bytes from one row of luma to the next.
    let stride: Int
    private(set) var luma: [UInt8]
    /// Chroma to be coded: rows of `stride / 2` bytes if `isHalved`, else of `stride`.
    private(set) var blue: [UInt8]
    private(set) var red: [UInt8]
    /// Two full-size rows of each chroma plane, before they are halved.
    private var fullBlue: [UInt8]
    private var fullRed: [UInt8]
    /// Width of the picture, in pixels.
    let width: Int
    /// How many of the `rowCount` rows hold pixels of the picture.
    private(set) var filledRowCount = 0
    /// Pixels over white.
    private var pixels: [UInt8] = []

    init(width: Int, isGray: Bool, subsampling: JPEGEncoder.Subsampling) {
        self.width = width
        self.isGray = isGray
        isHalved = !isGray && subsampling == .half
        let mcuSize = isHalved ? 16 : 8
        rowCount = mcuSize
        mcuCount = (width + mcuSize - 1) / mcuSize
        stride = mcuCount * mcuSize
        // 16 bytes of slack: vectors may be stored beyond a row's last sample; the next row overwrites the excess.
        func plane(_ count: Int) -> [UInt8] { [UInt8](repeating: 128, count: count + 16) }
        luma = plane(stride * rowCount)
        blue = plane(isGray ? 0 : stride * 8)
        red = blue
        fullBlue = plane(isHalved ? stride * 2 : 0)
        fullRed = fullBlue
    }

    /// Fills the planes with the rows of `picture` from row `top` on.
    mutating func fill(from picture: PixelBuffer, top: Int) {
        let available = min(rowCount, picture.height - top)
        filledRowCount = available
        for y in 0..<rowCount {
            if y < available {
                copyRow(picture, row: top + y, to: y)
            } else {
                // Below the picture, repeat its last row.
                Self.copyRow(available - 1, to: y, of: &luma, stride)
                if !isGray, !isHalved {
                    Self.copyRow(available - 1, to: y, of: &blue, stride)
                    Self.copyRow(available - 1, to: y, of: &red, stride)
                } else if isHalved, y & 1 == 1, y == available {
                    Self.copyRow(0, to: 1, of: &fullBlue, stride)
                    Self.copyRow(0, to: 1, of: &fullRed, stride)
                } else if isHalved, y & 1 == 0 {
                    // Both rows of the pair lie below the picture: repeat the chroma row above.
                    Self.copyRow(y / 2 - 1, to: y / 2, of: &blue, stride / 2)
                    Self.copyRow(y / 2 - 1, to: y / 2, of: &red, stride / 2)
                    continue
                }
            }
            if isHalved, y & 1 == 1, y <= available {
                Self.halve(fullBlue, to: &blue, row: y / 2, stride)
                Self.halve(fullRed, to: &red, row: y / 2, stride)
            }
        }
    }

    private static func copyRow(_ row: Int, to other: Int, of plane: inout [UInt8], _ stride: Int) {
        var plane = plane.mutableSpan
        plane.copy(row * stride..<(row + 1) * stride, to: other * stride)
    }

    private mutating func copyRow(_ picture: PixelBuffer, row: Int, to y: Int) {
        let rowBytes = picture.rowByteCount
        let source = picture.bytes.span.extracting(row * rowBytes..<(row + 1) * rowBytes)
        let start = y * stride
        switch picture.format {
        case .gray:
            var luma = luma.mutableSpan
            luma.copy(source, source.indices, to: start)
        case .grayAlpha:
            for x in 0..<width { luma[start + x] = Self.overWhite(source[2 * x], alpha: source[2 * x + 1]) }
        case .rgb:
            separate(source, to: y)
        case .rgba:
            if pixels.isEmpty { pixels = [UInt8](repeating: 0, count: 3 * width) }
            for x in 0..<width {
                for channel in 0..<3 {
                    pixels[3 * x + channel] = Self.overWhite(source[4 * x + channel], alpha: source[4 * x + 3])
                }
            }
            let whole = pixels
            separate(whole.span, to: y)
        }
        Self.extend(&luma, from: start + width, to: start + stride)
    }

    /// Converts a row of RGB pixels to row `y` of the planes.
    private mutating func separate(_ source: Span<UInt8>, to y: Int) {
        let start = isHalved ? (y & 1) * stride : y * stride
        if isHalved {
            Self.separate(source, width, luma: &luma, at: y * stride, blue: &fullBlue, red: &fullRed, at: start)
            Self.extend(&fullBlue, from: start + width, to: start + stride)
            Self.extend(&fullRed, from: start + width, to: start + stride)
        } else {
            Self.separate(source, width, luma: &luma, at: y * stride, blue: &blue, red: &red, at: start)
            Self.extend(&blue, from: start + width, to: start + stride)
            Self.extend(&red, from: start + width, to: start + stride)
        }
    }

    /// Converts `width` RGB pixels; up to fifteen samples more are overwritten.
    private static func separate(
        _ source: Span<UInt8>, _ width: Int, luma: inout [UInt8], at lumaStart: Int, blue: inout [UInt8],
        red: inout [UInt8], at start: Int
    ) {
        var luma = luma.mutableSpan
        var blue = blue.mutableSpan
        var red = red.mutableSpan
        let whole = width & ~15
        JPEGColour.separate(
            source, count: whole, luma: &luma, at: lumaStart, blue: &blue, red: &red, at: start)
        guard whole < width else { return }
        let rest = source.extracting(3 * whole..<source.count)
        var pixels = [UInt8](repeating: 0, count: 48)
        for index in rest.indices { pixels[index] = rest[index] }
        JPEGColour.separate(
            pixels.span, count: 16, luma: &luma, at: lumaStart + whole, blue: &blue, red: &red, at: start + whole)
    }

    /// Repeats the sample before index `start` up to `end`.
    private static func extend(_ plane: inout [UInt8], from start: Int, to end: Int) {
        for index in start..<end { plane[index] = plane[start - 1] }
    }

    private static func overWhite(_ sample: UInt8, alpha: UInt8) -> UInt8 {
        let sum = UInt32(sample) * UInt32(alpha) + 255 * (255 - UInt32(alpha)) + 128
        return UInt8(truncatingIfNeeded: (sum + sum >> 8) >> 8)
    }

    /// Averages squares of 2 × 2 samples of the two rows of `source` to a row of `plane`.
    ///
    /// The rounding alternates between columns, so that its errors cancel.
    private static func halve(_ source: [UInt8], to plane: inout [UInt8], row: Int, _ stride: Int) {
        let source = source.span
        let bias = SIMD8<UInt16>(1, 2, 1, 2, 1, 2, 1, 2)
        var plane = plane.mutableSpan
        let start = row * (stride / 2)
        // `stride` is a multiple of 16: eight averages at a time.
        for x in Swift.stride(from: 0, to: stride, by: 16) {
            let upper = source.load(at: x, as: SIMD8<UInt16>.self)
            let lower = source.load(at: stride &+ x, as: SIMD8<UInt16>.self)
            let sum = (upper & 255) &+ (upper &>> 8) &+ (lower & 255) &+ (lower &>> 8)
            plane.store(SIMD8<UInt8>(narrowing: (sum &+ bias) &>> 2), at: start &+ x / 2)
        }
    }
}
