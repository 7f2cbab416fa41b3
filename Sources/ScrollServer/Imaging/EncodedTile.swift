// A tile as it is sent to a client.

/// One tile, encoded as an image file.
struct EncodedTile: Sendable, Equatable {
    var bytes: [UInt8]
    var mediaType: String
    /// The tile's average colour, 0xRRGGBB; nil if any pixel is transparent.
    var colour: UInt32?
}
