// Converts the stored rows of a BMP to pixels.

import Pixels
import Platform

/// Converts rows that are stored whole to pixels with or without alpha.
struct BMPRowConverter {
    private let header: BMPHeader
    private let format: PixelFormat
    /// For each sample of 16- or 32-bit pixels: its values as 8 bits, where it has at most 256.
    private let tables: [[UInt8]]

    /// Prepares tables; `format` is with or without alpha.
    init(_ header: BMPHeader, format: PixelFormat) {
        self.header = header
        self.format = format
        tables = header.masks.map { mask in
            guard mask.maximum > 0 else { return [] }
            return (0...min(mask.maximum, 255)).map { Self.sample($0, of: mask.maximum) }
        }
    }

    /// Scales a sample to 8 bits; wide ones are truncated to their highest bits.
    private static func sample(_ value: UInt32, of maximum: UInt32) -> UInt8 {
        guard maximum <= 255 else {
            return UInt8(truncatingIfNeeded: value >> UInt32(24 - maximum.leadingZeroBitCount))
        }
        return UInt8(truncatingIfNeeded: (value * 255 + maximum / 2) / maximum)
    }

    /// Converts one row.
    ///
    /// `row` has at least `header.rowByteCount` bytes; `pixels` has room for the row.
    func convert(_ row: Span<UInt8>, to pixels: inout MutableSpan<UInt8>) {
        switch header.bitsPerPixel {
        case 24: convertBytes(row, to: &pixels)
        case 16, 32: convertWords(row, to: &pixels)
        default: convertIndices(row, to: &pixels)
        }
    }

    private func convertBytes(_ row: Span<UInt8>, to pixels: inout MutableSpan<UInt8>) {
        let step = format.channelCount
        var pixels = pixels._mutatingExtracting(...)
        var (from, to) = (0, 0)
        for _ in 0..<header.width {
            // The fourth byte is the next pixel's; the last pixel has none.
            let word =
                row.count &- from >= 4
                ? row.load(at: from, as: UInt32.self).littleEndian
                : UInt32(row[from]) | UInt32(row[from &+ 1]) << 8 | UInt32(row[from &+ 2]) << 16
            let colour = word &>> 16 & 0xFF | word & 0xFF00 | (word & 0xFF) &<< 16
            pixels.store(pixel: colour | 0xFF00_0000, channelCount: step, at: to)
            from &+= 3
            to &+= step
        }
    }

    private func convertIndices(_ row: Span<UInt8>, to pixels: inout MutableSpan<UInt8>) {
        let (step, bits) = (format.channelCount, header.bitsPerPixel)
        let last = UInt8(truncatingIfNeeded: 1 << bits - 1)
        let colours = header.palette
        let palette = colours.span
        precondition(palette.count == 256)
        var pixels = pixels._mutatingExtracting(...)
        var (bit, to) = (0, 0)
        for _ in 0..<header.width {
            let index = Int(row[bit &>> 3] &>> UInt8(truncatingIfNeeded: 8 &- bits &- bit & 7) & last)
            pixels.store(pixel: palette[index], channelCount: step, at: to)
            bit &+= bits
            to &+= step
        }
    }

    private func convertWords(_ row: Span<UInt8>, to pixels: inout MutableSpan<UInt8>) {
        let step = format.channelCount
        let (width, isShort) = (header.width, header.bitsPerPixel == 16)
        var pixels = pixels._mutatingExtracting(...)
        for channel in 0..<step {
            let mask = header.masks[channel]
            guard mask.maximum > 0 else {
                // A sample without bits: 0 for a colour, opaque for alpha.
                for column in 0..<width { pixels[column * step + channel] = channel == 3 ? 255 : 0 }
                continue
            }
            let levels = tables[channel]
            let table = levels.span
            for column in 0..<width {
                let word =
                    isShort
                    ? UInt32(row.load(at: 2 * column, as: UInt16.self).littleEndian)
                    : row.load(at: 4 * column, as: UInt32.self).littleEndian
                let value = word &>> mask.shift & mask.maximum
                pixels[column * step + channel] =
                    mask.maximum <= 255 ? table[Int(value)] : Self.sample(value, of: mask.maximum)
            }
        }
    }
}
