// Converts the stored rows of a BMP to pixels.

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
    func convert(_ row: UnsafeRawBufferPointer, to pixels: UnsafeMutableRawBufferPointer) {
        precondition(row.count >= header.rowByteCount && pixels.count >= header.width * format.channelCount)
        switch header.bitsPerPixel {
        case 24: unsafe convertBytes(row, to: pixels)
        case 16, 32: unsafe convertWords(row, to: pixels)
        default: unsafe convertIndices(row, to: pixels)
        }
    }

    private func convertBytes(_ row: UnsafeRawBufferPointer, to pixels: UnsafeMutableRawBufferPointer) {
        let step = format.channelCount
        var (from, to) = (0, 0)
        for _ in 0..<header.width {
            unsafe pixels[to] = unsafe row[from &+ 2]
            unsafe pixels[to &+ 1] = unsafe row[from &+ 1]
            unsafe pixels[to &+ 2] = unsafe row[from]
            if step == 4 { unsafe pixels[to &+ 3] = 255 }
            from &+= 3
            to &+= step
        }
    }

    private func convertIndices(_ row: UnsafeRawBufferPointer, to pixels: UnsafeMutableRawBufferPointer) {
        let (step, bits) = (format.channelCount, header.bitsPerPixel)
        let last = UInt8(truncatingIfNeeded: 1 << bits - 1)
        unsafe header.palette.withUnsafeBytes { palette in
            var to = 0
            var bit = 0
            for _ in 0..<header.width {
                let byte = unsafe row[bit &>> 3]
                let index = Int(byte &>> UInt8(truncatingIfNeeded: 8 &- bits &- bit & 7) & last)
                unsafe pixels[to] = unsafe palette[4 &* index]
                unsafe pixels[to &+ 1] = unsafe palette[4 &* index &+ 1]
                unsafe pixels[to &+ 2] = unsafe palette[4 &* index &+ 2]
                if step == 4 { unsafe pixels[to &+ 3] = 255 }
                bit &+= bits
                to &+= step
            }
        }
    }

    private func convertWords(_ row: UnsafeRawBufferPointer, to pixels: UnsafeMutableRawBufferPointer) {
        let step = format.channelCount
        for channel in 0..<step {
            let mask = header.masks[channel]
            guard mask.maximum > 0 else {
                // A sample without bits: 0 for a colour, opaque for alpha.
                for column in 0..<header.width { unsafe pixels[column &* step &+ channel] = channel == 3 ? 255 : 0 }
                continue
            }
            unsafe tables[channel].withUnsafeBufferPointer { table in
                for column in 0..<header.width {
                    let word =
                        unsafe header.bitsPerPixel == 16
                        ? UInt32(row.loadUnaligned(fromByteOffset: 2 &* column, as: UInt16.self).littleEndian)
                        : row.loadUnaligned(fromByteOffset: 4 &* column, as: UInt32.self).littleEndian
                    let value = word &>> mask.shift & mask.maximum
                    unsafe pixels[column &* step &+ channel] =
                        unsafe mask.maximum <= 255 ? table[Int(value)] : Self.sample(value, of: mask.maximum)
                }
            }
        }
    }
}
