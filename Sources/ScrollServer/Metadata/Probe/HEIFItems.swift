// The items of a HEIF file that describe the picture: its EXIF block and its XMP packet.

import Pixels

/// Finds items by type (ISO/IEC 14496-12 §8.11.6, `iinf`) and locates their bytes (§8.11.3, `iloc`).
enum HEIFItems {
    /// Most items examined: a picture of 10⁸ pixels consists of about 400.
    private static let itemLimit = 4096
    /// Most extents of an item.
    private static let extentLimit = 64

    /// Reads the facts in a file's EXIF block and XMP packet; nil where they are missing or damaged.
    ///
    /// Their orientation is ignored: the picture's own properties turn it. `meta` is the file's `meta` box, whose child
    /// boxes begin at `first`.
    static func facts(_ meta: ISOBox, from first: Int, _ reader: inout HeaderReader) -> PictureFacts? {
        guard let found = try? items(meta, from: first, &reader) else { return nil }
        var blocks = MetadataBlocks()
        if let item = found.exif {
            let extents = extents(of: item, meta, from: first, &reader)
            if extents.count == 1, let range = block(in: extents[0], &reader) {
                blocks.add(exif: EXIF(&reader, at: range.lowerBound, end: range.upperBound))
            } else if extents.count > 1 {
                let bytes = bytes(extents, &reader)
                var inner = HeaderReader(prefix: bytes, count: bytes.count)
                if let range = block(in: 0..<bytes.count, &inner) {
                    blocks.add(exif: EXIF(&inner, at: range.lowerBound, end: range.upperBound))
                }
            }
        }
        if let item = found.xmp {
            let packet = bytes(extents(of: item, meta, from: first, &reader), &reader)
            if !packet.isEmpty { blocks.add(xmp: packet[...]) }
        }
        return blocks.facts
    }

    /// Returns the byte range of the block in an EXIF item; nil where it is damaged.
    ///
    /// The block's offset precedes it (ISO/IEC 23008-12 §A.2.1), but some programs omit that.
    private static func block(in item: Range<Int>, _ reader: inout HeaderReader) -> Range<Int>? {
        guard let start = try? reader.uint32(item.lowerBound) else { return nil }
        // A byte order mark and 42, or `Exif`.
        if [0x4949_2A00, 0x4D4D_002A, 0x4578_6966].contains(start) { return item }
        return start <= item.count - 4 ? item.lowerBound + 4 + start..<item.upperBound : nil
    }

    /// Returns the byte range of a JPEG in the file: an item, else the EXIF block's thumbnail; nil where there is none.
    static func thumbnail(_ reader: inout HeaderReader) throws(ImageError) -> Range<Int>? {
        guard let meta = try ISOBox(reader).child("meta", from: 0, &reader) else { return nil }
        let first = meta.start + 4
        let found = try items(meta, from: first, &reader)
        if let item = found.jpeg, let bytes = range(of: item, meta, from: first, &reader) { return bytes }
        guard let item = found.exif, let bytes = range(of: item, meta, from: first, &reader),
            var range = block(in: bytes, &reader)
        else { return nil }
        if try reader.matches("Exif\0\0", at: range.lowerBound) { range = range.dropFirst(6) }
        let start = range.lowerBound
        let block = try reader.bytes(at: start, limit: min(range.count, 1 << 18))
        return EXIF.thumbnail(in: block).map { $0.lowerBound + start..<$0.upperBound + start }
    }

    /// Finds the first item of each kind.
    private static func items(
        _ meta: ISOBox, from first: Int, _ reader: inout HeaderReader
    ) throws(ImageError) -> (exif: Int?, xmp: Int?, jpeg: Int?) {
        guard let table = try meta.child("iinf", from: first, &reader) else { return (nil, nil, nil) }
        var types = try HEIFItemTypes(table, limit: itemLimit, &reader)
        var (exif, xmp, jpeg): (Int?, Int?, Int?)
        while let (id, type) = try types.next(&reader) {
            if exif == nil, try reader.matches("Exif", at: type.lowerBound) {
                exif = id
            } else if jpeg == nil, try reader.matches("jpeg", at: type.lowerBound) {
                jpeg = id
            } else if xmp == nil, try reader.matches("mime", at: type.lowerBound) {
                // The item's name and then its content type, both ended by 0.
                let rest = try reader.bytes(at: type.lowerBound + 4, limit: min(256, max(0, type.count - 4)))
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
        let extents = extents(of: item, meta, from: first, &reader)
        return extents.count == 1 ? extents[0] : nil
    }

    /// Reads the bytes of extents, at most `MetadataBlocks.longest`; empty where any cannot be read.
    private static func bytes(_ extents: [Range<Int>], _ reader: inout HeaderReader) -> [UInt8] {
        var bytes: [UInt8] = []
        for extent in extents {
            let limit = min(extent.count, MetadataBlocks.longest - bytes.count)
            guard let part = try? reader.bytes(at: extent.lowerBound, limit: limit) else { return [] }
            bytes += part
        }
        return bytes
    }

    /// Returns the byte ranges of an item's extents; empty where one lies outside the file, or in another item.
    private static func extents(
        of item: Int, _ meta: ISOBox, from first: Int, _ reader: inout HeaderReader
    ) -> [Range<Int>] {
        guard let table = try? meta.child("iloc", from: first, &reader),
            let (method, parts) = try? location(of: item, table, &reader)
        else { return [] }
        let data = method == 1 ? try? meta.child("idat", from: first, &reader) : nil
        return ranges(of: parts, method, fileByteCount: reader.count, data: data.map { $0.start..<$0.end })
    }

    /// Returns the byte ranges of extents; empty where one lies outside the file, or is stored in a way that is unknown.
    ///
    /// `method` is 0 for offsets in the file and 1 for those in `data`, the contents of the `idat` box.
    static func ranges(
        of parts: [(start: Int, count: Int)], _ method: Int, fileByteCount: Int, data: Range<Int>?
    ) -> [Range<Int>] {
        var room = 0..<fileByteCount
        switch method {
        case 0: break
        case 1:
            guard let data else { return [] }
            room = data
        default: return []
        }
        var extents: [Range<Int>] = []
        for (start, count) in parts {
            let (from, isTooFar) = room.lowerBound.addingReportingOverflow(start)
            guard !isTooFar, from > 0, from < room.upperBound else { return [] }
            // §8.11.3.1: an extent without a length reaches to the end.
            let count = count == 0 ? room.upperBound - from : count
            guard count <= room.upperBound - from, count > 4 || parts.count > 1 else { return [] }
            extents.append(from..<from + count)
        }
        return extents
    }

    private static func location(
        of item: Int, _ table: ISOBox, _ reader: inout HeaderReader
    ) throws(ImageError) -> (method: Int, extents: [(start: Int, count: Int)])? {
        var places = try HEIFPlaces(table, &reader)
        for _ in 0..<itemLimit {
            guard let place = try places.next(&reader) else { break }
            if place.item == item { return try place.extents(limit: extentLimit, &reader).map { (place.method, $0) } }
        }
        return nil
    }
}
