// The passes of an export: together they make each tile of a picture once.

import Catalog
import Metadata
import Tiling

/// How an export encodes tiles.
package struct TileExport: Sendable, Equatable {
    /// What becomes of a tile's pixels.
    package enum Coding: Sendable {
        /// What viewers get; but a PNG, which would lose nothing, is not made.
        case asShown
        /// The pixels as they are.
        case pixels
    }

    package var coding: Coding
    /// JPEG quality, 1 … 100; nil for that of tiles for viewers.
    package var quality: Int?

    package init(_ coding: Coding, quality: Int? = nil) { (self.coding, self.quality) = (coding, quality) }
}

extension TilePass {
    /// Returns the passes that make all tiles of an item's levels 0 … `last`; empty where it has none.
    ///
    /// Each level is as viewers get it. Only coarse levels of JPEGs in a TIFF are halved from the one before. Each pass
    /// reads the file once.
    /// Tiles that the file stores have a pass for each line, since nothing else of that line is decoded; they come last,
    /// so that the others need not wait for them.
    package static func exporting(
        _ item: ItemSummary, of collection: any ItemCollection, upTo last: Int, _ export: TileExport
    ) -> [TilePass] {
        guard let first = TilePass(collection, item, level: 0) else { return [] }
        let last = min(last, first.pyramid.maximumLevel)
        var (passes, lines): ([TilePass], [TilePass]) = ([], [])
        var level = 0
        while level <= last {
            if first.storedTiles?.contains(level) == true {
                let own = first.exported(level...level, export)
                lines += (0..<first.pyramid.tileCounts(of: level).rows).map { own.line($0, level: level) }
                level += 1
            } else {
                let levels = first.levelsReadTogether(from: level, upTo: last)
                passes.append(first.exported(levels, export))
                level = levels.upperBound + 1
            }
        }
        return passes + lines
    }

    /// The levels from one on that one reading of the file gives, without those whose tiles are stored.
    private func levelsReadTogether(from first: Int, upTo last: Int) -> ClosedRange<Int> {
        let end = (first...last).first { storedTiles?.contains($0) == true }.map { $0 - 1 } ?? last
        let own = levels(with: first)
        guard own.count == 1 else { return first...min(end, own.upperBound) }
        func denominator(_ level: Int) -> Int { FileTiles.denominator(restricted(to: level...level)) }
        let other = (first...end).first { levels(with: $0).count > 1 || denominator($0) != denominator(first) }
        return first...max(first, other.map { $0 - 1 } ?? end)
    }
}
