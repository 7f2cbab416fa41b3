// Encodes the tiles of mosaics.

import Imaging
import Pixels

/// Encodes tiles as JPEG, or as PNG if they are partly transparent.
///
/// A JPEG of a mosaic has a fifth of the bytes of a PNG, and takes a sixth of the time. Chroma is not subsampled, since
/// neighbouring cells are unrelated.
struct MosaicEncoder: Sendable {
    /// Returns the JPEG quality, 1 … 100, for cells with a side in pixels.
    ///
    /// Measured with cells of random colours: the average of a cell of eight pixels is off by at most 1 of 255, that of
    /// a cell of four by 0.9 on average, and by more than 3 in one of a hundred. Cells of two pixels are off by 3 on
    /// average, those of one by 9 (3 at quality 95, whose size is too large). The average of any 8 × 8 pixels is off by
    /// 0.5 on average, and by at most 3.2.
    private static func quality(_ side: Double) -> Int { side >= 3 && side < 7 ? 90 : 85 }

    /// Encodes a tile whose cells have this side, in pixels.
    func encode(_ pixels: PixelBuffer, side: Double) -> EncodedTile {
        if pixels.format.hasAlpha {
            return EncodedTile(bytes: PNGEncoder.encode(pixels), mediaType: "image/png")
        }
        return EncodedTile(
            bytes: JPEGEncoder.encode(pixels, quality: Self.quality(side), subsampling: .none),
            mediaType: "image/jpeg")
    }
}
