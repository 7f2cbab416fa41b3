// Reads the size of a video's picture from the container's header.

import Pixels

/// Reads the displayed size of a video.
enum VideoProbe {
    static let unplayable = ImageError.unsupported("a video of a kind that no browser plays")

    /// Reads the displayed size and the rotation in quarter turns.
    ///
    /// - Throws: `ImageError.damaged` where the header is wrong, `unsupported` for a container without a size.
    static func read(_ reader: inout HeaderReader, format: MediaFormat) throws(ImageError) -> ImageHeader {
        switch format {
        case .webm, .matroska: try MatroskaProbe.read(&reader, format: format)
        case .avi: try AVIProbe.read(&reader)
        case .mpeg: try program(&reader)
        case .mp4, .quickTime: try MP4Probe.read(&reader, format: format)
        case .windowsMedia: try ASFProbe.read(&reader)
        default: throw unplayable
        }
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
