// Converts the stored rows of a TGA to pixels.

import Metadata
import Pixels

/// Converts rows that are stored whole, or whose runs have been unpacked.
struct TGARowConverter {
    let format: PixelFormat
    private let header: TGAHeader
    /// Red, green, blue and alpha by index.
    private let palette: [UInt8]
    /// Whether the last byte of a pixel is its alpha.
    private let hasAlpha: Bool

    /// Reads the palette.
    ///
    /// `hasVisibleAlpha` tells that a pixel of 32 bits has alpha, `hasGaps` that missing rows must be transparent.
    init(_ header: TGAHeader, _ source: ByteSource, hasVisibleAlpha: Bool, hasGaps: Bool) {
        self.header = header
        palette = header.palette(in: source)
        let mayHaveAlpha =
            header.kind == .gray && header.bitsPerPixel == 16
            || hasVisibleAlpha
        hasAlpha = mayHaveAlpha && !header.isAlphaDenied(in: source)
        let isClear = hasAlpha || hasGaps || header.kind == .index && header.colourBitCount == 32
        format = header.kind == .gray ? isClear ? .grayAlpha : .gray : isClear ? .rgba : .rgb
    }

    /// Converts one row.
    ///
    /// `stored` has `header.stride` bytes from `start` on; `pixels` has room for the row from `target` on.
    func convert(_ stored: Span<UInt8>, at start: Int, to pixels: inout MutableSpan<UInt8>, at target: Int) {
        let step = format.channelCount
        // A local span stays in registers.
        var pixels = pixels._mutatingExtracting(...)
        var from = start
        var to = header.isRightToLeft ? target + (header.width - 1) * step : target
        let advance = header.isRightToLeft ? -step : step
        for _ in 0..<header.width {
            var alpha: UInt8 = 255
            switch header.kind {
            case .gray:
                pixels[to] = stored[from]
                if hasAlpha { alpha = stored[from + 1] }
            case .index:
                let index = Int(stored[from]) | (header.pixelByteCount == 2 ? Int(stored[from + 1]) << 8 : 0)
                let offset = index * 4
                let isThere = offset < palette.count
                for channel in 0..<3 { pixels[to + channel] = isThere ? palette[offset + channel] : 0 }
                if isThere { alpha = palette[offset + 3] }
            case .colour:
                if header.pixelByteCount == 2 {
                    let colour = TGAHeader.colour(Int(stored[from]) | Int(stored[from + 1]) << 8)
                    (pixels[to], pixels[to + 1], pixels[to + 2]) = (colour.red, colour.green, colour.blue)
                } else {
                    pixels[to] = stored[from + 2]
                    pixels[to + 1] = stored[from + 1]
                    pixels[to + 2] = stored[from]
                    if hasAlpha { alpha = stored[from + 3] }
                }
            }
            if format.hasAlpha { pixels[to + step - 1] = alpha }
            from += header.pixelByteCount
            to += advance
        }
    }
}
