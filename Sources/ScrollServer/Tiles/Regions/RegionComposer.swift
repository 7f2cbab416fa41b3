// Puts an image together from tiles.

import Imaging
import Metadata
import Pixels
import Tiling

/// Decodes tiles side by side, crops, scales, turns and encodes them.
///
/// Memory: some rows of each tile of a row of tiles, and the image as pixels and encoded.
struct RegionComposer: Sendable {
    let image: RegionImage
    let region: LevelRegion
    /// The format of the picture's file.
    let source: MediaFormat

    /// JPEG quality, 1 … 100.
    var quality = TileEncoder.recodedQuality

    /// Samples from here on are white in an image without gray.
    private static let threshold: UInt8 = 128

    /// The tiles that the image needs, row by row.
    var positions: [TilePosition] {
        region.rows.flatMap { row in
            region.columns.map { TilePosition(level: region.level, column: $0, row: row) }
        }
    }

    /// Makes the image of the tiles of `positions`, in their order; takes some 10 ns for each pixel of these.
    ///
    /// - Throws: why a tile cannot be decoded; `unavailable` when `isCancelled` has become true.
    func image(of tiles: [EncodedTile], isCancelled: () -> Bool) throws(ImageError) -> EncodedTile {
        // Opened once for their formats, and again row by row: open decoders take memory.
        let pictures = tiles.map { TilePicture($0) }
        let formats = try pictures.map { (picture) throws(ImageError) in try picture.decoder().format }
        let colours = try pictures.first?.colours() ?? TileColours()
        let format = Self.format(formats, image.tone)
        var pixels = try scaled(pictures, to: format, colours, isCancelled)
        guard pixels.height == image.size.height else {
            throw .unavailable("what was kept of the picture is damaged; it is made anew")
        }
        if image.tone == .bitonal { pixels = pixels.bitonal(from: Self.threshold) }
        return encoded(image.orientation.apply(to: pixels), image.tone == .colour ? colours.profile : nil)
    }

    /// The format that can hold all of `formats`, as far as the image has colours.
    static func format(_ formats: [PixelFormat], _ tone: RegionImage.Tone) -> PixelFormat {
        let hasAlpha = formats.contains { $0.hasAlpha }
        guard tone == .colour, formats.contains(where: { !$0.isGray }) else { return hasAlpha ? .grayAlpha : .gray }
        return hasAlpha ? .rgba : .rgb
    }

    private func encoded(_ pixels: PixelBuffer, _ profile: [UInt8]?) -> EncodedTile {
        let bytes =
            switch image.format {
            case .png: PNGEncoder.encode(pixels.droppingOpaqueAlpha(), profile: profile)
            case .webP: WebPEncoder.encode(pixels.droppingOpaqueAlpha(), profile: profile)
            case .jpeg:
                JPEGEncoder.encode(
                    pixels, quality: quality, subsampling: Self.subsampling(of: source), profile: profile)
            }
        return EncodedTile(bytes: bytes, mediaType: image.format.mediaType)
    }

    /// How JPEGs of a picture store its chroma: as its file does, as far as is known.
    static func subsampling(of source: MediaFormat) -> JPEGEncoder.Subsampling {
        source == .jpeg || source == .heic ? .half : .none
    }

    /// Returns the region in the image's size, upright, with the colours of the tiles.
    private func scaled(
        _ pictures: [TilePicture], to format: PixelFormat, _ colours: TileColours, _ isCancelled: () -> Bool
    ) throws(ImageError) -> PixelBuffer {
        let (pixels, size, side) = (region.pixels, image.size, region.tileSide)
        var scaler =
            region.isExact
            ? nil
            : RowScaler(
                sourceWidth: pixels.width, sourceHeight: pixels.height, format: format, frame: region.frame,
                targetWidth: size.width, targetHeight: size.height)
        var output: [UInt8] = []
        output.reserveCapacity(size.width * size.height * format.channelCount)
        var line: [UInt8] = []
        for (index, row) in region.rows.enumerated() {
            let top = row * side
            let lines = max(pixels.y, top) - top..<min(pixels.y + pixels.height, top + side) - top
            let first = index * region.columns.count
            var tiles: [TileRows] = []
            for (place, column) in region.columns.enumerated() {
                let left = column * side
                tiles.append(
                    try TileRows(
                        pictures[first + place], first: lines.lowerBound,
                        columns: max(pixels.x, left) - left..<min(pixels.x + pixels.width, left + side) - left,
                        format: format, toSRGB: image.tone == .colour ? nil : colours))
            }
            for number in lines {
                if number % 64 == 0, isCancelled() { throw .unavailable("nobody waits for the image any more") }
                line.removeAll(keepingCapacity: true)
                for place in tiles.indices { try tiles[place].next(into: &line) }
                if scaler == nil {
                    output += line
                } else {
                    _ = scaler?.push(rows: line.span, into: &output)
                }
            }
        }
        return PixelBuffer(
            width: size.width, height: output.count / (size.width * format.channelCount), format: format, bytes: output)
    }
}

