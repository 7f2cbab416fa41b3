// The size of a HEIC or AVIF picture, its crop, and its orientation.

import Pixels
import Tiling

/// The properties of the primary item (ISO/IEC 23008-12 §6.5 and §9.3; `pitm`: ISO/IEC 14496-12 §8.11.4).
///
/// A picture made of a grid of tiles is an item with its own size, so grids need no special case.
package struct HEIFProperties {
    /// Size in pixels as stored, before turns and crops, at least 0.
    package private(set) var whole: (width: Int, height: Int)
    /// What the crops leave of it, along the stored axes.
    package private(set) var area: PixelRect
    /// The EXIF orientation, 1...8.
    package private(set) var orientation: Int

    /// Reads the primary item's properties.
    ///
    /// - Parameters:
    ///   - meta: the file's `meta` box.
    ///   - first: offset of its first child box.
    ///   - reader: reads the file.
    ///   - format: HEIC or AVIF, which apply crops differently.
    ///   - item: another item whose properties are read instead.
    /// - Throws: `ImageError.damaged` when a box is wrong or missing.
    init(
        _ meta: ISOBox, from first: Int, _ reader: inout HeaderReader, format: MediaFormat, item: Int? = nil
    ) throws(ImageError) {
        let (primary, properties, container) = try Self.find(meta, from: first, &reader)
        let found = try Self.properties(of: item ?? primary, in: properties, container, &reader)
        guard let extent = found.last(where: { $0.type == ISOBox.code("ispe") }) else {
            throw .damaged(
                item == nil ? "a primary item without a size" : "an item without a size", offset: container.start)
        }
        let whole = (try reader.uint32(extent.start + 4), try reader.uint32(extent.start + 8))
        try self.init(found, whole: whole, &reader, format: format)
    }

    /// Reads an item's transformations.
    ///
    /// `found` are its properties in its order, `whole` is its size before them.
    init(
        _ found: [ISOBox], whole: (width: Int, height: Int), _ reader: inout HeaderReader, format: MediaFormat
    ) throws(ImageError) {
        self.whole = whole
        var area = PixelRect(x: 0, y: 0, width: whole.width, height: whole.height)
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
                    // Along the axes of the picture as turned so far.
                    let turned = Orientation(rawValue: turn.orientation) ?? .up
                    let size = turned.orientedSize(width: area.width, height: area.height)
                    guard let part = crop.part(of: size) else { continue }
                    let stored = turned.storedRect(of: part, storedWidth: area.width, storedHeight: area.height)
                    area = PixelRect(
                        x: area.x + stored.x, y: area.y + stored.y, width: stored.width, height: stored.height)
                } else if isFirst, let part = crop.cornerPart(of: whole) {
                    // Browsers use an AVIF's first crop only, and crop before they turn, which is the order that MIAF
                    // demands.
                    area = PixelRect(x: 0, y: 0, width: part.width, height: part.height)
                }
            case ISOBox.code("irot"):
                turn.rotateLeft(quarters: try reader.byte(property.start) & 3)
            case ISOBox.code("imir"):
                turn.mirror(leftRight: try reader.byte(property.start) & 1 == 1)
            default:
                break
            }
        }
        orientation = turn.orientation
        self.area = area
    }

    /// Whether the crop removes more than the fraction `part`, 0...1, of one of the sides.
    package func isCropped(beyond part: Double) -> Bool {
        Double(area.width) < Double(whole.width) * (1 - part)
            || Double(area.height) < Double(whole.height) * (1 - part)
    }

    /// Returns the item's properties in its order; missing ones are skipped.
    private static func properties(
        of item: Int, in properties: ISOBox, _ container: ISOBox, _ reader: inout HeaderReader
    ) throws(ImageError) -> [ISOBox] {
        var associations = HEIFAssociations(properties)
        while let entry = try associations.next(&reader) {
            guard entry.item == item else { continue }
            let indices = try entry.indices(&reader)
            var list = container.boxes(limit: indices.max() ?? 0)
            let boxes = try list.all(&reader)
            return indices.filter { $0 > 0 && $0 <= boxes.count }.map { boxes[$0 - 1] }
        }
        return []
    }

    /// Finds the primary item, and the boxes of all items' properties.
    static func find(
        _ meta: ISOBox, from first: Int, _ reader: inout HeaderReader
    ) throws(ImageError) -> (item: Int, properties: ISOBox, container: ISOBox) {
        guard let primary = try meta.child("pitm", from: first, &reader),
            let properties = try meta.child("iprp", from: first, &reader),
            let container = try properties.child("ipco", &reader)
        else { throw .damaged("no primary item with properties", offset: meta.start) }
        let isWide = try reader.byte(primary.start) > 0
        let item = isWide ? try reader.uint32(primary.start + 4) : try reader.uint16(primary.start + 4)
        return (item, properties, container)
    }
}
