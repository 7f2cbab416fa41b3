// A tile as it is sent to a client.

/// One tile, encoded as an image file.
struct EncodedTile: Sendable, Equatable {
    var bytes: [UInt8]
    var mediaType: String
    /// The tile's average colour, 0xRRGGBB; nil if a pixel is transparent or the colour was not computed.
    var colour: UInt32?
}
