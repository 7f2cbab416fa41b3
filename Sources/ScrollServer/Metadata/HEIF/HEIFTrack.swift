// The first picture of an image sequence (ISO/IEC 23008-12 §7).

import Pixels

/// Finds the first sample of the first track of pictures.
enum HEIFTrack {
    /// Most tracks that are looked at.
    private static let trackLimit = 16
    /// Bytes of a visual sample entry before its boxes (ISO/IEC 14496-12 §12.1.3).
    private static let entryByteCount = 78

    /// Returns the picture; nil where no track has one.
    static func first(_ reader: inout HeaderReader, format: MediaFormat) throws(ImageError) -> HEIFItem? {
        guard let movie = try ISOBox(reader).child("moov", from: 0, &reader) else { return nil }
        var boxes = movie.boxes(limit: trackLimit)
        while let box = try boxes.next(&reader) {
            guard box.type == ISOBox.code("trak"), let media = try box.child("mdia", &reader),
                let handler = try media.child("hdlr", &reader), try reader.matches("pict", at: handler.start + 8),
                let item = try item(media, &reader, format)
            else { continue }
            return item
        }
        return nil
    }

    private static func item(
        _ media: ISOBox, _ reader: inout HeaderReader, _ format: MediaFormat
    ) throws(ImageError) -> HEIFItem? {
        guard let (place, count, table) = try media.firstSample(&reader),
            let descriptions = try table.child("stsd", &reader)
        else { return nil }
        let entry = try ISOBox.read(at: descriptions.start + 8, within: descriptions.end, &reader)
        guard entry.end - entry.start >= entryByteCount else { return nil }
        let whole = (try reader.uint16(entry.start + 24), try reader.uint16(entry.start + 26))
        var boxes = entry.boxes(from: entry.start + entryByteCount)
        let properties = try boxes.all(&reader)
        return HEIFItem(
            kind: HEIFItem.kind(entry.type),
            extents: HEIFItems.ranges(of: [(place, count)], 0, fileByteCount: reader.count, data: nil),
            properties: try HEIFProperties(properties, whole: whole, &reader, format: format),
            configuration: properties.first { $0.type == ISOBox.code("hvcC") }.map { $0.start..<$0.end },
            colour: try HEIFColour(properties, &reader), inputs: [], alpha: nil, thumbnails: [])
    }
}
