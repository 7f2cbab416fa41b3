// JPEG XL: the size header of a codestream (ISO/IEC 18181-1 §A.3), which a container holds in a box.

import Pixels
import Tiling

extension FormatTraits {
    static let jpegXL = listed(.jpegXL, "jxl", "image/jxl", title: "JPEG XL", endings: ["jxl"], size: JPEGXLHeader.size)
    { $0.starts(with: [0xFF, 0x0A]) || $0.starts(with: JPEGXLHeader.container) }
}

/// Reads bits from the lowest on.
struct JPEGXLHeader {
    static let container: [UInt8] = [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]
    /// Width by height, for the ratios 1 to 7.
    private static let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    /// More than the longest size header, and the orientation behind it, take.
    private static let byteCount = 16

    private var bits: [UInt8]
    private var position = 0

    /// Returns the upright size.
    static func size(_ reader: inout HeaderReader) throws(ImageError) -> PixelSize? {
        guard let start = try codestream(&reader) else { return nil }
        var header = JPEGXLHeader(bits: try reader.bytes(at: start + 2, limit: byteCount))
        return header.size()
    }

    /// Where the codestream begins; nil where the container has none.
    private static func codestream(_ reader: inout HeaderReader) throws(ImageError) -> Int? {
        if try reader.byte(0) == 0xFF { return 0 }
        let file = ISOBox(reader)
        if let whole = try? file.child("jxlc", &reader) { return whole.start }
        // The first of several parts, each with its number.
        guard let part = try file.child("jxlp", &reader) else { return nil }
        return part.start + 4
    }

    private mutating func size() -> PixelSize? {
        let isSmall = read(1) == 1
        guard let height = side(isSmall) else { return nil }
        let ratio = read(3)
        guard
            let width = ratio == 0 ? side(isSmall) : height * Self.ratios[ratio - 1].0 / Self.ratios[ratio - 1].1
        else { return nil }
        // Neither all default values, nor without the fields of which the orientation is the first.
        let isTurned = read(1) == 0 && read(1) == 1 && read(3) >= 4
        return isTurned ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
    }

    private mutating func side(_ isSmall: Bool) -> Int? {
        guard position < 8 * bits.count else { return nil }
        return isSmall ? (read(5) + 1) * 8 : read([9, 13, 18, 30][read(2)]) + 1
    }

    /// Reads a number; missing bits are 0.
    private mutating func read(_ count: Int) -> Int {
        var number = 0
        for bit in 0..<count {
            if position / 8 < bits.count { number |= Int(bits[position / 8] >> UInt8(position % 8) & 1) << bit }
            position += 1
        }
        return number
    }
}
