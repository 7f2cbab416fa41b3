// What a TIFF's directory declares about the picture: size, samples, and the place of its strips or tiles.

import Metadata
import Pixels
import Tiling

/// How a picture of a TIFF is stored; all numbers are checked (TIFF 6.0 §8, §14, §15, §22).
struct TIFFLayout {
    enum Compression: Equatable {
        case none, lzw, deflate, packBits, jpeg
        case ccitt(CCITTDecoder.Scheme)
    }

    typealias SampleKind = DeepSamples.Kind

    /// What the samples of a pixel mean.
    enum Colour: Equatable {
        case gray(isInverted: Bool)
        case rgb, cmyk, yCbCr
        /// One sample, an index into the map: 3 × 2ᵇⁱᵗˢ bytes, all reds first.
        case palette([UInt8])
        /// L*, a* and b*; with `isOffset`, a* and b* have 128 added.
        ///
        /// Samples wider than 8 bits get this offset when they are converted.
        case lab(isOffset: Bool)

        var sampleCount: Int {
            switch self {
            case .gray, .palette: 1
            case .rgb, .yCbCr, .lab: 3
            case .cmyk: 4
            }
        }

        var profileSpace: ColourProfile.Space {
            switch self {
            case .gray: .gray
            case .cmyk: .cmyk
            case .rgb, .palette, .yCbCr, .lab: .rgb
            }
        }
    }

    private enum Tag {
        static let width = 256
        static let height = 257
        static let bitsPerSample = 258
        static let compression = 259
        static let photometric = 262
        static let fillOrder = 266
        static let samplesPerPixel = 277
        static let planarConfiguration = 284
        static let t4Options = 292
        static let predictor = 317
        static let colourMap = 320
        static let inkSet = 332
        static let extraSamples = 338
        static let sampleFormat = 339
        static let jpegTables = 347
        static let yCbCrSubsampling = 530
        static let profile = 34_675
    }

    /// Most bytes of a row of RGBA, and of a row of a strip or tile as stored or with 8 bits per sample.
    static let rowByteLimit = 1 << 23
    private static let sampleLimit = 256

    /// How a reduced picture is made of the stored one.
    struct Reduction: Equatable {
        /// 2, 4 or 8: each side is so many times shorter.
        let factor: Int
        /// The size of the stored picture.
        let size: PixelSize
    }

    /// In pixels.
    private(set) var width: Int
    private(set) var height: Int
    /// nil for the stored picture.
    private(set) var reduction: Reduction?
    /// Bits of a sample, 1...64.
    let bits: Int
    let kind: SampleKind
    let isLittleEndian: Bool
    /// Samples of a pixel, including ignored ones.
    let sampleCount: Int
    private(set) var colour: Colour
    /// Index of the alpha sample, and whether the colours are premultiplied by it.
    private(set) var alpha: (sample: Int, isAssociated: Bool)?
    /// The only sample that is shown, as gray; nil where the samples mean what `colour` says.
    private(set) var channel: Int?
    let compression: Compression
    /// 1...3 (TIFF 6.0 §14; Adobe's TIFF Tech Note 3).
    let predictor: Int
    /// Whether each sample has its own strips or tiles.
    let isPlanar: Bool
    /// Whether the lowest bit of a byte comes first.
    let isReversed: Bool
    /// Pixels per Cb or Cr sample, horizontally and vertically: 1, 2 or 4.
    let subsampling: (horizontal: Int, vertical: Int)
    let jpegTables: [UInt8]?
    /// Where the parts of a JPEG in the old style are; nil for other compressions.
    let oldJPEG: TIFFOldJPEG?
    let profile: [UInt8]?
    private(set) var chunks: TIFFChunks

    /// Whether samples are gray or RGB, and have more bits than a pixel of ours.
    var canBeFine: Bool {
        guard colour == .rgb || colour == .gray(isInverted: false), compression != .jpeg, alpha?.isAssociated != true
        else { return false }
        return kind == .float || kind == .unsigned && (bits == 16 || bits == 32)
    }

