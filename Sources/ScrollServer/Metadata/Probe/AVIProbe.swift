// AVI: the main header and the dates.

import Pixels

/// Reads AVI headers: “AVI RIFF File Reference” (Microsoft), structure AVIMAINHEADER.
enum AVIProbe {
    /// Most chunks of a list that are examined.
    private static let chunkLimit = 64
    /// Most bytes of a date.
    private static let longestDate = 64

    /// Reads the size, the duration and the dates.
    ///
    /// - Throws: `ImageError.damaged` where the list of headers is missing or cut off.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
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
        try? readDates(&reader, in: 12..<reader.count, isTop: true, into: &facts)
        header.facts = facts == .none ? nil : facts
        return header
    }

    /// Reads `IDIT` in the list of headers, and `ICRD` in a list `INFO` before or after the frames.
    ///
    /// Exiftool calls them DateTimeOriginal and DateCreated. Cameras write the first, editors the second.
    private static func readDates(
        _ reader: inout HeaderReader, in list: Range<Int>, isTop: Bool, into facts: inout PictureFacts
    ) throws(ImageError) {
        var offset = list.lowerBound
        for _ in 0..<chunkLimit where offset <= list.upperBound - 8 {
            let start = offset + 8
            let count = try reader.uint32(offset + 4, littleEndian: true)
            let end = min(start + count, list.upperBound)
            if isTop, start + 4 <= end, try reader.matches("LIST", at: offset) {
                let type = try reader.bytes(at: start, limit: 4)
                if type == Array("hdrl".utf8) || type == Array("INFO".utf8) {
                    try readDates(&reader, in: start + 4..<end, isTop: false, into: &facts)
                }
            } else if try reader.matches("IDIT", at: offset) {
                take(try reader.bytes(at: start, limit: min(end - start, longestDate)), .exifOriginal, into: &facts)
            } else if try reader.matches("ICRD", at: offset) {
                take(try reader.bytes(at: start, limit: min(end - start, longestDate)), .created, into: &facts)
            }
            // Chunks begin at even offsets.
            offset = start + count + count % 2
        }
    }

    private static func take(_ text: [UInt8], _ source: DateSource, into facts: inout PictureFacts) {
        guard let (time, zone) = CaptureTime.parsed(text) else { return }
        facts.setTaken(time, zone: zone, from: source)
    }
}
