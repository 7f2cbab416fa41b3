// PNG: the IHDR chunk, and the EXIF and text chunks before the pixels.

/// Reads PNG headers: PNG (third edition) §11.2.1 and §11.3.4.5.
enum PNGProbe {
    /// Most chunks before the pixels searched for EXIF and text: more than any known encoder writes.
    private static let chunkLimit = 64

    /// Reads the size, the EXIF orientation and the capture time; throws what `PNGHeader` throws.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        // Use the decoder's own header check, so that no listed file is refused by the decoder.
        let header = try PNGHeader(try reader.bytes(at: 0, limit: PNGHeader.byteCount))
        let (exif, texts) = chunks(&reader, after: PNGHeader.byteCount)
        var facts = exif.facts
        facts.prefer(texts)
        facts.complete(with: texts)
        return ImageHeader(
            format: .png, width: header.width, height: header.height, orientation: exif.orientation,
            taken: exif.taken ?? facts.taken, facts: facts == .none ? nil : facts)
    }

    /// Reads EXIF and text; does not throw, because damage after the size leaves the size valid.
    private static func chunks(_ reader: inout HeaderReader, after start: Int) -> (EXIF, texts: PictureFacts) {
        var (exif, texts) = (EXIF.none, PictureFacts.none)
        var generated = GeneratedPicture()
        var offset = start
        for _ in 0..<chunkLimit {
            guard let length = try? reader.uint32(offset), let type = try? reader.uint32(offset + 4) else { break }
            switch type {
            case 0x4944_4154, 0x4945_4E44:  // IDAT, IEND
                texts.complete(with: generated.facts)
                return (exif, texts)
            case 0x6558_4966 where exif == .none:  // eXIf
                exif = EXIF(&reader, at: offset + 8, end: offset + 8 + length)
            case 0x7445_5874, 0x7A54_5874, 0x6954_5874:  // tEXt, zTXt, iTXt
                if length <= PNGTextFacts.longest, let data = try? reader.bytes(at: offset + 8, limit: length) {
                    texts.complete(with: PNGTextFacts.read(type, data, &generated))
                }
            default: break
            }
            offset += 12 + length
        }
        texts.complete(with: generated.facts)
        return (exif, texts)
    }
}
