// Makes the tiles of a picture file: decodes, scales, rotates, cuts and encodes it, row by row.

import Imaging
import Metadata
import Pixels
import Platform
import Tiling

/// Reads a file once for the levels of one pass.
struct FileTiles {
    let pass: TilePass
    let orientation: Orientation
    /// The size of level 0 as stored, before the orientation is applied, in pixels.
    private let storedSize: PixelSize
    private let encoder: TileEncoder
    private let scratch: DecodingScratch?
    private let points: RestartTable?
    private let noteDamage: (ImageError) -> Void

    /// The maximum number of tiles of a large PNG's level that are all made together, wanted or not.
    private static let wholeLevelTileCount = 256
    /// JPEGs with fewer pixels are decoded by one thread.
    private static let bandPixelCount = 4_000_000

    /// Prepares a pass; an `orientation` other than EXIF's 1 … 8 counts as 1.
    ///
    /// Decoders may keep data that is too large for memory in `scratch`. With `points`, which record where to begin in
    /// large pictures, only wanted tiles and their neighbours are made of the finest levels. `noteDamage` is told what is
    /// wrong with a part of the picture whose tiles are made all the same.
    init(
        _ pass: TilePass, orientation: Int, encoder: TileEncoder? = nil, scratch: DecodingScratch? = nil,
        points: RestartTable? = nil, noteDamage: @escaping (ImageError) -> Void = { _ in }
    ) {
        self.pass = pass
        self.scratch = scratch
        self.points = pass.export == nil ? points : nil
        self.noteDamage = noteDamage
        self.encoder = encoder ?? TileEncoder(source: pass.format, isLossless: pass.isLossless, pass.export)
        self.orientation = Orientation(rawValue: orientation) ?? .up
        storedSize = self.orientation.oriented(pass.size)
    }

    /// Returns the factor, 1, 2, 4 or 8, by which the decoder can shrink the picture for the pass's finest level.
    ///
    /// A shrunk block at the edge contains the encoder's padding. A thin picture is hardly more than its edge, so it is
    /// decoded larger.
    static func denominator(_ pass: TilePass) -> Int {
        guard pass.format == .jpeg || pass.format == .webp, pass.line == nil else { return 1 }
        let side = min(pass.size.width, pass.size.height)
        var denominator = 1 << min(pass.levels.lowerBound, 3)
        while denominator > 1, side < 8 * denominator { denominator /= 2 }
        return denominator
    }

    /// Decodes `source` and emits all tiles of the pass; of a truncated file's missing part, only wanted tiles.
    ///
    /// Blocks.
    ///
    /// - Throws: `ImageError` if the file cannot be decoded, or no longer has the measured size.
    func make(from source: ByteSource, to output: TileOutput) throws(ImageError) {
        switch pass.format {
        case .jpeg: try makeJPEG(from: RawPreview.jpeg(in: source), to: output)
        case .png:
            var limits = PNGDecoder.Limits()
            // With a scratch file, an interlaced picture takes no more memory than another one.
            if scratch != nil { limits.interlacedByteCount = 1 << 25 }
            let decoder = try PNGDecoder(
                source: source, limits: limits, scratch: scratch, refines: true, window: pass.window)
            try check(decoder.width, decoder.height)
            let colours = TileColours.of(decoder)
            // A line of level 2 is inflated from 2048 rows, which takes a third of a second if they are wide.
            let counts = pass.pyramid.tileCounts(of: 2)
            try make(
                decoder, colours, from: source,
                selectiveLevels: counts.columns * counts.rows <= Self.wholeLevelTileCount ? 0..<2 : 0..<3, to: output)
        case .tiff:
            let file = try TIFFFile(source: source, window: pass.window)
            let isSame = file.width == storedSize.width && file.height == storedSize.height
            if isSame, let jpeg = file.onlyStrip { return try makeJPEG(from: jpeg, to: output) }
            try TIFFTiles(pass: pass, orientation: orientation, encoder: encoder, points: points).make(
                file, from: source, to: output)
        case .heic:
            try HEICTiles(
                pass: pass, orientation: orientation, encoder: encoder, points: points, noteDamage: noteDamage
            ).make(from: source, to: output)
        default:
            guard
                let picture = try SequentialPicture(
                    source, pass.format, scaleDenominator: Self.denominator(pass), window: pass.window)
            else {
                throw .unsupported("a picture in \(pass.format.name.uppercased()) format")
            }
            try check(picture.size.width, picture.size.height)
            try make(
                picture.decoder, TileColours.of(picture.decoder), from: source, selectiveLevels: 0..<0, to: output)
        }
    }

