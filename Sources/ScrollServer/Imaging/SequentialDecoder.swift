// The decoders that begin at the top of their files.

import Metadata
import Pixels

/// How a format is decoded from the top; a new format is a row of `MediaFormat.sequentialDecoder`.
struct SequentialDecoder: Sendable {
    /// Opens a picture at a scale of 1/1, 1/2, 1/4 or 1/8, if the decoder can scale.
    let open: @Sendable (ByteSource, _ scaleDenominator: Int) throws(ImageError) -> SequentialPicture
    /// The bytes of memory that the decoder needs for a picture of this size in pixels.
    let byteEstimate: @Sendable (_ width: Int, _ height: Int) -> Int

    private init(
        opening open: @escaping @Sendable (ByteSource, Int) throws(ImageError) -> SequentialPicture,
        _ byteEstimate: @escaping @Sendable (Int, Int) -> Int
    ) {
        self.open = open
        self.byteEstimate = byteEstimate
    }

    /// A decoder that cannot scale.
    private init(
        _ open: @escaping @Sendable (ByteSource) throws(ImageError) -> any RowSource,
        _ byteEstimate: @escaping @Sendable (Int, Int) -> Int
    ) {
        self.init(
            opening: { (source, _) throws(ImageError) in SequentialPicture(try open(source)) }, byteEstimate)
    }

    /// A decoder of single rows.
    private static func rows<Reader: RowReader>(_: RowByRowDecoder<Reader>.Type) -> SequentialDecoder {
        SequentialDecoder(
            { (source) throws(ImageError) in try RowByRowDecoder<Reader>(source: source) }, Reader.byteEstimate)
    }

    static let bmp = SequentialDecoder(
        { (source) throws(ImageError) in try BMPEmbedded.open(source) }, BMPReader.byteEstimate)
    static let gif = SequentialDecoder(
        { (source) throws(ImageError) in try GIFDecoder(source: source) }, GIFDecoder.byteEstimate)
    static let ico = SequentialDecoder(
        { (source) throws(ImageError) in try ICODecoder(source: source) }, ICODecoder.byteEstimate)
    static let animatedCursor = SequentialDecoder(
        { (source) throws(ImageError) in
            try ICODecoder(source: source.part(ANIHeader(of: source).bytes))
        }, ICODecoder.byteEstimate)
    static let os2Icons = SequentialDecoder(
        { (source) throws(ImageError) in try ICODecoder(os2: source) }, ICODecoder.byteEstimate)
    static let pnm = rows(PNMDecoder.self)
    static let qoi = rows(QOIDecoder.self)
    static let tga = rows(TGADecoder.self)
    static let dds = rows(RowByRowDecoder<DDSReader>.self)
    static let icns = SequentialDecoder(
        { (source) throws(ImageError) in try ICNSDecoder(source: source) }, ICNSDecoder.byteEstimate)
    static let openEXR = rows(RowByRowDecoder<OpenEXRReader>.self)
    static let pcx = rows(RowByRowDecoder<PCXReader>.self)
    static let pfm = rows(RowByRowDecoder<PFMReader>.self)
    static let photoshop = rows(RowByRowDecoder<PSDReader>.self)
    static let radiance = rows(RowByRowDecoder<RadianceReader>.self)
    static let wbmp = rows(RowByRowDecoder<WBMPReader>.self)
    static let webP = SequentialDecoder(opening: SequentialPicture.webP, WebPDecoder.byteEstimate)
}

extension MediaFormat {
    /// The decoder from the top; nil for formats without one.
    var sequentialDecoder: SequentialDecoder? {
        switch self {
        case .bmp: .bmp
        case .gif, .animatedGIF: .gif
        case .ico: .ico
        case .animatedCursor: .animatedCursor
        case .os2Icons: .os2Icons
        case .pnm: .pnm
        case .qoi: .qoi
        case .tga: .tga
        case .dds: .dds
        case .icns: .icns
        case .openEXR: .openEXR
        case .pcx: .pcx
        case .pfm: .pfm
        case .photoshop: .photoshop
        case .radiance: .radiance
        case .wbmp: .wbmp
        case .webp, .animatedWebP: .webP
        default: nil
        }
    }

    /// Returns the memory in bytes that a decoder from the top needs for a picture of this size; nil for other
    /// decoders.
    package func byteEstimate(width: Int, height: Int) -> Int? { sequentialDecoder?.byteEstimate(width, height) }
}
