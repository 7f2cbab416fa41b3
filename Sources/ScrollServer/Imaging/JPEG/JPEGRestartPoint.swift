// What a decoder needs to go on in the middle of a JPEG.

/// The state of entropy decoding before a row of MCUs: of a picture of one scan the same at every scale, of one of several
/// scans that at full size.
struct JPEGRestartPoint: Sendable, Equatable {
    /// How far one scan has been decoded.
    struct Scan: Sendable, Equatable {
        /// Offset in the file of the byte that holds the next bit.
        var offset: Int
        /// Bits of that byte that have been read, 0…7.
        var bitCount: Int
        /// The last mean of each component (T.81 §F.2.2.1).
        var predictions: [Int32]
        /// MCUs to the next restart marker, and its number, 0…7.
        var untilMarker: Int
        var marker: Int
        /// Blocks to come in which the scan has nothing more (T.81 §G.1.2.2).
        var endOfBand = 0
        /// Whether the scan's data ended before.
        var isOver = false
    }

    /// The row of MCUs that comes next.
    var strip: Int
    var scans: [Scan]
    /// Where the markers are that end the data of scans, in the file's order, so that whoever begins here need not look for
    /// them; empty for a picture of one scan.
    var scanEnds: [Int] = []
}
