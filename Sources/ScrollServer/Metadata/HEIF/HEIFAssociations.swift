// Which properties belong to which items of a HEIF file.

import Pixels

/// The entries of the `ipma` boxes in an `iprp` box, one after the other (ISO/IEC 23008-12 §9.3).
struct HEIFAssociations {
    private var boxes: ISOBoxes
    private var map: ISOBox?
    private var (next, left) = (0, 0)
    private var (hasWideItems, hasWideIndices) = (false, false)

    init(_ properties: ISOBox) { boxes = properties.boxes() }

    /// Reads the next entry; nil at the end of the last box.
    mutating func next(_ reader: inout HeaderReader) throws(ImageError) -> HEIFAssociation? {
        while true {
            if let map, left > 0, next < map.end {
                left -= 1
                let item = hasWideItems ? try reader.uint32(next) : try reader.uint16(next)
                next += hasWideItems ? 4 : 2
                let count = try reader.byte(next)
                let entry = HEIFAssociation(item: item, count: count, first: next + 1, isWide: hasWideIndices)
                next += 1 + count * (hasWideIndices ? 2 : 1)
                return entry
            }
            guard let box = try boxes.next(&reader) else { return nil }
            guard box.type == ISOBox.code("ipma") else { continue }
            map = box
            hasWideItems = try reader.byte(box.start) > 0
            hasWideIndices = try reader.byte(box.start + 3) & 1 == 1
            left = try reader.uint32(box.start + 4)
            next = box.start + 8
        }
    }
}

/// The properties of one item.
struct HEIFAssociation: Sendable {
    let item: Int
    fileprivate let count: Int
    /// Offset of the first index.
    fileprivate let first: Int
    fileprivate let isWide: Bool

    /// Reads the indices of the item's properties, from 1, in its order.
    func indices(_ reader: inout HeaderReader) throws(ImageError) -> [Int] {
        var indices: [Int] = []
        for number in 0..<count {
            // The highest bit marks the property as essential.
            indices.append(
                isWide ? try reader.uint16(first + number * 2) & 0x7FFF : try reader.byte(first + number) & 0x7F)
        }
        return indices
    }
}
