// Tiles as their pixels, between the passes of an export and what is made of them.

import Imaging
import Metadata
import Pixels

/// Keeps a tile's pixels as they are, where an encoded tile would be decoded again at once.
enum PixelTile {
    private static let mediaType = "application/x-pixels"
    /// Bytes of width, height, channels and the length of the profile: 2 each.
    private static let headByteCount = 8

    /// Keeps pixels, at most 65,535 a side, with a profile of at most as many bytes.
    static func encode(_ pixels: PixelBuffer, profile: [UInt8]?) -> EncodedTile {
        let profile = profile ?? []
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headByteCount + profile.count + pixels.bytes.count)
        for number in [pixels.width, pixels.height, pixels.format.channelCount, profile.count] {
            bytes += [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
        }
        bytes += profile
        bytes += pixels.bytes
        return EncodedTile(bytes: bytes, mediaType: mediaType)
    }

    /// The pixels and the profile of a tile; nil for a tile in a format of its own.
    static func decode(_ tile: EncodedTile) -> (pixels: PixelBuffer, profile: [UInt8]?)? {
        guard tile.mediaType == mediaType, tile.bytes.count >= headByteCount else { return nil }
        let numbers = (0..<4).map { Int(tile.bytes[2 * $0]) << 8 | Int(tile.bytes[2 * $0 + 1]) }
        let start = headByteCount + numbers[3]
        guard let format = PixelFormat(rawValue: numbers[2]),
            tile.bytes.count == start + numbers[0] * numbers[1] * format.channelCount
        else { return nil }
        return (
            PixelBuffer(width: numbers[0], height: numbers[1], format: format, bytes: Array(tile.bytes[start...])),
            numbers[3] == 0 ? nil : Array(tile.bytes[headByteCount..<start])
        )
    }

    /// What the server answers for a tile, which is a PNG for viewers where it comes as pixels.
    ///
    /// `quality` is nil for that of tiles for viewers; `source` is the format of the picture as it is decoded.
    static func jpeg(of tile: EncodedTile, quality: Int?, source: MediaFormat) -> [UInt8] {
        guard let (pixels, profile) = decode(tile) else { return tile.bytes }
        return JPEGEncoder.encode(
            pixels, quality: quality ?? TileEncoder.recodedQuality,
            subsampling: RegionComposer.subsampling(of: source), profile: profile)
    }
}
