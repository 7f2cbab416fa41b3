// The header of TGA files (Truevision TGA File Format Specification 2.0).

import Pixels

/// The layout of a TGA, checked.
package struct TGAHeader: SizedHeader, Equatable, Sendable {
    /// What a stored pixel is.
    package enum Kind: Equatable, Sendable {
        /// A palette index of 8 or 16 bits.
        case index
        /// Gray of 8 bits, with alpha if it has 16 bits.
        case gray
        /// Blue, green and red, of 5 bits each if it has 15 or 16 bits, with alpha if it has 32.
        case colour
    }

    /// Bytes before the image ID.
    static let byteCount = 18
    /// Signature at the end of version 2 files.
    static let footer = [UInt8]("TRUEVISION-XFILE.\0".utf8)
    /// Bytes before the footer's signature: the offsets of the extension and developer areas.
    private static let footerOffsetByteCount = 8
    /// Most colours that indices can address.
    private static let colourLimit = 1 << 16

    /// In pixels, up to 65,535.
    package let width: Int
    /// In pixels, up to 65,535.
    package let height: Int
    package let kind: Kind
    /// 8, 15, 16, 24 or 32.
    package let bitsPerPixel: Int
    package let hasRuns: Bool
    package let isTopDown: Bool
    package let isRightToLeft: Bool
    /// Number of alpha bits per pixel that the header declares.
    package let alphaBitCount: Int
    /// Bits of a palette colour: 15, 16, 24 or 32; 0 where there is no palette.
    package let colourBitCount: Int
    /// The index of the palette's first colour.
    let firstIndex: Int
    let colourCount: Int
    /// Bytes of the text between header and palette.
    package let identityByteCount: Int

    package var pixelByteCount: Int { (bitsPerPixel + 7) / 8 }
    var colourByteCount: Int { (colourBitCount + 7) / 8 }
    /// File offset of the palette.
    package var paletteOffset: Int { Self.byteCount + identityByteCount }
    /// File offset of the pixels.
    package var dataOffset: Int { paletteOffset + colourCount * colourByteCount }
    /// Bytes of a row without runs.
    package var stride: Int { width * pixelByteCount }

    /// Whether a file without a known signature is a TGA.
    ///
    /// Its first bytes must be plausible, and either its last bytes be the version 2 signature, or its name be a TGA's,
    /// since files of version 1 have no signature.
    ///
    /// `start` has at least the first 18 bytes; `end` returns as many of the file's last bytes as `footer` has.
    static func begins<Failure: Error>(_ start: [UInt8], isNamedTGA: Bool, end: () throws(Failure) -> [UInt8])
        throws(Failure) -> Bool
    {
        guard TGAHeader(start) != nil else { return false }
        if isNamedTGA { return true }
        return try end() == footer
    }

    /// Whether a file name has an extension of Truevision's programs.
    static func isName(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        let ending = name.suffix(4).map { $0 == UInt8(ascii: ".") ? $0 : $0 | 0x20 }
        return [".tga", ".icb", ".vda", ".vst"].contains { ending.elementsEqual($0.utf8) }
    }

    /// Reads the header; throws `ImageError` where the bytes cannot be a TGA's.
    package init(_ reader: inout HeaderReader) throws(ImageError) {
        guard let header = TGAHeader(try reader.bytes(at: 0, limit: Self.byteCount)) else {
            throw .notAnImage("the file is not a TGA")
        }
        self = header
    }

    /// Parses the header; nil where no TGA begins like this.
    private init?(_ start: [UInt8]) {
        guard start.count >= Self.byteCount else { return nil }
        func short(_ offset: Int) -> Int { start[offset..<offset + 2].littleEndianNumber }
        let (hasPalette, type, descriptor) = (start[1] == 1, start[2], start[17])
        identityByteCount = Int(start[0])
        (width, height) = (short(12), short(14))
        bitsPerPixel = Int(start[16])
        hasRuns = type & 8 != 0
        (isTopDown, isRightToLeft) = (descriptor & 0x20 != 0, descriptor & 0x10 != 0)
        alphaBitCount = Int(descriptor & 0xF)
        // The two highest bits were for interleaved rows.
        guard start[1] <= 1, alphaBitCount <= 8, descriptor & 0xC0 == 0 else { return nil }
        if hasPalette {
            (firstIndex, colourCount, colourBitCount) = (short(3), short(5), Int(start[7]))
            guard [15, 16, 24, 32].contains(colourBitCount), firstIndex + colourCount <= Self.colourLimit else {
                return nil
            }
        } else {
            (firstIndex, colourCount, colourBitCount) = (0, 0, 0)
            // Some programs write a colour size without a palette.
            guard start[3..<7].allSatisfy({ $0 == 0 }), [0, 15, 16, 24, 32].contains(start[7]) else { return nil }
        }
        switch (type, bitsPerPixel) {
        case (1, 8), (1, 16), (9, 8), (9, 16):
            guard colourCount > 0 else { return nil }
            kind = .index
        case (2, 15), (2, 16), (2, 24), (2, 32), (10, 15), (10, 16), (10, 24), (10, 32): kind = .colour
        case (3, 8), (3, 16), (11, 8), (11, 16): kind = .gray
        default: return nil
        }
    }

    /// Returns red, green, blue and alpha of all colours up to the last one; black where the file has none.
    package func palette(in source: ByteSource) -> [UInt8] {
        guard kind == .index else { return [] }
        let stored = source.bytes(at: paletteOffset, count: colourCount * colourByteCount)
        var palette: [UInt8] = []
        palette.reserveCapacity((firstIndex + colourCount) * 4)
        for _ in 0..<firstIndex { palette += [0, 0, 0, 255] }
        for index in 0..<colourCount {
            let offset = index * colourByteCount
            guard offset + colourByteCount <= stored.count else { break }
            if colourByteCount == 2 {
                let colour = Self.colour(Int(stored[offset]) | Int(stored[offset + 1]) << 8)
                palette += [colour.red, colour.green, colour.blue, 255]
            } else {
                palette += [stored[offset + 2], stored[offset + 1], stored[offset]]
                palette.append(colourByteCount == 4 ? stored[offset + 3] : 255)
            }
        }
        return palette
    }

    /// Decodes a 15-bit colour; the bit above is ignored, since programs disagree on its meaning.
    package static func colour(_ word: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
        func sample(_ bits: Int) -> UInt8 { UInt8(truncatingIfNeeded: ((bits & 31) * 255 + 15) / 31) }
        return (sample(word >> 10), sample(word >> 5), sample(word))
    }

    /// Whether the extension area of a version 2 file declares that there is no alpha (field 24: 0).
    package func isAlphaDenied(in source: ByteSource) -> Bool {
        let start = source.count - Self.footer.count - Self.footerOffsetByteCount
        let end = source.bytes(at: start, count: Self.footer.count + Self.footerOffsetByteCount)
        guard end.suffix(Self.footer.count).elementsEqual(Self.footer) else { return false }
        let offset = end.prefix(4).littleEndianNumber
        return offset > 0 && source.bytes(at: offset + 494, count: 1) == [0]
    }
}
