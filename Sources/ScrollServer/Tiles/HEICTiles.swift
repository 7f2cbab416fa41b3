// Makes tiles of a HEIC from those of its own tiles that they need, and from its smaller copy if that suffices.

import Imaging
import Metadata
import Pixels
import Tiling

/// Reads a HEIC for one pass: of a grid only the rows and columns that a line of tiles needs.
struct HEICTiles {
    let pass: TilePass
    let orientation: Orientation
    let encoder: TileEncoder
    /// Where to record that any place of the picture can be opened directly.
    let points: RestartTable?
    /// Is told what is wrong with a tile of the picture's own that is grey.
    var noteDamage: (ImageError) -> Void = { _ in }

    /// Makes the tiles of the pass; parameters and errors are those of `FileTiles.make`.
    ///
    /// Blocks.
    func make(from source: ByteSource, to output: TileOutput) throws(ImageError) {
        var decoder = try HEICDecoder(source: source)
        try pass.check(width: decoder.width, height: decoder.height, orientation, of: source)
        decoder.useProcessors(pass.idleWorkers)
        var encoder = encoder
        encoder.colours = TileColours.of(decoder)
        if pass.isCopy { return try makeCopy(decoder, encoder, source, to: output) }
        guard pass.hasSeparateLevels else { return try makeLevels(decoder, encoder, source, to: output) }
        // Levels that the copy suffices for are made as by a pass for each; the others are read together.
        let copied = pass.levels.first { level in
            let size = orientation.oriented(pass.pyramid.size(of: level))
            return decoder.thumbnail(width: size.width, height: size.height) != nil
        }
        let end = copied ?? pass.levels.upperBound + 1
        var parts = (end...max(end, pass.levels.upperBound)).map { $0...$0 }
        if copied == nil { parts = [] }
        if end > pass.levels.lowerBound { parts.insert(pass.levels.lowerBound...end - 1, at: 0) }
        for levels in parts {
            try HEICTiles(
                pass: pass.restricted(to: levels), orientation: orientation, encoder: encoder, points: nil,
                noteDamage: noteDamage
            ).makeLevels(decoder, encoder, source, to: output)
        }
    }

    private func makeLevels(
        _ decoder: HEICDecoder, _ encoder: TileEncoder, _ source: ByteSource, to output: TileOutput
    ) throws(ImageError) {
        // The copy is made into whole levels, even if a line was asked for: it takes some milliseconds.
        let least = orientation.oriented(pass.pyramid.size(of: pass.levels.lowerBound))
        if let thumbnail = decoder.thumbnail(width: least.width, height: least.height) {
            let part = HEICTiles(
                pass: pass.restricted(to: pass.levels, line: nil), orientation: orientation, encoder: encoder,
                points: nil)
            // A damaged copy does not matter: the picture is read instead.
            if (try? part.make(thumbnail, base: nil, to: output)) == true { return }
            try source.check()
        }
        guard let levels = try levels(decoder, source, output) else { return output.progress(1) }
        let part = HEICTiles(
            pass: pass.restricted(to: levels), orientation: orientation, encoder: encoder, points: points,
            noteDamage: noteDamage)
        _ = try part.make(decoder, base: 0, to: output)
    }

    /// Makes the tile of the smaller copy as it is stored; of a damaged one, the finest level that is one tile.
    private func makeCopy(
        _ decoder: HEICDecoder, _ encoder: TileEncoder, _ source: ByteSource, to output: TileOutput
    ) throws(ImageError) {
        let side = pass.copySide ?? 1
        let isWide = decoder.width >= decoder.height
        // It is the only tile of either pass.
        let output = TileOutput(
            isWanted: { _ in output.isWanted(.copy) }, emit: { output.emit(.copy, $1) }, progress: output.progress)
        if let copy = decoder.thumbnail(width: isWide ? side : 1, height: isWide ? 1 : side),
            max(copy.width, copy.height) <= Pyramid.tileSize
        {
            let size = orientation.oriented(PixelSize(width: copy.width, height: copy.height))
            let part = HEICTiles(pass: pass.copy(of: size), orientation: orientation, encoder: encoder, points: nil)
            if (try? part.make(copy, base: nil, to: output)) == true { return }
            try source.check()
        }
        let part = HEICTiles(
            pass: pass.standIn, orientation: orientation, encoder: encoder, points: nil, noteDamage: noteDamage)
        _ = try part.make(decoder, base: 0, to: output)
    }

    /// Returns the levels to make now; nil if all wanted ones are made line by line in passes of their own.
    private func levels(
        _ decoder: HEICDecoder, _ source: ByteSource, _ output: TileOutput
    ) throws(ImageError) -> ClosedRange<Int>? {
        guard pass.line == nil, pass.supportsRandomAccess, decoder.supportsRandomAccess, let points,
            // A level of one tile needs all of the picture.
            pass.isLarge || pass.pyramid.tileCounts(of: pass.levels.lowerBound) != (1, 1)
        else { return pass.levels }
        return try DirectLines(
            pass: pass, orientation: orientation, points: points, rowCount: decoder.height, storedLevels: [0],
            firstLevels: [0]
        ).rest(of: source, output)
    }

    /// Makes the pass's levels from the picture (`base` is 0) or from its smaller copy (nil).
    ///
    /// - Returns: false if the copy is damaged.
    private func make(_ decoder: HEICDecoder, base: Int?, to output: TileOutput) throws(ImageError) -> Bool {
        var decoder = decoder
        var levels = LevelChain(
            pass, orientation: orientation, encoder: encoder,
            decodedSize: PixelSize(width: decoder.width, height: decoder.height), format: decoder.format, base: base,
            // Neighbours are mostly in other tiles of the grid: they cost as much later.
            reach: 0)
        var row = 0
        if pass.line != nil {
            let columns = levels.chooseColumns(for: output)
            row = decoder.begin(at: levels.firstRow, columns: columns)
        }
        let rowByteCount = decoder.width * decoder.format.channelCount
        var rows: [UInt8] = []
        while !levels.isDone {
            rows.removeAll(keepingCapacity: true)
            let count = try decoder.readRows(into: &rows)
            if base == nil, decoder.isPartial { return false }
            if count == 0 { break }
            let taken = min(count, max(0, levels.firstRow - row))..<count
            row += count
            levels.push(rows[taken.lowerBound * rowByteCount..<taken.upperBound * rowByteCount], to: output)
            output.progress(Double(row) / Double(decoder.height))
        }
        levels.finish(to: output)
        if let damage = decoder.damage { noteDamage(damage) }
        return true
    }
}
