// What a file can hold of the pixels that its header claims.

/// Refuses sizes that a file is far too short for, where decoding would go on for minutes to give one colour.
enum ClaimedSize {
    /// Pictures of so few pixels are quick, whatever they hold.
    private static let freePixelCount = 1 << 26
    /// Bytes of a row of decoded pixels with alpha: what a row may take at most.
    static let rowByteLimit = 1 << 23

    /// - Parameters:
    ///   - width: in pixels.
    ///   - format: as the reader is told.
    /// - Throws: `ImageError.tooLarge` for a row that would take more than `rowByteLimit`.
    static func checkRow(_ width: Int, _ format: String) throws(ImageError) {
        guard width <= rowByteLimit / 4 else {
            throw .tooLarge(
                "a \(format) of \(width) pixels in a row, of which \(rowByteLimit / 4) are decoded, is too wide")
        }
    }

    /// - Parameters:
    ///   - width: in pixels, not negative.
    ///   - height: in pixels, not negative.
    ///   - fileByteCount: the length of the file.
    ///   - pixelsPerByte: how many pixels a byte of the format stands for at most.
    ///   - offset: where the size stands in the file.
    /// - Throws: `ImageError.damaged` for more than 2²⁶ pixels that such a file cannot hold.
    static func check(_ width: Int, _ height: Int, fileByteCount: Int, pixelsPerByte: Int, offset: Int)
        throws(ImageError)
    {
        let (count, isTooMuch) = width.multipliedReportingOverflow(by: height)
        guard !isTooMuch, count <= freePixelCount || count / pixelsPerByte <= fileByteCount else {
            throw .damaged("a size of \(width) × \(height) pixels, of which the file holds but a few", offset: offset)
        }
    }
}
