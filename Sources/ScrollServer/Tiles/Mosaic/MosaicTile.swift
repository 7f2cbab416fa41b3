// One tile of a mosaic or of a plane, and its key in the tile caches.

import Catalog

/// One tile of a mosaic or of a plane, with all that is needed to make it later on another thread.
package struct MosaicTile: Sendable {
    /// What a tile is cut from.
    enum Content: Sendable {
        case grid(MosaicGeometry)
        case plane(PlaneGeometry)
    }

    let content: Content
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
        content = .grid(geometry)
        (self.column, self.row, self.view, self.collection) = (column, row, view, collection)
        key = Self.key(
            collection: collection.id, query: geometry.query, version: version, column: column, row: row)
    }

    /// Makes a tile of a plane.
    package init(
        _ geometry: PlaneGeometry, column: Int, row: Int, version: String, of view: CatalogView,
        in collection: any ItemCollection
    ) {
        content = .plane(geometry)
        (self.column, self.row, self.view, self.collection) = (column, row, view, collection)
        key = Self.planeKey(
            collection: collection.id, query: geometry.query, version: version, level: geometry.level, column: column,
            row: row)
    }

    /// The query of its URL, without `v`.
    package var query: String {
        switch content {
        case .grid(let geometry): geometry.query
        case .plane(let geometry): geometry.query
        }
    }

    /// Returns the key of a tile, with its URL's query as the item: no item id begins with `mosaic?`.
    package static func key(collection: String, query: String, version: String, column: Int, row: Int) -> TileKey {
        TileKey(
            collection: collection, item: "mosaic?\(query)", version: version, level: 0, column: column, row: row)
    }

    /// Returns the key of a tile of a plane: no item id begins with `plane?`.
    package static func planeKey(
        collection: String, query: String, version: String, level: Int, column: Int, row: Int
    ) -> TileKey {
        TileKey(
            collection: collection, item: "plane?\(query)", version: version, level: level, column: column, row: row)
    }
}
