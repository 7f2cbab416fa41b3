// Which format a tile is sent in.

/// Encodes tiles: photographs as JPEG, what has alpha or few colours as PNG, without loss.
struct TileEncoder: Sendable {
    /// A tile of a lossless picture with no more colours than this is drawn, not photographed.
    private static let fewColours = 256

    /// 1 … 100, for tiles sent as JPEG.
    var quality = 85
    var subsampling = JPEGEncoder.Subsampling.half
    /// When a tile is sent as PNG, which loses nothing.
    enum Lossless: Sendable {
        /// Where it has alpha, which a JPEG cannot have.
        case alphaOnly
        /// Also where it has few colours: a drawing or a screen's picture.
        case drawings
        case always
    }

    var lossless = Lossless.alphaOnly

    /// For tiles of this source format.
    init(source: ImageFormat) {
        guard source != .jpeg else { return }
        quality = 92
        subsampling = .none
        lossless = .drawings
    }

    /// A tile of at most 512 × 512 pixels. Cost: about 10 ns a pixel as JPEG, 40 ns as PNG.
    func encode(_ pixels: PixelBuffer) -> EncodedTile {
        let opaque = pixels.droppingOpaqueAlpha()
        let isPNG =
            switch lossless {
            case .alphaOnly: opaque.format.hasAlpha
            case .drawings: opaque.format.hasAlpha || Self.hasFewColours(opaque)
            case .always: true
            }
        let colour = opaque.averageColour
        if isPNG {
            return EncodedTile(bytes: PNGEncoder.encode(opaque), mediaType: "image/png", colour: colour)
        }
        return EncodedTile(
            bytes: JPEGEncoder.encode(opaque, quality: quality, subsampling: subsampling), mediaType: "image/jpeg",
            colour: colour)
    }

    private static func hasFewColours(_ pixels: PixelBuffer) -> Bool {
        let channelCount = pixels.format.channelCount
        if channelCount == 1 { return Set(pixels.bytes).count <= 64 }
        var colours: Set<UInt32> = []
        var last: UInt32?
        for start in stride(from: 0, to: pixels.bytes.count, by: channelCount) {
            let colour = pixels.bytes[start..<start + channelCount].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            // Drawings are runs of one colour: most pixels are done with here.
            if colour == last { continue }
            last = colour
            colours.insert(colour)
            if colours.count > fewColours { return false }
        }
        return true
    }
}

extension PixelBuffer {
    /// The average of some thousand pixels, 0xRRGGBB; nil where there is alpha.
    var averageColour: UInt32? {
        guard !format.hasAlpha, !bytes.isEmpty else { return nil }
        let channelCount = format.channelCount
        let pixelCount = bytes.count / channelCount
        // An odd step keeps the samples off a single column.
        let step = max(1, pixelCount / 2048) | 1
        var sums = SIMD4<UInt32>(repeating: 0)
        var count: UInt32 = 0
        for pixel in stride(from: 0, to: pixelCount, by: step) {
            let start = pixel * channelCount
            for channel in 0..<3 { sums[channel] += UInt32(bytes[start + min(channel, channelCount - 1)]) }
            count += 1
        }
        let mean = sums / SIMD4(repeating: max(1, count))
        return mean[0] << 16 | mean[1] << 8 | mean[2]
    }

    /// The picture without its alpha where that hides nothing.
    func droppingOpaqueAlpha() -> PixelBuffer {
        guard format.hasAlpha else { return self }
        let channelCount = format.channelCount
        for alpha in stride(from: channelCount - 1, to: bytes.count, by: channelCount) where bytes[alpha] != 255 {
            return self
        }
        var kept: [UInt8] = []
        kept.reserveCapacity(width * height * (channelCount - 1))
        for start in stride(from: 0, to: bytes.count, by: channelCount) {
            kept.append(contentsOf: bytes[start..<start + channelCount - 1])
        }
        return PixelBuffer(width: width, height: height, format: format == .rgba ? .rgb : .gray, bytes: kept)
    }
}
