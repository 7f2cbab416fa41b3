// Makes tiles of a TIFF from the parts of the file that they need, and from the smallest of its pictures that suffices.

import Imaging
import Metadata
import Pixels
import Tiling

/// Reads a TIFF for one pass: for a line of tiles only its strips or tiles, and for coarse levels the file's overviews.
struct TIFFTiles {
    let pass: TilePass
    let orientation: Orientation
    let encoder: TileEncoder
    /// Where to record that any place of the picture can be opened directly.
    let points: RestartTable?

    /// How far from a wanted tile others of its line are made, where all of the line is decoded anyway: as far as their
    /// pixels take some 7 MB.
    ///
    /// Elsewhere each would delay the wanted one.
    private static let reachOfStrips = 4

    /// Makes the tiles of the pass; parameters and errors are those of `FileTiles.make`.
    ///
    /// Blocks.
    func make(_ file: TIFFFile, from source: ByteSource, to output: TileOutput) throws(ImageError) {
        let sources = try sources(file, source)
        guard let file = sources.first?.file else { throw .unsupported("a TIFF without these channels") }
        try pass.check(width: file.width, height: file.height, orientation, of: source)
        if pass.export != nil, pass.line == nil {
            // Levels made from the same picture of the file are read together, each halved from the one before.
            var rest = pass.levels
            while let stored = rest.first.map(file.storedLevel),
                let last = rest.last(where: { file.storedLevel(for: $0) == stored })
            {
                // An export that goes on may have all tiles of some.
                if (rest.lowerBound...last).contains(where: { pass.isAnyWanted(of: $0, output) }) {
                    try make(rest.lowerBound...last, sources, source, to: output)
                }
                guard last < rest.upperBound else { return }
                rest = last + 1...rest.upperBound
            }
            return
        }
        guard let levels = try levels(file, source, output) else { return output.progress(1) }
        try make(levels, sources, source, to: output)
    }

    private func make(
        _ levels: ClosedRange<Int>, _ sources: [Source], _ source: ByteSource, to output: TileOutput
    ) throws(ImageError) {
        guard let file = sources.first?.file else { return }
        let colours = pass.channels == nil ? file.colours : TileColours()
        let part = TIFFTiles(
            pass: pass.restricted(to: levels), orientation: orientation, encoder: encoder, points: points)
        // A damaged overview ends early: then take the rest from the picture itself.
        if let level = file.overview(for: levels.lowerBound)?.level, let rows = try? part.rows(of: level, sources),
            try part.make(rows, of: level, file, colours, to: output)
        {
            return
        }
        try source.check()
        guard let rows = try part.rows(of: 0, sources) else {
            throw .unsupported("a TIFF with channels of different sizes")
        }
        _ = try part.make(rows, of: 0, file, colours, to: output)
    }

    // MARK: Channels

    /// A file as it is shown, and the colour of its gray: 0xRRGGBB; nil for its own colours.
    private typealias Source = (file: TIFFFile, colour: UInt32?)

    /// Opens the file, or once for each channel.
    private func sources(_ file: TIFFFile, _ source: ByteSource) throws(ImageError) -> [Source] {
        guard let shown = pass.channels else { return [(file, nil)] }
        guard let channels = try TIFFChannels(source) else { return [] }
        var sources: [Source] = []
        for channel in shown {
            guard let file = try channels.file(of: channel.index, window: channel.window) else { continue }
            sources.append((file, channel.colour))
        }
        return sources
    }

    /// The rows of a level that all files have; nil where one of them has none of that size.
    private func rows(of level: Int, _ sources: [Source]) throws(ImageError) -> (any TIFFRows)? {
        let size = orientation.oriented(pass.pyramid.size(of: level))
        var channels: [(rows: TIFFLevelRows, colour: UInt32)] = []
        for (file, colour) in sources {
            let decoder: TIFFDecoder
            if level == 0 {
                decoder = try file.decoder()
            } else {
                guard let overview = file.overviews.first(where: { $0.level == level }) else { return nil }
                decoder = try file.decoder(of: overview)
            }
            if colour == nil { decoder.inks = file.colours.inks }
            guard let rows = TIFFLevelRows(decoder, width: size.width, height: size.height) else { return nil }
            guard let colour else {
                // Levels that are not made need no memory for their rows of tiles.
                let halvings = pass.line == nil ? pass.levels.lowerBound - level : 0
                return TIFFHalvedRows(rows, halvings: halvings) ?? rows
            }
            channels.append((rows, colour))
        }
        return TIFFChannelRows(channels)
    }

