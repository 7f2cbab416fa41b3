// JPEG: walks from marker to marker up to the frame header.

/// ITU-T T.81 §B.1: each segment has its length, so all but the frame header and EXIF are skipped unread.
enum JPEGProbe {
    /// The size, the EXIF orientation and the time of capture.
    ///
    /// - Throws: `ImageError.damaged` when there is no valid frame header; `.unsupported` when it gives no height.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        var offset = 2
        var exif: EXIF?
        while true {
            // Between segments, decoders skip bytes that are no marker, and fill bytes (§B.1.1.2).
            while try reader.byte(offset) != 0xFF { offset += 1 }
            while try reader.byte(offset) == 0xFF { offset += 1 }
            let marker = try reader.byte(offset)
            offset += 1
            switch marker {
            case 0x00, 0x01, 0xD0...0xD8:
                continue  // stuffed zero, TEM, RSTn, SOI: no length follows
            case 0xD9:
                throw .damaged("a JPEG that ends before its frame header", offset: offset - 2)
            case 0xDA:
                throw .damaged("a JPEG scan before its frame header", offset: offset - 2)
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                let length = try reader.uint16(offset)
                guard length >= 8 else {
                    throw .damaged("a JPEG frame header of \(length) bytes", offset: offset)
                }
                let height = try reader.uint16(offset + 3)
                let width = try reader.uint16(offset + 5)
                guard height > 0 else { throw .unsupported("a JPEG whose height is not in its header") }
                return ImageHeader(
                    format: .jpeg, width: width, height: height, orientation: exif?.orientation ?? 1,
                    taken: exif?.taken)
            default:
                let length = try reader.uint16(offset)
                if marker == 0xE1, exif == nil, try reader.matches("Exif\0", at: offset + 2) {
                    exif = EXIF(&reader, at: offset + 8, end: offset + length)
                }
                // A length includes its own 2 bytes, so less is wrong (§B.1.1.4); libjpeg and browsers then go on after
                // these 2 bytes.
                offset += max(length, 2)
            }
        }
    }
}
