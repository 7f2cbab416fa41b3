// The samples of one row of MCUs to be encoded.

/// Planes of luma and chroma for 8 or 16 rows of pixels.
///
/// Columns and rows beyond the picture repeat its last ones. The memory is not an array, so that blocks are read
/// without bounds checks: planes are sized in whole blocks, and `JPEGBlockEncoder` reads only those blocks.
@safe final class JPEGSampleStrip {
    let isGray: Bool
    /// Whether chroma has half as many samples as luma in each direction.
    let isHalved: Bool
    /// Rows of pixels, 8 or 16.
    let rowCount: Int
    let mcuCount: Int
    /// Bytes from one row of luma to the next.
    let stride: Int
    let luma: UnsafeMutablePointer<UInt8>
    /// Chroma to be coded: rows of `stride / 2` bytes if `isHalved`, else of `stride`.
    let blue: UnsafeMutablePointer<UInt8>
    let red: UnsafeMutablePointer<UInt8>
    /// Two full-size rows of each chroma plane, before they are halved.
    private let fullBlue: UnsafeMutablePointer<UInt8>
    private let fullRed: UnsafeMutablePointer<UInt8>
    /// Width of the picture, in pixels.
    let width: Int
    /// How many of the `rowCount` rows hold pixels of the picture.
    private(set) var filledRowCount = 0
    /// A row of the picture as RGB, with 64 bytes after it that vector loads may read.
    private let pixels: UnsafeMutablePointer<UInt8>

    init(width: Int, isGray: Bool, subsampling: JPEGEncoder.Subsampling) {
        self.width = width
        self.isGray = isGray
        isHalved = !isGray && subsampling == .half
        let mcuSize = isHalved ? 16 : 8
        rowCount = mcuSize
        mcuCount = (width + mcuSize - 1) / mcuSize
        stride = mcuCount * mcuSize
        func plane(_ count: Int) -> UnsafeMutablePointer<UInt8> {
            let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
            unsafe memory.initialize(repeating: 128, count: count)
            return unsafe memory
        }
        // 16 bytes of slack: vectors may be stored beyond a row's last sample; the next row overwrites the excess.
        unsafe luma = unsafe plane(stride * rowCount + 16)
        unsafe blue = unsafe plane(stride * 8 + 16)
        unsafe red = unsafe plane(stride * 8 + 16)
        unsafe fullBlue = unsafe plane(stride * 2 + 16)
        unsafe fullRed = unsafe plane(stride * 2 + 16)
        unsafe pixels = unsafe plane(width * 3 + 64)
    }

    deinit {
        unsafe [luma, blue, red, fullBlue, fullRed, pixels].forEach { unsafe $0.deallocate() }
    }

    /// Fills the planes with the rows of `picture` from row `top` on.
    func fill(from picture: PixelBuffer, top: Int) {
        let available = min(rowCount, picture.height - top)
        filledRowCount = available
        for y in 0..<rowCount {
            if y < available {
                copyRow(picture, row: top + y, to: y)
            } else {
                // Below the picture, repeat its last row.
                unsafe (luma + y * stride).update(from: luma + (available - 1) * stride, count: stride)
                if !isGray, !isHalved {
                    unsafe (blue + y * stride).update(from: blue + (available - 1) * stride, count: stride)
                    unsafe (red + y * stride).update(from: red + (available - 1) * stride, count: stride)
                } else if isHalved, y & 1 == 1, y == available {
                    unsafe fullBlue.advanced(by: stride).update(from: fullBlue, count: stride)
                    unsafe fullRed.advanced(by: stride).update(from: fullRed, count: stride)
                } else if isHalved, y & 1 == 0 {
                    // Both rows of the pair lie below the picture: repeat the chroma row above.
                    let count = stride / 2
                    unsafe (blue + y / 2 * count).update(from: blue + (y / 2 - 1) * count, count: count)
                    unsafe (red + y / 2 * count).update(from: red + (y / 2 - 1) * count, count: count)
                    continue
                }
            }
            if isHalved, y & 1 == 1, y <= available {
                unsafe halve(fullBlue, to: blue + y / 2 * (stride / 2))
                unsafe halve(fullRed, to: red + y / 2 * (stride / 2))
            }
        }
    }

    private func copyRow(_ picture: PixelBuffer, row: Int, to y: Int) {
        let output = unsafe luma + y * stride
        let rowBytes = picture.rowByteCount
        unsafe picture.bytes.withUnsafeBufferPointer { bytes in
            let source = unsafe UnsafeBufferPointer(rebasing: bytes[row * rowBytes..<(row + 1) * rowBytes])
            guard let base = source.baseAddress else { return }
            switch picture.format {
            case .gray:
                unsafe output.update(from: base, count: width)
            case .grayAlpha:
                for x in 0..<width { unsafe output[x] = unsafe Self.overWhite(source[2 * x], alpha: source[2 * x + 1]) }
            case .rgb:
                unsafe pixels.update(from: base, count: rowBytes)
            case .rgba:
                for x in 0..<width {
                    for channel in 0..<3 {
                        unsafe pixels[3 * x + channel] = unsafe Self.overWhite(
                            source[4 * x + channel], alpha: source[4 * x + 3])
                    }
                }
            }
        }
        if !isGray {
            let blue = unsafe isHalved ? fullBlue + (y & 1) * stride : self.blue + y * stride
            let red = unsafe isHalved ? fullRed + (y & 1) * stride : self.red + y * stride
            unsafe JPEGColour.separate(pixels, count: width, luma: output, blue: blue, red: red)
            unsafe Self.extend(blue, from: width, to: stride)
            unsafe Self.extend(red, from: width, to: stride)
        }
        unsafe Self.extend(output, from: width, to: stride)
    }

    /// Repeats the last sample up to `end`.
    private static func extend(_ row: UnsafeMutablePointer<UInt8>, from width: Int, to end: Int) {
        unsafe (row + width).update(repeating: row[width - 1], count: end - width)
    }

    private static func overWhite(_ sample: UInt8, alpha: UInt8) -> UInt8 {
        let sum = UInt32(sample) * UInt32(alpha) + 255 * (255 - UInt32(alpha)) + 128
        return UInt8(truncatingIfNeeded: (sum + sum >> 8) >> 8)
    }

    /// Averages squares of 2 × 2 samples of the two rows at `source`.
    ///
    /// The rounding alternates between columns, so that its errors cancel.
    private func halve(_ source: UnsafePointer<UInt8>, to output: UnsafeMutablePointer<UInt8>) {
        let bias = SIMD8<UInt16>(1, 2, 1, 2, 1, 2, 1, 2)
        var x = 0
        // `stride` is a multiple of 16: eight averages at a time.
        while x < stride {
            let upper = unsafe UnsafeRawPointer(source + x).loadUnaligned(as: SIMD8<UInt16>.self)
            let lower = unsafe UnsafeRawPointer(source + stride + x).loadUnaligned(as: SIMD8<UInt16>.self)
            let sum = (upper & 255) &+ (upper &>> 8) &+ (lower & 255) &+ (lower &>> 8)
            let average = SIMD8<UInt8>(narrowing: (sum &+ bias) &>> 2)
            unsafe UnsafeMutableRawPointer(output + x / 2).storeBytes(of: average, as: SIMD8<UInt8>.self)
            x &+= 16
        }
    }
}