    private func makeJPEG(from source: ByteSource, to output: TileOutput) throws(ImageError) {
        var decoder = try JPEGDecoder(source: source, scaleDenominator: Self.denominator(pass))
        try check(decoder.header.width, decoder.header.height)
        if pass.isLarge, let points, points.points(of: pass)?.isComplete != true,
            let search = decoder.restartSearch(source)
        {
            // Each place of the fine levels can then be made soon, beside the coarse levels.
            try survey(search, source, points, output)
            decoder = try JPEGDecoder(source: source, scaleDenominator: Self.denominator(pass))
        }
        if pass.levels == 0...2, decoder.isRestartable, decoder.hasCommonRestartPoints, let points {
            // Make the coarse levels first, since they are quick. Any place of the fine levels is then near: they
            // are made line by line in passes of their own.
            return try FileTiles(
                pass.coarse, orientation: orientation.rawValue, encoder: encoder, scratch: scratch, points: points
            ).make(from: source, to: output)
        }
        let colours = TileColours.of(decoder.header, in: source)
        decoder.inks = colours.inks
        if let bands = bands(decoder, source) {
            do throws(ImageError) {
                return try make(bands, colours, from: source, selectiveLevels: 0..<0, to: output)
            } catch {
                // The recorded places may be wrong; the markers are searched again.
                points?.discard(pass)
                throw error
            }
        }
        // A line of level 2 is decoded from 2048 rows, which takes too long with several scans.
        try make(
            decoder, colours, from: source, selectiveLevels: decoder.hasCommonRestartPoints ? 0..<3 : 0..<2,
            to: output)
    }

    /// Checks the size: the file may have been rewritten since it was measured.
    private func check(_ width: Int, _ height: Int) throws(ImageError) {
        guard width == storedSize.width, height == storedSize.height else {
            throw .changed
        }
    }

    private func make(
        _ decoder: some RowSource, _ colours: TileColours, from source: ByteSource, selectiveLevels: Range<Int>,
        to output: TileOutput
    ) throws(ImageError) {
        var decoder = decoder
        decoder.inks = colours.inks
        var encoder = encoder
        encoder.colours = colours
        let survey = pass.isLarge && decoder.isRestartable ? points : nil
        let size = PixelSize(width: decoder.width, height: decoder.height)
        let passes = pass.hasSeparateLevels ? pass.levels.map { pass.restricted(to: $0...$0) } : [pass]
        var levels = LevelChains(
            passes.map {
                LevelChain(
                    $0, orientation: orientation, encoder: encoder, decodedSize: size, format: decoder.format,
                    selectiveLevels: survey == nil ? 0..<0 : selectiveLevels)
            })
        var done = 0
        // A pass over the whole file has found where its rows end, possibly by a checksum that a part does not see.
        var end = decoder.height
        if pass.line != nil, let points = points?.points(of: pass) {
            done = try enter(&decoder, points.point(before: levels.firstRow))
            if points.isComplete, pass.format == .png { end = min(end, points.coveredRows) }
        }
        let scale = Self.denominator(pass)
        let rowByteCount = decoder.width * decoder.format.channelCount
        var rows: [UInt8] = []
        var nextPoint = 0
        var fillPixel: [UInt8]?
        while !levels.isDone, done < end {
            if let survey, done * scale >= nextPoint, (try? source.check()) != nil {
                let point = decoder.restartPoint()
                survey.note(point, coveredRows: done * scale, of: pass, orientation)
                nextPoint = done * scale + Self.spacing(of: point, height: storedSize.height)
            }
            rows.removeAll(keepingCapacity: true)
            let count = try decoder.readRows(into: &rows)
            if count == 0 { break }
            // Skip the rows before the line to make.
            let skipped = min(count, max(0, levels.firstRow - done))
            let taken = skipped..<max(skipped, min(count, end - done))
            done += count
            levels.push(rows[taken.lowerBound * rowByteCount..<taken.upperBound * rowByteCount], to: output)
            output.progress(Double(done) / Double(decoder.height))
            fillPixel = decoder.fillPixel
            if fillPixel != nil { break }
        }
        levels.finish(with: fillPixel, to: output)
        if let survey {
            try source.check()
            survey.note(nil, coveredRows: done * scale, of: pass, orientation)
            survey.end(pass, orientation)
            output.progress(1)
        }
    }

