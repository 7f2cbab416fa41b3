// The interface of every decoder to the stages after it: rows of pixels, from the top.

import Pixels

/// A picture decoded from the top down, a few rows at a time, so that the whole picture is never in memory.
package protocol RowSource {
    /// In pixels, after any scaling that the decoder was asked for, and before the orientation is applied.
    var width: Int { get }
    /// In pixels, like `width`.
    var height: Int { get }
    var format: PixelFormat { get }
    /// ICC profile of the colours; nil for sRGB.
    var profile: [UInt8]? { get }
    /// Colour space of the samples in the file.
    var profileSpace: ColourProfile.Space { get }
    /// Conversion of four inks to RGB, set before the first rows are read; nil for an approximation without a profile.
    ///
    /// Decoders of pictures that are not made of inks ignore it.
    var inks: ColourConversion? { get set }
    /// Whether the decoder has met damage.
    ///
    /// The rows after the damage are guessed (JPEG: as libjpeg does) or missing (PNG).
    var isPartial: Bool { get }
    /// Constant colour of all remaining rows after the data ran out; nil before.
    ///
    /// Callers that do not need such rows can stop reading.
    var fillPixel: [UInt8]? { get }

    /// Whether the decoder supports restart points, because it keeps nothing of the rows it has passed.
    var isRestartable: Bool { get }

    /// Returns the state before the next row, from which an equal decoder can continue; nil where there is none now.
    func restartPoint() -> RestartPoint?

    /// Moves to a point that a decoder of the same file returned: the next row is the point's.
    ///
    /// - Returns: false where the point cannot belong to this file; the decoder is then unusable.
    mutating func restart(at point: RestartPoint) -> Bool

    /// Appends the next rows to `rows`: at least one, at most as many as the decoder buffers (a JPEG: one row of MCUs).
    ///
    /// - Returns: the number of rows appended; 0 when all `height` rows have been returned, or the damaged rest is
    ///   missing.
    /// - Throws: `ImageError` when not even the first rows can be decoded.
    mutating func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int
}

extension RowSource {
    package var profile: [UInt8]? { nil }
    package var profileSpace: ColourProfile.Space { format.isGray ? .gray : .rgb }
    package var inks: ColourConversion? {
        get { nil }
        set {}
    }
    package var fillPixel: [UInt8]? { nil }
    package var isRestartable: Bool { false }
    package func restartPoint() -> RestartPoint? { nil }
    package mutating func restart(at point: RestartPoint) -> Bool { false }

    /// Decodes all remaining rows as one picture.
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
