// A tile as it is sent.

/// The bytes of one tile, encoded.
struct EncodedTile: Sendable, Equatable {
    var bytes: [UInt8]
    var mediaType: String
    /// The average, 0xRRGGBB; nil where something shines through.
    var colour: UInt32?
}
