// PNG: the IHDR chunk, and an eXIf chunk if one comes before the pixels.

/// PNG (third edition) §11.2.1 and §11.3.4.5.
enum PNGProbe {
    /// How many chunks before the pixels are searched for an eXIf chunk: more than any known encoder writes.
    private static let chunkLimit = 64

    /// The size, the EXIF orientation and the time of capture. Throws what `PNGHeader` throws.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        // This uses the decoder's own header check, so that no file is listed that the decoder then refuses.
        let header = try PNGHeader(try reader.bytes(at: 0, limit: PNGHeader.byteCount))
        let exif = exif(&reader, after: PNGHeader.byteCount)
        return ImageHeader(
            format: .png, width: header.width, height: header.height, orientation: exif.orientation, taken: exif.taken)
    }

    /// Damage after the size leaves the size valid, so this does not throw.
    private static func exif(_ reader: inout HeaderReader, after start: Int) -> EXIF {
        var offset = start
        for _ in 0..<chunkLimit {
            guard let length = try? reader.uint32(offset), let type = try? reader.uint32(offset + 4) else {
                return .none
            }
            switch type {
            case 0x4944_4154, 0x4945_4E44:  // IDAT, IEND
                return .none
            case 0x6558_4966:  // eXIf
                return EXIF(&reader, at: offset + 8, end: offset + 8 + length)
            default:
                offset += 12 + length
            }
        }
        return .none
    }
}
