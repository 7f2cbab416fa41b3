// The files of a picture for Deep Zoom.

import Imaging
import Metadata
import Pixels
import Synchronization
import Tiling

/// Cuts the tiles of Deep Zoom from those of the pyramid, each of which is decoded once.
///
/// The files are the same as the server's answers. Memory: the parts of tiles that cross the edges of tiles which have
/// not come yet, which is about a row of tiles.
package final class DeepZoomFiles: PictureFiles {
    /// A part of a tile, from one tile of the pyramid.
    private struct Piece {
        /// Its corner within the tile, in pixels.
        let x: Int
        let y: Int
        let pixels: PixelBuffer
        let profile: [UInt8]?
    }

    private struct State {
        var written: TileSet
        /// The tiles of the pyramid that have come.
        var taken: TileSet
        var pieces: [TilePosition: [Piece]] = [:]
    }

    private let zoom: DeepZoom
    private let folder: PictureFolder
    private let source: MediaFormat
    private let quality: Int
    /// Whether also a tile that needs not be cut is encoded again.
    private let recodes: Bool
    /// Guards what is done; not held while tiles are decoded, encoded or written.
    private let state: Mutex<State>

    /// Finds what an earlier run has written if `isBegun`.
    package init(_ zoom: DeepZoom, in folder: PictureFolder, source: MediaFormat, quality: Int?, isBegun: Bool) {
        (self.zoom, self.folder, self.source) = (zoom, folder, source.decoded)
        self.quality = quality ?? TileEncoder.recodedQuality
        recodes = quality != nil
        var written = TileSet((0...zoom.maximumLevel).map { zoom.tileCounts(of: $0) })
        if isBegun {
            Self.forEachTile(of: zoom) { if folder.contains(Self.path($0)) { _ = written.insert($0) } }
        }
        let taken = TileSet((0...zoom.maximumLevel).map { zoom.pyramid.tileCounts(of: $0) })
        state = Mutex(State(written: written, taken: taken))
    }

    package var lastLevel: Int { zoom.maximumLevel }

    package var missingCount: Int { state.withLock { $0.written.missingCount } }

    package func isWanted(_ position: TilePosition) -> Bool {
        guard let (_, tiles) = tiles(of: position) else { return false }
        return state.withLock { state in
            guard !state.taken.contains(position) else { return false }
            return tiles.contains { !state.written.contains($0) }
        }
    }

    /// The pixels of a level that a tile of the pyramid has, and the tiles that show some of them.
    private func tiles(of position: TilePosition) -> (PixelRect, [TilePosition])? {
        guard
            let rect = zoom.pyramid.region(level: position.level, column: position.column, row: position.row)
        else { return nil }
        let size = zoom.pyramid.size(of: position.level)
        let level = zoom.maximumLevel - position.level
        let columns = zoom.tiles(showing: rect.x..<rect.x + rect.width, of: size.width)
        let rows = zoom.tiles(showing: rect.y..<rect.y + rect.height, of: size.height)
        return (
            rect, rows.flatMap { row in columns.map { TilePosition(level: level, column: $0, row: row) } }
        )
    }

    package func take(_ tile: EncodedTile, at position: TilePosition) throws(PictureFileError) {
        guard let (rect, tiles) = tiles(of: position) else { return }
        let missing: [TilePosition] = state.withLock { state in
            guard state.taken.insert(position) else { return [] }
            return tiles.filter { !state.written.contains($0) }
        }
        guard let first = missing.first else { return }
        // A level that is one tile is that tile.
        if tiles.count == 1, tile.mediaType == "image/jpeg", !recodes,
            zoom.pixels(level: first.level, column: 0, row: 0) == rect
        {
            return try write(tile.bytes, first)
        }
        let (pixels, profile) = try Self.decoded(tile)
        for place in missing {
            guard let whole = zoom.pixels(level: place.level, column: place.column, row: place.row) else { continue }
            let (left, top) = (max(whole.x, rect.x), max(whole.y, rect.y))
            let width = min(whole.x + whole.width, rect.x + rect.width) - left
            let height = min(whole.y + whole.height, rect.y + rect.height) - top
            guard width > 0, height > 0, pixels.width == rect.width, pixels.height == rect.height else {
                throw .image(.unavailable("a tile of the picture has another size than expected"))
            }
            let part = pixels.part(PixelRect(x: left - rect.x, y: top - rect.y, width: width, height: height))
            let piece = Piece(x: left - whole.x, y: top - whole.y, pixels: part, profile: profile)
            let pieces: [Piece]? = state.withLock { state in
                let pieces = state.pieces.removeValue(forKey: place) ?? []
                let count = pieces.reduce(width * height) { $0 + $1.pixels.width * $1.pixels.height }
                if count == whole.width * whole.height { return pieces + [piece] }
                state.pieces[place] = pieces + [piece]
                return nil
            }
            if let pieces { try write(encoded(pieces, whole.size), place) }
        }
    }

    private static func decoded(
        _ tile: EncodedTile
    ) throws(PictureFileError) -> (pixels: PixelBuffer, profile: [UInt8]?) {
        if let tile = PixelTile.decode(tile) { return tile }
        let picture = TilePicture(tile)
        do throws(ImageError) {
            return (try picture.pixels(), try picture.colours().profile)
        } catch {
            throw .image(error)
        }
    }

    private func write(_ bytes: [UInt8], _ place: TilePosition) throws(PictureFileError) {
        try folder.write(bytes, to: Self.path(place))
        state.withLock { _ = $0.written.insert(place) }
    }

    /// Puts a tile together as the server does: with alpha where a part has some, with colours where a part has some.
    private func encoded(_ pieces: [Piece], _ size: PixelSize) -> [UInt8] {
        let format = RegionComposer.format(pieces.map(\.pixels.format), .colour)
        let channelCount = format.channelCount
        var bytes = [UInt8](repeating: 0, count: size.width * size.height * channelCount)
        var profile: [UInt8]?
        for piece in pieces {
            if piece.x == 0, piece.y == 0 { profile = piece.profile }
            let pixels = piece.pixels.format == format ? piece.pixels : piece.pixels.converted(to: format)
            var output = bytes.mutableSpan
            for row in 0..<pixels.height {
                let start = row * pixels.rowByteCount
                output.copy(
                    pixels.bytes.span, start..<start + pixels.rowByteCount,
                    to: ((piece.y + row) * size.width + piece.x) * channelCount)
            }
        }
        return JPEGEncoder.encode(
            PixelBuffer(width: size.width, height: size.height, format: format, bytes: bytes), quality: quality,
            subsampling: RegionComposer.subsampling(of: source), profile: profile)
    }

    /// The paths of all files of a picture, in a fixed order.
    package static func forEachPath(of zoom: DeepZoom, _ body: (String) -> Void) {
        forEachTile(of: zoom) { body(path($0)) }
    }

    private static func path(_ tile: TilePosition) -> String { "\(tile.level)/\(tile.column)_\(tile.row).jpg" }

    private static func forEachTile(of zoom: DeepZoom, _ body: (TilePosition) -> Void) {
        for level in 0...zoom.maximumLevel {
            let counts = zoom.tileCounts(of: level)
            for row in 0..<counts.rows {
                for column in 0..<counts.columns {
                    body(TilePosition(level: level, column: column, row: row))
                }
            }
        }
    }
}