    // MARK: Levels

    /// Returns the levels to make now; nil if all wanted ones are made line by line in passes of their own.
    private func levels(
        _ file: TIFFFile, _ source: ByteSource, _ output: TileOutput
    ) throws(ImageError) -> ClosedRange<Int>? {
        if pass.line != nil { return pass.levels }
        if pass.supportsRandomAccess, file.supportsRandomAccess, let points {
            return try DirectLines(
                pass: pass, orientation: orientation, points: points, rowCount: file.height,
                storedLevels: file.storedLevels, firstLevels: [0] + file.overviews.map(\.level)
            ).rest(of: source, output)
        }
        // Make only the coarse levels if only they are wanted, so that they need not wait for the fine ones.
        guard pass.levels.count > 1, !file.overviews.isEmpty,
            let first = pass.levels.first(where: { pass.isAnyWanted(of: $0, output) }),
            file.overview(for: first) != nil
        else { return pass.levels }
        return first...pass.levels.upperBound
    }

    // MARK: Rows

    /// Makes the pass's levels from rows of the pyramid's `level`.
    ///
    /// - Returns: false if an overview is damaged.
    private func make(
        _ source: any TIFFRows, of level: Int, _ file: TIFFFile, _ colours: TileColours, to output: TileOutput
    ) throws(ImageError) -> Bool {
        var (source, encoder) = (source, encoder)
        encoder.colours = colours
        let size = PixelSize(width: source.width, height: source.height)
        var levels = LevelChain(
            pass, orientation: orientation, encoder: encoder,
            decodedSize: size, format: source.format, base: level + source.halvings,
            reach: file.hasWholeRows ? Self.reachOfStrips : 0)
        // Of a line only the columns that its tiles need are read, scaled and kept.
        var columns = 0..<source.width
        if pass.line != nil {
            columns = levels.chooseColumns(for: output).clamped(to: columns)
            source.begin(at: levels.firstRow, columns: columns)
            if columns.isEmpty { columns = source.columns }
            levels.narrow(to: columns)
        }
        let rowByteCount = source.columns.count * source.format.channelCount
        let left = (columns.lowerBound - source.columns.lowerBound) * source.format.channelCount
        let neededByteCount = columns.count * source.format.channelCount
        var (rows, needed): ([UInt8], [UInt8]) = ([], [])
        var fillPixel: [UInt8]?
        while !levels.isDone, fillPixel == nil {
            rows.removeAll(keepingCapacity: true)
            let skipped = max(0, levels.firstRow - source.row)
            let count: Int
            do throws(ImageError) { count = try source.readRows(into: &rows) } catch {
                guard level == 0 else { return false }
                throw error
            }
            guard level == 0 || source.isSound && count > 0 else { return false }
            if count == 0 { break }
            let taken = min(count, skipped)..<count
            if neededByteCount == rowByteCount {
                levels.push(rows[taken.lowerBound * rowByteCount..<taken.upperBound * rowByteCount], to: output)
            } else {
                needed.removeAll(keepingCapacity: true)
                for row in taken {
                    let start = row * rowByteCount + left
                    needed += rows[start..<start + neededByteCount]
                }
                levels.push(needed[...], to: output)
            }
            output.progress(Double(source.row) / Double(source.height))
            fillPixel = source.fillPixel
        }
        levels.finish(with: fillPixel, to: output)
        return true
    }
}

extension TIFFFile {
    /// The colour conversion for all pictures of the file: overviews often lack the profile.
    var colours: TileColours { TileColours.of(profile, profileSpace) }
}
