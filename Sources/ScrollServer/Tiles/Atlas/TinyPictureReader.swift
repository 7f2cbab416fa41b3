// Reads an item's tiny picture as quickly as its file allows.

import Catalog
import Imaging
import Metadata
import Pixels
import Tiling

/// Reads tiny pictures: from the header's thumbnail if it is sound, else at the file's smallest sufficient scale.
///
/// Cost: some 0.4 ms with a thumbnail; else, for a JPEG, the time to read its coefficients: 6 ms for 12 megapixels, 2
/// ms if it is progressive.
package enum TinyPictureReader {
    /// The minimum side of the pixels that are averaged, if the file has as many.
    private static let enough = 2 * TinyPicture.side
    /// Pictures of fewer pixels are decoded without their thumbnails: that is as quick, and they may be outdated.
    private static let smallPixelCount = 1_000_000

    /// Returns the tiny picture of a measured item; nil if the server does not decode its format.
    ///
    /// Blocks.
    ///
    /// `pause` is called between rows, and may wait while others need the processor.
    ///
    /// - Throws: why the item cannot be read.
    package static func picture(
        of item: ItemSummary, in collection: any ItemCollection, pause: @escaping @Sendable () -> Void = {}
    ) throws(ImageError) -> TinyPicture? {
        guard let size = item.size, item.isTiled, size.width > 0, size.height > 0 else { return nil }
        switch try collection.content(ofItem: item.id, version: item.version) {
        case .drawing(let drawing): return try picture(of: drawing)
        case .file(let source, let orientation):
            return try source.checked { () throws(ImageError) in
                if item.format == .jpeg,
                    size.width.multipliedReportingOverflow(by: size.height).partialValue > smallPixelCount,
                    let small = EmbeddedThumbnail.picture(from: source, size: size, orientation: orientation)
                {
                    return TinyPicture(ofThumbnail: small.pixels, small.colours)
                }
                return try picture(
                    from: source, item.format, Orientation(rawValue: orientation) ?? .up, pause: pause)
            }
        }
    }

    /// Returns the tiny picture of a file, without using its thumbnail.
    static func picture(
        from source: ByteSource, _ format: MediaFormat?, _ orientation: Orientation,
        pause: @escaping @Sendable () -> Void = {}
    ) throws(ImageError) -> TinyPicture {
        switch format {
        case .jpeg: return try picture(ofJPEG: source, orientation, pause)
        case .raw: return try picture(ofJPEG: RawPreview.jpeg(in: source), orientation, pause)
        case .png, .animatedPNG:
            let decoder = try PNGDecoder(source: source, refines: true)
            return try picture(of: decoder, TileColours.of(decoder), orientation, pause)
        case .tiff:
            let file = try TIFFFile(source: source)
            let colours = file.colours
            // Some programs make overviews by taking one of four pixels; with enough of them, the mean is right.
            if let overview = file.overviews.last(where: { min($0.width, $0.height) >= 4 * enough }),
                let decoder = try? file.decoder(of: overview)
            {
                let picture = try? picture(of: decoder, colours, orientation, pause)
                if let picture, !decoder.isPartial { return picture }
            }
            let decoder = try file.decoder()
            return try picture(of: decoder, colours, orientation, pause)
        case .heic:
            let decoder = try HEICDecoder(source: source)
            let colours = TileColours.of(decoder)
            if let copy = decoder.thumbnail(width: enough, height: enough),
                let picture = try? picture(of: copy, colours, orientation, pause)
            {
                return picture
            }
            return try picture(of: decoder, colours, orientation, pause)
        default:
            guard let sequential = try SequentialPicture(source, format) else {
                throw .unsupported("a picture that only browsers decode")
            }
            let (width, height) = (sequential.size.width, sequential.size.height)
            let scale = denominator(width, height)
            if scale > 1, let small = try SequentialPicture(source, format, scaleDenominator: scale) {
                return try picture(of: small.decoder, TileColours.of(small.decoder), orientation, pause)
            }
            return try picture(of: sequential.decoder, TileColours.of(sequential.decoder), orientation, pause)
        }
    }

    private static func picture(
        ofJPEG source: ByteSource, _ orientation: Orientation, _ pause: () -> Void
    ) throws(ImageError) -> TinyPicture {
        let header = try JPEGHeader(source: source)
        let decoder = try JPEGDecoder(
            source: source, scaleDenominator: denominator(header.width, header.height), isRough: true)
        let colours = TileColours.of(decoder.header, in: source)
        return try picture(of: decoder, colours, orientation, pause)
    }

    /// Returns the factor by which a JPEG's sides are divided.
    ///
    /// The last of a decoder's pixels may stand for a part of a block, which moves what a picture of few pixels shows.
    /// Small pictures take little time, and are shrunk less.
    static func denominator(_ width: Int, _ height: Int) -> Int {
        let count = width.multipliedReportingOverflow(by: height).partialValue
        let most = count <= smallPixelCount / 4 ? 1 : count <= smallPixelCount ? 2 : 8
        return [8, 4, 2].first { $0 <= most && min(width, height) >= enough * $0 } ?? 1
    }

    private static func picture(
        of decoder: some RowSource, _ colours: TileColours, _ orientation: Orientation, _ pause: () -> Void
    ) throws(ImageError) -> TinyPicture {
        var decoder = decoder
        decoder.inks = colours.inks
        var maker = TinyPictureMaker(width: decoder.width, height: decoder.height, format: decoder.format)
        let isPlain = colours.conversion == nil && colours.average == nil
        var rows: [UInt8] = []
        let rowByteCount = decoder.width * decoder.format.channelCount
        while !maker.isDone {
            rows.removeAll(keepingCapacity: true)
            let count = try decoder.readRows(into: &rows)
            if count == 0 { break }
            if !isPlain {
                let pixels = PixelBuffer(
                    width: decoder.width, height: rows.count / rowByteCount, format: decoder.format, bytes: rows)
                let shown = colours.shown(pixels)
                if shown.format == decoder.format { rows = shown.bytes }
            }
            maker.push(rows)
            if let pixel = decoder.fillPixel {
                // All remaining rows consist of this pixel.
                let row = Array(repeatElement(pixel, count: decoder.width).joined())
                while !maker.isDone { maker.push(row) }
            }
            pause()
        }
        return maker.finish(orientation)
    }

    /// Reads the tiny picture of a drawing from its smallest level with enough pixels.
    private static func picture(of drawing: any ItemDrawing) throws(ImageError) -> TinyPicture {
        let pyramid = Pyramid(drawing.size)
        let level =
            (0...max(0, min(drawing.maximumLevel, pyramid.maximumLevel))).last { level in
                let size = pyramid.size(of: level)
                return min(size.width, size.height) >= enough && pyramid.tileCounts(of: level) == (1, 1)
            } ?? drawing.maximumLevel
        guard let region = pyramid.region(level: level, column: 0, row: 0) else {
            throw .unreadable("the picture has no level \(level)")
        }
        let tile = drawing.tile(region, level: level)
        guard drawing.isSound else { throw .unavailable("what is drawn is damaged; it is read anew") }
        return try picture(
            from: ByteSource(tile.bytes), tile.mediaType == "image/png" ? .png : .jpeg, .up)
    }
}
