// The size of a HEIC or AVIF picture, its crop, and its orientation.

import Pixels

/// The properties of the primary item (ISO/IEC 23008-12 §6.5 and §9.3; `pitm`: ISO/IEC 14496-12 §8.11.4).
///
/// A picture made of a grid of tiles is an item with its own size, so grids need no special case.
package struct HEIFProperties {
    /// Size in pixels as stored, before turns, at least 0: of the whole picture, and of its crop.
    package private(set) var whole: (width: Int, height: Int)
    private(set) var shown: (width: Int, height: Int)
    /// The EXIF orientation, 1...8.
    private(set) var orientation: Int

    /// Reads the primary item's properties.
    ///
    /// - Parameters:
    ///   - meta: the file's `meta` box.
    ///   - first: offset of its first child box.
    ///   - reader: reads the file.
    ///   - format: HEIC or AVIF, which apply crops differently.
    /// - Throws: `ImageError.damaged` when a box is wrong or missing.
    init(_ meta: ISOBox, from first: Int, _ reader: inout HeaderReader, format: MediaFormat) throws(ImageError) {
        guard let primary = try meta.child("pitm", from: first, &reader),
            let properties = try meta.child("iprp", from: first, &reader),
            let container = try properties.child("ipco", from: properties.start, &reader)
        else { throw .damaged("no primary item with properties", offset: meta.start) }
        let isWide = try reader.byte(primary.start) > 0
        let item = isWide ? try reader.uint32(primary.start + 4) : try reader.uint16(primary.start + 4)
        let found = try Self.properties(of: item, in: properties, container, &reader)

        guard let extent = found.last(where: { $0.type == ISOBox.code("ispe") }) else {
            throw .damaged("a primary item without a size", offset: container.start)
        }
        whole = (try reader.uint32(extent.start + 4), try reader.uint32(extent.start + 8))
        // Size after the transformations so far, along the axes of the picture as turned so far.
        var size = whole
        var turn = QuarterTurns()
        var hasCrop = false
        // Transformations apply in the order in which the item lists them.
        for property in found {
            switch property.type {
            case ISOBox.code("clap"):
                let isFirst = !hasCrop
                hasCrop = true
                guard let crop = try CleanAperture(property, &reader) else { continue }
                if format == .heic {
                    size = crop.part(of: size) ?? size
                } else if isFirst, let part = crop.cornerPart(of: whole) {
                    // Browsers use an AVIF's first crop only, and crop before they turn, which is the order that MIAF
                    // demands.
                    size = turn.orientation >= 5 ? (part.height, part.width) : part
                }
            case ISOBox.code("irot"):
                let quarters = try reader.byte(property.start) & 3
                turn.rotateLeft(quarters: quarters)
                if quarters & 1 == 1 { size = (size.height, size.width) }
            case ISOBox.code("imir"):
                turn.mirror(leftRight: try reader.byte(property.start) & 1 == 1)
            default:
                break
            }
        }
        orientation = turn.orientation
        shown = orientation >= 5 ? (size.height, size.width) : size
    }

    /// Whether the crop removes more than the fraction `part`, 0...1, of one of the sides.
    package func isCropped(beyond part: Double) -> Bool {
        Double(shown.width) < Double(whole.width) * (1 - part)
            || Double(shown.height) < Double(whole.height) * (1 - part)
    }

    /// Returns the item's properties in its order; missing ones are skipped.
    private static func properties(
        of item: Int, in properties: ISOBox, _ container: ISOBox, _ reader: inout HeaderReader
    ) throws(ImageError) -> [ISOBox] {
        let indices = try associations(of: item, in: properties, &reader)
        let last = indices.max() ?? 0
        var found: [Int: ISOBox] = [:]
        var offset = container.start
        var index = 1
        while offset < container.end, index <= last {
            let property = try ISOBox.read(at: offset, within: container.end, &reader)
            if indices.contains(index) { found[index] = property }
            offset = property.end
            index += 1
        }
        return indices.compactMap { found[$0] }
    }

    /// Returns the 1-based indices of the item's properties, in its order; several `ipma` boxes are allowed.
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