/// A tile to be decoded.
struct TilePicture {
    private let source: ByteSource
    private let isPNG: Bool

    init(_ tile: EncodedTile) {
        source = ByteSource(tile.bytes)
        isPNG = tile.mediaType == "image/png"
    }

    func decoder() throws(ImageError) -> any RowSource {
        if isPNG { return try PNGDecoder(source: source) }
        return try JPEGDecoder(source: source)
    }

    /// The colours of the tile, which all tiles of a picture share.
    func colours() throws(ImageError) -> TileColours {
        if isPNG { return TileColours.of(try PNGDecoder(source: source)) }
        return TileColours.of(try JPEGDecoder(source: source).header, in: source)
    }
}

/// The rows of a tile, as far as an image needs them, one after the other.
private struct TileRows {
    private var decoder: any RowSource
    private let columns: Range<Int>
    private let format: PixelFormat
    /// Converts colours for an image in gray.
    private let toSRGB: TileColours?
    private var rows: [UInt8] = []
    private var position = 0

    /// Skips to row `first`; of each row, `columns` are taken and converted to `format`.
    init(
        _ picture: TilePicture, first: Int, columns: Range<Int>, format: PixelFormat, toSRGB: TileColours?
    ) throws(ImageError) {
        decoder = try picture.decoder()
        (self.columns, self.format, self.toSRGB) = (columns, format, toSRGB)
        guard columns.lowerBound >= 0, columns.upperBound <= decoder.width else { throw .changed }
        for _ in 0..<first { _ = try nextRow() }
    }

    /// The place of the next row in `rows`.
    private mutating func nextRow() throws(ImageError) -> Range<Int> {
        let byteCount = decoder.width * decoder.format.channelCount
        if position + byteCount > rows.count {
            rows.removeAll(keepingCapacity: true)
            position = 0
            guard try decoder.readRows(into: &rows) > 0, rows.count >= byteCount else {
                throw .unavailable("what was kept of the picture is damaged; it is made anew")
            }
        }
        defer { position += byteCount }
        return position..<position + byteCount
    }

    /// Appends the taken part of the next row.
    mutating func next(into line: inout [UInt8]) throws(ImageError) {
        let row = try nextRow()
        let own = decoder.format
        let start = row.lowerBound + columns.lowerBound * own.channelCount
        let bytes = rows[start..<start + columns.count * own.channelCount]
        guard own != format else {
            line += bytes
            return
        }
        var pixels = PixelBuffer(width: columns.count, height: 1, format: own, bytes: Array(bytes))
        if let toSRGB, !own.isGray { pixels = toSRGB.shown(pixels) }
        pixels.append(as: format, to: &line)
    }
}

extension PixelBuffer {
    /// Appends the pixels in another format: gray as JPEG's luma (BT.601), and opaque where there was no alpha.
    func append(as target: PixelFormat, to output: inout [UInt8]) {
        let channelCount = format.channelCount
        for start in stride(from: 0, to: bytes.count, by: channelCount) {
            let red = bytes[start]
            let (green, blue) = format.isGray ? (red, red) : (bytes[start + 1], bytes[start + 2])
            if target.isGray {
                // 0.299, 0.587 and 0.114 in 16-bit fixed point; the sum of the factors is 65536.
                let luma = Int(red) * 19595 + Int(green) * 38470 + Int(blue) * 7471 + 1 << 15
                output.append(UInt8(truncatingIfNeeded: luma >> 16))
            } else {
                output.append(red)
                output.append(green)
                output.append(blue)
            }
            if target.hasAlpha { output.append(format.hasAlpha ? bytes[start + channelCount - 1] : 255) }
        }
    }

    /// Returns the gray picture in black and white: samples from `threshold` on are white.
    fileprivate func bitonal(from threshold: UInt8) -> PixelBuffer {
        var pixels = self
        let channelCount = format.channelCount
        for index in stride(from: 0, to: bytes.count, by: channelCount) {
            pixels.bytes[index] = bytes[index] >= threshold ? 255 : 0
        }
        return pixels
    }
}
