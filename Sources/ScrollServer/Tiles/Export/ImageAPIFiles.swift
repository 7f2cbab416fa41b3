// The files of a picture for the IIIF Image API at level 0.

import Imaging
import Metadata
import Pixels
import Synchronization
import Tiling

/// Writes each tile as it is, and the largest image of the whole picture from the tiles of its level.
package final class ImageAPIFiles: PictureFiles {
    private struct State {
        var written: TileSet
        var isPreviewWritten: Bool
        /// The tiles of the preview's level so far.
        var preview: [TilePosition: EncodedTile] = [:]
    }

    private let files: StaticImageFiles
    private let folder: PictureFolder
    private let source: MediaFormat
    private let quality: Int?
    /// Guards what is done; not held while files are written.
    private let state: Mutex<State>

    /// The level of the largest image, its columns, and the number of its tiles.
    private let previewCounts: (columns: Int, rows: Int)

    /// Finds what an earlier run has written if `isBegun`.
    package init(
        _ files: StaticImageFiles, in folder: PictureFolder, source: MediaFormat, quality: Int?, isBegun: Bool
    ) {
        (self.files, self.folder, self.source, self.quality) = (files, folder, source.decoded, quality)
        previewCounts = files.pyramid.tileCounts(of: files.previewLevel)
        var written = TileSet((0...files.lastLevel).map { files.pyramid.tileCounts(of: $0) })
        if isBegun {
            Self.forEachTile(of: files) { if folder.contains($1) { _ = written.insert($0) } }
        }
        let isPreviewWritten = isBegun && files.previewPaths.allSatisfy { folder.contains($0) }
        state = Mutex(State(written: written, isPreviewWritten: isPreviewWritten))
    }

    package var lastLevel: Int { files.lastLevel }

    package func isWanted(_ position: TilePosition) -> Bool {
        state.withLock { state in
            !state.written.contains(position)
                || position.level == files.previewLevel && !state.isPreviewWritten && state.preview[position] == nil
        }
    }

    package var missingCount: Int { state.withLock { $0.written.missingCount + ($0.isPreviewWritten ? 0 : 1) } }

    package func take(_ tile: EncodedTile, at position: TilePosition) throws(PictureFileError) {
        guard isWanted(position),
            let path = files.path(level: position.level, column: position.column, row: position.row)
        else { return }
        if !state.withLock({ $0.written.contains(position) }) { try folder.write(jpeg(of: tile), to: path) }
        let count = previewCounts.columns * previewCounts.rows
        let tiles: [EncodedTile]? = state.withLock { state in
            _ = state.written.insert(position)
            guard position.level == files.previewLevel, !state.isPreviewWritten else { return nil }
            state.preview[position] = tile
            guard state.preview.count == count else { return nil }
            defer { state.preview = [:] }
            return (0..<count).compactMap {
                let (row, column) = $0.quotientAndRemainder(dividingBy: previewCounts.columns)
                return state.preview[TilePosition(level: files.previewLevel, column: column, row: row)]
            }
        }
        guard let tiles else { return }
        let image = try preview(of: tiles)
        for path in files.previewPaths { try folder.write(image, to: path) }
        state.withLock { $0.isPreviewWritten = true }
    }

    private func jpeg(of tile: EncodedTile) -> [UInt8] { PixelTile.jpeg(of: tile, quality: quality, source: source) }

    /// Puts the whole picture together from the tiles of a level, row by row.
    private func preview(of tiles: [EncodedTile]) throws(PictureFileError) -> [UInt8] {
        if let only = tiles.first, tiles.count == 1 { return jpeg(of: only) }
        let tiles = tiles.map { tile in
            guard let (pixels, profile) = PixelTile.decode(tile) else { return tile }
            return EncodedTile(bytes: PNGEncoder.encode(pixels, profile: profile), mediaType: "image/png")
        }
        let size = files.pyramid.size
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let own = files.pyramid.size(of: files.previewLevel)
        var composer = RegionComposer(
            image: RegionImage(region: whole, size: own), region: LevelRegion(whole, of: files.pyramid, size: own),
            source: source)
        if let quality { composer.quality = quality }
        do throws(ImageError) {
            return try composer.image(of: tiles) { false }.bytes
        } catch {
            throw .image(error)
        }
    }

    /// The paths of all files of a picture, in a fixed order.
    package static func forEachPath(of files: StaticImageFiles, _ body: (String) -> Void) {
        forEachTile(of: files) { body($1) }
        let last = files.path(level: files.lastLevel, column: 0, row: 0)
        for path in files.previewPaths where path != last { body(path) }
    }

    private static func forEachTile(of files: StaticImageFiles, _ body: (TilePosition, String) -> Void) {
        for level in 0...files.lastLevel {
            let counts = files.pyramid.tileCounts(of: level)
            for row in 0..<counts.rows {
                for column in 0..<counts.columns {
                    guard let path = files.path(level: level, column: column, row: row) else { continue }
                    body(TilePosition(level: level, column: column, row: row), path)
                }
            }
        }
    }
}
