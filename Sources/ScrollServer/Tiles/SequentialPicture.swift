// Pictures of formats that can only be decoded from the top.

/// A decoder that cannot begin in the middle of its file, and what its colours are.
struct SequentialPicture {
    let decoder: any RowSource
    let colours: TileColours

    /// nil for a format that has decoders which can do more, or none.
    init?(_ source: ByteSource, _ format: MediaFormat?) throws(ImageError) {
        switch format {
        case .webp:
            let webP = try WebPDecoder(source: source)
            (decoder, colours) = (webP, TileColours.of(webP.profile, .rgb))
        case .bmp:
            let bmp = try BMPDecoder(source: source)
            (decoder, colours) = (bmp, TileColours.of(bmp.profile, .rgb))
        case .gif: (decoder, colours) = (try GIFDecoder(source: source), TileColours())
        default: return nil
        }
    }
}
