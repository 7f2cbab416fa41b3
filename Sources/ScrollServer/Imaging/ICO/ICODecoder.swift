// Decodes the largest picture of an icon or a cursor from the top, some rows at a time.

import Metadata
import Pixels

/// Decodes a PNG in an icon, or a BMP with its mask applied.
///
/// If any 32-bit pixel has non-zero alpha, alpha is used and the mask is ignored. Damage and truncation are handled as
/// in a BMP; rows without mask data are not masked, and `isPartial` is set.
///
/// Not thread-safe: one task at a time may use a decoder.
package final class ICODecoder: TopDecoder {
    /// Most bytes of an interlaced PNG kept in memory.
    static let interlacedByteCount = 1 << 25

    package let width: Int
    package let height: Int
    package let format: PixelFormat
    package var isPartial: Bool { picture.isPartial || isMaskCut }
    /// ICC profile of the colours; nil for sRGB.
    package let profile: [UInt8]?

    private let picture: any RowSource
    private let mask: ICOMask?
    private var isMaskCut = false
    private var nextRow = 0
    private var band: [UInt8] = []

    /// Reads the largest picture's header; throws `ImageError` where the file is no icon, or as a PNG or BMP does.
    package convenience init(source: ByteSource) throws(ImageError) {
        let directory = try ICODirectory(of: source)
        if directory.isPNG {
            self.init(try ICODecoder.png(source.part(directory.bytes)))
        } else {
            let bitmap = try ICOBitmap(source, directory)
            self.init(try BMPDecoder(source: bitmap.file), .rgba, bitmap.mask)
        }
        // The header is read again: the file may have changed since the directory was read.
        guard width == directory.width, height == directory.height else { throw .changed }
    }

    /// Opens a PNG that lies in another file.
    static func png(_ source: ByteSource) throws(ImageError) -> PNGDecoder {
        try PNGDecoder(
            source: source, limits: PNGDecoder.Limits(interlacedByteCount: interlacedByteCount), refines: true)
    }

    /// Takes a picture as it is, or one that is returned in another format, with a mask.
    init(_ picture: any RowSource, _ format: PixelFormat? = nil, _ mask: ICOMask? = nil) {
        (self.picture, self.mask, width, height) = (picture, mask, picture.width, picture.height)
        self.format = format ?? picture.format
        profile = format == nil ? picture.profile : nil
    }

    /// Returns the approximate bytes of memory that decoding takes.
    package static func byteEstimate(width: Int, height: Int) -> Int {
        let (byteCount, isTooMuch) = (min(width, ClaimedSize.rowByteLimit) * 4).multipliedReportingOverflow(by: height)
        return BMPReader.byteEstimate(width: width, height: height)
            + (isTooMuch ? interlacedByteCount : min(byteCount, interlacedByteCount))
    }

    package func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        var picture = picture
        guard mask != nil || picture.format != format else { return try picture.readRows(into: &rows) }
        band.removeAll(keepingCapacity: true)
        let count = try picture.readRows(into: &band)
        let step = picture.format.channelCount
        let start = rows.count
        rows.append(contentsOf: repeatElement(255, count: count * width * 4))
        for pixel in 0..<count * width {
            for channel in 0..<step { rows[start + pixel * 4 + channel] = band[pixel * step + channel] }
        }
        if let mask, !mask.apply(to: &rows, from: start, row: nextRow, count: count) { isMaskCut = true }
        nextRow += count
        return count
    }
}
