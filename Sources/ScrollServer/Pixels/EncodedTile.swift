// A tile as sent to a client.

/// One tile, encoded as an image file.
package struct EncodedTile: Sendable, Equatable {
    /// Version of the encoding; raise it when the same source would give other bytes (codec, tile size, colours).
    package static let encoding = 5

    package var bytes: [UInt8]
    package var mediaType: String
    /// The tile's average colour, 0xRRGGBB; nil if a pixel is transparent or the colour was not computed.
    package var colour: UInt32?

    package init(bytes: [UInt8], mediaType: String, colour: UInt32? = nil) {
        self.bytes = bytes
        self.mediaType = mediaType
        self.colour = colour
    }
}
