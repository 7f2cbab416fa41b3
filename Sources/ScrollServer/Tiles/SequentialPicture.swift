// Pictures in formats that can only be decoded from the top.

import Imaging
import Tiling

/// A decoder that cannot begin in the middle of its file, and the picture's colours.
struct SequentialPicture {
    let decoder: any RowSource
    let colours: TileColours
    /// The size of the stored picture in pixels; the decoder may produce a smaller one.
    let size: PixelSize

    /// Opens a picture, or the first frame of an animation; nil for formats without such a decoder.
    ///
    /// The decoder may divide the sides by `scaleDenominator`, 1, 2, 4 or 8, if it can.
    init?(_ source: ByteSource, _ format: MediaFormat?, scaleDenominator: Int = 1) throws(ImageError) {
        switch format?.decoded {
        case .webp:
            let webP = try WebPDecoder(source: source, scaleDenominator: scaleDenominator)
            size = webP.placement.map { PixelSize(width: $0.canvas.width, height: $0.canvas.height) } ?? webP.storedSize
            colours = TileColours.of(webP.profile, .rgb)
            if let (canvas, frame) = webP.placement, canvas != PixelSize(width: webP.width, height: webP.height) {
                decoder = PlacedRows(webP, on: canvas, at: frame)
            } else {
                decoder = webP
            }
            return
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
        size = PixelSize(width: decoder.width, height: decoder.height)
    }
}
