// What a decoder needs to go on in the middle of a PNG that is not interlaced.

/// The state of decoding before a row.
struct PNGRestartPoint: Sendable, Equatable {
    /// The row that comes next.
    var row: Int
    /// Offset in the file of the next byte of compressed data.
    var offset: Int
    /// Bytes of the chunk that are left there.
    var chunkRemaining: Int
    /// The samples of the row above, as stored in the file.
    var prior: [UInt8]
    var inflater: Inflater.Point
}
