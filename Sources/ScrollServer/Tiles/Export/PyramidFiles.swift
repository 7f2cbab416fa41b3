// The files of a picture for a site: the tiles of its pyramid, as they are.

import Imaging
import Metadata
import Pixels
import Synchronization
import Tiling

/// Writes each tile as a file of its own, down to the level of the smallest cells.
package final class PyramidFiles: PictureFiles {
    /// The longer side, in pixels, of the coarsest level has at least so many: no cell of a site needs fewer.
    private static let smallestSide = 64

    private let pyramid: Pyramid
    private let folder: PictureFolder
    private let source: MediaFormat
    private let quality: Int?
    /// The tiles that are written; not held while one is.
    private let written: Mutex<TileSet>

    package let lastLevel: Int

    /// Finds what an earlier run has written if `isBegun`.
    package init(_ pyramid: Pyramid, in folder: PictureFolder, source: MediaFormat, quality: Int?, isBegun: Bool) {
        (self.pyramid, self.folder, self.source, self.quality) = (pyramid, folder, source.decoded, quality)
        lastLevel = Self.lastLevel(of: pyramid)
        var written = TileSet((0...lastLevel).map { pyramid.tileCounts(of: $0) })
        if isBegun {
            Self.forEachTile(of: pyramid) { if folder.contains(Self.path($0)) { _ = written.insert($0) } }
        }
        self.written = Mutex(written)
    }

    /// The coarsest level of which there are files.
    package static func lastLevel(of pyramid: Pyramid) -> Int {
        var level = 0
        while level < pyramid.maximumLevel, case let size = pyramid.size(of: level + 1),
            max(size.width, size.height) >= smallestSide
        { level += 1 }
        return level
    }

    package var missingCount: Int { written.withLock { $0.missingCount } }

    package func isWanted(_ position: TilePosition) -> Bool {
        position.level <= lastLevel && written.withLock { !$0.contains(position) }
    }

    package func take(_ tile: EncodedTile, at position: TilePosition) throws(PictureFileError) {
        guard isWanted(position) else { return }
        let bytes = PixelTile.jpeg(of: tile, quality: quality, source: source)
        try folder.write(bytes, to: Self.path(position))
        written.withLock { _ = $0.insert(position) }
    }

    /// The path of a tile.
    package static func path(_ tile: TilePosition) -> String { "\(tile.level)/\(tile.column)_\(tile.row).jpg" }

    /// The paths of all files of a picture, in a fixed order.
    package static func forEachPath(of pyramid: Pyramid, _ body: (String) -> Void) {
        forEachTile(of: pyramid) { body(path($0)) }
    }

    private static func forEachTile(of pyramid: Pyramid, _ body: (TilePosition) -> Void) {
        for level in 0...lastLevel(of: pyramid) {
            let counts = pyramid.tileCounts(of: level)
            for row in 0..<counts.rows {
                for column in 0..<counts.columns { body(TilePosition(level: level, column: column, row: row)) }
            }
        }
    }
}
