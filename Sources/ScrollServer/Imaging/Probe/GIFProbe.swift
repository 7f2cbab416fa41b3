// GIF: the size of the logical screen and of the first frame, which may be larger, and whether there are more frames.

/// Reads the logical screen (GIF89a §18), the first image descriptor (§20), and what comes after that image.
enum GIFProbe {
    /// How many blocks before the first frame may be skipped, and after it.
    private static let blockLimit = 64
    /// Bytes that are read at once to get over an image.
    private static let stepByteCount = 1 << 16

    /// Where the first frame is, and what is to be done with it.
    struct Frame: Equatable {
        var left: Int
        var top: Int
        var width: Int
        var height: Int
        var isInterlaced: Bool
        /// Where its colours are, three bytes each; no bytes where there are none.
        var palette: Range<Int>
        /// The index that is not painted.
        var transparent: Int?
        /// Where the image data begins: the first code's length.
        var dataOffset: Int
        /// Whether the file says how often it is to be played.
        var isLoop: Bool
    }

    /// The size in pixels, and the format. Throws `ImageError.damaged` only when the logical screen is cut off.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        let screen = try screen(&reader)
        // If the file is damaged before its first frame, the screen's size still holds.
        guard let frame = try? firstFrame(&reader) else {
            return ImageHeader(format: .gif, width: screen.width, height: screen.height)
        }
        let size = size(of: screen, frame)
        // An image of more than a mebibyte in a file that does not say that it loops counts as the only one.
        let isAnimated = frame.isLoop ? true : (try? hasFrame(&reader, after: frame)) == true
        return ImageHeader(format: isAnimated ? .animatedGIF : .gif, width: size.width, height: size.height)
    }

    /// The logical screen's size in pixels.
    static func screen(_ reader: inout HeaderReader) throws(ImageError) -> (width: Int, height: Int) {
        (try reader.uint16(6, littleEndian: true), try reader.uint16(8, littleEndian: true))
    }

    /// Browsers enlarge the screen to a first frame that reaches beyond it.
    static func size(of screen: (width: Int, height: Int), _ frame: Frame) -> (width: Int, height: Int) {
        (max(screen.width, frame.left + frame.width), max(screen.height, frame.top + frame.height))
    }

    /// The first frame.
    ///
    /// - Throws: `ImageError.damaged` where there is none among the first blocks.
    static func firstFrame(_ reader: inout HeaderReader) throws(ImageError) -> Frame {
        let flags = try reader.byte(10)
        // §19: 3 × 2^(n + 1) bytes of colours.
        var offset = 13 + (flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1))
        let palette = 13..<offset
        var transparent: Int?
        var isLoop = false
        for _ in 0..<blockLimit {
            switch try reader.byte(offset) {
            case 0x2C:
                let flags = try reader.byte(offset + 9)
                let colours = offset + 10
                let end = colours + (flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1))
                return Frame(
                    left: try reader.uint16(offset + 1, littleEndian: true),
                    top: try reader.uint16(offset + 3, littleEndian: true),
                    width: try reader.uint16(offset + 5, littleEndian: true),
                    height: try reader.uint16(offset + 7, littleEndian: true), isInterlaced: flags & 0x40 != 0,
                    palette: end > colours ? colours..<end : palette, transparent: transparent, dataOffset: end,
                    isLoop: isLoop)
            case 0x21:
                switch try reader.byte(offset + 1) {
                // §23
                case 0xF9 where try reader.byte(offset + 2) >= 4:
                    transparent = try reader.byte(offset + 3) & 1 == 0 ? nil : try reader.byte(offset + 6)
                case 0xFF:
                    let isNetscape = try reader.matches("NETSCAPE2.0", at: offset + 3)
                    let isAnimation = try reader.matches("ANIMEXTS1.0", at: offset + 3)
                    isLoop = isLoop || isNetscape || isAnimation
                default: break
                }
                offset = try end(ofBlocksAt: offset + 2, &reader)
            // Some files have a byte too many.
            case 0: offset += 1
            default: throw .damaged("something between a GIF's blocks", offset: offset)
            }
        }
        throw .damaged("too many blocks before a GIF's first image", offset: offset)
    }

    /// Whether there is an image after the first one.
    private static func hasFrame(_ reader: inout HeaderReader, after frame: Frame) throws(ImageError) -> Bool {
        var offset = try end(ofBlocksAt: frame.dataOffset + 1, &reader)
        for _ in 0..<blockLimit {
            switch try reader.byte(offset) {
            case 0x2C: return true
            case 0x21: offset = try end(ofBlocksAt: offset + 2, &reader)
            case 0: offset += 1
            default: return false
            }
        }
        return false
    }

    /// Goes over sub-blocks, up to an empty one (§15).
    private static func end(ofBlocksAt start: Int, _ reader: inout HeaderReader) throws(ImageError) -> Int {
        var offset = start
        var readEnd = start + 1024
        var length = try reader.byte(offset)
        while length > 0 {
            offset += 1 + length
            if offset >= readEnd {
                _ = try reader.bytes(at: offset, limit: stepByteCount)
                readEnd = offset + stepByteCount
            }
            length = try reader.byte(offset)
        }
        return offset + 1
    }
}