extension TilePicture {
    /// Decodes the whole tile.
    func pixels() throws(ImageError) -> PixelBuffer {
        var decoder = try decoder()
        let (width, height, format) = (decoder.width, decoder.height, decoder.format)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * format.channelCount)
        while bytes.count < width * height * format.channelCount {
            guard try decoder.readRows(into: &bytes) > 0 else {
                throw .unavailable("a tile of the picture is damaged")
            }
        }
        return PixelBuffer(width: width, height: height, format: format, bytes: bytes)
    }
}

extension PixelBuffer {
    /// Returns a part of the picture, which must lie within it.
    fileprivate func part(_ rect: PixelRect) -> PixelBuffer {
        let channelCount = format.channelCount
        var part: [UInt8] = []
        part.reserveCapacity(rect.width * rect.height * channelCount)
        for row in rect.y..<rect.y + rect.height {
            let start = (row * width + rect.x) * channelCount
            part += bytes[start..<start + rect.width * channelCount]
        }
        return PixelBuffer(width: rect.width, height: rect.height, format: format, bytes: part)
    }

    /// Returns the picture in a format that can hold its own.
    fileprivate func converted(to target: PixelFormat) -> PixelBuffer {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * target.channelCount)
        append(as: target, to: &bytes)
        return PixelBuffer(width: width, height: height, format: target, bytes: bytes)
    }
}
