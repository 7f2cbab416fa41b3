// One tile of a mosaic, and its key in the tile caches.

import Catalog

/// One tile of a mosaic, with all that is needed to make it later on another thread.
package struct MosaicTile: Sendable {
    package let geometry: MosaicGeometry
    let column: Int
    let row: Int
    package let view: CatalogView
    let collection: any ItemCollection
    /// The key, whose version is that of the tile's items when it was planned.
    package let key: TileKey

    package init(
        _ geometry: MosaicGeometry, column: Int, row: Int, version: String, of view: CatalogView,
        in collection: any ItemCollection
    ) {
        (self.geometry, self.column, self.row, self.view, self.collection) = (geometry, column, row, view, collection)
        key = Self.key(
            collection: collection.id, query: geometry.query, version: version, column: column, row: row)
    }

    /// Returns the key of a tile, with its URL's query as the item: no item id begins with `mosaic?`.
    package static func key(collection: String, query: String, version: String, column: Int, row: Int) -> TileKey {
        TileKey(
            collection: collection, item: "mosaic?\(query)", version: version, level: 0, column: column, row: row)
    }
}
