// Builds the API's addresses; no other file does.

import Catalog
import HTTP
import Tiling

/// The addresses of collections and items, as written into JSON and `Location`.
struct Addresses: Sendable, Equatable {
    /// Stands in place of a level for the smaller copy that a file has of its picture.
    static let copy = "copy"

    var base = BasePath()

    var collections: String { base.address("/api/collections") }

    func collection(_ id: String) -> String { "\(collections)/\(id)" }

    func item(_ id: String, of collection: String) -> String { "\(self.collection(collection))/items/\(id)" }

    func original(_ id: String, of collection: String) -> String { "\(item(id, of: collection))/original" }

    /// The address of a small picture whose longer side has `side` pixels, or up to twice as many.
    ///
    /// It has fewer only where the original has fewer; nil where the item has no picture, or its size is not known yet.
    func preview(_ item: ItemSummary, of collection: String, side: Int = previewSide) -> String? {
        guard item.error == nil, item.format?.refusal == nil else { return nil }
        if item.isOriginal { return "\(original(item.id, of: collection))?v=\(item.version)" }
        guard item.format?.isOriginalOnly != true, let level = item.isTiled ? Self.previewLevel(item, side) : 0
        else {
            return nil
        }
        let name = level == Pyramid.copyLevel ? Self.copy : "\(level)"
        return "\(self.collection(collection))/tiles/\(item.id)/\(name)/0/0?v=\(item.version)"
    }

    /// The level of that picture; nil where the item has no tiles, or its size is not known yet.
    static func previewLevel(_ item: ItemSummary, _ least: Int = previewSide) -> Int? {
        guard item.isTiled, item.error == nil, let pyramid = item.pyramid else { return nil }
        if let side = item.copySide, (least..<2 * least).contains(side) { return Pyramid.copyLevel }
        return previewLevel(of: pyramid, least)
    }

    /// The coarsest level whose longer side has at least so many pixels, 256; level 0 where none has.
    static func previewLevel(of pyramid: Pyramid, _ least: Int = previewSide) -> Int {
        var level = pyramid.maximumLevel
        while level > 0, case let size = pyramid.size(of: level), max(size.width, size.height) < least {
            level -= 1
        }
        return level
    }

    /// The address of the counts of a picture's levels; nil where the server has no pixels of it.
    func histogram(_ item: ItemSummary, of collection: String) -> String? {
        Self.previewLevel(item) == nil ? nil : "\(self.item(item.id, of: collection))/histogram"
    }

    /// The address of the counts of a picture's sample values; nil where it cannot be chosen how they are shown.
    func samples(_ item: ItemSummary, of collection: String) -> String? {
        guard item.isTiled, item.hasDeepSamples || item.hasChannels else { return nil }
        return "\(self.item(item.id, of: collection))/samples"
    }

    /// The addresses for viewers of other programs: the information of the IIIF Image API, and the Deep Zoom descriptor.
    ///
    /// nil where the server has no pixels of the item.
    func viewers(_ item: ItemSummary, of collection: String) -> (imageAPI: String, deepZoom: String)? {
        guard Self.previewLevel(item) != nil else { return nil }
        return ("\(image(item.id, of: collection))/info.json", base.address("/dzi/\(collection)~\(item.id).dzi"))
    }

    /// The address of a picture in the IIIF Image API 3.0.
    func image(_ item: String, of collection: String) -> String { base.address("/iiif/3/\(collection)~\(item)") }

    /// The address of a collection in the IIIF Presentation API 3.0.
    func manifest(of collection: String) -> String { base.address("/iiif/3/\(collection)/manifest.json") }

    /// The addresses of an image in full size, up to the limit of images, in two formats.
    struct Region: Sendable, Equatable {
        let png: String
        let jpeg: String
    }

    /// The addresses of the image of a region, by the IIIF Image API; nil where the server has no pixels of the item.
    func region(_ region: PixelRect, of item: ItemSummary, in collection: String) -> Region? {
        guard Self.previewLevel(item) != nil else { return nil }
        let part = "\(region.x),\(region.y),\(region.width),\(region.height)"
        let start = "\(image(item.id, of: collection))/\(part)/max/0/default"
        return Region(png: "\(start).png", jpeg: "\(start).jpg")
    }

    /// Pixels of the longer side of a preview, at least.
    static let previewSide = 256
}
