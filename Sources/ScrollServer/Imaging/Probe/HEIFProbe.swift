// AVIF and HEIC: the boxes that lead to the properties of the primary item.

/// ISO/IEC 14496-12 §4.2 (boxes), §8.11 (`meta`, `pitm`); ISO/IEC 23008-12 §6.5 and §9.3 (properties).
///
/// A picture made of a grid of tiles is an item with its own size, so grids need no special case.
enum HEIFProbe {
    private static let avifBrands: Set<UInt32> = [ISOBox.code("avif"), ISOBox.code("avis")]
    private static let heicBrands: Set<UInt32> = [
        ISOBox.code("heic"), ISOBox.code("heix"), ISOBox.code("heim"), ISOBox.code("heis"), ISOBox.code("hevc"),
        ISOBox.code("hevx"), ISOBox.code("hevm"),
        ISOBox.code("hevs"), ISOBox.code("mif1"), ISOBox.code("mif2"), ISOBox.code("msf1"),
    ]

    /// The format by the major brand; if that is a general one (`mif1`), by the first compatible brand that is
    /// specific. nil when the file is not an image.
    static func sniff(_ bytes: [UInt8]) -> MediaFormat? {
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
            if brand == ISOBox.code("heic") || brand == ISOBox.code("heix") { return .heic }
        }
        return isHEIC ? .heic : nil
    }

    /// The size and orientation of the primary item, and what its EXIF block and its XMP packet tell.
    ///
    /// - Throws: `ImageError.damaged` when a box is wrong or missing.
    static func read(_ reader: inout HeaderReader, format: MediaFormat) throws(ImageError) -> ImageHeader {
        let file = ISOBox(reader)
        guard let meta = try file.child("meta", from: 0, &reader) else {
            throw .damaged("no meta box", offset: reader.count)
        }
        // `meta` is a full box: version and flags (4 bytes) come first.
        let first = meta.start + 4
        guard let primary = try meta.child("pitm", from: first, &reader),
            let properties = try meta.child("iprp", from: first, &reader),
            let container = try properties.child("ipco", from: properties.start, &reader)
        else { throw .damaged("no primary item with properties", offset: meta.start) }
        let isWide = try reader.byte(primary.start) > 0
        let item = isWide ? try reader.uint32(primary.start + 4) : try reader.uint16(primary.start + 4)
        let indices = try associations(of: item, in: properties, &reader)

        var found: [Int: ISOBox] = [:]
        var offset = container.start
        var index = 1
        while offset < container.end, index <= (indices.max() ?? 0) {
            let property = try ISOBox.read(at: offset, within: container.end, &reader)
            if indices.contains(index) { found[index] = property }
            offset = property.end
            index += 1
        }
        var size: (width: Int, height: Int)?
        var turn = QuarterTurns()
        // Transformations apply in the order in which the item lists them.
        for index in indices {
            guard let property = found[index] else { continue }
            switch property.type {
            case ISOBox.code("ispe"):
                size = (try reader.uint32(property.start + 4), try reader.uint32(property.start + 8))
            case ISOBox.code("irot"):
                turn.rotateLeft(quarters: try reader.byte(property.start) & 3)
            case ISOBox.code("imir"):
                turn.mirror(leftRight: try reader.byte(property.start) & 1 == 1)
            default:
                break
            }
        }
        guard let size else { throw .damaged("a primary item without a size", offset: container.start) }
        let (taken, facts) = HEIFItems.facts(meta, from: first, &reader)
        return ImageHeader(
            format: format, width: size.width, height: size.height, orientation: turn.orientation, taken: taken,
            facts: facts == .none ? nil : facts)
    }

    /// The 1-based indices of the item's properties, in the item's order. There may be several `ipma` boxes.
    private static func associations(
        of item: Int, in properties: ISOBox, _ reader: inout HeaderReader
    ) throws(ImageError) -> [Int] {
        var offset = properties.start
        while offset < properties.end {
            let map = try ISOBox.read(at: offset, within: properties.end, &reader)
            offset = map.end
            guard map.type == ISOBox.code("ipma") else { continue }
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
}
