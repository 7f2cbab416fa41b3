// A picture's EXIF block, as far as it is used: orientation, facts and the thumbnail.

/// The facts of an EXIF block, which is a small TIFF file (CIPA DC-008 §4.5, TIFF 6.0 §2).
///
/// Any bytes are accepted; whatever is damaged counts as missing. A photograph with a broken block is shown as stored.
package struct EXIF: Sendable, Equatable {
    /// The orientation, 1...8 as TIFF 6.0 numbers it; 1 (upright) when missing.
    private(set) var orientation = 1
    /// Further facts in the block.
    private(set) var facts = PictureFacts.none

    /// The values for a picture without an EXIF block.
    static let none = EXIF()

    private init() {}

    /// Reads the block in bytes `start..<end` of the file; the block begins with its byte order mark, or with `Exif\0\0`.
    init(_ reader: inout HeaderReader, at start: Int, end: Int) {
        let isNamed = (try? reader.matches("Exif\0\0", at: start)) == true
        guard
            let directory = try? TIFFDirectory(firstOf: &reader, at: isNamed ? start + 6 : start, end: end)
        else { return }
        orientation = directory.orientation(&reader) ?? 1
        facts = EXIFFacts.read(&reader, directory)
    }

    /// Reads a block in memory.
    init(_ bytes: [UInt8]) {
        var reader = HeaderReader(prefix: bytes, count: bytes.count)
        self.init(&reader, at: 0, end: bytes.count)
    }

    /// Returns the byte range of the JPEG thumbnail in a block, counted from its start; nil unless it lies within the
    /// block.
    ///
    /// `bytes` are the block, which begins with its byte order mark.
    package static func thumbnail(in bytes: [UInt8]) -> Range<Int>? {
        var reader = HeaderReader(prefix: bytes, count: bytes.count)
        guard let directory = try? TIFFDirectory(firstOf: &reader, at: 0, end: bytes.count) else { return nil }
        return directory.thumbnail(&reader)
    }
}
