// WebP: the first chunk, and the EXIF and XMP chunks if the header declares them.

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

    /// Reads the size, the EXIF orientation and the capture time; throws `ImageError.damaged`.
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
            return ImageHeader(format: .webp, width: width, height: height)
        case 0x5650_384C:  // "VP8L"
            guard try reader.byte(20) == 0x2F else { throw .damaged("a WebP without its signature", offset: 20) }
            let bits = try reader.uint32(21, littleEndian: true)
            return ImageHeader(format: .webp, width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
        case 0x5650_3858:  // "VP8X"
            let flags = try reader.byte(20)
            let width = (try reader.uint32(23, littleEndian: true) >> 8) + 1
            let height = (try reader.uint32(26, littleEndian: true) >> 8) + 1
            let (exif, packet) = flags & 0x0C == 0 ? (.none, .none) : chunks(&reader, wanted: flags & 0x0C)
            var facts = exif.facts
            facts.prefer(packet)
            facts.complete(with: packet)
            return ImageHeader(
                format: flags & 0x02 != 0 ? .animatedWebP : .webp, width: width, height: height,
                orientation: exif.orientation, taken: exif.taken ?? facts.taken, facts: facts == .none ? nil : facts)
        case let name:
            throw .damaged("a WebP that begins with chunk 0x\(String(name, radix: 16))", offset: 12)
        }
    }

    /// Reads EXIF and XMP; does not throw, because damage after the size leaves the size valid.
    ///
    /// `wanted` has bit 3 for EXIF, bit 2 for XMP (RFC 9649 §2.7.1).
    private static func chunks(_ reader: inout HeaderReader, wanted: Int) -> (EXIF, xmp: PictureFacts) {
        var (exif, xmp, wanted) = (EXIF.none, PictureFacts.none, wanted)
        var offset = 12
        for _ in 0..<chunkLimit where wanted != 0 {
            guard let name = try? reader.uint32(offset),
                let length = try? reader.uint32(offset + 4, littleEndian: true)
            else { break }
            if name == 0x4558_4946, wanted & 0x08 != 0 {  // "EXIF"
                let isPrefixed = (try? reader.matches("Exif\0\0", at: offset + 8)) ?? false
                exif = EXIF(&reader, at: offset + (isPrefixed ? 14 : 8), end: offset + 8 + length)
                wanted &= ~0x08
            } else if name == 0x584D_5020, wanted & 0x04 != 0 {  // "XMP "
                if length <= XMPFacts.longest, let bytes = try? reader.bytes(at: offset + 8, limit: length) {
                    xmp = XMPFacts.read(bytes[...])
                }
                wanted &= ~0x04
            }
            offset += 8 + length + length % 2
        }
        return (exif, xmp)
    }
}
