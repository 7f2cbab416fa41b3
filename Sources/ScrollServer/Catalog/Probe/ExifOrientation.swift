// The orientation in an EXIF block.

enum ExifOrientation {
    /// 1...8, or nil when the block `start..<end`, which begins with its byte order, is damaged or has none that is
    /// valid: a photograph with a broken EXIF block is shown as it is stored.
    static func read(_ reader: inout HeaderReader, at start: Int, end: Int) -> Int? {
        guard let directory = try? TIFFDirectory.read(&reader, at: start, end: end) else { return nil }
        return directory.orientation.flatMap { (1...8).contains($0) ? $0 : nil }
    }
}