    /// Whether a window applies to the samples: gray or RGB, of other numbers than the whole ones from 0 to 255.
    ///
    /// Must hold for all files of which `TIFFDirectory.hasDeepSamples` says so.
    var canHaveWindow: Bool {
        switch colour {
        case .gray where channel != nil: compression != .jpeg
        case .gray, .rgb: compression != .jpeg && alpha?.isAssociated != true && (bits > 8 || kind != .unsigned)
        default: false
        }
    }

    /// Reads and checks the fields of a directory.
    ///
    /// - Parameters:
    ///   - fields: the directory.
    ///   - hasProfile: whether to read its ICC profile.
    /// - Throws: `ImageError` where something is missing, impossible, too large, or unsupported.
    init(_ fields: TIFFFields, hasProfile: Bool = true) throws(ImageError) {
        let offset = fields.offset
        guard let width = fields.number(Tag.width), let height = fields.number(Tag.height), width > 0, height > 0 else {
            throw .damaged("a directory without a size", offset: offset)
        }
        guard width <= Int(UInt32.max), height <= Int(UInt32.max) else {
            throw .tooLarge("a size of \(width) × \(height) pixels is too large")
        }
        (self.width, self.height, isLittleEndian) = (width, height, fields.isLittleEndian)
        compression = try Self.compression(fields)
        let sampleCount = fields.number(Tag.samplesPerPixel) ?? 1
        guard (1...Self.sampleLimit).contains(sampleCount) else {
            throw .unsupported("a TIFF of \(sampleCount) samples in a pixel")
        }
        self.sampleCount = sampleCount
        bits = try Self.common(Tag.bitsPerSample, fields, sampleCount, "bits") ?? 1
        guard (1...64).contains(bits) else { throw .unsupported("a TIFF of \(bits) bits in a sample") }
        switch try Self.common(Tag.sampleFormat, fields, sampleCount, "formats") ?? 1 {
        case 1, 4: kind = .unsigned
        case 2: kind = .signed
        case 3:
            guard [16, 32, 64].contains(bits) else { throw .unsupported("a TIFF of floats of \(bits) bits") }
            kind = .float
        case let format: throw .unsupported("a TIFF with samples of format \(format)")
        }
        colour = try Self.colour(fields, bits: bits, kind, sampleCount)
        guard colour.sampleCount <= sampleCount else {
            throw .damaged("\(sampleCount) samples are too few for its colours", offset: offset)
        }
        alpha = Self.alpha(fields, first: colour.sampleCount, sampleCount)
        isPlanar = sampleCount > 1 && fields.number(Tag.planarConfiguration) == 2
        isReversed = fields.number(Tag.fillOrder) == 2
        let hasOldJPEG = fields.number(Tag.compression) == 6
        if hasOldJPEG, isPlanar { throw .unsupported("a TIFF with old-style JPEG in planes") }
        oldJPEG =
            hasOldJPEG ? try TIFFOldJPEG(fields, sampleCount: sampleCount, isYCbCr: colour == .yCbCr) : nil
        jpegTables = fields.bytes(Tag.jpegTables, limit: 1 << 16)
        profile = hasProfile ? fields.bytes(Tag.profile, limit: ColourProfile.byteLimit) : nil
        subsampling = try Self.subsampling(fields, colour, compression)
        let isSubsampled = subsampling != (1, 1)
        predictor = fields.number(Tag.predictor) ?? 1
        try Self.check(predictor, bits, kind, compression, isSubsampled: isSubsampled)
        if isSubsampled {
            guard bits == 8, !isPlanar, sampleCount == 3 else {
                throw .unsupported(
                    "a TIFF with subsampled colours in \(isPlanar ? "planes" : "samples of \(bits) bits")")
            }
        }
        if case .ccitt = compression, bits != 1 || !isPlanar && sampleCount > 1 {
            throw .damaged("fax compression of \(sampleCount) samples of \(bits) bits", offset: offset)
        }
        chunks = try TIFFChunks(fields, width: width, height: height, planeCount: isPlanar ? sampleCount : 1)
        // No overflow: the factors have at most 24, 6 and 8 bits.
        let storedBits = chunks.width * bits * (isPlanar ? 1 : sampleCount)
        guard storedBits / 8 < Self.rowByteLimit, chunks.width * sampleCount <= Self.rowByteLimit,
            width * 4 <= Self.rowByteLimit
        else {
            throw .tooLarge("rows of \(width) pixels are too long")
        }
    }

