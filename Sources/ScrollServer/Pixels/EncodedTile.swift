// A tile as sent to a client.

/// One tile, encoded as an image file.
package struct EncodedTile: Sendable, Equatable {
    /// Version of the encoding; raise it when the same source would give other bytes (codec, tile size, colours).
    package static let encoding = 6

    package var bytes: [UInt8]
    package var mediaType: String
    /// The tile's average colour, 0xRRGGBB; nil if a pixel is transparent or the colour was not computed.
    package var colour: UInt32?
    /// Whether the picture's own file has it, so that it need not be kept on disk.
    package var isStored = false

    package init(bytes: [UInt8], mediaType: String, colour: UInt32? = nil, isStored: Bool = false) {
        self.isStored = isStored
        self.bytes = bytes
        self.mediaType = mediaType
        self.colour = colour
    }
}