    /// Returns the approximate maximum memory of bands, in bytes, if the picture has restart markers.
    static func bandByteEstimate(_ pass: TilePass) -> Int { isWorthBands(pass) ? JPEGBandDecoder.byteEstimate : 0 }

    /// Returns whether decoding a JPEG on one thread takes long enough for bands.
    ///
    /// At 1/8 a pixel takes a quarter of the time.
    private static func isWorthBands(_ pass: TilePass) -> Bool {
        let (pixelCount, overflow) = pass.size.width.multipliedReportingOverflow(by: pass.size.height)
        return overflow || pixelCount >= (denominator(pass) == 8 ? 4 : 1) * bandPixelCount
    }

    /// Returns a decoder for a picture with restart markers that uses several threads while other workers are idle.
    ///
    /// Returns nil if one thread is quick enough, or the markers are out of order.
    private func bands(_ decoder: JPEGDecoder, _ source: ByteSource) -> JPEGBandDecoder? {
        guard let idleWorkers = pass.idleWorkers, pass.line == nil, idleWorkers() > 0, Self.isWorthBands(pass) else {
            return nil
        }
        guard pass.isLarge, let points else {
            return JPEGBandDecoder(decoder, source: source, idleCount: idleWorkers)
        }
        // The whole picture's places are not known yet: the pass from the top records them.
        guard let points = points.points(of: pass), points.isComplete else { return nil }
        return JPEGBandDecoder(decoder, source: source, points: points.points, idleCount: idleWorkers)
    }

    /// Records the places found by restart markers.
    private func survey(
        _ search: JPEGRestartSearch, _ source: ByteSource, _ points: RestartTable, _ output: TileOutput
    ) throws(ImageError) {
        var search = search
        let spacing = Self.spacing(of: nil, height: storedSize.height)
        var row = 0
        while let point = search.point(atOrBelow: row) {
            guard (try? source.check()) != nil else { return }
            points.note(point, coveredRows: point.row, of: pass, orientation)
            row = point.row + spacing
            // Lets requests for places above continue there.
            output.progress(0)
        }
        guard search.reachesEnd() else { return }
        try source.check()
        points.note(nil, coveredRows: storedSize.height, of: pass, orientation)
        points.end(pass, orientation)
        output.progress(0)
    }

    /// Moves the decoder to a known place.
    ///
    /// - Returns: the next row.
    private func enter(_ decoder: inout some RowSource, _ point: RestartPoint?) throws(ImageError) -> Int {
        guard let point else { return 0 }
        guard decoder.restart(at: point) else {
            points?.discard(pass)
            throw .unavailable("what was kept of the places in it is damaged; it is read anew")
        }
        return point.row
    }

    /// Returns the rows between restart points: few enough to skip quickly, but the points must stay small.
    private static func spacing(of point: RestartPoint?, height: Int) -> Int {
        switch point {
        case .jpeg, nil: max(64, height / 1024)
        case .png(let png): max(256, height / max(1, (16 << 20) / max(1, RestartPoint.png(png).byteCount)))
        }
    }
}
