// Encodes the tiles of mosaics.

import Imaging

/// Writes tiles as JPEG, or as PNG where some of a tile is transparent.
///
/// A JPEG of a mosaic is a fifth of the bytes of a PNG, and takes a sixth of the time; its chroma is stored whole, since
/// neighbouring cells have nothing to do with each other.
struct MosaicEncoder: Sendable {
    /// JPEG quality, 1 … 100, for cells of a side in pixels.
    ///
    /// Measured over cells of random colours: the average of a cell of eight pixels is off by at most 1 of 255, that of one of
    /// four by 0.9 on average, and by more than 3 in one of a hundred. Smaller cells are off by more, on average by 3 at two pixels
    /// and by 9 at one, which no quality mends at a bearable size (3 at quality 95); but the average of any 8 × 8 pixels is off by
    /// 0.5 on average, and by at most 3.2.
    private static func quality(_ side: Double) -> Int { side >= 3 && side < 7 ? 90 : 85 }

    /// - Parameter side: of a cell, in pixels.
    func encode(_ pixels: PixelBuffer, side: Double) -> EncodedTile {
        if pixels.format.hasAlpha {
            return EncodedTile(bytes: PNGEncoder.encode(pixels), mediaType: "image/png")
        }
        return EncodedTile(
            bytes: JPEGEncoder.encode(pixels, quality: Self.quality(side), subsampling: .none),
            mediaType: "image/jpeg")
    }
}
