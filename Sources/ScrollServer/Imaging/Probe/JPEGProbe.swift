// JPEG: walks from marker to marker up to the frame header.

/// ITU-T T.81 §B.1: each segment has its length, so all but the frame header and EXIF are skipped unread.
enum JPEGProbe {
    /// How many segments behind the frame header are searched for EXIF: tables, and little else.
    private static let segmentLimit = 16

    /// The size, the EXIF orientation and the time of capture.
    ///
    /// - Throws: `ImageError.damaged` when there is no valid frame header, or nothing gives the height.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        try read(&reader, at: 0).header
    }

    /// The header of a JPEG that begins at `start` in the file, and whether its frame is one that is shown.
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
                // A length includes its own 2 bytes, so less is wrong (§B.1.1.4); libjpeg and browsers then go on after
                // these 2 bytes.
                offset += max(length, 2)
            }
        }
    }

    /// What segments besides EXIF tell of the picture.
    private struct SegmentFacts {
        private var xmp: PictureFacts?
        private var iptc: PictureFacts?

        /// Damage counts as missing.
        mutating func add(_ reader: inout HeaderReader, _ marker: Int, at start: Int, end: Int) {
            if marker == 0xE1, xmp == nil, let packet = data(&reader, "http://ns.adobe.com/xap/1.0/\0", start, end) {
                xmp = XMPFacts.read(packet[...])
            } else if marker == 0xED, iptc == nil, let data = data(&reader, "Photoshop 3.0\0", start, end) {
                iptc = IPTCFacts.read(resources: data[...])
            }
        }

        /// What follows a name in a segment; nil for a segment of another name.
        private func data(_ reader: inout HeaderReader, _ name: StaticString, _ start: Int, _ end: Int) -> [UInt8]? {
            let start = (start, start + name.utf8CodeUnitCount)
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

    /// - Parameter offset: of the segment's length.
    private static func exif(
        _ reader: inout HeaderReader, segmentAt offset: Int, _ length: Int
    ) throws(ImageError) -> EXIF? {
        guard try reader.matches("Exif\0", at: offset + 2) else { return nil }
        return EXIF(&reader, at: offset + 8, end: offset + length)
    }

    /// EXIF between the frame header and the first scan, where it may be as well (§B.2.1). Damage there leaves the size valid,
    /// so this does not throw.
    private static func exif(_ reader: inout HeaderReader, at start: Int) -> EXIF? {
        var offset = start
        for _ in 0..<segmentLimit {
            // Markers that stand alone, and SOS, are behind D0.
            guard let first = try? reader.byte(offset), first == 0xFF, let marker = try? reader.byte(offset + 1),
                marker > 0x01, !(0xD0...0xDA).contains(marker), let length = try? reader.uint16(offset + 2)
            else { return nil }
            if marker == 0xE1, let exif = try? exif(&reader, segmentAt: offset + 2, length) { return exif }
            offset += 2 + max(length, 2)
        }
        return nil
    }
}
