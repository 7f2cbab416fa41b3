// The smaller copy that a HEIF file has of its picture, which is shown in cells.

import Pixels

/// Finds the smaller copies of the primary item (`thmb`, ISO/IEC 23008-12 §6.4.4).
enum HEIFCopy {
    /// The most copies that are looked at.
    static let limit = 8
    /// The longest side of a copy, in pixels: it is sent as one tile.
    private static let longestSide = 512
    /// The most references between items that are looked at.
    private static let referenceLimit = 4096

    /// Returns the longer side, in pixels, of the largest copy that can stand for a picture as one tile.
    ///
    /// Copies of other proportions, or turned otherwise, are left out. 0 where there is none, or the file is damaged.
    static func side(
        of picture: HEIFProperties, _ meta: ISOBox, from first: Int, _ reader: inout HeaderReader
    ) -> Int {
        guard !picture.isCropped(beyond: 0.02), let copies = try? copies(meta, from: first, &reader) else { return 0 }
        var longest = 0
        for item in copies {
            guard let copy = try? HEIFProperties(meta, from: first, &reader, format: .heic, item: item),
                copy.orientation == picture.orientation, copy.isCopy(of: picture)
            else { continue }
            let side = max(copy.area.width, copy.area.height)
            if side <= longestSide { longest = max(longest, side) }
        }
        return longest
    }

    /// Returns the items that refer to the primary one as its copies.
    private static func copies(
        _ meta: ISOBox, from first: Int, _ reader: inout HeaderReader
    ) throws(ImageError) -> [Int] {
        let primary = try HEIFProperties.find(meta, from: first, &reader).item
        guard let table = try meta.child("iref", from: first, &reader) else { return [] }
        let isWide = try reader.byte(table.start) > 0
        let width = isWide ? 4 : 2
        func item(_ place: Int) throws(ImageError) -> Int {
            isWide ? try reader.uint32(place) : try reader.uint16(place)
        }
        var copies: [Int] = []
        var boxes = table.boxes(from: table.start + 4, limit: referenceLimit)
        while copies.count < limit, let box = try boxes.next(&reader) {
            guard box.type == ISOBox.code("thmb") else { continue }
            let count = min(try reader.uint16(box.start + width), limit)
            for index in 0..<count where try item(box.start + width + 2 + index * width) == primary {
                copies.append(try item(box.start))
            }
        }
        return copies
    }
}

extension HEIFProperties {
    /// Whether this picture has fewer pixels than another one and the same proportions, up to rounding.
    package func isCopy(of picture: HEIFProperties) -> Bool {
        let (width, height) = (area.width, area.height)
        guard width > 0, height > 0, picture.area.width > 0, width <= picture.area.width else { return false }
        let expected = Double(width) * Double(picture.area.height) / Double(picture.area.width)
        return abs(expected - Double(height)) <= max(1, expected * 0.02)
    }
}
