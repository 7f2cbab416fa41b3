// The tiny pictures from which one tile of a mosaic is painted.

import Tiling

/// Draws pictures from one level of the atlas into cells of a few sizes.
struct MosaicPictures {
    enum Outcome {
        case drawn
        /// The atlas no longer has the picture.
        case absent
        /// The picture's bytes do not match its checksum.
        case damaged
    }

    private let part: AtlasRecord.Part
    /// The offset of the level in a picture's part, in bytes.
    private let start: Int
    private let isCautious: Bool
    private var atlas: Atlas?
    private var chunks: [AtlasChunk?] = []
    /// Pixels by chunk number, opened when needed.
    private var views: AtlasViews
    private var cells: ScaledCells

    /// Prepares to draw from the level with this side in pixels; if `isCautious`, every picture is verified again.
    init(side: Int, isCautious: Bool) {
        self.isCautious = isCautious
        part = AtlasRecord.Part(side: side)
        views = AtlasViews(count: 0, stride: part.byteCount)
        cells = ScaledCells(side: side)
        start = TinyPicture.start(ofSide: side) - part.start
    }

    mutating func use(_ atlas: Atlas) {
        self.atlas = atlas
        chunks = atlas.allChunks
        views = AtlasViews(count: chunks.count, stride: part.byteCount)
    }

    /// Draws the picture with a number of the atlas.
    ///
    /// Blocks while it is read.
    mutating func draw(
        _ pictureNumber: UInt32, _ frame: PixelRect, _ area: MosaicArea, _ samples: inout MutableSpan<UInt8>
    ) -> Outcome {
        let (number, position) = (Int(pictureNumber) / AtlasChunk.count, Int(pictureNumber) % AtlasChunk.count)
        guard number < chunks.count, views.isOpen(number) || open(number) else { return .absent }
        if isCautious || !views.has(part.rawValue, number, position), !isSound(number, position) { return .damaged }
        views.withBytes(number, position) { cells.draw($0, from: start, frame, area, &samples) }
        return .drawn
    }

    /// Draws a picture that is not from an atlas.
    mutating func draw(
        _ picture: TinyPicture, _ frame: PixelRect, _ area: MosaicArea, _ samples: inout MutableSpan<UInt8>
    ) {
        cells.draw(picture.bytes.span, from: part.start + start, frame, area, &samples)
    }

    @inline(never)
    private mutating func open(_ number: Int) -> Bool {
        guard let chunk = chunks[number], let own = atlas?.pixels(part, of: chunk) else { return false }
        views.open(number, own)
        return true
    }

    @inline(never)
    private func isSound(_ number: Int, _ position: Int) -> Bool {
        guard let own = views.opened[number], let chunk = chunks[number] else { return false }
        return own.isKnownSound(position) || chunk.isSound(position, own)
    }

    /// Makes chunks drop pages that cannot be read, so that they are not used again.
    ///
    /// - Returns: whether there were any.
    func dropDamaged() -> Bool {
        var isAny = false
        for (number, own) in views.opened.enumerated() {
            guard let own, own.isDamaged else { continue }
            isAny = true
            _ = chunks[number]?.isSound(0, own)
        }
        return isAny
    }
}

/// Draws pictures of one size into cells of a few sizes.
private struct ScaledCells {
    let side: Int
    /// One scaler per cell size; cells on whole pixels have at most four sizes.
    private var scalers: [CellScaler] = []
    /// The index of the last used scaler.
    private var scaler = 0

    /// Prepares for pictures of `side × side` pixels.
    init(side: Int) { self.side = side }

    mutating func draw(
        _ bytes: Span<UInt8>, from start: Int, _ frame: PixelRect, _ area: MosaicArea,
        _ samples: inout MutableSpan<UInt8>
    ) {
        if frame.width == side, frame.height == side {
            area.draw(bytes, from: start, frame, &samples)
            return
        }
        if !scalers.indices.contains(scaler) || !scalers[scaler].isFor(frame) { chooseScaler(frame) }
        scalers[scaler].scale(bytes, from: start)
        let scaled = scalers[scaler].pixels
        area.draw(scaled.span, from: 0, frame, &samples)
    }

    @inline(never)
    private mutating func chooseScaler(_ frame: PixelRect) {
        if let known = scalers.firstIndex(where: { $0.isFor(frame) }) {
            scaler = known
        } else {
            scalers.append(CellScaler(side: side, width: frame.width, height: frame.height))
            scaler = scalers.count - 1
        }
    }
}
