// What a picture's EXIF block says about showing it: which way is up, when it was taken, the small picture inside.

/// Orientation and capture time out of an EXIF block, which is a small TIFF file (CIPA DC-008 §4.5, TIFF 6.0 §2).
///
/// Any bytes are accepted; what is damaged counts as not there: a photograph with a broken block is shown as it is stored.
struct EXIF: Sendable, Equatable {
    /// How the stored pixels are to be turned, 1...8 as TIFF 6.0 numbers them; 1 (upright) when not given.
    private(set) var orientation = 1
    /// DateTimeOriginal.
    private(set) var taken: CaptureTime?

    /// Of a picture without a block.
    static let none = EXIF()

    private init() {}

    /// Reads the block in bytes `start..<end`, which begins with its byte order.
    init(_ reader: inout HeaderReader, at start: Int, end: Int) {
        guard let directory = try? TIFFDirectory.read(&reader, at: start, end: end) else { return }
        orientation = directory.validOrientation ?? 1
        taken = directory.captureTime(&reader, at: start, end: end)
    }

    /// Where a block's JPEG thumbnail lies, counted from the block's start, within it; nil when it has none.
    ///
    /// - Parameter bytes: the block, which begins with its byte order.
    static func thumbnail(in bytes: [UInt8]) -> Range<Int>? {
        var reader = HeaderReader(prefix: bytes, count: bytes.count)
        guard let directory = try? TIFFDirectory.read(&reader, at: 0, end: bytes.count) else { return nil }
        return directory.thumbnail(&reader, at: 0, end: bytes.count)
    }
}
