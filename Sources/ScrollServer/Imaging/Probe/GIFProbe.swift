// GIF: the size of the logical screen and of the first frame, which may be larger.

/// Reads the logical screen (GIF89a §18) and the first image descriptor (§20).
enum GIFProbe {
    /// How many blocks before the first frame may be skipped.
    private static let blockLimit = 64

    /// The size in pixels. Throws `ImageError.damaged` only when the logical screen is cut off.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        let width = try reader.uint16(6, littleEndian: true)
        let height = try reader.uint16(8, littleEndian: true)
        // Browsers enlarge the screen to a first frame that reaches beyond it. If the file is damaged before that
        // frame, the screen's size still holds.
        let frame = try? firstFrame(&reader)
        return ImageHeader(format: .gif, width: max(width, frame?.right ?? 0), height: max(height, frame?.bottom ?? 0))
    }

    /// The right and lower edge of the first frame, in pixels; nil when no frame is found.
    private static func firstFrame(
        _ reader: inout HeaderReader
    ) throws(ImageError) -> (right: Int, bottom: Int)? {
        let flags = try reader.byte(10)
        // §19: 3 × 2^(n + 1) bytes of colours.
        var offset = 13 + (flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1))
        for _ in 0..<blockLimit {
            switch try reader.byte(offset) {
            case 0x2C:
                let right = try reader.uint16(offset + 1, littleEndian: true)
                let bottom = try reader.uint16(offset + 3, littleEndian: true)
                return (
                    right + (try reader.uint16(offset + 5, littleEndian: true)),
                    bottom + (try reader.uint16(offset + 7, littleEndian: true))
                )
            case 0x21:
                // An extension: its label, then sub-blocks up to an empty one (§15).
                offset += 2
                var length = try reader.byte(offset)
                while length > 0 {
                    offset += 1 + length
                    length = try reader.byte(offset)
                }
                offset += 1
            default:
                return nil
            }
        }
        return nil
    }
}
