// A tile as it is sent to a client.

/// One tile, encoded as an image file.
struct EncodedTile: Sendable, Equatable {
    /// To be raised when the same source would give other bytes: a new codec, another tile size, other colours.
    static let encoding = 4

    var bytes: [UInt8]
    var mediaType: String
    /// The tile's average colour, 0xRRGGBB; nil if a pixel is transparent or the colour was not computed.
    var colour: UInt32?
}
