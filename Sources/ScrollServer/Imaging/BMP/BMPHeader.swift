// What the headers of a BMP declare: Microsoft's BITMAPINFOHEADER, V4 and V5, and OS/2's two.

import Metadata
import Pixels

/// The layout of a BMP, validated: no number in it exceeds a reader's limits.
struct BMPHeader {
    /// How the pixels are stored.
    enum Storage: Equatable {
        /// Rows padded to a whole number of 32-bit words.
        case rows
        /// Runs of pixels of 4, 8 or 24 bits.
        case runs
    }

    /// The bits of a sample in a pixel of 16 or 32 bits.
    struct Mask: Equatable {
        var shift: UInt32
        /// The highest value: a power of two minus one, or 0 where there are no bits.
        var maximum: UInt32

        /// Creates a mask; nil where the bits are not contiguous.
        init?(_ bits: UInt32) {
            guard bits != 0 else {
                (shift, maximum) = (0, 0)
                return
            }
            shift = UInt32(bits.trailingZeroBitCount)
            maximum = bits >> shift
            guard maximum & (maximum &+ 1) == 0 else { return nil }
        }
    }

    /// The longest run encodes 255 pixels in two bytes; skipped pixels take fewer bytes.
    private static let pixelsPerByte = 1 << 11

    let width: Int
    let height: Int
    /// Whether the first stored row is the top row.
    let isTopDown: Bool
    let storage: Storage
    /// 1, 2, 4, 8, 16, 24 or 32.
    let bitsPerPixel: Int
    /// Red, green, blue, alpha, for pixels of 16 and 32 bits.
    let masks: [Mask]
    /// Red (the lowest byte), green, blue and 255 for all 256 indices; black where the file has no colour.
    let palette: [UInt32]
    /// File offset of the pixels.
    let dataOffset: Int
    /// An ICC profile; nil for sRGB.
    let profile: [UInt8]?

    /// Bytes from one stored row to the next.
    var stride: Int { (width * bitsPerPixel + 31) / 32 * 4 }
    /// Bytes of a stored row that hold pixels.
    var rowByteCount: Int { (width * bitsPerPixel + 7) / 8 }
    /// Whether pixels have their own alpha.
    var hasAlpha: Bool { masks.count == 4 && masks[3].maximum > 0 }

    /// Reads the header, at most some KiB, and the profile.
    ///
    /// - Throws: `ImageError` where the header is damaged, claims more than the file can contain, or its format is
    ///   unsupported.
    init(_ source: ByteSource) throws(ImageError) {
        let start = source.bytes(at: 0, count: 14 + 124)
        func number(_ offset: Int) throws(ImageError) -> UInt32 {
            guard offset + 4 <= start.count else {
                throw .damaged("the file ends inside its header", offset: start.count)
            }
            return UInt32(truncatingIfNeeded: start[offset..<offset + 4].littleEndianNumber)
        }
        func short(_ offset: Int) throws(ImageError) -> Int {
            guard offset + 2 <= start.count else {
                throw .damaged("the file ends inside its header", offset: start.count)
            }
            return start[offset..<offset + 2].littleEndianNumber
        }
        guard start.starts(with: "BM".utf8) else { throw .notAnImage("the file is not a BMP") }
        let length = Int(try number(14))
        guard BMPProbe.lengths.contains(length) else { throw .damaged("a header of \(length) bytes", offset: 14) }
        let isCore = length == 12
        var compression: UInt32 = 0
        if isCore {
            (width, height, isTopDown) = (try short(18), try short(20), false)
            bitsPerPixel = try short(24)
        } else {
            let storedHeight = Int(Int32(truncatingIfNeeded: try number(22)))
            width = Int(Int32(truncatingIfNeeded: try number(18)))
            (height, isTopDown) = (abs(storedHeight), storedHeight < 0)
            bitsPerPixel = try short(28)
            if length > 16 { compression = try number(30) }
        }
        try Self.checkSize(width, height, fileByteCount: source.count)
        storage = try Self.storage(compression, bitsPerPixel, isOS2: length == 16 || length == 64)

        // The masks follow a header of 40 bytes, and are at the same place in longer ones.
        let hasMasks = compression == 3 || compression == 6
        var paletteOffset = 14 + length
        if length == 40, hasMasks { paletteOffset += compression == 6 ? 16 : 12 }
        masks =
            bitsPerPixel == 16 || bitsPerPixel == 32
            ? try Self.masks(
                bitsPerPixel,
                colours: hasMasks ? [try number(54), try number(58), try number(62)] : nil,
                // Without masks, a pixel's highest byte has no meaning, whatever a longer header declares.
                alpha: compression == 6 || hasMasks && length >= 56 ? try number(66) : 0) : []

        // The number of colours used, at 46, may be 0 for all; without a palette it has no meaning.
        let usedCount = length > 16 && bitsPerPixel <= 8 ? Int(try number(46)) : 0
        guard usedCount <= 1 << 16 else { throw .damaged("a palette of \(usedCount) colours", offset: 46) }
        let colourByteCount = isCore ? 3 : 4
        var colourCount = 0
        if bitsPerPixel <= 8 { colourCount = usedCount == 0 ? 1 << bitsPerPixel : usedCount }
        var pixels = Int(try number(10))
        // Chromium and Pillow trust a wrong offset. Like Pillow, correct one that is 0 or omits the palette.
        if pixels == 0 || pixels == 14 + length && colourCount > 0 {
            pixels = paletteOffset + colourCount * colourByteCount
        }
        guard pixels < source.count else { throw .damaged("its pixels are not in the file", offset: source.count) }
        dataOffset = pixels
        let colours = source.bytes(at: paletteOffset, count: min(colourCount, 256) * colourByteCount)
        palette = Self.palette(colours, colourByteCount: colourByteCount)
        // "MBED": the profile itself is in the file, not only its name.
        let hasProfile = length == 124 ? try number(70) == 0x4D42_4544 : false
        profile =
            hasProfile ? Self.profile(source, offset: 14 + Int(try number(126)), byteCount: Int(try number(130))) : nil
    }

