// The header of DDS files (Microsoft, "DDS_HEADER", "DDS_PIXELFORMAT" and "DDS_HEADER_DXT10").

import Pixels

extension FormatTraits {
    /// Its media type is not registered.
    static let dds = FormatTraits(
        "dds", "image/vnd.ms-dds", endings: ["dds"], decoding: .fromTop,
        header: { (reader) throws(ImageError) in
            let dds = try DDSHeader(&reader)
            return ImageHeader(
                format: .dds, width: dds.width, height: dds.height, problem: dds.storage == nil ? dds.refusal : nil)
        }
    ) { $0.starts(with: DDSHeader.signature) ? .dds : nil }
}

/// The size and the storage of a texture's first picture.
package struct DDSHeader: SizedHeader, Equatable, Sendable {
    /// The kinds of blocks of four by four pixels.
    package enum BlockKind: Equatable, Sendable {
        case bc1, bc2, bc3, bc7
        case bc4(isSigned: Bool), bc5(isSigned: Bool), bc6h(isSigned: Bool)

        /// Bytes of a block.
        package var byteCount: Int {
            switch self {
            case .bc1, .bc4: 8
            default: 16
            }
        }
    }

    /// How pixels are stored.
    package enum Storage: Equatable, Sendable {
        case blocks(BlockKind)
        /// Numbers of 8, 16, 24 or 32 bits, with the bits of red, green, blue and alpha.
        case masks(bits: Int, [UInt32], isGray: Bool)
    }

    static let signature = [UInt8]("DDS \u{7C}\0\0\0".utf8)
    private static let (headerByteCount, extendedByteCount) = (128, 148)

    /// In pixels, at least 1.
    package let width: Int
    package let height: Int
    /// nil for a storage that is not decoded.
    package let storage: Storage?
    package let dataOffset: Int
    /// The name of a storage that is not decoded.
    private let name: String

    /// Why a storage is not decoded.
    package var refusal: ImageError { .unsupported("a DDS stored as \(name)") }

    /// Reads the header; throws `ImageError` where it is none, or has no size.
    package init(_ reader: inout HeaderReader) throws(ImageError) {
        guard try reader.bytes(at: 0, limit: 8) == Self.signature else { throw .notAnImage("the file is not a DDS") }
        (height, width) = (try reader.uint32(12, littleEndian: true), try reader.uint32(16, littleEndian: true))
        try ImageError.checkSize(width, height, offset: 12)
        let flags = try reader.uint32(80, littleEndian: true)
        let code = String(decoding: try reader.bytes(at: 84, limit: 4), as: UTF8.self)
        guard flags & 4 == 0 else {
            if code == "DX10" {
                let format = try reader.uint32(128, littleEndian: true)
                (storage, dataOffset) = (Self.storage(ofDXGI: format), Self.extendedByteCount)
                name = "DXGI format \(format)"
            } else {
                (storage, dataOffset) = (Self.kinds[code].map { .blocks($0) }, Self.headerByteCount)
                name = code.allSatisfy { $0.isLetter || $0.isNumber } ? code : "an unknown code"
            }
            return
        }
        (dataOffset, name) = (Self.headerByteCount, "numbers of other bits")
        let bits = try reader.uint32(88, littleEndian: true)
        var masks: [UInt32] = []
        for place in stride(from: 92, to: 108, by: 4) {
            masks.append(UInt32(truncatingIfNeeded: try reader.uint32(place, littleEndian: true)))
        }
        // Without the flags for it, the mask of alpha has no meaning.
        if flags & 3 == 0 { masks[3] = 0 }
        let isGray = flags & 0x2_0000 != 0
        // Some programs write the masks of other pixels.
        if isGray, bits == 8 { masks = [0xFF, 0xFF, 0xFF, 0] }
        if isGray, bits == 16, flags & 1 != 0 { masks = [0xFF, 0xFF, 0xFF, 0xFF00] }
        let isKnown = [8, 16, 24, 32].contains(bits) && flags & 0x2_0042 != 0 && masks[0] != 0
        storage = isKnown ? .masks(bits: bits, masks, isGray: isGray) : nil
    }

    private static let kinds: [String: BlockKind] = [
        "DXT1": .bc1, "DXT2": .bc2, "DXT3": .bc2, "DXT4": .bc3, "DXT5": .bc3,
        "ATI1": .bc4(isSigned: false), "BC4U": .bc4(isSigned: false), "BC4S": .bc4(isSigned: true),
        "ATI2": .bc5(isSigned: false), "BC5U": .bc5(isSigned: false), "BC5S": .bc5(isSigned: true),
    ]

    private static func storage(ofDXGI format: Int) -> Storage? {
        switch format {
        case 28, 29: .masks(bits: 32, [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000], isGray: false)
        case 87, 91: .masks(bits: 32, [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000], isGray: false)
        case 88, 93: .masks(bits: 32, [0xFF_0000, 0xFF00, 0xFF, 0], isGray: false)
        case 61: .masks(bits: 8, [0xFF, 0, 0, 0], isGray: true)
        case 70...72: .blocks(.bc1)
        case 73...75: .blocks(.bc2)
        case 76...78: .blocks(.bc3)
        case 79...81: .blocks(.bc4(isSigned: format == 81))
        case 82...84: .blocks(.bc5(isSigned: format == 84))
        case 94...96: .blocks(.bc6h(isSigned: format == 96))
        case 97...99: .blocks(.bc7)
        default: nil
        }
    }
}
