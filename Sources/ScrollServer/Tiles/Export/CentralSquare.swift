// The middle of a picture for a small cell, from one of its exported tiles.

import Imaging
import Metadata
import Pixels
import Tiling

/// Makes the cells of a site's mosaics.
package enum CentralSquare {
    /// Returns the central square of a JPEG in sRGB, scaled to `side` pixels; nil where it cannot be decoded.
    ///
    /// The pixels have three bytes each. Memory: the whole JPEG, decoded.
    package static func pixels(of jpeg: [UInt8], side: Int) -> [UInt8]? {
        guard var decoder = try? JPEGDecoder(source: ByteSource(jpeg)), let whole = try? decoder.readAll(),
            whole.width > 0, whole.height > 0
        else { return nil }
        let length = Double(min(whole.width, whole.height))
        var scaler = RowScaler(
            sourceWidth: whole.width, sourceHeight: whole.height, format: whole.format,
            frame: Rect(
                x: (Double(whole.width) - length) / 2, y: (Double(whole.height) - length) / 2, width: length,
                height: length),
            targetWidth: side, targetHeight: side)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(side * side * whole.format.channelCount)
        _ = scaler.push(rows: whole.bytes, into: &bytes)
        guard bytes.count == side * side * whole.format.channelCount else { return nil }
        let cell = TileColours.of(decoder).shown(
            PixelBuffer(width: side, height: side, format: whole.format, bytes: bytes))
        switch cell.format {
        case .rgb: return cell.bytes
        case .gray: return cell.bytes.flatMap { [$0, $0, $0] }
        case .rgba, .grayAlpha: return nil
        }
    }
}
