// JPEG: walks from marker to marker up to the frame header.

import Pixels

/// ITU-T T.81 §B.1: each segment has its length, so all but the frame header and EXIF are skipped unread.
package enum JPEGProbe {
    /// Most segments after the frame header searched for metadata: mostly tables.
    private static let segmentLimit = 16

    /// What the segments of a picture tell.
    typealias Found = (header: ImageHeader, isShown: Bool, pictureIndex: Range<Int>?)

    /// Reads the size, the EXIF orientation and the capture time, and the number of pages if there are several.
    ///
    /// - Throws: `ImageError.damaged` when there is no valid frame header, or nothing gives the height.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        let found = try read(&reader, at: 0)
        var header = found.header
        try PictureFacts.noteFilm(in: &header.facts, .jpeg, &reader)
        guard let segment = found.pictureIndex, let index = MultiPictureIndex(&reader, in: segment),
            index.entries.contains(where: { $0.kind != .other && $0.offset > 0 })
        else { return header }
        let file = JPEGPages(index, in: segment, of: try reader.mustReadSource())
        var facts = header.facts ?? .none
        if file.pages.count > 1 { facts.pages = Double(file.pages.count) }
        if file.hasGainMap { facts.addExtra(PictureFacts.gainMap) }
        header.facts = facts == .none ? nil : facts
        return header
    }

    /// Reads the header of one page, given as a file of its own.
    ///
    /// - Throws: `ImageError.damaged` as above.
    package static func readPage(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        try read(&reader, at: 0).header
    }

    /// Reads the header of a JPEG that begins at file offset `start`, whether its frame is displayable, and where the
    /// index of the file's pictures is.
    static func read(_ reader: inout HeaderReader, at start: Int) throws(ImageError) -> Found {
        var offset = start + 2
        var exif: EXIF?
        var facts = JPEGMetadata()
        while true {
            // Between segments, decoders skip bytes that are no marker, and fill bytes (§B.1.1.2).
            while try reader.byte(offset) != 0xFF { offset += 1 }
            while try reader.byte(offset) == 0xFF { offset += 1 }
            let marker = try reader.byte(offset)
            offset += 1
            switch marker {
            case 0x00, 0x01, 0xD0...0xD8:
                continue  // stuffed zero, TEM, RSTn, SOI: no length follows
            case 0xD9:
                throw .damaged("a JPEG that ends before its frame header", offset: offset - 2)
            case 0xDA:
                throw .damaged("a JPEG scan before its frame header", offset: offset - 2)
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                let length = try reader.uint16(offset)
                guard length >= 8 else {
                    throw .damaged("a JPEG frame header of \(length) bytes", offset: offset)
                }
                let segment = try reader.bytes(at: offset + 2, limit: length - 2)
                let frame = try JPEGFrameHeader(UInt8(truncatingIfNeeded: marker), segment, endingAt: offset + length) {
                    () throws(ImageError) in try reader.mustReadSource()
                }
                readMetadata(&reader, at: offset + length, &exif, &facts)
                let known = facts.all(exif, width: frame.width, height: frame.height, &reader)
                let header = ImageHeader(
                    format: .jpeg, width: frame.width, height: frame.height, orientation: exif?.orientation ?? 1,
                    taken: known?.taken, facts: known)
                return (header, frame.isShown, facts.pictureIndex)
            default:
                let length = try reader.uint16(offset)
                try reader.require(through: offset + max(length, 2))
                if marker == 0xE1, exif == nil { exif = try self.exif(&reader, segmentAt: offset, length) }
                facts.add(&reader, marker, at: offset + 2, end: offset + length)
                // A length includes its own 2 bytes, so less is invalid (§B.1.1.4); libjpeg and browsers then skip
                // these 2 bytes.
                offset += max(length, 2)
            }
        }
    }

    /// Reads EXIF from the segment whose length field is at `offset`; nil for another segment.
    private static func exif(
        _ reader: inout HeaderReader, segmentAt offset: Int, _ length: Int
    ) throws(ImageError) -> EXIF? {
        guard try reader.matches("Exif\0", at: offset + 2) else { return nil }
        return EXIF(&reader, at: offset + 8, end: offset + length)
    }

    /// Reads metadata between the frame header and the first scan, where it is also allowed (§B.2.1).
    ///
    /// Damage there leaves the size valid, so this does not throw.
    private static func readMetadata(
        _ reader: inout HeaderReader, at start: Int, _ exif: inout EXIF?, _ facts: inout JPEGMetadata
    ) {
        var offset = start
        for _ in 0..<segmentLimit {
            // Standalone markers and SOS are 0xD0 and above.
            guard let first = try? reader.byte(offset), first == 0xFF, let marker = try? reader.byte(offset + 1),
                marker > 0x01, !(0xD0...0xDA).contains(marker), let length = try? reader.uint16(offset + 2)
            else { return }
            if marker == 0xE1, exif == nil { exif = try? self.exif(&reader, segmentAt: offset + 2, length) }
            facts.add(&reader, marker, at: offset + 4, end: offset + 2 + length)
            offset += 2 + max(length, 2)
        }
    }
}
