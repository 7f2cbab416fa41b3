// The first 33 bytes of a PNG file (PNG §5.2, §11.2.1).

import Pixels

/// A PNG's size and kind.
package struct PNGHeader: Equatable, Sendable {
    package enum ColorType: UInt8, Sendable {
        case gray = 0
        case rgb = 2
        case indexed = 3
        case grayAlpha = 4
        case rgba = 6

        /// Samples of one pixel in the file.
        package var sampleCount: Int {
            switch self {
            case .gray, .indexed: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }
    }

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Bytes of the signature and the header chunk.
    package static let byteCount = 33

    /// In pixels, 1...2³¹ − 1.
    package let width: Int
    /// In pixels, 1...2³¹ − 1.
    package let height: Int
    /// Bits of a sample, or of a palette index: 1, 2, 4, 8 or 16.
    package let bitDepth: Int
    package let colorType: ColorType
    package let isInterlaced: Bool

    /// Bits of one pixel in the file: 1...64.
    package var pixelBitCount: Int { bitDepth * colorType.sampleCount }

    /// Returns the bytes of a row of `width` pixels in the file, without its filter type.
    package func rowByteCount(width: Int) -> Int {
        // At most 2³¹ · 64 bits, so no overflow.
        (width * pixelBitCount + 7) / 8
    }

    /// Reads the header only.
    package init(_ source: ByteSource) throws(ImageError) {
        try self.init(source.bytes(at: 0, count: Self.byteCount))
    }

    /// Reads the header from a file's first `byteCount` bytes, or all of a shorter file.
    ///
    /// Throws as `init` with a source does.
    init(_ bytes: [UInt8]) throws(ImageError) {
        guard bytes.starts(with: Self.signature) else { throw .notAnImage("the file is no PNG") }
        guard bytes.count == Self.byteCount else { throw .damaged("the header is cut off", offset: bytes.count) }
        func number(at offset: Int) -> Int { bytes[offset..<(offset + 4)].bigEndianNumber }
        // Xcode's conversion for iPhone apps: a chunk precedes the header, and the data is not a zlib stream.
        guard !bytes[12..<16].elementsEqual("CgBI".utf8) else { throw .unsupported("Apple's CgBI variant of PNG") }
        guard bytes[12..<16].elementsEqual("IHDR".utf8), number(at: 8) == 13 else {
            throw .damaged("the first chunk is no header", offset: 8)
        }
        guard Int(CRC32.checksum(bytes.span.extracting(12..<29))) == number(at: 29) else {
            throw .damaged("the header does not match its checksum", offset: 29)
        }
        width = number(at: 16)
        height = number(at: 20)
        guard (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height) else {
            throw .damaged("the size \(width) × \(height) is not a valid one", offset: 16)
        }
        bitDepth = Int(bytes[24])
        guard let colorType = ColorType(rawValue: bytes[25]) else {
            throw .damaged("there is no colour type \(bytes[25])", offset: 25)
        }
        self.colorType = colorType
        let depths: [Int] =
            switch colorType {
            case .gray: [1, 2, 4, 8, 16]
            case .indexed: [1, 2, 4, 8]
            case .rgb, .grayAlpha, .rgba: [8, 16]
            }
        guard depths.contains(bitDepth) else {
            throw .damaged("colour type \(colorType.rawValue) has no bit depth \(bitDepth)", offset: 24)
        }
        guard bytes[26] == 0, bytes[27] == 0, bytes[28] <= 1 else {
            throw .damaged("the compression, filter or interlace method does not exist", offset: 26)
        }
        isInterlaced = bytes[28] == 1
    }
}
