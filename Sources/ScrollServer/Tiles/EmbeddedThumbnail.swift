// The small picture that cameras put into a photograph's EXIF data.

import Tiling

/// Finds a JPEG's embedded thumbnail and turns it upright: something to see at once, while the tile is made.
enum EmbeddedThumbnail {
    /// The EXIF segment is at most one APP1 segment long (ITU-T T.81 §B.1.1.4).
    private static let segmentLimit = 65_535
    /// Larger than this it is no thumbnail.
    private static let longestSide = 640
    /// How far its proportion may be from the picture's: what is further off has black bars, or is of another picture.
    private static let tolerance = 0.02

    /// The thumbnail as a JPEG, upright; nil where there is none or it does not fit. Blocks; about a millisecond.
    ///
    /// - Parameters:
    ///   - size: of the picture, upright, in pixels.
    ///   - orientation: the picture's, 1 … 8.
    static func make(from source: ByteSource, size: PixelSize, orientation: Int) -> EncodedTile? {
        pixels(from: source, size: size, orientation: orientation).map {
            EncodedTile(bytes: JPEGEncoder.encode($0, quality: 85), mediaType: "image/jpeg")
        }
    }

    /// Its average colour, 0xRRGGBB, which is the picture's as well as can be said so quickly. As `make`.
    static func colour(from source: ByteSource, size: PixelSize, orientation: Int) -> UInt32? {
        pixels(from: source, size: size, orientation: orientation)?.averageColour
    }

    private static func pixels(from source: ByteSource, size: PixelSize, orientation: Int) -> PixelBuffer? {
        guard let header = try? JPEGHeader(source: source), let place = header.exif else { return nil }
        let bytes = source.bytes(at: place.lowerBound, count: min(place.count, segmentLimit))
        guard let range = EXIF.thumbnail(in: bytes),
            var decoder = try? JPEGDecoder(source: ByteSource(Array(bytes[range]))),
            max(decoder.width, decoder.height) <= longestSide, min(decoder.width, decoder.height) >= 8,
            let stored = try? decoder.readAll(), !decoder.isPartial
        else { return nil }
        let upright = (Orientation(rawValue: orientation) ?? .up).apply(to: stored)
        let (width, height) = (Double(upright.width), Double(upright.height))
        // Whole pixels: at 160 × 120 half a pixel more or less is most of the tolerance.
        let expected = width * Double(size.height) / Double(size.width)
        return abs(expected - height) <= max(1, height * tolerance) ? upright : nil
    }
}
