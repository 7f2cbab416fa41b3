// The state from which a decoder can continue in the middle of a PNG that is not interlaced.

import Pixels

/// The decoding state before a row.
package struct PNGRestartPoint: Sendable, Equatable {
    /// The next row.
    package var row: Int
    /// Offset in the file of the next byte of compressed data.
    package var offset: Int
    /// Bytes of the chunk that are left there.
    package var chunkRemaining: Int
    /// The samples of the row above, as stored in the file.
    package var prior: [UInt8]
    package var inflater: Inflater.Point

    package init(row: Int, offset: Int, chunkRemaining: Int, prior: [UInt8], inflater: Inflater.Point) {
        self.row = row
        self.offset = offset
        self.chunkRemaining = chunkRemaining
        self.prior = prior
        self.inflater = inflater
    }
}
