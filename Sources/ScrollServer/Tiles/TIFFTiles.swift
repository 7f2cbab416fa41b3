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

    /// Makes the tiles of the pass; parameters and errors are those of `FileTiles.make`.
    ///
    /// Blocks.
    func make(from source: ByteSource, to output: TileOutput) throws(ImageError) {
        let file = try TIFFFile(source: source)
        try pass.check(width: file.width, height: file.height, orientation, of: source)
        if pass.hasSeparateLevels {
            // Levels made from the same picture of the file are read together.
            var rest = pass.levels
            while let last = rest.last(where: {
                file.overview(for: $0)?.level == file.overview(for: rest.lowerBound)?.level
            }) {
                try make(rest.lowerBound...last, file, source, to: output)
                guard last < rest.upperBound else { return }
                rest = last + 1...rest.upperBound
            }
            return
        }
        guard let levels = try levels(file, source, output) else { return output.progress(1) }
        try make(levels, file, source, to: output)
    }

    private func make(
        _ levels: ClosedRange<Int>, _ file: TIFFFile, _ source: ByteSource, to output: TileOutput
    ) throws(ImageError) {
        let part = TIFFTiles(
            pass: pass.restricted(to: levels), orientation: orientation, encoder: encoder, points: points)
        // A damaged overview ends early: then take the rest from the picture itself.
        if let overview = file.overview(for: levels.lowerBound), let decoder = try? file.decoder(of: overview),
            try part.make(decoder, of: overview.level, file, to: output)
        {
            return
        }
        try source.check()
        _ = try part.make(file.decoder(), of: 0, file, to: output)
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
                storedLevels: [0] + file.overviews.map(\.level)
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

    /// Makes the pass's levels from one of the file's pictures, which is (nearly) the pyramid's `level`.
    ///
    /// - Returns: false if an overview is damaged, or is not really an overview.
    private func make(
        _ decoder: TIFFDecoder, of level: Int, _ file: TIFFFile, to output: TileOutput
    ) throws(ImageError) -> Bool {
        let colours = file.colours
        decoder.inks = colours.inks
        var encoder = encoder
        encoder.colours = colours
        let size = orientation.oriented(pass.pyramid.size(of: level))
        guard var source = TIFFLevelRows(decoder, width: size.width, height: size.height) else { return false }
        var levels = LevelChain(
            pass, orientation: orientation, encoder: encoder,
            decodedSize: size, format: source.format, base: level)
        if pass.line != nil {
            let columns = levels.chooseColumns(for: output).clamped(to: 0..<source.width)
            source.begin(at: levels.firstRow, columns: columns)
        }
        let rowByteCount = source.width * source.format.channelCount
        var rows: [UInt8] = []
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
            levels.push(rows[taken.lowerBound * rowByteCount..<taken.upperBound * rowByteCount], to: output)
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
