// WebP: the first chunk, and the EXIF and XMP chunks if the header declares them.

import Pixels

/// Reads the headers of RFC 9649 §2.5 to §2.7, and of RFC 6386 §9.1 for the lossy key frame.
///
/// Chromium ignores a WebP's EXIF orientation; libwebp's tools, libvips and Pillow apply it.
enum WebPProbe {
    /// Most chunks searched for EXIF and XMP, which come last, after an animation's frames.
    private static let chunkLimit = 256

    /// Recognises WebP, and animations by a flag of the extended header (RFC 9649 §2.7); nil for another format.
    static func sniff(_ start: [UInt8]) -> MediaFormat? {
        guard start.count >= 12, start.starts(with: "RIFF".utf8), start[8..<12].elementsEqual("WEBP".utf8) else {
            return nil
        }
        let isAnimated = start.count > 20 && start[12..<16].elementsEqual("VP8X".utf8) && start[20] & 0x02 != 0
        return isAnimated ? .animatedWebP : .webp
    }

    /// Reads the size, the EXIF orientation and the facts; throws `ImageError.damaged`.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        // The first chunk's name; its contents begin at 20.
        switch try reader.uint32(12) {
        case 0x5650_3820:  // "VP8 "
            guard try reader.byte(23) == 0x9D, try reader.byte(24) == 0x01, try reader.byte(25) == 0x2A else {
                throw .damaged("a WebP without a key frame", offset: 23)
            }
            // The two highest bits are the scale, which is ignored.
            let width = try reader.uint16(26, littleEndian: true) & 0x3FFF
            let height = try reader.uint16(28, littleEndian: true) & 0x3FFF
            return header(&reader, .webp, width, height, hasBlocks: try isFollowed(&reader))
        case 0x5650_384C:  // "VP8L"
            guard try reader.byte(20) == 0x2F else { throw .damaged("a WebP without its signature", offset: 20) }
            let bits = try reader.uint32(21, littleEndian: true)
            return header(
                &reader, .webp, (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, hasBlocks: try isFollowed(&reader))
        case 0x5650_3858:  // "VP8X"
            let flags = try reader.byte(20)
            let width = (try reader.uint32(23, littleEndian: true) >> 8) + 1
            let height = (try reader.uint32(26, littleEndian: true) >> 8) + 1
            // The product must be less than 2³² (RFC 9649 §2.7).
            guard (width * height) >> 32 == 0 else {
                throw .damaged("a canvas of \(width) × \(height) pixels", offset: 24)
            }
            return header(
                &reader, flags & 0x02 != 0 ? .animatedWebP : .webp, width, height, hasBlocks: flags & 0x0C != 0)
        case let name:
            throw .damaged("a WebP that begins with chunk 0x\(String(name, radix: 16))", offset: 12)
        }
    }

    /// Returns whether chunks follow the picture in a file without the extended header, as some programs write.
    private static func isFollowed(_ reader: inout HeaderReader) throws(ImageError) -> Bool {
        let end = min(reader.count, try reader.uint32(4, littleEndian: true) + 8)
        let length = try reader.uint32(16, littleEndian: true)
        return 20 + length + length % 2 + 8 < end
    }

    private static func header(
        _ reader: inout HeaderReader, _ format: MediaFormat, _ width: Int, _ height: Int, hasBlocks: Bool
    ) -> ImageHeader {
        var blocks = MetadataBlocks()
        if hasBlocks { read(&reader, into: &blocks) }
        let facts = blocks.facts
        return ImageHeader(
            format: format, width: width, height: height, orientation: blocks.exif.orientation, taken: facts?.taken,
            facts: facts)
    }

    /// Reads EXIF and XMP; does not throw, because damage after the size leaves the size valid.
    private static func read(_ reader: inout HeaderReader, into blocks: inout MetadataBlocks) {
        var offset = 12
        for _ in 0..<chunkLimit where offset < reader.count {
            guard let name = try? reader.uint32(offset),
                let length = try? reader.uint32(offset + 4, littleEndian: true)
            else { return }
            let contents = offset + 8..<offset + 8 + length
            switch name {
            case 0x4558_4946:  // "EXIF"
                blocks.add(exif: EXIF(&reader, at: contents.lowerBound, end: contents.upperBound))
            // Some programs end the name with a zero.
            case 0x584D_5020, 0x584D_5000:  // "XMP "
                blocks.add(xmp: contents, &reader)
            default: break
            }
            offset = contents.upperBound + length % 2
        }
    }
}
