// Mosaic tiles: many small cells, painted from the atlas.

import Catalog
import Pixels
import Platform
import Synchronization
import Tiling

/// Paints the tiles of mosaics.
///
/// Thread-safe.
///
/// For the most recently used views it keeps what a mosaic shows of their items: 8 bytes each.
package final class Mosaics: Sendable {
    /// Version of the painting; raise it when the same colours would be painted otherwise.
    private static let painting: UInt64 = 2
    /// The maximum number of views kept.
    private static let viewLimit = 4

    let atlas: Atlas
    let filler: AtlasFiller?
    /// Guards the list of views, the most recently used at the end.
    private let views = Mutex<[MosaicColours]>([])
    /// Identifies this run in versions that are valid only within it.
    let run = Base32.encode(UInt64.random(in: .min ... .max), length: 4)
    private let encoder = MosaicEncoder()
    /// The colours of planes.
    let planes = PlanePainter()

    /// Makes the painter; `filler` is told which items clients view.
    package init(atlas: Atlas = Atlas(), filler: AtlasFiller? = nil) {
        self.atlas = atlas
        self.filler = filler
    }

    /// Paints a tile.
    ///
    /// Blocks: call it on a worker thread.
    ///
    /// `ground` is the colour where there is no cell, 0xRRGGBB, and makes the tile a JPEG. Without it, a tile that is
    /// partly transparent is a PNG, which takes five times as long and as many bytes. `unknown` is the colour of
    /// unknown items on a contact sheet, 0xRRGGBB, whose computed pictures are drawn. A mosaic has nil, and shows the
    /// colours that its items claim.
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

    /// Returns the pixels of a tile.
    ///
    /// Blocks.
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
            // So that an event loop can compute this tile's version.
            colours.prepare(first..<last)
        }
        let source = AtlasKey.source(collection.source)
        return MosaicPainter(scene: scene, source: .known(cells, atlas)) {
            [atlas, filler] index, pictureNumber in
            // A damaged picture is not shown, and is made again.
            if let numbers = items.numbers(in: index..<index + 1).first {
                atlas.forget(AtlasKey(source: source, numbers), pictureNumber: pictureNumber)
                colours.forgetCell(index, pictureNumber: pictureNumber)
                filler?.scheduleWalk(over: collection)
            }
        }.paint(on: ground, unknown: unknown ?? TinyPicture.neutral)
    }

    /// Returns at most 15 ASCII bytes that change whenever what `tile` paints for these items may have changed.
    ///
    /// For event loops: O(log n), or O(1) while much has changed. `budget` is shared by all tiles of a plan. The
    /// version is a hash of what is painted, and so the same in the next run; while that is unknown, it begins with `~`
    /// and is valid in this run only.
    package func version(
        ofItems range: Range<Int>, of view: CatalogView, in collection: any ItemCollection,
        within budget: inout MosaicColours.Budget
    ) -> String {
        let items = view.items
        if items.computedColour != nil { return "\(Self.painting)-" + String(items.status.revision, radix: 36) }
        let colours = colours(of: items, in: collection)
        if let digest = colours.digest(of: range, within: &budget) {
            return Base32.encode(digest ^ Self.painting, length: 13)
        }
        return "~" + run
            + String((atlas.changeCount &+ items.status.revision) & (1 << 50 - 1), radix: 32)
    }

    /// Returns the version of a single tile, as above.
    package func version(ofItems range: Range<Int>, of view: CatalogView, in collection: any ItemCollection) -> String {
        var budget = MosaicColours.Budget()
        return version(ofItems: range, of: view, in: collection, within: &budget)
    }

    /// Returns numbers that change whenever tiles of a view may show something else.
    ///
    /// O(1).
    func changes(of view: CatalogView) -> [Int] { [atlas.changeCount, view.items.status.revision] }

    /// Records which items a client views, so that these are filled first.
    ///
    /// Returns at once.
    package func prioritize(_ range: Range<Int>, of view: CatalogView, in collection: any ItemCollection) {
        filler?.prioritize(range, of: view.items, in: collection)
    }

    /// Returns the atlas's progress with a collection; nil if it is not filled with it.
    ///
    /// O(1).
    package func progress(of collection: any ItemCollection) -> FillingProgress? {
        filler?.progress(of: collection)
    }

    func colours(of items: any CollectionView, in collection: any ItemCollection)
        -> MosaicColours
    {
        views.withLock { views in
            if let index = views.lastIndex(where: { $0.isOf(items) }) {
                if index == views.count - 1 { return views[index] }
                let known = views.remove(at: index)
                views.append(known)
                return known
            }
            let new = MosaicColours(items, source: collection.source, atlas: atlas)
            views = views.suffix(Self.viewLimit - 1) + [new]
            return new
        }
    }
}
