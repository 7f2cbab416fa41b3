// Windows Media: the creation time and the duration of a video.

import Pixels

/// Reads the headers of ASF files (Advanced Systems Format Specification, revision 01.20.03, §3.1 and §3.2).
enum ASFProbe {
    /// The GUID of the File Properties Object (§10.2), as its bytes are stored.
    private static let fileProperties: [UInt8] = [
        0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
    ]
    private static let objectLimit = 64
    /// Seconds from the start of 1601, the epoch of these times, to that of 1970.
    private static let secondsTo1970 = 11_644_473_600

    /// Reads the creation time and the duration; the header has a `problem`, since no browser plays the video.
    ///
    /// - Throws: `unsupported` where there is no creation time.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        var header = ImageHeader(format: .windowsMedia, width: 0, height: 0, problem: VideoProbe.unplayable)
        try? readProperties(&reader, into: &header)
        guard header.taken != nil else { throw VideoProbe.unplayable }
        return header
    }

    private static func readProperties(
        _ reader: inout HeaderReader, into header: inout ImageHeader
    ) throws(ImageError) {
        let end = min(try reader.uint64(16, littleEndian: true), reader.count)
        var offset = 30
        for _ in 0..<objectLimit where offset <= end - 24 {
            let count = try reader.uint64(offset + 16, littleEndian: true)
            guard count >= 24, count <= end - offset else { return }
            if try reader.bytes(at: offset, limit: 16) == fileProperties {
                guard count >= 88 else { return }
                // Universal time in units of 100 ns.
                let created = try reader.uint64(offset + 48, littleEndian: true)
                let seconds = created / 10_000_000 - secondsTo1970
                // Times before 1970 are wrong: some programs write 0, or count from 1970.
                if seconds > 0 {
                    header.taken = CaptureTime(
                        secondsSince1970: seconds, nanoseconds: created % 10_000_000 * 100)
                    header.isTakenUniversal = header.taken != nil
                }
                // Play duration in units of 100 ns, which includes the preroll in milliseconds.
                let (duration, preroll) = (
                    try reader.uint64(offset + 64, littleEndian: true),
                    try reader.uint64(offset + 80, littleEndian: true)
                )
                var facts = PictureFacts.none
                facts.duration = PictureFacts.positive(Double(duration) / 1e7 - Double(preroll) / 1e3, below: 1e8)
                header.facts = facts == .none ? nil : facts
                return
            }
            offset += count
        }
    }
}
