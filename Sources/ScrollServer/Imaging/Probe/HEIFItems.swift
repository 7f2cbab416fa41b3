// The items of a HEIF file that describe the picture: its EXIF block and its XMP packet.

/// Finds items by type (ISO/IEC 14496-12 §8.11.6, `iinf`) and locates their bytes (§8.11.3, `iloc`).
enum HEIFItems {
    /// Most items examined: a picture of 10⁸ pixels consists of about 400.
    private static let itemLimit = 4096

    /// Reads what a file's EXIF block and XMP packet tell; nothing where they are missing or damaged.
    ///
    /// Their orientation is ignored: the picture's own properties turn it. `meta` is the file's `meta` box, whose child
    /// boxes begin at `first`.
    static func facts(
        _ meta: ISOBox, from first: Int, _ reader: inout HeaderReader
    ) -> (taken: CaptureTime?, facts: PictureFacts) {
        guard let found = try? items(meta, from: first, &reader) else { return (nil, .none) }
        var (exif, packet) = (EXIF.none, PictureFacts.none)
        if let item = found.exif, let bytes = range(of: item, meta, from: first, &reader),
            // ISO/IEC 23008-12 §A.2.1: the number of bytes before the block.
            let skipped = try? reader.uint32(bytes.lowerBound), skipped <= bytes.count - 4
        {
            exif = EXIF(&reader, at: bytes.lowerBound + 4 + skipped, end: bytes.upperBound)
        }
        if let item = found.xmp, let bytes = range(of: item, meta, from: first, &reader),
            bytes.count <= XMPFacts.longest,
            let text = try? reader.bytes(at: bytes.lowerBound, limit: bytes.count)
        {
            packet = XMPFacts.read(text[...])
        }
        var facts = exif.facts
        facts.prefer(packet)
        facts.complete(with: packet)
        return (exif.taken ?? facts.taken, facts)
    }

    /// Returns the byte range of a JPEG in the file: an item, else the EXIF block's thumbnail; nil where there is none.
    static func thumbnail(_ reader: inout HeaderReader) throws(ImageError) -> Range<Int>? {
        guard let meta = try ISOBox(reader).child("meta", from: 0, &reader) else { return nil }
        let first = meta.start + 4
        let found = try items(meta, from: first, &reader)
        if let item = found.jpeg, let bytes = range(of: item, meta, from: first, &reader) { return bytes }
        guard let item = found.exif, let bytes = range(of: item, meta, from: first, &reader), bytes.count > 4 else {
            return nil
        }
        let skipped = try reader.uint32(bytes.lowerBound)
        guard skipped <= bytes.count - 4 else { return nil }
        let start = bytes.lowerBound + 4 + skipped
        let block = try reader.bytes(at: start, limit: min(bytes.upperBound - start, 1 << 18))
        return EXIF.thumbnail(in: block).map { $0.lowerBound + start..<$0.upperBound + start }
    }

    /// Finds the first item of each kind.
    private static func items(
        _ meta: ISOBox, from first: Int, _ reader: inout HeaderReader
    ) throws(ImageError) -> (exif: Int?, xmp: Int?, jpeg: Int?) {
        guard let table = try meta.child("iinf", from: first, &reader) else { return (nil, nil, nil) }
        let isWide = try reader.byte(table.start) > 0
        var offset = table.start + (isWide ? 8 : 6)
        var (exif, xmp, jpeg): (Int?, Int?, Int?)
        for _ in 0..<itemLimit where offset < table.end {
            let entry = try ISOBox.read(at: offset, within: table.end, &reader)
            offset = entry.end
            let version = try reader.byte(entry.start)
            // Before version 2, items have no types.
            guard entry.type == ISOBox.code("infe"), version >= 2 else { continue }
            let id = version == 2 ? try reader.uint16(entry.start + 4) : try reader.uint32(entry.start + 4)
            let type = entry.start + (version == 2 ? 8 : 10)
            if exif == nil, try reader.matches("Exif", at: type) {
                exif = id
            } else if jpeg == nil, try reader.matches("jpeg", at: type) {
                jpeg = id
            } else if xmp == nil, try reader.matches("mime", at: type) {
                // The item's name and then its content type, both ended by 0.
                let rest = try reader.bytes(at: type + 4, limit: min(256, max(0, entry.end - type - 4)))
                let kind = rest.drop { $0 != 0 }.dropFirst()
                if kind.starts(with: "application/rdf+xml\0".utf8) { xmp = id }
            }
        }
        return (exif, xmp, jpeg)
    }

    /// Returns the byte range of an item stored in one extent in this file; nil for others.
    private static func range(
        of item: Int, _ meta: ISOBox, from first: Int, _ reader: inout HeaderReader
    ) -> Range<Int>? {
        guard let table = try? meta.child("iloc", from: first, &reader),
            let (method, start, count) = try? location(of: item, table, &reader)
        else { return nil }
        var base = 0
        switch method {
        case 0: break
        // Offset from the start of the `idat` box in `meta`.
        case 1:
            guard let data = try? meta.child("idat", from: first, &reader) else { return nil }
            base = data.start
        default: return nil
        }
        let (from, isTooFar) = base.addingReportingOverflow(start)
        guard !isTooFar, from > 0, from < reader.count, count > 4, count <= reader.count - from else { return nil }
        return from..<from + count
    }

    private static func location(
        of item: Int, _ table: ISOBox, _ reader: inout HeaderReader
    ) throws(ImageError) -> (method: Int, start: Int, count: Int)? {
        let version = try reader.byte(table.start)
        let sizes = try reader.uint16(table.start + 4)
        let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexSize = version == 0 ? 0 : sizes & 15
        let isWide = version >= 2
        let count = isWide ? try reader.uint32(table.start + 6) : try reader.uint16(table.start + 6)
        var offset = table.start + (isWide ? 10 : 8)
        for _ in 0..<min(count, itemLimit) where offset < table.end {
            let id = isWide ? try reader.uint32(offset) : try reader.uint16(offset)
            offset += isWide ? 4 : 2
            var method = 0
            if version > 0 {
                method = try reader.uint16(offset) & 15
                offset += 2
            }
            // Data reference index: 0 is this file.
            let file = try reader.uint16(offset)
            offset += 2
            let base = try number(offset, baseSize, &reader)
            let extentCount = try reader.uint16(offset + baseSize)
            offset += baseSize + 2
            if id == item {
                guard file == 0, extentCount == 1 else { return nil }
                let start = try number(offset + indexSize, offsetSize, &reader)
                let length = try number(offset + indexSize + offsetSize, lengthSize, &reader)
                let (sum, isTooFar) = base.addingReportingOverflow(start)
                return isTooFar ? nil : (method, sum, length)
            }
            offset += extentCount * (indexSize + offsetSize + lengthSize)
        }
        return nil
    }

    /// Reads a number of 0, 4 or 8 bytes.
    private static func number(
        _ offset: Int, _ size: Int, _ reader: inout HeaderReader
    ) throws(ImageError) -> Int {
        switch size {
        case 4: try reader.uint32(offset)
        case 8: try reader.uint64(offset)
        default: 0
        }
    }
}