    private static func compression(_ fields: TIFFFields) throws(ImageError) -> Compression {
        switch fields.number(Tag.compression) ?? 1 {
        case 1: return .none
        case 2: return .ccitt(.rows)
        case 3: return .ccitt((fields.number(Tag.t4Options) ?? 0) & 1 == 1 ? .group3TwoDimensional : .group3)
        case 4: return .ccitt(.group4)
        case 5: return .lzw
        case 6, 7: return .jpeg
        case 8, 32_946: return .deflate
        case 32_773: return .packBits
        case let number: throw .unsupported("a TIFF with \(name(ofCompression: number))")
        }
    }

    private static func name(ofCompression number: Int) -> String {
        switch number {
        case 34_712, 33_003, 33_005: "JPEG 2000"
        case 34_887: "LERC compression"
        case 34_925: "LZMA compression"
        case 34_676, 34_677: "LogLuv compression"
        case 50_000, 34_926: "Zstandard compression"
        case 50_001, 34_927: "WebP compression"
        case 50_002, 52_546: "JPEG XL"
        default: "compression \(number)"
        }
    }

    /// Returns the value that all listed samples have in common.
    private static func common(
        _ tag: Int, _ fields: TIFFFields, _ sampleCount: Int, _ what: String
    ) throws(ImageError) -> Int? {
        guard let numbers = fields.numbers(tag) else { return nil }
        guard let first = numbers[0] else {
            throw .damaged("the \(what) of samples are beyond the file's end", offset: fields.source.count)
        }
        for index in 1..<max(1, min(numbers.count, sampleCount)) where numbers[index] != first {
            throw .unsupported("a TIFF with samples of different \(what)")
        }
        return first
    }

    private static func colour(
        _ fields: TIFFFields, bits: Int, _ kind: SampleKind, _ sampleCount: Int
    ) throws(ImageError) -> Colour {
        // PhotometricInterpretation is required; where it is missing, guess from the samples. White is 0 in a fax.
        let isFax = [2, 3, 4].contains(fields.number(Tag.compression) ?? 1)
        let guess = fields.has(Tag.inkSet) ? 5 : sampleCount >= 3 ? 2 : isFax ? 0 : 1
        switch fields.number(Tag.photometric) ?? guess {
        case 0: return .gray(isInverted: true)
        // A transparency mask is shown as a picture.
        case 1, 4: return .gray(isInverted: false)
        case 2: return .rgb
        case 3:
            guard bits <= 8 else { throw .unsupported("a TIFF with a palette of \(bits) bits") }
            guard let map = fields.numbers(Tag.colourMap), map.count >= 3 << bits else {
                throw .damaged("a palette without enough colours", offset: fields.offset)
            }
            let colours = (0..<3 << bits).compactMap { map[$0] }
            guard colours.count == 3 << bits else {
                throw .damaged("the palette ends beyond the file's end", offset: fields.source.count)
            }
            // Colours have 16 bits, but some writers store 8; detected as libtiff does.
            let shift = colours.contains { $0 > 255 } ? 8 : 0
            return .palette(colours.map { UInt8(truncatingIfNeeded: $0 >> shift) })
        case 5:
            guard fields.number(Tag.inkSet) ?? 1 == 1 else { throw .unsupported("a TIFF of other inks than CMYK") }
            return .cmyk
        case 6: return .yCbCr
        case 8: return try lab(isICC: false, bits: bits, kind)
        case 9: return try lab(isICC: true, bits: bits, kind)
        case 32_844, 32_845: throw .unsupported("a TIFF with LogLuv colours")
        case let number: throw .unsupported("a TIFF with colours of kind \(number)")
        }
    }

    /// Checks the sample format of L*a*b*.
    ///
    /// TIFF 6.0 §23 defines 8 bits only. The highest 8 bits of wider samples mean the same. Floats and signed 16-bit
    /// numbers are as libvips writes them; `TIFFSamples` adds the offset. Other formats have no defined meaning.
    private static func lab(isICC: Bool, bits: Int, _ kind: SampleKind) throws(ImageError) -> Colour {
        switch kind {
        case .unsigned where bits >= 8: return .lab(isOffset: isICC)
        case .float where !isICC: return .lab(isOffset: true)
        case .signed where !isICC && bits == 16: return .lab(isOffset: true)
        case .unsigned: throw .unsupported("a TIFF of L*a*b* of \(bits) bits")
        case .signed: throw .unsupported("a TIFF of L*a*b* in signed numbers of \(bits) bits")
        case .float: throw .unsupported("a TIFF of ICC's L*a*b* in floats")
        }
    }

