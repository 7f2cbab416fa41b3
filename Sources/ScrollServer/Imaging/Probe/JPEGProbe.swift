// JPEG: walks from marker to marker up to the frame header.

/// ITU-T T.81 §B.1: each segment has its length, so all but the frame header and EXIF are skipped unread.
enum JPEGProbe {
    /// Most segments after the frame header searched for EXIF: mostly tables.
    private static let segmentLimit = 16

    /// Reads the size, the EXIF orientation and the capture time.
    ///
    /// - Throws: `ImageError.damaged` when there is no valid frame header, or nothing gives the height.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        try read(&reader, at: 0).header
    }

    /// Reads the header of a JPEG that begins at file offset `start`, and whether its frame is displayable.
    static func read(
        _ reader: inout HeaderReader, at start: Int
    ) throws(ImageError) -> (header: ImageHeader, isShown: Bool) {
        var offset = start + 2
        var exif: EXIF?
        var facts = SegmentFacts()
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
                if exif == nil { exif = self.exif(&reader, at: offset + length) }
                let known = facts.all(exif)
                let header = ImageHeader(
                    format: .jpeg, width: frame.width, height: frame.height, orientation: exif?.orientation ?? 1,
                    taken: exif?.taken ?? known?.taken, facts: known)
                return (header, frame.isShown)
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

    /// Facts from segments other than EXIF.
    private struct SegmentFacts {
        private var xmp: PictureFacts?
        private var iptc: PictureFacts?

        /// Adds a segment's facts; damaged ones are ignored.
        mutating func add(_ reader: inout HeaderReader, _ marker: Int, at start: Int, end: Int) {
            if marker == 0xE1, xmp == nil, let packet = data(&reader, "http://ns.adobe.com/xap/1.0/\0", start, end) {
                xmp = XMPFacts.read(packet[...])
            } else if marker == 0xED, iptc == nil, let data = data(&reader, "Photoshop 3.0\0", start, end) {
                iptc = IPTCFacts.read(resources: data[...])
            }
        }

        /// Returns what follows a name in a segment; nil where the segment has another name.
        private func data(_ reader: inout HeaderReader, _ name: String, _ start: Int, _ end: Int) -> [UInt8]? {
            let start = (start, start + name.utf8.count)
            guard (try? reader.matches(name, at: start.0)) == true, end > start.1 else { return nil }
            return try? reader.bytes(at: start.1, limit: end - start.1)
        }

        func all(_ exif: EXIF?) -> PictureFacts? {
            var all = exif?.facts ?? .none
            if let iptc { all.prefer(iptc) }
            if let xmp {
                all.prefer(xmp)
                all.complete(with: xmp)
            }
            return all == .none ? nil : all
        }
    }

    /// Reads EXIF from the segment whose length field is at `offset`; nil for another segment.
    private static func exif(
        _ reader: inout HeaderReader, segmentAt offset: Int, _ length: Int
    ) throws(ImageError) -> EXIF? {
        guard try reader.matches("Exif\0", at: offset + 2) else { return nil }
        return EXIF(&reader, at: offset + 8, end: offset + length)
    }

    /// Reads EXIF between the frame header and the first scan, where it is also allowed (§B.2.1).
    ///
    /// Damage there leaves the size valid, so this does not throw.
    private static func exif(_ reader: inout HeaderReader, at start: Int) -> EXIF? {
        var offset = start
        for _ in 0..<segmentLimit {
            // Standalone markers and SOS are 0xD0 and above.
            guard let first = try? reader.byte(offset), first == 0xFF, let marker = try? reader.byte(offset + 1),
                marker > 0x01, !(0xD0...0xDA).contains(marker), let length = try? reader.uint16(offset + 2)
            else { return nil }
            if marker == 0xE1, let exif = try? exif(&reader, segmentAt: offset + 2, length) { return exif }
            offset += 2 + max(length, 2)
        }
        return nil
    }
}