    private static func checkSize(_ width: Int, _ height: Int, fileByteCount: Int) throws(ImageError) {
        try ImageError.checkSize(width, height, offset: 18)
        try ClaimedSize.checkRow(width, "BMP")
        try ClaimedSize.check(
            width, height, fileByteCount: fileByteCount, pixelsPerByte: pixelsPerByte, offset: 18)
    }

    private static func storage(_ compression: UInt32, _ bits: Int, isOS2: Bool) throws(ImageError) -> Storage {
        switch (compression, bits) {
        case (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 24), (0, 32): return .rows
        case (1, 8), (2, 4): return .runs
        case (4, 24) where isOS2: return .runs
        case (3, 1) where isOS2: throw .unsupported("a BMP with fax compression")
        case (3, 16), (3, 32), (6, 16), (6, 32): if !isOS2 { return .rows }
        case (4, _) where !isOS2: throw .unsupported("a BMP with a JPEG in it")
        case (5, _): throw .unsupported("a BMP with a PNG in it")
        case (0, 64): throw .unsupported("a BMP of 64 bits per pixel")
        default: break
        }
        throw .damaged("\(bits) bits per pixel with compression \(compression)", offset: 28)
    }

    private static func masks(_ bits: Int, colours: [UInt32]?, alpha: UInt32) throws(ImageError) -> [Mask] {
        let usual: [UInt32] = bits == 16 ? [0x7C00, 0x3E0, 0x1F] : [0xFF_0000, 0xFF00, 0xFF]
        let within: UInt32 = bits == 16 ? 0xFFFF : .max
        var masks: [Mask] = []
        for (index, bits) in ((colours ?? usual) + [alpha]).enumerated() {
            guard let mask = Mask(bits & within) else {
                throw .damaged("a sample in the bits 0x\(String(bits, radix: 16))", offset: 54 + 4 * index)
            }
            masks.append(mask)
        }
        guard masks.contains(where: { $0.maximum > 0 }) else {
            throw .damaged("pixels without any sample", offset: 54)
        }
        return masks
    }

    private static func palette(_ stored: [UInt8], colourByteCount: Int) -> [UInt32] {
        (0..<256).map { index in
            let colour = stored.dropFirst(index * colourByteCount).prefix(3)
            return 0xFF00_0000 | (colour.count < 3 ? 0 : UInt32(colour.bigEndianNumber))
        }
    }

    private static func profile(_ source: ByteSource, offset: Int, byteCount: Int) -> [UInt8]? {
        guard byteCount > 0, byteCount <= ColourProfile.byteLimit else { return nil }
        let bytes = source.bytes(at: offset, count: byteCount)
        return bytes.count == byteCount ? bytes : nil
    }
}
