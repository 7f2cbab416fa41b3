// Pictures of formats that can only be decoded from the top.

import Tiling

/// A decoder that cannot begin in the middle of its file, and what its colours are.
struct SequentialPicture {
    let decoder: any RowSource
    let colours: TileColours

    /// Of what moves, the first frame; nil for a format that has decoders which can do more, or none.
    init?(_ source: ByteSource, _ format: MediaFormat?) throws(ImageError) {
        switch format?.decoded {
        case .webp:
            let webP = try WebPDecoder(source: source)
            colours = TileColours.of(webP.profile, .rgb)
            if let (canvas, frame) = webP.placement, canvas != PixelSize(width: webP.width, height: webP.height) {
                decoder = PlacedRows(webP, on: canvas, at: frame)
            } else {
                decoder = webP
            }
        case .bmp:
            let bmp = try BMPDecoder(source: source)
            (decoder, colours) = (bmp, TileColours.of(bmp.profile, .rgb))
        case .gif: (decoder, colours) = (try GIFDecoder(source: source), TileColours())
        case .pnm: (decoder, colours) = (try PNMDecoder(source: source), TileColours())
        case .qoi: (decoder, colours) = (try QOIDecoder(source: source), TileColours())
        case .tga: (decoder, colours) = (try TGADecoder(source: source), TileColours())
        case .ico:
            let icon = try ICODecoder(source: source)
            (decoder, colours) = (icon, TileColours.of(icon.profile, icon.format.isGray ? .gray : .rgb))
        default: return nil
        }
    }
}
