// The 14 bytes before the pixels of a QOI (qoiformat.org, specification 1.0).

import Pixels

/// A QOI's size and kind.
///
/// Its colour space is ignored: by the specification it does not change how pixels are read, and other viewers ignore
/// it too.
package struct QOIHeader: SizedHeader, Equatable, Sendable {
    package static let byteCount = 14

    /// In pixels, at least 1.
    package let width: Int
    /// In pixels, at least 1.
    package let height: Int
    package let hasAlpha: Bool

    /// Reads the header; throws `ImageError` where the file is no QOI, or its header is invalid.
    package init(_ reader: inout HeaderReader) throws(ImageError) {
        guard try reader.matches("qoif", at: 0) else { throw .notAnImage("the file is not a QOI") }
        (width, height) = (try reader.uint32(4), try reader.uint32(8))
        let channelCount = try reader.byte(12)
        try ImageError.checkSize(width, height, offset: 4)
        guard channelCount == 3 || channelCount == 4 else {
            throw .damaged("pixels of \(channelCount) samples", offset: 12)
        }
        hasAlpha = channelCount == 4
    }
}
