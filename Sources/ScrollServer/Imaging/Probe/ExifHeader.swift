// What a header needs of an EXIF block.

/// Which way is up and when the picture was taken, where an EXIF block says so.
struct ExifHeader {
    /// 1...8.
    var orientation: Int?
    var taken: CaptureTime?

    static let none = ExifHeader()

    /// Reads the block `start..<end`, which begins with its byte order. What is damaged counts as not there: a photograph
    /// with a broken EXIF block is shown as it is stored.
    static func read(_ reader: inout HeaderReader, at start: Int, end: Int) -> ExifHeader {
        guard let directory = try? TIFFDirectory.read(&reader, at: start, end: end) else { return .none }
        return ExifHeader(
            orientation: directory.validOrientation, taken: directory.captureTime(&reader, at: start, end: end))
    }
}
