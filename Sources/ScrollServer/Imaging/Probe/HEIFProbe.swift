// AVIF and HEIC: the boxes that lead to the properties of the primary item.

/// ISO/IEC 14496-12 §4.2 (boxes), §8.11 (`meta`, `pitm`); ISO/IEC 23008-12 §6.5 and §9.3 (properties).
///
/// A picture made of a grid of tiles is an item with its own size, so grids need no special case.
enum HEIFProbe {
    private static let avifBrands: Set<UInt32> = [code("avif"), code("avis")]
    private static let heicBrands: Set<UInt32> = [
        code("heic"), code("heix"), code("heim"), code("heis"), code("hevc"), code("hevx"), code("hevm"),
        code("hevs"), code("mif1"), code("mif2"), code("msf1"),
    ]

    /// The format by the major brand; if that is a general one (`mif1`), by the first compatible brand that is
    /// specific. nil when the file is not an image.
    static func sniff(_ bytes: [UInt8]) -> ImageFormat? {
        guard bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        let size = min(Int(bytes[2]) << 8 | Int(bytes[3]), bytes.count)
        guard bytes[0] == 0, bytes[1] == 0, size >= 12 else { return nil }
        var isHEIC = false
        for offset in stride(from: 8, through: size - 4, by: 4) where offset != 12 {
            let brand = bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            if avifBrands.contains(brand) { return .avif }
            if heicBrands.contains(brand) { isHEIC = true }
            // Videos list image brands as compatible too, but their major brand is not one.
            if offset == 8, !isHEIC { return nil }
            if brand == code("heic") || brand == code("heix") { return .heic }
        }
        return isHEIC ? .heic : nil
    }

    /// The size and orientation of the primary item.
    ///
    /// - Throws: `ImageError.damaged` when a box is wrong or missing.
    static func read(_ reader: inout HeaderReader, format: ImageFormat) throws(ImageError) -> ImageHeader {
        let file = Box(type: 0, start: 0, end: reader.count)
        guard let meta = try child("meta", of: file, from: 0, &reader) else {
            throw .damaged("no meta box", offset: reader.count)
        }
        // `meta` is a full box: version and flags (4 bytes) come first.
        let first = meta.start + 4
        guard let primary = try child("pitm", of: meta, from: first, &reader),
            let properties = try child("iprp", of: meta, from: first, &reader),
            let container = try child("ipco", of: properties, from: properties.start, &reader)
        else { throw .damaged("no primary item with properties", offset: meta.start) }
        let isWide = try reader.byte(primary.start) > 0
        let item = isWide ? try reader.uint32(primary.start + 4) : try reader.uint16(primary.start + 4)
        let indices = try associations(of: item, in: properties, &reader)

        var found: [Int: Box] = [:]
        var offset = container.start
        var index = 1
        while offset < container.end, index <= (indices.max() ?? 0) {
            let property = try box(at: offset, within: container.end, &reader)
            if indices.contains(index) { found[index] = property }
            offset = property.end
            index += 1
        }
        var size: (width: Int, height: Int)?
        var turn = Turn()
        // Transformations apply in the order in which the item lists them.
        for index in indices {
            guard let property = found[index] else { continue }
            switch property.type {
            case code("ispe"):
                size = (try reader.uint32(property.start + 4), try reader.uint32(property.start + 8))
            case code("irot"):
                turn.rotateLeft(quarters: try reader.byte(property.start) & 3)
            case code("imir"):
                turn.mirror(leftRight: try reader.byte(property.start) & 1 == 1)
            default:
                break
            }
        }
        guard let size else { throw .damaged("a primary item without a size", offset: container.start) }
        return ImageHeader(format: format, width: size.width, height: size.height, orientation: turn.orientation)
    }

    // MARK: Boxes

    private struct Box {
        let type: UInt32
        /// First byte of the contents, and the byte after the last.
        let start: Int
        let end: Int
    }

    private static func code(_ text: StaticString) -> UInt32 {
        (0..<4).reduce(0) { $0 << 8 | UInt32(text.utf8Start[$1]) }
    }

    private static func box(at offset: Int, within end: Int, _ reader: inout HeaderReader) throws(ImageError) -> Box {
        var size = try reader.uint32(offset)
        let type = UInt32(truncatingIfNeeded: try reader.uint32(offset + 4))
        var header = 8
        if size == 1 {
            size = try reader.uint64(offset + 8)
            header = 16
        } else if size == 0 {
            size = end - offset
        }
        guard size >= header, size <= end - offset else {
            throw .damaged("a box of \(size) bytes", offset: offset)
        }
        return Box(type: type, start: offset + header, end: offset + size)
    }

    private static func child(
        _ name: StaticString, of parent: Box, from start: Int, _ reader: inout HeaderReader
    ) throws(ImageError) -> Box? {
        let type = code(name)
        var offset = start
        while offset < parent.end {
            let child = try box(at: offset, within: parent.end, &reader)
            if child.type == type { return child }
            offset = child.end
        }
        return nil
    }

    /// The 1-based indices of the item's properties, in the item's order. There may be several `ipma` boxes.
    private static func associations(
        of item: Int, in properties: Box, _ reader: inout HeaderReader
    ) throws(ImageError) -> [Int] {
        var offset = properties.start
        while offset < properties.end {
            let map = try box(at: offset, within: properties.end, &reader)
            offset = map.end
            guard map.type == code("ipma") else { continue }
            let hasWideItems = try reader.byte(map.start) > 0
            let hasWideIndices = try reader.byte(map.start + 3) & 1 == 1
            let entryCount = try reader.uint32(map.start + 4)
            var position = map.start + 8
            for _ in 0..<entryCount {
                guard position < map.end else { break }
                let entry = hasWideItems ? try reader.uint32(position) : try reader.uint16(position)
                position += hasWideItems ? 4 : 2
                let count = try reader.byte(position)
                position += 1
                let width = hasWideIndices ? 2 : 1
                guard entry == item else {
                    position += count * width
                    continue
                }
                var indices: [Int] = []
                for number in 0..<count {
                    // The highest bit marks the property as essential.
                    let index =
                        hasWideIndices
                        ? try reader.uint16(position + number * 2) & 0x7FFF : try reader.byte(position + number) & 0x7F
                    indices.append(index)
                }
                return indices
            }
        }
        return []
    }

    // MARK: Orientation

    /// Combined quarter turns and mirrorings: the directions in which the stored axes point when shown, y downwards.
    private struct Turn {
        private var x = (1, 0)
        private var y = (0, 1)

        mutating func rotateLeft(quarters: Int) {
            for _ in 0..<quarters {
                // (x, y) goes to (y, −x).
                x = (x.1, -x.0)
                y = (y.1, -y.0)
            }
        }

        mutating func mirror(leftRight: Bool) {
            x = leftRight ? (-x.0, x.1) : (x.0, -x.1)
            y = leftRight ? (-y.0, y.1) : (y.0, -y.1)
        }

        /// The EXIF orientation, 1...8.
        var orientation: Int {
            switch (x.0, x.1, y.0, y.1) {
            case (-1, 0, 0, 1): 2
            case (-1, 0, 0, -1): 3
            case (1, 0, 0, -1): 4
            case (0, 1, 1, 0): 5
            case (0, 1, -1, 0): 6
            case (0, -1, -1, 0): 7
            case (0, -1, 1, 0): 8
            default: 1
            }
        }
    }
}
