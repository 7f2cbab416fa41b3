// Checks whether a file can contain the pixels that its header claims.

import Metadata
import Pixels

/// Refuses sizes for which a file is far too short, where decoding would take minutes and produce one colour.
enum ClaimedSize {
    /// Pixels up to which any picture is allowed, because decoding is quick.
    private static let freePixelCount = 1 << 26
    /// Most bytes of a row of decoded RGBA pixels.
    static let rowByteLimit = 1 << 23

    /// Checks the width of a picture of the format named `format`.
    ///
    /// - Throws: `ImageError.tooLarge` for a row that would take more than `rowByteLimit`.
    static func checkRow(_ width: Int, _ format: String) throws(ImageError) {
        guard width <= rowByteLimit / 4 else {
            throw .tooLarge(
                "a \(format) of \(width) pixels in a row, of which \(rowByteLimit / 4) are decoded, is too wide")
        }
    }

    /// Checks the width of a picture of the format named `format`, and its size against the length of its file.
    ///
    /// Throws as both checks do; `pixelsPerByte` and `offset` are as below.
    static func check(
        _ header: some SizedHeader, _ format: String, in source: ByteSource, pixelsPerByte: Int, offset: Int
    ) throws(ImageError) {
        try checkRow(header.width, format)
        try check(
            header.width, header.height, fileByteCount: source.count, pixelsPerByte: pixelsPerByte, offset: offset)
    }

    /// Checks a size against the length of the file.
    ///
    /// - Parameters:
    ///   - width: in pixels, not negative.
    ///   - height: in pixels, not negative.
    ///   - fileByteCount: the length of the file.
    ///   - pixelsPerByte: the most pixels that a byte of the format can encode.
    ///   - offset: file offset of the size.
    /// - Throws: `ImageError.damaged` for more than 2²⁶ pixels that such a file cannot contain.
    static func check(_ width: Int, _ height: Int, fileByteCount: Int, pixelsPerByte: Int, offset: Int)
        throws(ImageError)
    {
        let (count, isTooMuch) = width.multipliedReportingOverflow(by: height)
        guard !isTooMuch, count <= freePixelCount || count / pixelsPerByte <= fileByteCount else {
            throw .damaged("a size of \(width) × \(height) pixels, of which the file holds but a few", offset: offset)
        }
    }
}
