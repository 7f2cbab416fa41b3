// Makes the tiles of a picture file: decodes, scales, turns, cuts and encodes it, row by row.

import Tiling

/// Reads a file once for the levels of one pass.
struct FileTiles {
    let pass: TilePass
    let orientation: Orientation
    /// Size of level 0 as stored, before the orientation is applied, in pixels.
    private let storedSize: PixelSize
    private let encoder: TileEncoder
    private let scratch: JPEGScratch?

    /// - Parameters:
    ///   - orientation: 1 … 8 as in EXIF; anything else counts as 1.
    ///   - scratch: where a decoder may keep what is too much for memory.
    init(_ pass: TilePass, orientation: Int, encoder: TileEncoder? = nil, scratch: JPEGScratch? = nil) {
        self.pass = pass
        self.scratch = scratch
        self.encoder = encoder ?? TileEncoder(source: pass.format)
        self.orientation = Orientation(rawValue: orientation) ?? .up
        let stored = self.orientation.orientedSize(width: pass.size.width, height: pass.size.height)
        storedSize = PixelSize(width: stored.width, height: stored.height)
    }

    /// The factor, 1, 2, 4 or 8, by which the decoder can shrink the picture and still serve the pass's finest level.
    static func denominator(_ pass: TilePass) -> Int {
        pass.format == .jpeg ? 1 << min(pass.levels.lowerBound, 3) : 1
    }

    /// Decodes `source` and passes all tiles of the pass to `emit`; those that lie in what is missing of a file that ends early
    /// only if they are wanted. Blocks.
    ///
    /// - Throws: `ImageError` when the file cannot be decoded, or is no longer of the size that was measured.
    func make(
        from source: ByteSource, isWanted: (TilePosition) -> Bool, emit: (TilePosition, EncodedTile) -> Void,
        progress: (Double) -> Void
    ) throws(ImageError) {
        switch pass.format {
        case .jpeg:
            let decoder = try JPEGDecoder(
                source: source, scaleDenominator: Self.denominator(pass), scratch: scratch)
            try check(decoder.header.width, decoder.header.height)
            let colours = TileColours.of(decoder.header, in: source)
            decoder.inks = colours.inks
            try make(decoder, colours, isWanted: isWanted, emit: emit, progress: progress)
        case .png:
            let decoder = try PNGDecoder(source: source)
            try check(decoder.width, decoder.height)
            let colours = TileColours.of(decoder.profile, decoder.format.isGray ? .gray : .rgb)
            try make(decoder, colours, isWanted: isWanted, emit: emit, progress: progress)
        default: throw .unsupported("a picture in \(pass.format.name.uppercased()) format")
        }
    }

    /// Checks the size: the file may have been rewritten since it was measured.
    private func check(_ width: Int, _ height: Int) throws(ImageError) {
        guard width == storedSize.width, height == storedSize.height else {
            throw .changed
        }
    }

    private func make(
        _ decoder: some RowSource, _ colours: TileColours, isWanted: (TilePosition) -> Bool,
        emit: (TilePosition, EncodedTile) -> Void,
        progress: (Double) -> Void
    ) throws(ImageError) {
        var decoder = decoder
        var encoder = encoder
        encoder.colours = colours
        var levels = LevelChain(
            pass, orientation: orientation, encoder: encoder,
            decodedSize: PixelSize(width: decoder.width, height: decoder.height),
            format: decoder.format)
        var rows: [UInt8] = []
        var done = 0
        while true {
            rows.removeAll(keepingCapacity: true)
            let count = try decoder.readRows(into: &rows)
            if count == 0 { break }
            done += count
            rows.withUnsafeBytes { levels.push($0, emit: emit) }
            progress(Double(done) / Double(decoder.height))
            if decoder.isSilent { break }
        }
        levels.finish(isWanted: isWanted, emit: emit)
    }
}

/// The levels of one pass, each made from the next finer one.
private struct LevelChain {
    private var scaler: RowScaler?
    private var cutters: [LevelCutter] = []
    /// `reducers[i]` turns the rows of `cutters[i]` into those of `cutters[i + 1]`.
    private var reducers: [HalvingReducer] = []
    private var scratch: [[UInt8]]

    init(
        _ pass: TilePass, orientation: Orientation, encoder: TileEncoder, decodedSize: PixelSize, format: PixelFormat
    ) {
        let pyramid = Pyramid(pass.size)
        var size = decodedSize
        for level in pass.levels {
            let upright = pyramid.size(of: level)
            let stored = orientation.orientedSize(width: upright.width, height: upright.height)
            if level == pass.levels.lowerBound {
                if stored.width != size.width || stored.height != size.height {
                    scaler = RowScaler(
                        sourceWidth: size.width, sourceHeight: size.height, format: format,
                        targetWidth: stored.width, targetHeight: stored.height)
                }
            } else {
                reducers.append(HalvingReducer(sourceWidth: size.width, sourceHeight: size.height, format: format))
            }
            size = PixelSize(width: stored.width, height: stored.height)
            cutters.append(
                LevelCutter(pass.size, level: level, orientation: orientation, format: format, encoder: encoder))
        }
        scratch = [[UInt8]](repeating: [], count: cutters.count)
    }

    mutating func push(
        _ rows: UnsafeRawBufferPointer, emit: (TilePosition, EncodedTile) -> Void
    ) {
        guard scaler != nil else { return push(rows, into: 0, emit: emit) }
        var scaled: [UInt8] = []
        swap(&scaled, &scratch[0])
        scaled.removeAll(keepingCapacity: true)
        _ = scaler?.push(rows: rows, into: &scaled)
        scaled.withUnsafeBytes { push($0, into: 0, emit: emit) }
        swap(&scaled, &scratch[0])
    }

    private mutating func push(
        _ rows: UnsafeRawBufferPointer, into place: Int,
        emit: (TilePosition, EncodedTile) -> Void
    ) {
        guard !rows.isEmpty else { return }
        cutters[place].push(rows, emit: emit)
        guard place < reducers.count else { return }
        var halved: [UInt8] = []
        swap(&halved, &scratch[place + 1])
        halved.removeAll(keepingCapacity: true)
        _ = reducers[place].push(rows: rows, into: &halved)
        halved.withUnsafeBytes { push($0, into: place + 1, emit: emit) }
        swap(&halved, &scratch[place + 1])
    }

    mutating func finish(isWanted: (TilePosition) -> Bool, emit: (TilePosition, EncodedTile) -> Void) {
        for place in cutters.indices { cutters[place].finish(isWanted: isWanted, emit: emit) }
    }
}
