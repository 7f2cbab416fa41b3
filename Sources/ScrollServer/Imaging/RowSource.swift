// What every decoder is to the stages behind it: rows, from the top.

/// A picture that is produced from the top down, some rows at a time, so that it is never held whole.
protocol RowSource {
    /// In pixels, after any scaling the decoder was asked for, before orientation.
    var width: Int { get }
    /// In pixels, likewise.
    var height: Int { get }
    var format: PixelFormat { get }
    /// Set once damage was met: the rows after it are the decoder's best guess (a JPEG's as libjpeg fills them).
    var isPartial: Bool { get }

    /// Appends the next rows to `rows`, as many as are at hand (at least one, at most what the decoder holds anyway).
    ///
    /// - Returns: the number of rows appended; 0 when all `height` rows have been given.
    /// - Throws: `ImageError` when nothing sensible can be given for the rest.
    mutating func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int
}

extension RowSource {
    /// All remaining rows as one picture.
    ///
    /// Memory: the whole picture; check `width × height` first.
    mutating func readAll() throws(ImageError) -> PixelBuffer {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * format.channelCount)
        var rowCount = 0
        while true {
            let added = try readRows(into: &bytes)
            if added == 0 { break }
            rowCount += added
        }
        return PixelBuffer(width: width, height: rowCount, format: format, bytes: bytes)
    }
}
