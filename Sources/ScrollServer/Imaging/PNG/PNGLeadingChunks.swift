// The chunks of a PNG before its image data (PNG §5.6).

import Metadata
import Pixels

/// Finds the palette, the transparency and the start of the image data.
struct PNGLeadingChunks {
    private(set) var palette: [UInt8] = []
    private(set) var transparency: [UInt8]?
    /// The colour space that the file declares.
    private(set) var colour = PNGColour()
    /// File offset of the first IDAT chunk's length field.
    private(set) var imageDataOffset = 0
    /// Bytes of data in the first IDAT chunk.
    private(set) var imageDataByteCount = 0

    /// Bounds the work; no encoder writes so many chunks before the image data.
    private static let chunkCountLimit = 10_000

    /// Reads the chunks before the image data.
    ///
    /// - Throws: `ImageError.damaged` when a critical chunk is damaged, or when the image data or a needed palette is
    ///   missing; `.unsupported` for an unknown critical chunk.
    init(_ source: ByteSource, header: PNGHeader) throws(ImageError) {
        var offset = PNGHeader.byteCount
        for _ in 0..<Self.chunkCountLimit {
            let start = source.bytes(at: offset, count: 8)
            guard start.count == 8 else { throw .damaged("there is no image data", offset: offset) }
            let length = start[..<4].bigEndianNumber
            // PNG §5.3: at most 2³¹ − 1.
            guard length <= Int(Int32.max) else { throw .damaged("a chunk of impossible length", offset: offset) }
            let type = start[4...]
            guard type.allSatisfy({ (65...90).contains($0 & 0xDF) }) else {
                throw .damaged("a chunk without a proper name", offset: offset + 4)
            }
            let name = String(decoding: type, as: UTF8.self)
            switch name {
            case "IDAT":
                guard header.colorType != .indexed || !palette.isEmpty else {
                    throw .damaged("there is no palette", offset: offset)
                }
                imageDataOffset = offset
                imageDataByteCount = length
                return
            case "PLTE":
                guard length % 3 == 0, length <= 768 else {
                    throw .damaged("a palette of a wrong length", offset: offset)
                }
                guard let data = Self.data(source, offset, length) else {
                    throw .damaged("the palette does not match its checksum", offset: offset)
                }
                palette = data
            case "tRNS":
                // At most one byte per palette colour. A damaged tRNS is ignored, like any ancillary chunk.
                if length <= 256 { transparency = Self.data(source, offset, length) ?? transparency }
            case "cICP", "cLLI", "mDCV", "iCCP", "sRGB", "gAMA", "cHRM":
                if length <= ColourProfile.byteLimit, let data = Self.data(source, offset, length) {
                    colour.read(name, data)
                }
            case "IEND", "IHDR":
                throw .damaged("\(name) where image data should be", offset: offset)
            default:
                // Bit 5 of the first byte marks an ancillary chunk, which decoders may ignore (PNG §5.4).
                guard start[4] & 0x20 != 0 else { throw .unsupported("PNG with the critical chunk \(name)") }
            }
            offset += 12 + length
        }
        throw .damaged("too many chunks before the image data", offset: offset)
    }

    /// Returns the data of the chunk at `offset`, or nil when it is cut off or does not match its checksum.
    private static func data(_ source: ByteSource, _ offset: Int, _ length: Int) -> [UInt8]? {
        let bytes = source.bytes(at: offset + 4, count: length + 8)
        guard bytes.count == length + 8,
            bytes[(length + 4)...].bigEndianNumber == Int(CRC32.checksum(bytes.span.extracting(..<(length + 4))))
        else { return nil }
        return Array(bytes[4..<(length + 4)])
    }
}
