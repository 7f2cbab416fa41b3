// GIF: the logical screen, and the first frame, which may be larger.

/// GIF89a §18 and §20.
enum GIFProbe {
    /// Blocks before the first frame that are passed over.
    private static let blockLimit = 64

    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        let width = try reader.uint16(6, littleEndian: true)
        let height = try reader.uint16(8, littleEndian: true)
        // Browsers let a first frame that goes beyond the screen make it larger. Damage before that frame does not
        // make the screen's size unknown.
        let frame = try? firstFrame(&reader)
        return ImageHeader(format: .gif, width: max(width, frame?.right ?? 0), height: max(height, frame?.bottom ?? 0))
    }

    /// The far edges of the first frame; nil when there is none.
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
