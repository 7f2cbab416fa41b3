// The interface of every decoder to the stages after it: rows of pixels, from the top.

/// A picture decoded from the top down, a few rows at a time, so that the whole picture is never in memory.
package protocol RowSource {
    /// In pixels, after any scaling that the decoder was asked for, and before the orientation is applied.
    var width: Int { get }
    /// In pixels, like `width`.
    var height: Int { get }
    var format: PixelFormat { get }
    /// True once the decoder has met damage: the rows after the damage are a guess (JPEG: the same as libjpeg's) or
    /// missing (PNG).
    var isPartial: Bool { get }
    /// The pixel that all rows consist of which follow, once they are a guess: whoever wants no rows of that need not read on.
    /// Nil before.
    var fillPixel: [UInt8]? { get }

    /// Whether the decoder can tell restart points: it holds nothing of what it has passed.
    var isRestartable: Bool { get }

    /// The state before the next row that `readRows` decodes, from which an equal decoder can go on; nil where there is none
    /// now.
    func restartPoint() -> RestartPoint?

    /// Goes to a point that a decoder of the same file has told: the next row is the point's.
    ///
    /// - Returns: false where the point cannot be one of this file; the decoder is then of no more use.
    mutating func restart(at point: RestartPoint) -> Bool

    /// Appends the next rows to `rows`: at least one, at most as many as the decoder buffers anyway (a JPEG: one row of
    /// MCUs).
    ///
    /// - Returns: the number of rows appended; 0 when all `height` rows have been given, or the damaged rest is
    ///   missing.
    /// - Throws: `ImageError` when not even the first rows can be given.
    mutating func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int
}

extension RowSource {
    package var fillPixel: [UInt8]? { nil }
    package var isRestartable: Bool { false }
    package func restartPoint() -> RestartPoint? { nil }
    package mutating func restart(at point: RestartPoint) -> Bool { false }

    /// All remaining rows as one picture.
    ///
    /// Memory: the whole picture, `width × height × format.channelCount` bytes; the caller checks the size first.
    package mutating func readAll() throws(ImageError) -> PixelBuffer {
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
