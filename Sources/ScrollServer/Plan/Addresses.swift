// Builds the API's addresses; no other file does.

import Catalog
import HTTP
import Imaging
import Tiling

/// The addresses of collections and items, as written into JSON and `Location`.
struct Addresses: Sendable, Equatable {
    var base = BasePath()

    var collections: String { base.address("/api/collections") }

    func collection(_ id: String) -> String { "\(collections)/\(id)" }

    func item(_ id: String, of collection: String) -> String { "\(self.collection(collection))/items/\(id)" }

    func original(_ id: String, of collection: String) -> String { "\(item(id, of: collection))/original" }

    /// The address of a small picture whose longer side has 256 to 511 pixels, fewer only where the original has fewer.
    ///
    /// nil where the item has no picture, or its size is not known yet.
    func preview(_ item: ItemSummary, of collection: String) -> String? {
        guard item.error == nil else { return nil }
        if item.isOriginal { return "\(original(item.id, of: collection))?v=\(item.version)" }
        guard item.format?.isOriginalOnly != true else { return nil }
        var level = 0
        if item.isTiled {
            guard let size = item.size else { return nil }
            let pyramid = Pyramid(size)
            level = pyramid.maximumLevel
            while level > 0, case let size = pyramid.size(of: level), max(size.width, size.height) < Self.previewSide {
                level -= 1
            }
        }
        return "\(self.collection(collection))/tiles/\(item.id)/\(level)/0/0?v=\(item.version)"
    }

    private static let previewSide = 256
}