    /// Returns the first extra sample that is alpha; other extra samples are ignored.
    private static func alpha(_ fields: TIFFFields, first: Int, _ sampleCount: Int) -> (Int, Bool)? {
        guard let extra = fields.numbers(Tag.extraSamples) else { return nil }
        for index in 0..<max(0, min(extra.count, sampleCount - first)) {
            if let kind = extra[index], kind == 1 || kind == 2 { return (first + index, kind == 1) }
        }
        return nil
    }

    /// Returns the pixels per chroma sample; (1, 1) where the JPEG decoder upsamples.
    private static func subsampling(
        _ fields: TIFFFields, _ colour: Colour, _ compression: Compression
    ) throws(ImageError) -> (Int, Int) {
        guard colour == .yCbCr, compression != .jpeg else { return (1, 1) }
        let numbers = fields.numbers(Tag.yCbCrSubsampling)
        let (horizontal, vertical) = (numbers?[0] ?? 2, numbers?[1] ?? 2)
        guard [1, 2, 4].contains(horizontal), [1, 2, 4].contains(vertical) else {
            throw .damaged("chroma subsampled by \(horizontal) × \(vertical)", offset: fields.offset)
        }
        return (horizontal, vertical)
    }

    private static func check(
        _ predictor: Int, _ bits: Int, _ kind: SampleKind, _ compression: Compression, isSubsampled: Bool
    ) throws(ImageError) {
        guard compression == .lzw || compression == .deflate else { return }
        switch predictor {
        case 1: break
        case 2 where [8, 16, 32, 64].contains(bits) && !isSubsampled: break
        case 3 where kind == .float: break
        default: throw .unsupported("a TIFF with predictor \(predictor) of samples of \(bits) bits")
        }
    }

    /// Whether the file offset of each row of a strip is known, because rows are stored uncompressed.
    var hasPlainStrips: Bool { compression == .none && !chunks.isTiled && subsampling == (1, 1) }

    /// Whether a few rows anywhere in the picture can be decoded without most of those above.
    ///
    /// Each strip or tile is compressed separately; but if there are few, most of the picture is in the first ones.
    var supportsRandomAccess: Bool { hasPlainStrips || chunks.height <= max(2048, height / 8) && chunks.down > 1 }

    /// Returns the picture with sides 2, 4 or 8 times shorter, as JPEGs are decoded quicker; nil for other compressions.
    func reduced(by factor: Int) -> TIFFLayout? {
        guard compression == .jpeg, oldJPEG == nil, reduction == nil, supportsRandomAccess,
            let chunks = chunks.reduced(by: factor)
        else { return nil }
        var layout = self
        layout.chunks = chunks
        layout.reduction = Reduction(factor: factor, size: PixelSize(width: width, height: height))
        layout.width = (width + factor - 1) / factor
        layout.height = (height + factor - 1) / factor
        return layout
    }

    /// Returns the layout of one sample of each pixel as a gray picture.
    func showing(channel: Int) -> TIFFLayout {
        var layout = self
        (layout.colour, layout.alpha, layout.channel) = (.gray(isInverted: false), nil, channel)
        return layout
    }

    /// The samples of a pixel that are colours.
    var colourSamples: Range<Int> { channel.map { $0..<$0 + 1 } ?? 0..<colour.sampleCount }

    /// How the rows hold their numbers, once the predictor is undone.
    var sampleValues: TIFFSampleValues {
        // Predictor 3 leaves the highest byte first.
        TIFFSampleValues(bits: bits, kind: kind, isLittleEndian: isLittleEndian && effectivePredictor != 3)
    }

    /// The predictor to undo; only LZW and Deflate have one.
    var effectivePredictor: Int { compression == .lzw || compression == .deflate ? predictor : 1 }
}
