// Reads the size of a video's picture from the container's header.

/// Reads the displayed size of a video.
enum VideoProbe {
    /// Reads the displayed size and the rotation in quarter turns.
    ///
    /// - Throws: `ImageError.damaged` where the header is wrong, `unsupported` for a container without a size.
    static func read(_ reader: inout HeaderReader, format: MediaFormat) throws(ImageError) -> ImageHeader {
        switch format {
        case .webm, .matroska: try MatroskaProbe.read(&reader, format: format)
        case .avi: try avi(&reader)
        case .mpeg: try program(&reader)
        case .mp4, .quickTime: try MP4Probe.read(&reader, format: format)
        default: throw .unsupported("a video of a kind that no browser plays")
        }
    }

    /// Reads the main header of an AVI file: “AVI RIFF File Reference” (Microsoft), structure AVIMAINHEADER.
    private static func avi(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        guard try reader.matches("LIST", at: 12), try reader.matches("hdrlavih", at: 20) else {
            throw .damaged("no list of headers", offset: 12)
        }
        var header = ImageHeader(
            format: .avi, width: try reader.uint32(64, littleEndian: true),
            height: try reader.uint32(68, littleEndian: true))
        // Microseconds per frame, and the number of frames.
        let (frame, count) = (
            try reader.uint32(32, littleEndian: true), try reader.uint32(48, littleEndian: true)
        )
        var facts = PictureFacts.none
        facts.duration = PictureFacts.positive(Double(frame) * Double(count) / 1e6, below: 1e8)
        header.facts = facts == .none ? nil : facts
        return header
    }

    /// Reads the first sequence header of a program stream (ISO/IEC 13818-2 §6.2.2.1).
    private static func program(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        for offset in 0..<max(0, min(reader.count - 8, 64 << 10)) {
            guard try reader.byte(offset) == 0, try reader.uint32(offset) == 0x1B3 else { continue }
            let sizes = try reader.uint32(offset + 4) >> 8
            return ImageHeader(format: .mpeg, width: sizes >> 12, height: sizes & 0xFFF)
        }
        throw .unsupported("an MPEG video of a kind that does not say its size")
    }
}
