// The pictures in a HEIF file, and how they are made of each other.

import Pixels

/// Reads a HEIF file's items (ISO/IEC 14496-12 §8.11, ISO/IEC 23008-12) when they are asked for.
package struct HEIFFile: Sendable {
    /// Most bytes of a header that are read: enough for a grid of 256 × 256 tiles.
    private static let budget = 1 << 23
    /// Most extents of an item, and most bytes of its own header that are read.
    private static let (extentLimit, configurationLimit) = (1024, 1 << 16)

    /// References of one type between items, by the item that they come from or lead to.
    private struct References: Sendable {
        var inputs: [Int: [Int]] = [:]
        /// By the picture that they belong to.
        var auxiliaries: [Int: [Int]] = [:]
        var thumbnails: [Int: [Int]] = [:]
        var premultiplied: [Int: Int] = [:]
    }

    package let source: ByteSource
    private var reader: HeaderReader
    private var types: [Int: UInt32] = [:]
    private var places: [Int: HEIFPlace] = [:]
    private var associations: [Int: HEIFAssociation] = [:]
    private var references = References()
    private var boxes: [ISOBox] = []
    private var data: Range<Int>?
    private var primaryID = 0
    /// The first picture of a file that consists of tracks.
    private var track: HEIFItem?

    /// Reads the tables of a file.
    ///
    /// - Throws: `ImageError.damaged` when a box is wrong or missing.
    package init(_ source: ByteSource) throws(ImageError) {
        self.source = source
        reader = HeaderReader(source, budget: Self.budget)
        do throws(ImageError) {
            try readTables()
        } catch {
            var reader = HeaderReader(source)
            guard let track = try? HEIFTrack.first(&reader, format: .heic) else { throw error }
            self.track = track
        }
    }

    private mutating func readTables() throws(ImageError) {
        guard let meta = try ISOBox(reader).child("meta", from: 0, &reader) else {
            throw .damaged("no meta box", offset: reader.count)
        }
        let first = meta.start + 4
        let (primary, properties, container) = try HEIFProperties.find(meta, from: first, &reader)
        primaryID = primary
        data = try meta.child("idat", from: first, &reader).map { $0.start..<$0.end }
        var all = container.boxes()
        boxes = try all.all(&reader)
        var entries = HEIFAssociations(properties)
        while let entry = try entries.next(&reader) {
            if associations[entry.item] == nil { associations[entry.item] = entry }
        }
        if let table = try meta.child("iloc", from: first, &reader) {
            var places = try HEIFPlaces(table, &reader)
            while let place = try places.next(&reader) {
                if self.places[place.item] == nil { self.places[place.item] = place }
            }
        }
        if let table = try meta.child("iinf", from: first, &reader) {
            var entries = try HEIFItemTypes(table, limit: .max, &reader)
            while let (item, type) = try entries.next(&reader) {
                let code = try reader.uint32(type.lowerBound)
                if types[item] == nil { types[item] = UInt32(truncatingIfNeeded: code) }
            }
        }
        if let table = try meta.child("iref", from: first, &reader) { try readReferences(table) }
    }

    /// Reads references (ISO/IEC 14496-12 §8.11.12).
    private mutating func readReferences(_ table: ISOBox) throws(ImageError) {
        let isWide = try reader.byte(table.start) > 0
        let width = isWide ? 4 : 2
        var boxes = table.boxes(from: table.start + 4)
        while let box = try boxes.next(&reader) {
            let from = isWide ? try reader.uint32(box.start) : try reader.uint16(box.start)
            let count = min(try reader.uint16(box.start + width), (box.end - box.start) / width)
            var items: [Int] = []
            for index in 0..<count {
                let place = box.start + width + 2 + index * width
                items.append(isWide ? try reader.uint32(place) : try reader.uint16(place))
            }
            switch box.type {
            case ISOBox.code("dimg"): if references.inputs[from] == nil { references.inputs[from] = items }
            case ISOBox.code("auxl"): for item in items { references.auxiliaries[item, default: []].append(from) }
            case ISOBox.code("thmb"): for item in items { references.thumbnails[item, default: []].append(from) }
            case ISOBox.code("prem"): references.premultiplied[from] = items.first
            default: break
            }
        }
    }

    // MARK: Items

    /// Returns the picture that the file shows: its primary item, or the first one of its first track of pictures.
    ///
    /// - Throws: as `item` does.
    package mutating func primary() throws(ImageError) -> HEIFItem {
        if let track { return track }
        return try item(primaryID)
    }

    /// Reads an item.
    ///
    /// - Throws: `ImageError.damaged` when it is not there or has no size.
    package mutating func item(_ id: Int) throws(ImageError) -> HEIFItem {
        guard let type = types[id], let association = associations[id] else {
            throw .damaged("item \(id) is missing", offset: 0)
        }
        let properties = try association.indices(&reader).filter { $0 > 0 && $0 <= boxes.count }.map { boxes[$0 - 1] }
        guard let extent = properties.last(where: { $0.type == ISOBox.code("ispe") }) else {
            throw .damaged("item \(id) has no size", offset: 0)
        }
        let whole = (try reader.uint32(extent.start + 4), try reader.uint32(extent.start + 8))
        var extents: [Range<Int>] = []
        if let place = places[id], let parts = try place.extents(limit: Self.extentLimit, &reader) {
            extents = HEIFItems.ranges(of: parts, place.method, fileByteCount: source.count, data: data)
        }
        return HEIFItem(
            kind: HEIFItem.kind(type), extents: extents,
            properties: try HEIFProperties(properties, whole: whole, &reader, format: .heic),
            configuration: properties.first { $0.type == ISOBox.code("hvcC") }.map { $0.start..<$0.end },
            colour: try HEIFColour(properties, &reader), inputs: references.inputs[id] ?? [],
            alpha: try alpha(of: id), thumbnails: references.thumbnails[id] ?? [])
    }

    /// Finds an item's alpha among its auxiliary pictures (`auxC`, ISO/IEC 23008-12 §6.5.8); others are left out.
    private mutating func alpha(of id: Int) throws(ImageError) -> (item: Int, isPremultiplied: Bool)? {
        for auxiliary in (references.auxiliaries[id] ?? []).prefix(16) {
            for index in try associations[auxiliary]?.indices(&reader) ?? [] where index > 0 && index <= boxes.count {
                let box = boxes[index - 1]
                guard box.type == ISOBox.code("auxC") else { continue }
                let name = try reader.bytes(at: box.start + 4, limit: min(64, max(0, box.end - box.start - 4)))
                let type = name.prefix { $0 != 0 }
                if type.elementsEqual("urn:mpeg:hevc:2015:auxid:1".utf8)
                    || type.elementsEqual("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8)
                {
                    return (auxiliary, references.premultiplied[id] == auxiliary)
                }
            }
        }
        return nil
    }

    /// Reads the bytes of an item: all of its extents.
    ///
    /// - Throws: `ImageError.damaged` where they are missing, or more than the file has.
    package func bytes(of item: HEIFItem) throws(ImageError) -> [UInt8] {
        let count = item.extents.reduce(0) { $0 + min($1.count, source.count) }
        guard !item.extents.isEmpty, count <= source.count else {
            throw .damaged("a picture's data is not in the file", offset: item.extents.first?.lowerBound ?? 0)
        }
        return item.extents.flatMap { source.bytes(at: $0.lowerBound, count: $0.count) }
    }

    /// Reads the configuration of an item's decoder; nil where it has none.
    package func configuration(of item: HEIFItem) -> [UInt8]? {
        item.configuration.map { source.bytes(at: $0.lowerBound, count: min($0.count, Self.configurationLimit)) }
    }
}
