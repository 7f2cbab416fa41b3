// The tiles of planes, and their versions.

import Catalog
import Pixels
import Platform
import Tiling

extension Mosaics {
    /// In how many steps the tiles of a plane follow the colours while those are being found.
    private static let stepCount = 64

    /// Returns at most 15 ASCII bytes that change whenever the tiles of a plane may have changed.
    ///
    /// For event loops: O(1). That of densities is a hash of all places, and so the same in the next run. That of
    /// colours begins with `~` and is valid in this run only.
    package func version(
        _ geometry: PlaneGeometry, of index: PlaneIndex, _ view: CatalogView, in collection: any ItemCollection
    ) -> String {
        guard geometry.show == .colours else {
            return Base32.encode(index.digest ^ PlanePainter.painting, length: 13)
        }
        return "~" + run
            + Base32.encode(StableHash.mix(index.digest ^ StableHash.mix(moment(of: view, in: collection))), length: 10)
    }

    /// A number that changes with the known colours, and with the items.
    ///
    /// While colours are being found it changes only some dozens of times: each time, all tiles in view are made anew.
    private func moment(of view: CatalogView, in collection: any ItemCollection) -> UInt64 {
        if view.items.computedColour != nil { return UInt64(truncatingIfNeeded: view.items.status.revision) << 1 }
        let changes = atlas.changeCount
        if let progress = filler?.progress(of: collection), progress.done < progress.total {
            return UInt64(truncatingIfNeeded: changes / max(1, progress.total / Self.stepCount)) << 1 | 1
        }
        return UInt64(truncatingIfNeeded: changes &+ view.items.status.revision) << 1
    }

    /// Paints a tile of a plane.
    ///
    /// Blocks: call it on a worker thread.
    ///
    /// - Returns: the tile, and the version of what it shows.
    func tile(
        _ geometry: PlaneGeometry, column: Int, row: Int, of index: PlaneIndex, _ view: CatalogView,
        in collection: any ItemCollection
    ) -> (tile: EncodedTile, version: String) {
        func make() -> (tile: EncodedTile, version: String) {
            let version = version(geometry, of: index, view, in: collection)
            guard geometry.show == .colours else {
                let tile = planes.density(
                    index, level: geometry.level, column: column, row: row, isDark: geometry.isDark)
                return (tile, version)
            }
            let colours = planes.colours(of: view.items, stamp: version) {
                planeColours(of: index, view.items, in: collection, stamp: version)
            }
            return (planes.colours(index, level: geometry.level, column: column, row: row, colours), version)
        }
        return filler?.whilePaused(make) ?? make()
    }

    /// Looks up the colours of all items of a plane; O(n).
    private func planeColours(
        of index: PlaneIndex, _ items: any CollectionView, in collection: any ItemCollection, stamp: String
    ) -> PlaneColours {
        if let colour = items.computedColour { return PlaneColours(of: index, items, stamp: stamp, colour: colour) }
        let cells = colours(of: items, in: collection).cells(for: [0..<index.count])
        return PlaneColours(of: index, items, stamp: stamp, colour: cells.knownColour(of:))
    }
}

extension MosaicItems {
    /// Returns the colour of an item, 0xRRGGBB, nil where it is not known.
    func knownColour(of index: Int) -> UInt32? {
        guard index >= 0, index < count else { return nil }
        let block = blocks[index / Self.blockCount]
        let (colour, number) = (
            block.colours[index % Self.blockCount], block.pictureNumbers[index % Self.blockCount]
        )
        // What an item claims itself is known without a picture.
        if colour == Self.neutral, number == AtlasEntry.noPicture || number == Self.unread { return nil }
        return UInt32(colour.x) << 16 | UInt32(colour.y) << 8 | UInt32(colour.z)
    }
}

extension MosaicTiler {
    func make(_ tile: MosaicTile, _ geometry: PlaneGeometry) -> Result<Made, ImageError> {
        guard let index = geometry.index(of: tile.view),
            let raster = PlaneRaster(level: geometry.level, isTall: index.isTall),
            tile.column < raster.counts.columns, tile.row < raster.counts.rows
        else { return .failure(.unreadable("the plane has no such tile any more")) }
        let made = mosaics.tile(
            geometry, column: tile.column, row: tile.row, of: index, tile.view, in: tile.collection)
        var key = tile.key
        key.version = made.version
        memory.store(made.tile, for: key)
        return .success(Made(tile: made.tile, version: made.version, isSettled: true))
    }
}
