// What is known of each format: its names, and how its files are recognised, measured and decoded.

import Pixels

/// Describes a format; a new one is a case of `MediaFormat`, its line in `traits`, and a row here.
struct FormatTraits: Sendable {
    /// Recognises a file by its first bytes, at most `MediaFormat.signatureByteCount` of them; nil for another format.
    typealias Signature = @Sendable (_ start: [UInt8]) -> MediaFormat?
    /// Reads the size, and what else the header says.
    typealias Header = @Sendable (inout HeaderReader) throws(ImageError) -> ImageHeader

    /// How the pixels are decoded.
    enum Decoding: Sendable {
        /// By the browser alone, or not at all.
        case byBrowser
        /// By a decoder that can begin in the middle of a file, or the file has a pyramid.
        case inParts
        /// From the top.
        case fromTop
        /// Not at all: a file is listed by its name, with its size and its format.
        case never
    }

    /// The name in JSON.
    let name: String
    /// The name for people, as in "JPEG 2000".
    let title: String
    /// The media type, registered with IANA unless a comment says otherwise.
    let mimeType: String
    /// Extensions of files, in lower-case letters and digits.
    let endings: [String]
    /// Extensions that files of other kinds have as often: only with the signature is such a file of this format.
    let sharedEndings: [String]
    /// Whether the first bytes say too little, so that the extension must be one of the format's as well.
    let needsName: Bool
    let signature: Signature
    let header: Header
    let decoding: Decoding

    init(
        _ name: String, _ mimeType: String, title: String? = nil, endings: [String], sharedEndings: [String] = [],
        needsName: Bool = false, decoding: Decoding = .byBrowser, header: @escaping Header,
        signature: @escaping Signature = { _ in nil }
    ) {
        self.name = name
        self.title = title ?? name.uppercased()
        self.mimeType = mimeType
        self.endings = endings
        self.sharedEndings = sharedEndings
        self.needsName = needsName
        self.signature = signature
        self.header = header
        self.decoding = decoding
    }

    // MARK: Pictures

    static let jpeg = FormatTraits(
        "jpeg", "image/jpeg", endings: ["jpg", "jpeg", "jpe", "jfif", "mpo"], decoding: .inParts,
        header: JPEGProbe.read
    ) { $0.starts(with: [0xFF, 0xD8, 0xFF]) ? JPEGLSHeader.begins($0) ? .jpegLS : .jpeg : nil }

