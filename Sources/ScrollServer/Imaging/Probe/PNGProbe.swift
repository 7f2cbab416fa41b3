// PNG: the IHDR chunk, and an eXIf chunk if one comes before the pixels.

/// PNG (third edition) §11.2.1 and §11.3.4.5.
enum PNGProbe {
    /// Chunks before the pixels that are looked through for an eXIf: enough for every encoder there is.
    private static let chunkLimit = 64

    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        var offset = 8
        // Xcode's variant for iPhones has a chunk of its own in front.
        if try reader.matches("CgBI", at: offset + 4) { offset += 12 + (try reader.uint32(offset)) }
        guard try reader.matches("IHDR", at: offset + 4), try reader.uint32(offset) == 13 else {
            // Read on, so that a file that is cut short is reported as such.
            _ = try reader.byte(offset + 7)
            throw .damaged("a PNG that does not begin with IHDR", offset: offset)
        }
        let width = try reader.uint32(offset + 8)
        let height = try reader.uint32(offset + 12)
        // §11.2.1: the largest length is 2³¹ − 1.
        guard width < 1 << 31, height < 1 << 31 else {
            throw .damaged("a PNG of \(width) × \(height) pixels", offset: offset + 8)
        }
        let exif = exif(&reader, after: offset + 25)
        return ImageHeader(
            format: .png, width: width, height: height, orientation: exif.orientation ?? 1, taken: exif.taken)
    }

    /// Damage behind the size does not make the size unknown.
    private static func exif(_ reader: inout HeaderReader, after start: Int) -> ExifHeader {
        var offset = start
        for _ in 0..<chunkLimit {
            guard let length = try? reader.uint32(offset), let type = try? reader.uint32(offset + 4) else {
                return .none
            }
            switch type {
            case 0x4944_4154, 0x4945_4E44:  // IDAT, IEND
                return .none
            case 0x6558_4966:  // eXIf
                return ExifHeader.read(&reader, at: offset + 8, end: offset + 8 + length)
            default:
                offset += 12 + length
            }
        }
        return .none
    }
}
