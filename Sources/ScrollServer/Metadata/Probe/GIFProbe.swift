// GIF: the size of the logical screen and of the first frame, which may be larger, and whether more frames follow.

import Pixels

/// Reads the logical screen (GIF89a §18), the first image descriptor (§20), and what follows that image.
package enum GIFProbe {
    /// Most blocks skipped before the first frame, and after it.
    private static let blockLimit = 64
    /// Bytes read at once while skipping an image.
    private static let stepByteCount = 1 << 16

    /// The first frame's place and properties.
    package struct Frame: Equatable {
        package var left: Int
        package var top: Int
        package var width: Int
        package var height: Int
        package var isInterlaced: Bool
        /// Byte range of its colours, three bytes each; empty where there are none.
        package var palette: Range<Int>
        /// Index of the transparent colour.
        package var transparent: Int?
        /// File offset of the image data, which begins with the minimum code size.
        package var dataOffset: Int
        /// Whether the file declares how often it loops.
        var isLoop: Bool
        /// The texts in the blocks before it.
        var notes: Notes
    }

    /// Byte ranges of the texts among a file's blocks; nil where there is none.
    struct Notes: Equatable {
        /// The sub-blocks of the first comment (§24).
        var comment: Range<Int>?
        /// The first XMP packet, which is not split into sub-blocks.
        var xmp: Range<Int>?
    }

    /// Reads the size in pixels and the format; throws `ImageError.damaged` only when the logical screen is cut off.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        let screen = try screen(&reader)
        // If the file is damaged before its first frame, the screen's size is still valid.
        guard let frame = try? firstFrame(&reader) else {
            return ImageHeader(format: .gif, width: screen.width, height: screen.height)
        }
        let size = size(of: screen, frame)
        // A first image above 1 MiB in a file without a loop count is taken for the only one.
        var notes = frame.notes
        let isAnimated = frame.isLoop ? true : (try? hasFrame(&reader, after: frame, &notes)) == true
        let facts = facts(notes, &reader)
        return ImageHeader(
            format: isAnimated ? .animatedGIF : .gif, width: size.width, height: size.height, taken: facts?.taken,
            facts: facts)
    }

    private static func facts(_ notes: Notes, _ reader: inout HeaderReader) -> PictureFacts? {
        guard notes != Notes() else { return nil }
        var blocks = MetadataBlocks()
        if let range = notes.xmp { blocks.add(xmp: range, &reader) }
        if let range = notes.comment,
            let bytes = try? reader.bytes(at: range.lowerBound, limit: min(range.count, UserComment.longest)),
            let comment = UserComment.plain(joined(bytes)[...])
        {
            _ = blocks.generated.add(keyword: "Comment", text: comment)
        }
        return blocks.facts
    }

    /// Returns the contents of sub-blocks (§15).
    private static func joined(_ bytes: [UInt8]) -> [UInt8] {
        var joined: [UInt8] = []
        var rest = bytes[...]
        while let length = rest.popFirst(), length > 0 {
            joined += rest.prefix(Int(length))
            rest = rest.dropFirst(Int(length))
        }
        return joined
    }

    /// Records the byte range of the text in an extension, whose label is at `offset + 1`.
    private static func note(
        _ offset: Int, end: Int, in notes: inout Notes, _ reader: inout HeaderReader
    ) throws(ImageError) {
        switch try reader.byte(offset + 1) {
        case 0xFE where notes.comment == nil: notes.comment = offset + 2..<end
        case 0xFF where notes.xmp == nil:
            // XMP specification part 3, §1.1.2: the packet, then 258 bytes by which readers of sub-blocks find the end.
            guard try reader.matches("XMP DataXMP", at: offset + 3), end - 258 > offset + 14 else { return }
            notes.xmp = offset + 14..<end - 258
        default: break
        }
    }

    /// Reads the logical screen's size in pixels.
    package static func screen(_ reader: inout HeaderReader) throws(ImageError) -> (width: Int, height: Int) {
        (try reader.uint16(6, littleEndian: true), try reader.uint16(8, littleEndian: true))
    }

    /// Enlarges the screen to a first frame that extends beyond it, as browsers do.
    package static func size(of screen: (width: Int, height: Int), _ frame: Frame) -> (width: Int, height: Int) {
        (max(screen.width, frame.left + frame.width), max(screen.height, frame.top + frame.height))
    }

    /// Reads the first frame.
    ///
    /// - Throws: `ImageError.damaged` where there is none among the first blocks.
    package static func firstFrame(_ reader: inout HeaderReader) throws(ImageError) -> Frame {
        let flags = try reader.byte(10)
        // §19: 3 × 2^(n + 1) bytes of colours.
        var offset = 13 + (flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1))
        let palette = 13..<offset
        var transparent: Int?
        var isLoop = false
        var notes = Notes()
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
                    isLoop: isLoop, notes: notes)
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
                let end = try end(ofBlocksAt: offset + 2, &reader)
                try note(offset, end: end, in: &notes, &reader)
                offset = end
            // Some files have an extra zero byte.
            case 0: offset += 1
            default: throw .damaged("something between a GIF's blocks", offset: offset)
            }
        }
        throw .damaged("too many blocks before a GIF's first image", offset: offset)
    }

    /// Returns whether another image follows the first, and records the texts between them.
    private static func hasFrame(
        _ reader: inout HeaderReader, after frame: Frame, _ notes: inout Notes
    ) throws(ImageError) -> Bool {
        var offset = try end(ofBlocksAt: frame.dataOffset + 1, &reader)
        for _ in 0..<blockLimit {
            switch try reader.byte(offset) {
            case 0x2C: return true
            case 0x21:
                let end = try end(ofBlocksAt: offset + 2, &reader)
                try note(offset, end: end, in: &notes, &reader)
                offset = end
            case 0: offset += 1
            default: return false
            }
        }
        return false
    }

    /// Skips sub-blocks up to an empty one and returns the end (§15).
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
