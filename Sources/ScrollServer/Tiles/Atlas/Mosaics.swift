// The tiles of mosaics: many small cells, painted from the atlas.

import Catalog
import Imaging
import Platform
import Synchronization
import Tiling

/// Paints the tiles of mosaics. Safe on any thread.
///
/// Of the views looked at last it keeps what a mosaic shows of their items: 12 bytes each.
package final class Mosaics: Sendable {
    /// The most views that are kept.
    private static let viewLimit = 4

    private let atlas: Atlas
    private let filler: AtlasFiller?
    /// Guards the list of views, the one looked at last at the end.
    private let views = Mutex<[MosaicColours]>([])
    /// Tells versions of this run that say no more than that from those of others.
    private let run = Base32.encode(UInt64.random(in: .min ... .max), length: 4)
    private let encoder = MosaicEncoder()

    /// - Parameter filler: is told what is looked at.
    package init(atlas: Atlas = Atlas(), filler: AtlasFiller? = nil) {
        self.atlas = atlas
        self.filler = filler
    }

    /// Paints a tile. Blocks: call it on a worker thread.
    ///
    /// - Parameter ground: what is seen where there is no cell, 0xRRGGBB: then the tile is a JPEG. nil for nothing: a tile
    ///   that is not all cells is then a PNG, which takes five times as long and as many bytes.
    /// - Parameter unknown: of a contact sheet, what stands for items of which nothing is known, 0xRRGGBB. Its computed
    ///   pictures are drawn. A mosaic has nil: it shows the colours that its items are said to have.
    func tile(
        _ scene: MosaicScene, of view: CatalogView, in collection: any ItemCollection,
        on ground: UInt32? = nil, unknown: UInt32? = nil
    ) -> EncodedTile {
        func make() -> EncodedTile {
            encoder.encode(
                pixels(scene, of: view, in: collection, on: ground, unknown: unknown), side: scene.side)
        }
        return filler?.whilePaused(make) ?? make()
    }

    /// The pixels of a tile. Blocks.
    func pixels(
        _ scene: MosaicScene, of view: CatalogView, in collection: any ItemCollection,
        on ground: UInt32? = nil, unknown: UInt32? = nil
    ) -> PixelBuffer {
        let items = view.items
        if let colour = items.computedColour {
            let source = MosaicSource.computed(colour, unknown == nil ? nil : items.computedPicture)
            return MosaicPainter(scene: scene, source: source, forgetCell: { _, _ in }).paint(on: ground)
        }
        let colours = colours(of: items, in: collection)
        let cells = colours.cells(for: scene.rows.map(\.items))
        if let first = scene.rows.first?.items.lowerBound, let last = scene.rows.last?.items.upperBound,
            first < last
        {
            // So that an event loop can say the version of this tile.
            colours.prepare(first..<last)
        }
        let source = AtlasKey.source(collection.source)
        return MosaicPainter(scene: scene, source: .lights(cells, atlas)) {
            [atlas, filler] index, place in
            // A picture that is damaged is not shown, and made anew.
            if let numbers = items.numbers(in: index..<index + 1).first {
                atlas.forget(AtlasKey(source: source, numbers), place: place)
                colours.forgetCell(index, place: place)
                filler?.lookAgain(at: collection)
            }
        }.paint(on: ground, unknown: unknown ?? TinyPicture.neutral)
    }

    /// A text of at most 15 ASCII bytes that changes whenever what `tile` would paint for these items may have changed.
    /// Fit for an event loop: O(log n), and while much has changed, O(1).
    ///
    /// It is a hash of what is painted, and so the same in the next run of the program; it begins with `~` while that is not
    /// known, and then is of this run alone.
    ///
    /// - Parameter budget: what an event loop may still wait for; one for all tiles of a plan.
    package func version(
        ofItems range: Range<Int>, of view: CatalogView, in collection: any ItemCollection,
        within budget: inout MosaicColours.Budget
    ) -> String {
        let items = view.items
        if items.computedColour != nil { return String(items.status.revision, radix: 36) }
        let colours = colours(of: items, in: collection)
        if let digest = colours.digest(of: range, within: &budget) { return Base32.encode(digest, length: 13) }
        return "~" + run
            + String((atlas.changeCount &+ items.status.revision) & (1 << 50 - 1), radix: 32)
    }

    /// As above, of one tile alone.
    package func version(ofItems range: Range<Int>, of view: CatalogView, in collection: any ItemCollection) -> String {
        var budget = MosaicColours.Budget()
        return version(ofItems: range, of: view, in: collection, within: &budget)
    }

    /// Numbers that change whenever tiles of a view may show something else. O(1).
    func changes(of view: CatalogView) -> [Int] { [atlas.changeCount, view.items.status.revision] }

    /// Tells which items a client looks at, so that these are filled first. Returns at once.
    package func look(at range: Range<Int>, of view: CatalogView, in collection: any ItemCollection) {
        filler?.look(at: range, of: view.items, in: collection)
    }

    /// How far the atlas has come with a collection; nil for one that it is not filled with. O(1).
    package func progress(of collection: any ItemCollection) -> FillingProgress? {
        filler?.progress(of: collection)
    }

    private func colours(of items: any CollectionView, in collection: any ItemCollection)
        -> MosaicColours
    {
        views.withLock { views in
            if let place = views.lastIndex(where: { $0.isOf(items) }) {
                if place == views.count - 1 { return views[place] }
                let known = views.remove(at: place)
                views.append(known)
                return known
            }
            let new = MosaicColours(items, source: collection.source, atlas: atlas)
            views = views.suffix(Self.viewLimit - 1) + [new]
            return new
        }
    }
}
