// The small picture that cameras store in a photograph's EXIF data.

import Imaging
import Metadata
import Pixels
import Tiling

/// Finds a JPEG's embedded thumbnail and rotates it upright, to be shown while the tile is made.
package enum EmbeddedThumbnail {
    /// The longest possible EXIF (APP1) segment, in bytes (ITU-T T.81 §B.1.1.4).
    private static let segmentLimit = 65_535
    /// The maximum side of a thumbnail in pixels; larger pictures are not used.
    private static let longestSide = 640
    /// How far the thumbnail's height may deviate from the picture's aspect ratio, as a fraction.
    ///
    /// A thumbnail further off has black bars or shows another picture.
    private static let tolerance = 0.02
    /// The maximum side of a video's poster in pixels; larger JPEGs are scaled.
    private static let posterSide = 1024

    /// Returns the thumbnail as an upright JPEG; nil if there is none or its aspect ratio differs.
    ///
    /// Blocks for about 1 ms.
    ///
    /// `size` is the upright picture's size in pixels, `orientation` its EXIF orientation, 1 … 8.
    /// Returns nil for a thumbnail for which `isStale` returns true.
    package static func make(
        from source: ByteSource, size: PixelSize, orientation: Int, isStale: (TinyPicture) -> Bool = { _ in false }
    ) -> EncodedTile? {
        picture(from: source, size: size, orientation: orientation).flatMap { pixels, colours in
            if isStale(TinyPicture(ofThumbnail: pixels, colours)) { return nil }
            let shown = colours.converted(pixels)
            return EncodedTile(
                bytes: JPEGEncoder.encode(shown, quality: 85, profile: colours.profile), mediaType: "image/jpeg")
        }
    }

    /// Returns the preview stored in a video or HEIC, upright, with black bars if needed; nil if there is none.
    ///
    /// A HEIC's preview is a JPEG with the picture's aspect ratio and crop, else its smaller copy. Blocks for some
    /// milliseconds.
    package static func poster(
        from source: ByteSource, _ format: MediaFormat, size: PixelSize, orientation: Int
    ) -> EncodedTile? {
        guard size.width > 0, size.height > 0 else { return nil }
        guard let bytes = EmbeddedPoster.find(in: source, format), let (stored, colours) = poster(bytes) else {
            return format == .heic ? copy(in: source, orientation: orientation) : nil
        }
        // A video's poster is upright, however its frames are stored.
        let turned = format == .heic ? (Orientation(rawValue: orientation) ?? .up).apply(to: stored) : stored
        let shown = colours.converted(turned)
        let isAlike = Self.isAlike(shown, width: size.width, height: size.height)
        guard format != .heic || isAlike && !mayLackCrop(stored, of: source) else { return nil }
        let framed = isAlike ? shown : onBlack(shown, size)
        return EncodedTile(
            bytes: JPEGEncoder.encode(framed, quality: 85, profile: colours.profile), mediaType: "image/jpeg")
    }

    /// Returns the smallest copy that a HEIC has of itself, upright; nil if it has none, or one that takes long.
    private static func copy(in source: ByteSource, orientation: Int) -> EncodedTile? {
        guard let picture = try? HEICDecoder(source: source),
            var copy = picture.thumbnail(width: 1, height: 1), max(copy.width, copy.height) <= longestSide,
            let stored = try? copy.readAll(), !copy.isPartial
        else { return nil }
        let colours = TileColours.of(picture)
        let shown = colours.converted((Orientation(rawValue: orientation) ?? .up).apply(to: stored))
        return EncodedTile(
            bytes: JPEGEncoder.encode(shown, quality: 85, profile: colours.profile), mediaType: "image/jpeg")
    }

    /// Returns whether a HEIC is cropped but its thumbnail has the uncropped aspect ratio, so it may lack the crop.
    private static func mayLackCrop(_ thumbnail: PixelBuffer, of source: ByteSource) -> Bool {
        guard let properties = try? HEIFProbe.properties(of: source), properties.isCropped(beyond: tolerance) else {
            return false
        }
        return isAlike(thumbnail, width: properties.whole.width, height: properties.whole.height)
    }

    /// Returns whether a small picture has the aspect ratio of a picture.
    ///
    /// A deviation of one pixel is always allowed: at 160 × 120, rounding alone uses up much of the tolerance.
    private static func isAlike(_ small: PixelBuffer, width: Int, height: Int) -> Bool {
        let expected = Double(small.width) * Double(height) / Double(width)
        return abs(expected - Double(small.height)) <= max(1, Double(small.height) * tolerance)
    }

    /// Decodes a JPEG (at a smaller scale if it is large) or a PNG.
    private static func poster(_ bytes: [UInt8]) -> (PixelBuffer, TileColours)? {
        let source = ByteSource(bytes)
        if let header = try? JPEGHeader(source: source) {
            let longest = max(header.width, header.height)
            let scale = [1, 2, 4, 8].first { longest / $0 <= posterSide } ?? 8
            guard longest / scale <= 2 * posterSide,
                var decoder = try? JPEGDecoder(source: source, scaleDenominator: scale),
                let pixels = try? decoder.readAll(), pixels.height == decoder.height
            else { return nil }
            return (pixels, TileColours.of(header, in: source))
        }
        guard var decoder = try? PNGDecoder(source: source), max(decoder.width, decoder.height) <= 2 * posterSide,
            let pixels = try? decoder.readAll(), pixels.height == decoder.height
        else { return nil }
        return (pixels, TileColours.of(decoder))
    }

    /// Centres a picture on a black one with another aspect ratio.
    private static func onBlack(_ picture: PixelBuffer, _ size: PixelSize) -> PixelBuffer {
        let proportion = min(max(Double(size.width) / Double(size.height), 0.1), 10)
        let width = max(picture.width, Int(clamping: (Double(picture.height) * proportion).rounded()))
        let height = max(picture.height, Int(clamping: (Double(picture.width) / proportion).rounded()))
        let step = picture.format.channelCount
        var bytes = [UInt8](repeating: 0, count: width * height * 3)
        let (left, top) = ((width - picture.width) / 2, (height - picture.height) / 2)
        for row in 0..<picture.height {
            for column in 0..<picture.width {
                let from = (row * picture.width + column) * step
                let to = ((top + row) * width + left + column) * 3
                let alpha = picture.format.hasAlpha ? Int(picture.bytes[from + step - 1]) : 255
                for channel in 0..<3 {
                    let sample = Int(picture.bytes[from + (picture.format.isGray ? 0 : channel)])
                    bytes[to + channel] = UInt8(truncatingIfNeeded: sample * alpha / 255)
                }
            }
        }
        return PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes)
    }

    /// Returns the thumbnail's pixels, upright, with the picture's colours; parameters and cost are those of `make`.
    package static func picture(
        from source: ByteSource, size: PixelSize, orientation: Int
    ) -> (pixels: PixelBuffer, colours: TileColours)? {
        guard let header = try? JPEGHeader(source: source), let exif = header.exif else { return nil }
        let bytes = source.bytes(at: exif.lowerBound, count: min(exif.count, segmentLimit))
        guard let range = EXIF.thumbnail(in: bytes),
            var decoder = try? JPEGDecoder(source: ByteSource(Array(bytes[range]))),
            max(decoder.width, decoder.height) <= longestSide, min(decoder.width, decoder.height) >= 8,
            let stored = try? decoder.readAll(), !decoder.isPartial
        else { return nil }
        let upright = (Orientation(rawValue: orientation) ?? .up).apply(to: stored)
        guard isAlike(upright, width: size.width, height: size.height) else { return nil }
        return (upright, TileColours.of(header, in: source))
    }
}
