// The tiny pictures from which one tile of a mosaic is painted.

import Synchronization
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

    /// Plain pointers to a chunk's pixels, without reference counting; `pixels` keeps their memory alive.
    @safe private struct View {
        /// The level's bytes of the first picture.
        let base: UnsafeRawPointer
        /// Which pictures have been verified; nil if all are.
        let checked: UnsafePointer<Atomic<UInt8>>?
    }

    private let side: Int
    private let part: AtlasRecord.Part
    /// The offset of the level in a picture's part, in bytes.
    private let start: Int
    private let isCautious: Bool
    private var atlas: Atlas?
    private var chunks: [AtlasChunk?] = []
    /// Pixels by chunk number, opened when needed.
    private var pixels: [AtlasChunk.Pixels?] = []
    private var views: [View?] = []
    /// One scaler per cell size; cells on whole pixels have at most four sizes.
    private var scalers: [CellScaler] = []
    /// The index of the last used scaler.
    private var scaler = 0

    /// Prepares to draw from the level with this side in pixels; if `isCautious`, every picture is verified again.
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

    /// Draws the picture at a place of the atlas.
    ///
    /// Blocks while it is read.
    mutating func draw(_ place: UInt32, _ frame: PixelRect, into canvas: MosaicCanvas) -> Outcome {
        let (number, slot) = (Int(place) / AtlasChunk.count, Int(place) % AtlasChunk.count)
        guard number < views.count else { return .absent }
        if views[number] == nil { open(number) }
        guard let view = views[number] else { return .absent }
        // In bounds: a slot is below a chunk's number of pictures.
        let bit = UInt8(1) << UInt8(part.rawValue)
        let isKnown = unsafe view.checked.map { unsafe $0[slot].load(ordering: .relaxed) & bit != 0 } ?? true
        if !isKnown || isCautious, !isSound(number, slot) { return .damaged }
        let bytes = unsafe view.base + slot &* part.byteCount
        unsafe draw(bytes, frame, into: canvas)
        return .drawn
    }

    /// Draws a picture that is not from an atlas.
    mutating func draw(_ picture: TinyPicture, _ frame: PixelRect, into canvas: MosaicCanvas) {
        unsafe picture.bytes.withUnsafeBytes { bytes in
            // In bounds: a tiny picture has all its levels.
            if let base = bytes.baseAddress { unsafe draw(base + TinyPicture.start(ofSide: side), frame, into: canvas) }
        }
    }

    private mutating func draw(_ bytes: UnsafeRawPointer, _ frame: PixelRect, into canvas: MosaicCanvas) {
        if frame.width == side, frame.height == side {
            unsafe canvas.draw(bytes, frame)
            return
        }
        if !scalers.indices.contains(scaler) || !scalers[scaler].isFor(frame) { chooseScaler(frame) }
        unsafe scalers[scaler].scale(bytes)
        unsafe canvas.draw(scalers[scaler].pixels, frame)
    }

    private mutating func open(_ number: Int) {
        guard let chunk = chunks[number], let own = atlas?.pixels(part, of: chunk) else { return }
        pixels[number] = own
        views[number] = unsafe View(base: own.base + start, checked: own.checkedBits)
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

    /// Makes chunks drop pages that cannot be read, so that they are not used again.
    ///
    /// - Returns: whether there were any.
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
