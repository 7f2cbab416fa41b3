// What a decoder needs to go on in the middle of a JPEG of one scan.

/// The state of sequential entropy decoding before a row of MCUs; the same at every scale.
struct JPEGRestartPoint: Sendable, Equatable {
    /// The row of MCUs that comes next.
    var strip: Int
    /// Offset in the file of the byte that holds the next bit.
    var offset: Int
    /// Bits of that byte that have been read, 0…7.
    var bitCount: Int
    /// The last mean of each component (T.81 §F.2.2.1).
    var predictions: [Int32]
    /// MCUs to the next restart marker, and its number, 0…7.
    var untilMarker: Int
    var marker: Int
}
