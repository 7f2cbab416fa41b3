// Recognises formats by the bytes of a file, and compares them with what its name claims.

import Pixels

extension MediaFormat {
    /// Bytes of a file's start that are read to recognise its format.
    ///
    /// In most files they also contain the size (a GIF has up to 768 bytes of colours before its first frame). An SVG
    /// that starts with long comments needs more.
    package static let signatureByteCount = 1024

    /// Recognises the format by the first bytes, of an SVG with long comments by more of them, of a TGA by the last
    /// bytes or the name.
    ///
    /// Nil for a source that is neither picture nor video, or cannot be read. `start` are the source's first
    /// `signatureByteCount` bytes; `name` is the file's name.
    package init?(of source: ByteSource, start: [UInt8], name: some BidirectionalCollection<UInt8>) {
        if let format = Self.sniff(start) ?? Self.sniff(start, named: name) {
            self = format
        } else if TGAHeader.begins(
            start, isNamedTGA: TGAHeader.isName(name),
            end: {
                source.bytes(at: source.count - TGAHeader.footer.count, count: TGAHeader.footer.count)
            })
        {
            self = .tga
        } else if SVGProbe.mayBegin(start),
            SVGProbe.root(in: source.bytes(at: 0, count: SVGProbe.searchByteCount)[...]) == .svg
        {
            self = .svg
        } else {
            return nil
        }
    }

    /// Distinguishes raw files from TIFFs, which most of them begin like, by reading their directories.
    package func refined(by source: ByteSource) -> MediaFormat {
        guard self == .tiff else { return self }
        var reader = HeaderReader(source)
        return RawDirectories(&reader)?.isRaw == true ? .raw : self
    }

    /// Returns the format whose signature `bytes`, the start of a file, has; nil when it has none.
    ///
    /// Reads at most `signatureByteCount` bytes.
    package static func sniff(_ bytes: [UInt8]) -> MediaFormat? {
        for signature in signatures {
            if let format = signature(bytes) { return format }
        }
        return VideoSignatures.sniff(bytes)
    }

    private static let signatures = allCases.filter { !$0.traits.needsName }.map(\.traits.signature)

    /// Returns the format whose weak signature `bytes` has, if the file's name has an extension of it; else nil.
    static func sniff(_ bytes: [UInt8], named name: some BidirectionalCollection<UInt8>) -> MediaFormat? {
        for (endings, signature) in namedSignatures where has(name, oneOf: endings) {
            if let format = signature(bytes) { return format }
        }
        return nil
    }

    private static let namedSignatures = allCases.filter(\.traits.needsName).map { format in
        (bytes(of: format.traits.endings + format.traits.sharedEndings), format.traits.signature)
    }

    // MARK: Names

    /// The format whose extensions may be exchanged with this one's without harm; itself where there is no other.
    private var family: MediaFormat {
        switch self {
        case .heic: .avif
        case .raw: .tiff
        case .quickTime: .mp4
        case .matroska: .webm
        case .transportStream: .mpeg
        case .os2Icons: .ico
        case .svgz: .svg
        default: decoded
        }
    }

    /// Returns the lower-case extension of a name that claims another format; nil where it claims this one or is
    /// unknown.
    package func wrongEnding(of name: String) -> String? {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        let claimed = Self.allCases.first { ($0.traits.endings + $0.traits.sharedEndings).contains(ending) }
        // OS/2's arrays of bitmaps are named like bitmaps.
        if self == .os2Icons, claimed == .bmp { return nil }
        return claimed.map { $0.family != family } == true ? ending : nil
    }

    /// Whether a file name has a picture's or video's extension; unreadable files are reported only if they do.
    package static func isMediaName(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        has(name, oneOf: nameEndings)
    }

    /// Whether a file name has one of some extensions, in letters of either case.
    private static func has(_ name: some BidirectionalCollection<UInt8>, oneOf endings: [[UInt8]]) -> Bool {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return false }
        let ending = name[name.index(after: dot)...]
        return endings.contains { known in
            known.count == ending.count && zip(known, ending).allSatisfy { $0 == $1 | 0x20 }
        }
    }

    /// Whether the extension is a video's, but as often means something else: `.mts` is TypeScript, too.
    package static func isOftenText(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        name.suffix(4).map { $0 | 0x20 } == [UInt8](".mts".utf8)
    }

    /// Extensions of pictures and videos.
    ///
    /// Lower-case letters and digits only, so that setting bit 5 of a name's bytes ignores case.
    package static let nameEndings = bytes(of: allCases.filter { !$0.isAnimated }.flatMap(\.traits.endings))

    private static func bytes(of endings: [String]) -> [[UInt8]] { endings.map { [UInt8]($0.utf8) } }
}
