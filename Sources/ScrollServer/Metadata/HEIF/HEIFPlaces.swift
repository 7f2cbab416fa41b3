// Where the items of a HEIF file lie.

import Pixels

/// The entries of an `iloc` box, one after the other (ISO/IEC 14496-12 §8.11.3).
struct HEIFPlaces {
    private let version: Int
    private let end: Int
    private let sizes: (offset: Int, length: Int, base: Int, index: Int)
    private var next: Int
    private var left: Int

    init(_ table: ISOBox, _ reader: inout HeaderReader) throws(ImageError) {
        version = try reader.byte(table.start)
        let packed = try reader.uint16(table.start + 4)
        sizes = (packed >> 12, packed >> 8 & 15, packed >> 4 & 15, version == 0 ? 0 : packed & 15)
        left = version >= 2 ? try reader.uint32(table.start + 6) : try reader.uint16(table.start + 6)
        next = table.start + (version >= 2 ? 10 : 8)
        end = table.end
    }

    /// Reads the next entry; nil at the end of the table.
    mutating func next(_ reader: inout HeaderReader) throws(ImageError) -> HEIFPlace? {
        guard left > 0, next < end else { return nil }
        left -= 1
        let item = version >= 2 ? try reader.uint32(next) : try reader.uint16(next)
        next += version >= 2 ? 4 : 2
        var method = 0
        if version > 0 {
            method = try reader.uint16(next) & 15
            next += 2
        }
        // Data reference index: 0 is this file.
        let isHere = try reader.uint16(next) == 0
        next += 2
        let base = try HEIFPlace.number(next, sizes.base, &reader)
        let count = try reader.uint16(next + sizes.base)
        next += sizes.base + 2
        let place = HEIFPlace(
            item: item, method: method, isHere: isHere, base: base, count: count, first: next,
            sizes: (sizes.index, sizes.offset, sizes.length))
        next += count * (sizes.index + sizes.offset + sizes.length)
        return place
    }
}

/// An entry of an `iloc` box.
struct HEIFPlace: Sendable {
    let item: Int
    /// 0 for offsets in the file, 1 for offsets in the `idat` box.
    let method: Int
    fileprivate let isHere: Bool
    fileprivate let base: Int
    fileprivate let count: Int
    /// Offset of the first extent's numbers.
    fileprivate let first: Int
    fileprivate let sizes: (index: Int, offset: Int, length: Int)

    /// Reads the item's extents; nil where they are more than `limit`, in another file or too far away.
    func extents(limit: Int, _ reader: inout HeaderReader) throws(ImageError) -> [(start: Int, count: Int)]? {
        guard isHere, count <= limit else { return nil }
        var extents: [(start: Int, count: Int)] = []
        for index in 0..<count {
            let entry = first + index * (sizes.index + sizes.offset + sizes.length) + sizes.index
            let (sum, isTooFar) = base.addingReportingOverflow(try Self.number(entry, sizes.offset, &reader))
            guard !isTooFar else { return nil }
            extents.append((sum, try Self.number(entry + sizes.offset, sizes.length, &reader)))
        }
        return extents
    }

    /// Reads a number of 0, 4 or 8 bytes.
    fileprivate static func number(
        _ offset: Int, _ size: Int, _ reader: inout HeaderReader
    ) throws(ImageError) -> Int {
        switch size {
        case 4: try reader.uint32(offset)
        case 8: try reader.uint64(offset)
        default: 0
        }
    }
}
