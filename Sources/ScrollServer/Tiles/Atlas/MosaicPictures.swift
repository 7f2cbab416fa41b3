// The tiny pictures that one tile of a mosaic is painted from.

import Synchronization
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

    /// The pixels of a chunk as plain pointers, which need no reference counting: `pixels` keeps alive what they lead to.
    private struct View {
        /// The level of the first picture.
        let base: UnsafeRawPointer
        /// Which pictures have been found sound; nil where all are.
        let checked: UnsafePointer<Atomic<UInt8>>?
    }

    private let side: Int
    private let part: AtlasRecord.Part
    /// Where the level begins in a picture's part, in bytes.
    private let start: Int
    private let isCautious: Bool
    private var atlas: Atlas?
    private var chunks: [AtlasChunk?] = []
    /// By the number of the chunk, as they are needed.
    private var pixels: [AtlasChunk.Pixels?] = []
    private var views: [View?] = []
    /// One for each size: cells on whole pixels have one of four.
    private var scalers: [CellScaler] = []
    /// The one used last.
    private var scaler = 0

    /// - Parameters:
    ///   - side: of the level, in pixels.
    ///   - isCautious: whether each picture is asked for damage anew, since there was some.
    init(side: Int, isCautious: Bool) {
        self.side = side
        self.isCautious = isCautious
        part = AtlasRecord.Part(side: side)
        start = TinyPicture.start(ofSide: side) - part.start
    }

    mutating func use(_ atlas: Atlas) {
        self.atlas = atlas
        chunks = atlas.allChunks
        pixels = [AtlasChunk.Pixels?](repeating: nil, count: chunks.count)
        views = [View?](repeating: nil, count: chunks.count)
    }

    /// Draws the picture at a place of the atlas. Blocks while it is read.
    mutating func draw(_ place: UInt32, _ frame: PixelRect, into canvas: MosaicCanvas) -> Outcome {
        let (number, slot) = (Int(place) / AtlasChunk.count, Int(place) % AtlasChunk.count)
        guard number < views.count else { return .absent }
        if views[number] == nil { open(number) }
        guard let view = views[number] else { return .absent }
        // Bounds: a slot is below the number of pictures of a chunk.
        let bit = UInt8(1) << UInt8(part.rawValue)
        let isKnown = view.checked.map { $0[slot].load(ordering: .relaxed) & bit != 0 } ?? true
        if !isKnown || isCautious, !isSound(number, slot) { return .damaged }
        let bytes = view.base + slot &* part.byteCount
        draw(bytes, frame, into: canvas)
        return .drawn
    }

    /// Draws a picture that is not from an atlas.
    mutating func draw(_ picture: TinyPicture, _ frame: PixelRect, into canvas: MosaicCanvas) {
        picture.bytes.withUnsafeBytes { bytes in
            // Bounds: a tiny picture has all its levels.
            if let base = bytes.baseAddress { draw(base + TinyPicture.start(ofSide: side), frame, into: canvas) }
        }
    }

    private mutating func draw(_ bytes: UnsafeRawPointer, _ frame: PixelRect, into canvas: MosaicCanvas) {
        if frame.width == side, frame.height == side {
            canvas.draw(bytes, frame)
            return
        }
        if !scalers.indices.contains(scaler) || !scalers[scaler].isFor(frame) { chooseScaler(frame) }
        scalers[scaler].scale(bytes)
        canvas.draw(scalers[scaler].pixels, frame)
    }

    private mutating func open(_ number: Int) {
        guard let chunk = chunks[number], let own = atlas?.pixels(part, of: chunk) else { return }
        pixels[number] = own
        views[number] = View(base: own.base + start, checked: own.checkedBits)
    }

    @inline(never)
    private func isSound(_ number: Int, _ slot: Int) -> Bool {
        guard let own = pixels[number], let chunk = chunks[number] else { return false }
        return own.isKnownSound(slot) || chunk.isSound(slot, own)
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
