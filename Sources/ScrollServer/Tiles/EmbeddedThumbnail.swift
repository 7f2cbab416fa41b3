// The small picture that cameras store in a photograph's EXIF data.

import Tiling

/// Finds a JPEG's embedded thumbnail and turns it upright, to be shown while the tile is made.
enum EmbeddedThumbnail {
    /// The longest possible EXIF (APP1) segment, in bytes (ITU-T T.81 §B.1.1.4).
    private static let segmentLimit = 65_535
    /// The longest side of a thumbnail, in pixels; a larger picture is not used as one.
    private static let longestSide = 640
    /// How far the thumbnail's height may deviate from the picture's proportion, as a fraction. A thumbnail further off
    /// has black bars or shows another picture.
    private static let tolerance = 0.02

    /// The thumbnail as an upright JPEG; nil if there is none or its proportion does not match. Blocks for about 1 ms.
    ///
    /// - Parameters:
    ///   - size: the picture's size, upright, in pixels.
    ///   - orientation: the picture's EXIF orientation, 1 … 8.
    static func make(from source: ByteSource, size: PixelSize, orientation: Int) -> EncodedTile? {
        picture(from: source, size: size, orientation: orientation).map { pixels, colours in
            let shown = colours.converted(pixels)
            return EncodedTile(
                bytes: JPEGEncoder.encode(shown, quality: 85, profile: colours.profile), mediaType: "image/jpeg")
        }
    }

    /// The thumbnail's pixels, upright; its colours are those of the picture. Parameters and cost as for `make`.
    static func picture(
        from source: ByteSource, size: PixelSize, orientation: Int
    ) -> (pixels: PixelBuffer, colours: TileColours)? {
        guard let header = try? JPEGHeader(source: source), let place = header.exif else { return nil }
        let bytes = source.bytes(at: place.lowerBound, count: min(place.count, segmentLimit))
        guard let range = EXIF.thumbnail(in: bytes),
            var decoder = try? JPEGDecoder(source: ByteSource(Array(bytes[range]))),
            max(decoder.width, decoder.height) <= longestSide, min(decoder.width, decoder.height) >= 8,
            let stored = try? decoder.readAll(), !decoder.isPartial
        else { return nil }
        let upright = (Orientation(rawValue: orientation) ?? .up).apply(to: stored)
        let (width, height) = (Double(upright.width), Double(upright.height))
        // At least one pixel is allowed: at 160 × 120, rounding by half a pixel is already a good part of the
        // tolerance.
        let expected = width * Double(size.height) / Double(size.width)
        guard abs(expected - height) <= max(1, height * tolerance) else { return nil }
        return (upright, TileColours.of(header, in: source))
    }
}
