// Chooses a tile's format, and encodes it.

import Imaging
import Metadata
import Pixels

/// Encodes tiles: as PNG if they have alpha or (from a lossless source) few colours, otherwise as JPEG.
struct TileEncoder: Sendable {
    /// A tile of a lossless source with at most this many colours counts as a drawing, not a photograph.
    private static let fewColours = 256

    /// JPEG quality, 1 … 100.
    var quality = 85
    var subsampling = JPEGEncoder.Subsampling.half
    /// When a tile is encoded as PNG.
    enum Lossless: Sendable {
        /// If it has alpha, which a JPEG cannot store.
        case alphaOnly
        /// Also if it has few colours: a drawing or a screenshot.
        case drawings
        case always
    }

    var lossless = Lossless.alphaOnly
    /// The colours of the file.
    var colours = TileColours() {
        // The levels of a wide gamut are further apart, so they need a higher quality.
        didSet { if colours.profile != nil { quality = max(quality, Self.wideQuality) } }
    }
    private static let wideQuality = 90
    /// The quality of images that have been tiles before: a little more, since they are encoded a second time.
    static let recodedQuality = 92
    /// How an export encodes tiles; nil for viewers.
    private let export: TileExport?

    /// Chooses settings by source format: for JPEG and HEIC, quality 85 and 4:2:0; else 92 and 4:4:4, drawings as PNG.
    ///
    /// An export may have settings of its own; with `isLossless`, all tiles are PNGs.
    init(source: MediaFormat, isLossless: Bool = false, _ export: TileExport? = nil) {
        if source != .jpeg, source != .heic {
            quality = 92
            subsampling = .none
            lossless = .drawings
        }
        if isLossless { lossless = .always }
        self.export = export
    }

    /// Encodes a tile of at most 512 × 512 pixels.
    ///
    /// Cost: about 5 ns per pixel as JPEG, 30 ns as PNG.
    func encode(_ pixels: PixelBuffer) -> EncodedTile {
        let opaque = colours.converted(pixels.droppingOpaqueAlpha())
        let isPNG =
            switch lossless {
            case .alphaOnly: opaque.format.hasAlpha
            case .drawings: opaque.format.hasAlpha || Self.hasFewColours(opaque)
            case .always: true
            }
        if let export, export.coding == .pixels || export.coding == .asShown && isPNG {
            return PixelTile.encode(opaque, profile: colours.profile)
        }
        let colour = export == nil ? colours.colour(of: opaque) : nil
        if isPNG {
            return EncodedTile(
                bytes: PNGEncoder.encode(opaque, profile: colours.profile), mediaType: "image/png", colour: colour)
        }
        return EncodedTile(
            bytes: JPEGEncoder.encode(
                opaque, quality: export?.quality ?? quality, subsampling: subsampling, profile: colours.profile),
            mediaType: "image/jpeg", colour: colour)
    }

    private static func hasFewColours(_ pixels: PixelBuffer) -> Bool {
        let channelCount = pixels.format.channelCount
        if channelCount == 1 { return Set(pixels.bytes).count <= 64 }
        var colours: Set<UInt32> = []
        var last: UInt32?
        for start in stride(from: 0, to: pixels.bytes.count, by: channelCount) {
            let colour = pixels.bytes[start..<start + channelCount].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            // Drawings have long runs of one colour, so most pixels end here.
            if colour == last { continue }
            last = colour
            colours.insert(colour)
            if colours.count > fewColours { return false }
        }
        return true
    }
}

extension PixelBuffer {
    /// Returns the average of about 2,000 sampled pixels, 0xRRGGBB; nil if the format has alpha.
    ///
    /// `shown` converts each of them to sRGB.
    func averageColour(_ shown: (SIMD4<UInt8>) -> SIMD4<UInt8> = { $0 }) -> UInt32? {
        guard !format.hasAlpha, !bytes.isEmpty else { return nil }
        let channelCount = format.channelCount
        let pixelCount = bytes.count / channelCount
        // An odd step keeps the samples from falling into a single column.
        let step = max(1, pixelCount / 2048) | 1
        var sums = SIMD4<UInt32>(repeating: 0)
        var count: UInt32 = 0
        for pixel in stride(from: 0, to: pixelCount, by: step) {
            let start = pixel * channelCount
            var colour = SIMD4<UInt8>(repeating: 0)
            for channel in 0..<3 { colour[channel] = bytes[start + min(channel, channelCount - 1)] }
            sums &+= SIMD4<UInt32>(truncatingIfNeeded: shown(colour))
            count += 1
        }
        let mean = sums / SIMD4(repeating: max(1, count))
        return mean[0] << 16 | mean[1] << 8 | mean[2]
    }

    /// Returns the picture without its alpha channel if every pixel is opaque, otherwise the picture itself.
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
