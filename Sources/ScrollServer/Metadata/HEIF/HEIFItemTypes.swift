// What the items of a HEIF file are.

import Pixels

/// The entries of an `iinf` box, one after the other (ISO/IEC 14496-12 §8.11.6).
struct HEIFItemTypes {
    private var boxes: ISOBoxes

    /// Reads at most `limit` entries.
    init(_ table: ISOBox, limit: Int, _ reader: inout HeaderReader) throws(ImageError) {
        boxes = table.boxes(from: table.start + (try reader.byte(table.start) > 0 ? 8 : 6), limit: limit)
    }

    /// Reads the next entry that has a type, which those before version 2 lack; nil at the end.
    ///
    /// - Returns: the item, and the range from its type on: four characters, and for some types more.
    mutating func next(_ reader: inout HeaderReader) throws(ImageError) -> (item: Int, type: Range<Int>)? {
        while let entry = try boxes.next(&reader) {
            let version = try reader.byte(entry.start)
            guard entry.type == ISOBox.code("infe"), version >= 2 else { continue }
            let item = version == 2 ? try reader.uint16(entry.start + 4) : try reader.uint32(entry.start + 4)
            let type = entry.start + (version == 2 ? 8 : 10)
            return (item, type..<max(type, entry.end))
        }
        return nil
    }
}
