// Writes PNG files (W3C PNG, third edition), for speed rather than for the smallest size.

import Platform

/// A colour of a palette, 8 bits per sample, alpha straight (not premultiplied).
package struct PaletteColor: Sendable, Hashable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    var alpha: UInt8 = 255

    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}

/// Encodes pictures in memory as PNG files.
package enum PNGEncoder {
    /// Encodes a picture as a PNG of the same pixel format, 8 bits per sample.
    ///
    /// The width and height must be 1...2³¹ − 1. `profile` is an ICC profile to embed. Cost: one pass; about 30 ns per
    /// pixel of a photograph, 1 ns of flat colour.
    package static func encode(_ pixels: PixelBuffer, profile: [UInt8]? = nil) -> [UInt8] {
        precondition(pixels.width > 0 && pixels.height > 0)
        let rowByteCount = pixels.rowByteCount
        let channelCount = pixels.format.channelCount
        let filtered = PNGFilter.filtered(
            pixels.bytes, rowByteCount: rowByteCount, rowCount: pixels.height, pixelByteCount: channelCount)
        let colorType: UInt8 =
            switch pixels.format {
            case .gray: 0
            case .grayAlpha: 4
            case .rgb: 2
            case .rgba: 6
            }
        var file = start(width: pixels.width, height: pixels.height, bitDepth: 8, colorType: colorType)
        // PNG §11.3.2.3: a name, the compression method, the profile.
        if let profile { append("iCCP", Array("ICC\0\0".utf8) + Deflater.zlib(profile), to: &file) }
        append("IDAT", Deflater.zlib(filtered, rowByteCount: rowByteCount + 1), to: &file)
        append("IEND", [], to: &file)
        return file
    }

    /// Encodes a picture of few colours, given as palette indices, as a PNG of 1, 2, 4 or 8 bits per pixel.
    ///
    /// Cost: about 1 ns per pixel of a drawing.
    ///
    /// - Parameters:
    ///   - indices: `width × height` indices from the top left, each less than `palette.count`.
    ///   - width: in pixels, at least 1.
    ///   - height: in pixels, at least 1.
    ///   - palette: 1...256 colours; the file is a little smaller if transparent colours come first.
    /// - Returns: the bytes of the file.
    package static func encode(indices: [UInt8], width: Int, height: Int, palette: [PaletteColor]) -> [UInt8] {
        precondition(width > 0 && height > 0 && indices.count == width * height)
        precondition((1...256).contains(palette.count) && Int(indices.max() ?? 0) < palette.count)
        let bitDepth = palette.count <= 2 ? 1 : palette.count <= 4 ? 2 : palette.count <= 16 ? 4 : 8
        let rowByteCount = (width * bitDepth + 7) / 8
        let rows = packed(indices, width: width, height: height, bitDepth: bitDepth)
        var file = start(width: width, height: height, bitDepth: UInt8(bitDepth), colorType: 3)
        append("PLTE", palette.flatMap { [$0.red, $0.green, $0.blue] }, to: &file)
        if let last = palette.lastIndex(where: { $0.alpha < 255 }) {
            append("tRNS", palette[...last].map(\.alpha), to: &file)
        }
        append("IDAT", Deflater.zlib(rows, rowByteCount: rowByteCount + 1), to: &file)
        append("IEND", [], to: &file)
        return file
    }

    /// Packs rows of indices, several per byte, leftmost in the high bits (PNG §7.2); filter type 0 precedes each row.
    private static func packed(_ indices: [UInt8], width: Int, height: Int, bitDepth: Int) -> [UInt8] {
        let perByte = 8 / bitDepth
        let rowByteCount = (width + perByte - 1) / perByte
        var rows: [UInt8] = []
        rows.reserveCapacity((rowByteCount + 1) * height)
        for row in 0..<height {
            rows.append(0)
            let line = indices[(row * width)..<((row + 1) * width)]
            if bitDepth == 8 {
                rows.append(contentsOf: line)
                continue
            }
            let span = line.span
            var column = 0
            while width - column >= 8 {
                appendPacked(span.load(at: column, as: UInt64.self).bigEndian, bitDepth: bitDepth, to: &rows)
                column += 8
            }
            while column < width {
                var byte: UInt8 = 0
                for index in 0..<perByte where column + index < width {
                    byte |= span[column + index] << UInt8(8 - bitDepth * (index + 1))
                }
                rows.append(byte)
                column += perByte
            }
        }
        return rows
    }

    /// Packs eight indices, the leftmost in the highest byte, by merging neighbours step by step.
    @inline(__always)
    private static func appendPacked(_ eight: UInt64, bitDepth: Int, to rows: inout [UInt8]) {
        var x = eight
        switch bitDepth {
        case 1:
            x = (x | x &>> 7) & 0x0003_0003_0003_0003
            x = (x | x &>> 14) & 0x0000_000F_0000_000F
            rows.append(UInt8(truncatingIfNeeded: x | x &>> 28))
        case 2:
            x = (x | x &>> 6) & 0x000F_000F_000F_000F
            x = (x | x &>> 12) & 0x0000_00FF_0000_00FF
            rows.append(UInt8(truncatingIfNeeded: x &>> 32))
            rows.append(UInt8(truncatingIfNeeded: x))
        default:
            x = (x | x &>> 4) & 0x00FF_00FF_00FF_00FF
            rows.append(UInt8(truncatingIfNeeded: x &>> 48))
            rows.append(UInt8(truncatingIfNeeded: x &>> 32))
            rows.append(UInt8(truncatingIfNeeded: x &>> 16))
            rows.append(UInt8(truncatingIfNeeded: x))
        }
    }

    /// Writes the signature and the header (PNG §5.2, §11.2.1).
    private static func start(width: Int, height: Int, bitDepth: UInt8, colorType: UInt8) -> [UInt8] {
        precondition(width <= Int(Int32.max) && height <= Int(Int32.max))
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        append("IHDR", bigEndian(width) + bigEndian(height) + [bitDepth, colorType, 0, 0, 0], to: &file)
        return file
    }

    /// Appends a chunk: length, type, data, checksum of type and data (PNG §5.3).
    private static func append(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
        file.reserveCapacity(file.count + data.count + 32)
        file += bigEndian(data.count)
        let start = file.count
        file += type.utf8
        file += data
        file += bigEndian(Int(CRC32.checksum(file.span.extracting(start...))))
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
