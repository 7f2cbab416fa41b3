// The tiny pictures that one tile of a mosaic is painted from.

import Tiling

/// Draws pictures of one level of the atlas in cells of a few sizes.
struct MosaicPictures {
    enum Outcome {
        case drawn
        /// The atlas does not have it any more.
        case absent
        /// It is not what was written.
        case damaged
    }

    private let side: Int
    private let part: AtlasRecord.Part
    /// Where the level begins in a picture's part, in bytes.
    private let start: Int
    private var atlas: Atlas?
    private var chunks: [AtlasChunk?] = []
    /// By the number of the chunk, as they are needed.
    private var pixels: [AtlasChunk.Pixels?] = []
    /// One for each size: cells on whole pixels have one of four.
    private var scalers: [CellScaler] = []

    /// - Parameter side: of the level, in pixels.
    init(side: Int) {
        self.side = side
        part = AtlasRecord.Part(side: side)
        start = TinyPicture.start(ofSide: side) - part.start
    }

    mutating func use(_ atlas: Atlas) {
        self.atlas = atlas
        chunks = atlas.allChunks
        pixels = [AtlasChunk.Pixels?](repeating: nil, count: chunks.count)
    }

    /// Draws the picture at a place of the atlas. Blocks while it is read.
    mutating func draw(_ place: UInt32, _ frame: PixelRect, into canvas: inout MosaicCanvas)
        -> Outcome
    {
        let (number, slot) = (Int(place) / AtlasChunk.count, Int(place) % AtlasChunk.count)
        guard number < chunks.count, let chunk = chunks[number] else { return .absent }
        if pixels[number] == nil { pixels[number] = atlas?.pixels(part, of: chunk) }
        guard let own = pixels[number] else { return .absent }
        guard own.isKnownSound(slot) || chunk.isSound(slot, own) else { return .damaged }
        let bytes = UnsafeRawBufferPointer(rebasing: own.bytes(of: slot)[start...])
        if frame.width == side, frame.height == side {
            canvas.draw(bytes, frame)
            return .drawn
        }
        let known = scalers.firstIndex { $0.width == frame.width && $0.height == frame.height }
        if known == nil {
            scalers.append(CellScaler(side: side, width: frame.width, height: frame.height))
        }
        let place = known ?? scalers.count - 1
        scalers[place].scale(bytes)
        scalers[place].pixels.withUnsafeBytes { canvas.draw($0, frame) }
        return .drawn
    }

    /// Lets chunks drop what cannot be read, so that it is not used again.
    ///
    /// - Returns: whether there was some.
    func dropDamaged() -> Bool {
        var isAny = false
        for (number, own) in pixels.enumerated() {
            guard let own, own.isDamaged else { continue }
            isAny = true
            _ = chunks[number]?.isSound(0, own)
        }
        return isAny
    }
}