    static let png = FormatTraits(
        "png", "image/png", endings: ["png", "apng"], decoding: .inParts, header: PNGProbe.read
    ) { $0.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) ? .png : nil }

    /// Also of animations.
    static let gif = FormatTraits(
        "gif", "image/gif", endings: ["gif"], decoding: .fromTop, header: GIFProbe.read
    ) { $0.starts(with: "GIF87a".utf8) || $0.starts(with: "GIF89a".utf8) ? .gif : nil }

    /// Also of animations.
    static let webP = FormatTraits(
        "webp", "image/webp", endings: ["webp"], decoding: .fromTop, header: WebPProbe.read, signature: WebPProbe.sniff)

    static let avif = FormatTraits(
        "avif", "image/avif", endings: ["avif"],
        header: { (reader) throws(ImageError) in try HEIFProbe.read(&reader, format: .avif) },
        signature: HEIFProbe.sniff)

    /// Recognised with AVIF.
    static let heic = FormatTraits(
        "heic", "image/heic", endings: ["heic", "heif", "hif", "heics", "heifs"], decoding: .inParts,
        header: { (reader) throws(ImageError) in try HEIFProbe.read(&reader, format: .heic) })

    static let bmp = FormatTraits(
        "bmp", "image/bmp", endings: ["bmp", "dib"], decoding: .fromTop, header: BMPProbe.read
    ) { BMPProbe.begins($0) ? .bmp : nil }

    /// Many raw files begin like it; their directories tell them apart.
    static let tiff = FormatTraits(
        "tiff", "image/tiff", endings: ["tif", "tiff", "svs", "ndpi", "btf", "tf8"], decoding: .inParts,
        header: { (reader) throws(ImageError) in
            if let raw = try RawPreview.header(&reader) { return raw }
            return try TIFFProbe.read(&reader)
        },
        signature: TIFFProbe.sniff)

    /// Of any camera maker: no media type is registered.
    static let raw = FormatTraits(
        "raw", "image/x-dcraw",
        endings: [
            "arw", "cr2", "cr3", "crw", "dng", "erf", "nef", "nrw", "orf", "pef", "raf", "rw2", "sr2", "srw", "x3f",
        ],
        decoding: .inParts,
        header: { (reader) throws(ImageError) in
            guard let header = try RawPreview.header(&reader) else {
                throw .damaged("a raw file without its parts", offset: 0)
            }
            return header
        }
    ) { start in
        // Olympus and Panasonic have their own numbers in place of TIFF's.
        let signatures = ["IIRO", "IIRS", "IIU\0", "FUJIFILMCCD-RAW ", SigmaDirectory.signature]
        let isCR3 = start.count >= 12 && start[4..<12].elementsEqual("ftypcrx ".utf8)
        return isCR3 || CanonHeap.begins(start) || signatures.contains { start.starts(with: $0.utf8) } ? .raw : nil
    }

    /// PBM, PGM, PPM and PAM: no media type is registered for all of them.
    static let pnm = FormatTraits(
        "pnm", "image/x-portable-anymap", endings: ["pbm", "pgm", "ppm", "pnm", "pam"], decoding: .fromTop,
        header: PNMHeader.read
    ) { PNMHeader.begins($0) ? .pnm : nil }

    /// Its media type is not registered.
    static let qoi = FormatTraits(
        "qoi", "image/qoi", endings: ["qoi"], decoding: .fromTop, header: QOIHeader.reading(.qoi)
    ) { $0.starts(with: "qoif".utf8) ? .qoi : nil }

    /// Recognised by its last bytes or its name; its media type is not registered.
    static let tga = FormatTraits(
        "tga", "image/x-tga", endings: ["tga"], decoding: .fromTop, header: TGAHeader.reading(.tga))

    static let ico = FormatTraits(
        "ico", "image/vnd.microsoft.icon", endings: ["ico", "cur"], decoding: .fromTop,
        header: ICODirectory.reading(.ico)
    ) { ICODirectory.begins($0) ? .ico : nil }

    static let svg = FormatTraits("svg", "image/svg+xml", endings: ["svg"], header: SVGProbe.read) {
        SVGProbe.root(in: $0.prefix(MediaFormat.signatureByteCount)) == .svg ? .svg : nil
    }

    // MARK: Videos

    /// Makes the traits of a container; `VideoSignatures` recognises them all.
    private static func video(_ format: MediaFormat, _ name: String, _ mimeType: String, _ endings: [String]) -> Self {
        FormatTraits(
            name, mimeType, endings: endings,
            header: { (reader) throws(ImageError) in try VideoProbe.read(&reader, format: format) })
    }

    static let mp4 = video(.mp4, "mp4", "video/mp4", ["mp4", "m4v", "3gp"])
    static let quickTime = video(.quickTime, "quicktime", "video/quicktime", ["mov", "qt"])
    static let webm = video(.webm, "webm", "video/webm", ["webm"])
    static let matroska = video(.matroska, "matroska", "video/x-matroska", ["mkv"])
    static let avi = video(.avi, "avi", "video/x-msvideo", ["avi"])
    static let mpeg = video(.mpeg, "mpeg", "video/mpeg", ["mpg", "mpeg"])
    static let transportStream = video(.transportStream, "transport-stream", "video/mp2t", ["mts", "m2ts"])
    static let windowsMedia = video(.windowsMedia, "windows-media", "video/x-ms-wmv", ["wmv"])
}
