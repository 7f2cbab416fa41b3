// The decoders that begin at the top of their files.

import Metadata
import Pixels

/// A decoder that begins at the top of its file.
protocol TopDecoder: RowSource, SendableMetatype {
    /// Opens a picture; throws `ImageError` where the file is not of the format, or damaged before its first row.
    init(source: ByteSource) throws(ImageError)

    /// Returns the approximate bytes of memory that decoding takes.
    static func byteEstimate(width: Int, height: Int) -> Int
}

/// How a format is decoded from the top; a new format is a row of `MediaFormat.sequentialDecoder`.
struct SequentialDecoder: Sendable {
    /// Opens a picture at a scale of 1/1, 1/2, 1/4 or 1/8, if the decoder can scale.
    let open: @Sendable (ByteSource, _ scaleDenominator: Int) throws(ImageError) -> SequentialPicture
    /// The bytes of memory that the decoder needs for a picture of this size in pixels.
    let byteEstimate: @Sendable (_ width: Int, _ height: Int) -> Int
}

extension SequentialDecoder {
    /// A function that opens a decoder that cannot scale.
    init(
        _ open: @escaping @Sendable (ByteSource) throws(ImageError) -> any RowSource,
        _ byteEstimate: @escaping @Sendable (Int, Int) -> Int
    ) {
        self.init(
            open: { (source, _) throws(ImageError) in SequentialPicture(try open(source)) },
            byteEstimate: byteEstimate)
    }

    /// A decoder that cannot scale.
    init<Decoder: TopDecoder>(_: Decoder.Type) {
        self.init({ (source) throws(ImageError) in try Decoder(source: source) }, Decoder.byteEstimate)
    }
}

extension MediaFormat {
    /// The decoder from the top; nil for formats without one.
    var sequentialDecoder: SequentialDecoder? {
        switch self {
        case .bmp: SequentialDecoder(BMPEmbedded.open, BMPReader.byteEstimate)
        case .gif, .animatedGIF: SequentialDecoder(GIFDecoder.self)
        case .ico: SequentialDecoder(ICODecoder.self)
        case .animatedCursor:
            SequentialDecoder(
                { (source) throws(ImageError) in
                    try ICODecoder(source: source.part(ANIHeader(of: source).bytes))
                }, ICODecoder.byteEstimate)
        case .os2Icons:
            SequentialDecoder(
                { (source) throws(ImageError) in try ICODecoder(os2: source) }, ICODecoder.byteEstimate)
        case .pnm: SequentialDecoder(PNMDecoder.self)
        case .qoi: SequentialDecoder(QOIDecoder.self)
        case .tga: SequentialDecoder(TGADecoder.self)
        case .dds: SequentialDecoder(RowByRowDecoder<DDSReader>.self)
        case .icns: SequentialDecoder(ICNSIcon.open, ICODecoder.byteEstimate)
        case .openEXR: SequentialDecoder(RowByRowDecoder<OpenEXRReader>.self)
        case .pcx: SequentialDecoder(RowByRowDecoder<PCXReader>.self)
        case .pfm: SequentialDecoder(RowByRowDecoder<PFMReader>.self)
        case .photoshop: SequentialDecoder(RowByRowDecoder<PSDReader>.self)
        case .radiance: SequentialDecoder(RowByRowDecoder<RadianceReader>.self)
        case .wbmp: SequentialDecoder(RowByRowDecoder<WBMPReader>.self)
        case .webp, .animatedWebP:
            SequentialDecoder(open: SequentialPicture.webP, byteEstimate: WebPDecoder.byteEstimate)
        default: nil
        }
    }

    /// How pictures with deep samples are opened; nil for formats without them, or with a decoder of their own.
    var deepDecoder: SequentialPicture.DeepOpening? {
        switch self {
        case .openEXR: SequentialPicture.deep(OpenEXRReader.self)
        case .pfm: SequentialPicture.deep(PFMReader.self)
        case .photoshop: SequentialPicture.deep(PSDReader.self)
        case .pnm: SequentialPicture.deep(PNMReader.self)
        case .radiance: SequentialPicture.deep(RadianceReader.self)
        default: nil
        }
    }

    /// Returns the memory in bytes that a decoder from the top needs for a picture of this size; nil for other
    /// decoders.
    package func byteEstimate(width: Int, height: Int) -> Int? { sequentialDecoder?.byteEstimate(width, height) }
}
