// Makes the tiles of pictures in any collection.

import Catalog
import Imaging
import Pixels
import Platform
import Tiling

/// Draws the tiles of computed pictures and decodes those of files.
package struct PictureTileMaker: TileMaker {
    /// Approximate bytes that the scans of a progressive picture read ahead, and bytes per column of its coefficients.
    private static let (readAhead, coefficientByteCount) = (2 << 20, 16 * 3 * 2)
    /// Bytes of a target column's weights in a scaler.
    private static let weightByteCount = 48

    /// Where decoders may keep data that is too large for memory.
    package var scratch: DecodingScratch?
    /// Where decoders can begin in pictures that have been read before.
    package var points = RestartTable(disk: nil)
    /// The tiles that need not be made, since their files store them.
    private let stored = StoredTileTable()

    package init(scratch: DecodingScratch? = nil, points: RestartTable = RestartTable(disk: nil)) {
        self.scratch = scratch
        self.points = points
    }

    package func part(of pass: TilePass, for position: TilePosition) -> TilePass? {
        if pass.format == .tiff, stored.knownReader(of: pass)?.contains(position, of: pass) == true {
            return pass.line(position.row, level: position.level)
        }
        guard pass.supportsRandomAccess, pass.levels.contains(position.level),
            pass.levels.lowerBound == 0 || !pass.isLarge,
            let points = points.points(of: pass), RestartPoints.hasLines(of: position.level, points.storedLevels),
            points.covers(position, of: pass.size)
        else { return nil }
        return pass.line(points.line(of: position), level: position.level)
    }

    package func prepare(_ pass: TilePass) {
        if pass.supportsRandomAccess { points.load(pass) }
    }

    package func byteEstimate(for pass: TilePass) -> Int {
        // One tile as pixels, as filtered rows and encoded: about 10 bytes per pixel.
        let tile = Pyramid.tileSize * Pyramid.tileSize * 10
        if pass.isDrawn { return tile }
        if pass.isCopy, let side = pass.copySide {
            return tile + HEICDecoder.byteEstimate(width: side, height: side)
        }
        let pyramid = pass.pyramid
        var bytes = tile
        for level in pass.levels {
            let size = pyramid.size(of: level)
            let breadth = max(size.width, size.height)
            bytes += min(Pyramid.tileSize, min(size.width, size.height)) * breadth * 4
            // Where the level is scaled from the decoded rows, the weights of each column.
            if level > 0, level == pass.levels.lowerBound { bytes += breadth * Self.weightByteCount }
        }
        // TIFF decoders decode a row of tiles at once.
        if pass.format == .tiff {
            let decoder = TIFFDecoder.byteEstimate(width: pass.size.width, height: pass.size.height)
            return bytes + decoder * (pass.channels?.count ?? 1)
        }
        // So do HEIC decoders, or all of a picture in one piece.
        if pass.format == .heic {
            return bytes + HEICDecoder.byteEstimate(width: pass.size.width, height: pass.size.height)
        }
        // Lines are made only from formats that need nothing else in memory.
        if pass.line != nil { return bytes }
        let (width, height) = (pass.size.width, pass.size.height)
        if let estimate = pass.format.byteEstimate(width: width, height: height) { return bytes + estimate }
        // A JPEG may be progressive, with coefficients of a row of MCUs; or several threads decode it in bands.
        let bands = pass.format == .jpeg ? FileTiles.bandByteEstimate(pass) : 0
        return bytes + Self.readAhead + max(width, height) * Self.coefficientByteCount + bands
    }

    package func make(_ pass: TilePass, to output: TileOutput) throws(ImageError) {
        do throws(ImageError) {
            switch try content(of: pass) {
            case .drawing(let drawing): try draw(drawing, pass, to: output)
            case .file(let source, let orientation): try make(from: source, orientation, pass, to: output)
            }
        } catch {
            // Makes the collection examine the item, so that the next request names the current version.
            if error == .changed { pass.collection.examine(item: pass.item) }
            // Without its channels the picture may be sound.
            if error.isOfContent, pass.display == nil {
                pass.collection.noteUndecodable(item: pass.item, version: pass.version, error)
            }
            if pass.supportsRandomAccess || pass.line != nil { points.forget(pass) }
            if case .unavailable(let reason) = error {
                Log.warning(
                    "files that cannot be read for tiles",
                    "a tile of \(pass.item) in \(pass.collection.source): \(reason)")
            } else {
                Log.debug("no tile of \(pass.item) in \(pass.collection.source): \(error.explanation)")
            }
            throw error
        }
    }

    /// Returns what the pass decodes or draws; opening and reading a file count as waiting.
    private func content(of pass: TilePass) throws(ImageError) -> ItemContent {
        guard let wait = pass.wait else {
            return try pass.collection.content(ofItem: pass.item, version: pass.version)
        }
        let content = try wait.during { () throws(ImageError) in
            try pass.collection.content(ofItem: pass.item, version: pass.version)
        }
        guard case .file(let source, let orientation) = content else { return content }
        return .file(source.counting { wait.count($0) }, orientation: orientation)
    }

    /// Decodes a file; checks its version before each tile and at the end.
    ///
    /// So a tile is emitted only if every read before it returned the bytes of this version.
    private func make(
        from source: ByteSource, _ orientation: Int, _ pass: TilePass, to output: TileOutput
    ) throws(ImageError) {
        var damage: ImageError?
        let checked = TileOutput(
            isWanted: output.isWanted,
            emit: { position, tile in
                if (try? source.check()) != nil { output.emit(position, tile) }
            }, progress: output.progress)
        try source.checked { () throws(ImageError) in
            let reader = pass.format == .tiff && orientation == 1 ? try stored.reader(of: pass, source) : nil
            var damaged: Set<TilePosition> = []
            if let reader {
                let sent = reader.send(pass, from: source, to: checked)
                guard sent.needsOthers else { return }
                damaged = sent.damaged
            }
            try FileTiles(
                pass, orientation: orientation, scratch: scratch, points: points, noteDamage: { damage = damage ?? $0 }
            ).make(
                // One decode gives all tiles of the level; those that nobody requested go into the caches.
                from: source,
                to: TileOutput(
                    isWanted: output.isWanted,
                    emit: { position, tile in
                        // A tile is always the same, so what is stored is never replaced.
                        guard let reader, reader.contains(position, of: pass), !damaged.contains(position) else {
                            return checked.emit(position, tile)
                        }
                        if output.isWanted(position), let tile = reader.tile(position, of: pass, from: source) {
                            checked.emit(position, tile)
                        }
                    }, progress: output.progress))
        }
        if let damage { pass.collection.noteUndecodable(item: pass.item, version: pass.version, damage) }
    }

    /// Draws only the wanted tiles, since drawing several together saves nothing.
    private func draw(_ drawing: any ItemDrawing, _ pass: TilePass, to output: TileOutput) throws(ImageError) {
        guard drawing.size == pass.size else {
            throw .unreadable("the picture has changed while it was looked at; load the page again")
        }
        let pyramid = pass.pyramid
        for level in pass.levels {
            guard level <= drawing.maximumLevel else {
                throw .unreadable("this picture is drawn at levels 0 to \(drawing.maximumLevel), not at \(level)")
            }
            let counts = pyramid.tileCounts(of: level)
            for row in 0..<counts.rows {
                for column in 0..<counts.columns {
                    let position = TilePosition(level: level, column: column, row: row)
                    guard output.isWanted(position), let region = pyramid.region(level: level, column: column, row: row)
                    else { continue }
                    let tile = drawing.tile(region, level: level)
                    guard drawing.isSound else {
                        throw .unavailable("what was kept of the table is damaged; it is read anew")
                    }
                    output.emit(position, tile)
                }
            }
        }
    }
}
