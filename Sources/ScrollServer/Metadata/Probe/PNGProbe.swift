// PNG: the IHDR chunk, and the EXIF and text chunks before and after the pixels.

import Pixels

/// Reads PNG headers: PNG (third edition) §11.2.1, §11.3.3 and §11.3.4.5.
///
/// Most programs write metadata before the pixels, exiftool and some others after them.
enum PNGProbe {
    /// Most chunks examined on each side of the pixels: more than any known encoder writes.
    private static let chunkLimit = 64
    /// Most image data chunks that are skipped one by one.
    private static let imageDataLimit = 32

    private static let imageData = 0x4944_4154  // IDAT
    private static let textPrefix = "raw profile type "

    /// Reads the size, the EXIF orientation and the facts; throws what `PNGHeader` throws.
    ///
    /// Costs one read of the first chunks, and one of the last image data chunk if these have equal lengths.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        // Use the decoder's own header check, so that no listed file is refused by the decoder.
        let header = try PNGHeader(try reader.bytes(at: 0, limit: PNGHeader.byteCount))
        var blocks = MetadataBlocks()
        let (start, isAnimated) = read(&reader, from: PNGHeader.byteCount, into: &blocks)
        if let end = start.flatMap({ endOfImageData(&reader, from: $0) }) {
            _ = read(&reader, from: end, into: &blocks)
        }
        let facts = blocks.facts(ofSize: header.width, header.height)
        var found = ImageHeader(
            format: isAnimated ? .animatedPNG : .png, width: header.width, height: header.height,
            orientation: blocks.exif.orientation, taken: facts?.taken, facts: facts)
        found.hasDeepSamples = header.bitDepth == 16
        return found
    }

    /// Reads EXIF and texts; does not throw, because damage after the size leaves the size valid.
    ///
    /// - Returns: the offset of an image data chunk that follows, nil where none does; and whether several frames are
    ///   announced.
    private static func read(
        _ reader: inout HeaderReader, from start: Int, into blocks: inout MetadataBlocks
    ) -> (imageData: Int?, isAnimated: Bool) {
        var (offset, isAnimated) = (start, false)
        for _ in 0..<chunkLimit {
            guard let (length, type) = chunk(&reader, at: offset) else { return (nil, isAnimated) }
            switch type {
            case imageData: return (offset, isAnimated)
            case 0x4945_4E44: return (nil, isAnimated)  // IEND
            case 0x6163_544C:  // acTL (§11.3.5.1): the number of frames
                if let count = try? reader.uint32(offset + 8), length == 8, count > 1 { isAnimated = true }
            case 0x7048_5973 where length == 9:  // pHYs (§11.3.4.3): pixels for each metre, where the unit is 1
                if let x = try? reader.uint32(offset + 8), let y = try? reader.uint32(offset + 12),
                    (try? reader.byte(offset + 16)) == 1
                {
                    blocks.pixel = (1 / Double(x), 1 / Double(y))
                }
            case 0x6558_4966:  // eXIf
                blocks.add(exif: EXIF(&reader, at: offset + 8, end: offset + 8 + length))
            case 0x7445_5874, 0x7A54_5874, 0x6954_5874:  // tEXt, zTXt, iTXt
                if length <= PNGText.longest, let data = try? reader.bytes(at: offset + 8, limit: length),
                    let text = PNGText(type, data)
                {
                    add(text, to: &blocks)
                }
            default: break
            }
            offset += 12 + length
        }
        return (nil, isAnimated)
    }

    private static func add(_ text: PNGText, to blocks: inout MetadataBlocks) {
        if text.keyword == "XML:com.adobe.xmp" {
            blocks.add(xmp: text.bytes)
        } else if text.keyword.lowercased().hasPrefix(textPrefix) {
            blocks.add(profile: text.keyword.lowercased().dropFirst(textPrefix.count), text.bytes)
        } else {
            blocks.texts.complete(with: PNGTextFacts.facts(text, &blocks.generated))
        }
    }

    /// Reads a chunk's length and name; nil where the file ends.
    private static func chunk(_ reader: inout HeaderReader, at offset: Int) -> (length: Int, type: Int)? {
        guard let length = try? reader.uint32(offset), let type = try? reader.uint32(offset + 4) else { return nil }
        return (length, type)
    }

    /// Returns the offset of the chunk after the image data; nil where only IEND is left, or too many chunks follow.
    ///
    /// Encoders write image data in chunks of equal length, so the last of these is computed, or found by bisection if
    /// metadata follow. Chunks of other lengths are skipped one by one.
    private static func endOfImageData(_ reader: inout HeaderReader, from start: Int) -> Int? {
        guard let first = chunk(&reader, at: start) else { return nil }
        let step = 12 + first.length
        // A chunk has 12 bytes besides its data, and another one ends the file.
        var (known, beyond) = (0, max(0, reader.count - 24 - start) / step + 1)
        var next = beyond - 1
        while beyond - known > 1 {
            if chunk(&reader, at: start + next * step)?.type == imageData { known = next } else { beyond = next }
            next = (known + beyond) / 2
        }
        var offset = start + known * step
        for _ in 0..<imageDataLimit {
            // Only IEND is left, which need not be read.
            guard reader.count - offset > 12, let (length, type) = chunk(&reader, at: offset) else { return nil }
            if type != imageData, type != 0x6664_4154, type != 0x6663_544C { return offset }  // fdAT, fcTL
            offset += 12 + length
        }
        return nil
    }
}
