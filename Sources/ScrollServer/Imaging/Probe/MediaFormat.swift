// The listed formats of pictures and videos, recognised by their first bytes.

/// A format that a browser may show, or that belongs among the pictures even where none can.
package enum MediaFormat: UInt8, Sendable, CaseIterable {
    case jpeg, png, gif, webp, avif, heic, bmp, tiff, svg
    case mp4, quickTime, webm, matroska, avi, mpeg, transportStream, windowsMedia
    /// Raw sensor data of any camera maker; shown is the embedded JPEG.
    case raw
    /// A WebP with several frames; sent whole where it fills the view, so that the browser animates it.
    case animatedWebP
    /// A GIF with several frames, for the same reason.
    case animatedGIF
    /// PBM, PGM, PPM and PAM.
    case pnm
    case qoi, tga
    /// Icons and cursors.
    case ico

    /// The media type, as registered with IANA.
    package var mimeType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .gif, .animatedGIF: "image/gif"
        case .webp, .animatedWebP: "image/webp"
        case .avif: "image/avif"
        case .heic: "image/heic"
        case .bmp: "image/bmp"
        case .tiff: "image/tiff"
        case .svg: "image/svg+xml"
        case .mp4: "video/mp4"
        case .quickTime: "video/quicktime"
        case .webm: "video/webm"
        case .matroska: "video/x-matroska"
        case .avi: "video/x-msvideo"
        case .mpeg: "video/mpeg"
        case .transportStream: "video/mp2t"
        case .windowsMedia: "video/x-ms-wmv"
        // No media type is registered for all of them.
        case .raw: "image/x-dcraw"
        // No media type is registered for these, except the last.
        case .pnm: "image/x-portable-anymap"
        case .qoi: "image/qoi"
        case .tga: "image/x-tga"
        case .ico: "image/vnd.microsoft.icon"
        }
    }

    /// Whether it is a video rather than a picture.
    package var isVideo: Bool {
        switch self {
        case .jpeg, .png, .gif, .animatedGIF, .webp, .animatedWebP, .avif, .heic, .bmp, .tiff, .svg, .raw, .pnm, .qoi,
            .tga, .ico:
            false
        case .mp4, .quickTime, .webm, .matroska, .avi, .mpeg, .transportStream, .windowsMedia: true
        }
    }

    /// Whether it is not decoded (yet): it is listed by name, and only the original can be fetched.
    package var isOriginalOnly: Bool { isVideo || self == .heic }

    /// Whether it is an animated picture; its first frame is shown in cells.
    package var isAnimated: Bool { self == .animatedGIF || self == .animatedWebP }

    /// The format of the decoded pixels: of an animation the still format, of a raw file JPEG.
    package var decoded: MediaFormat {
        switch self {
        case .animatedGIF: .gif
        case .animatedWebP: .webp
        case .raw: .jpeg
        default: self
        }
    }

    /// Whether files of this format may contain a preview picture that is shown instead.
    package var mayHavePoster: Bool { [.heic, .mp4, .quickTime, .matroska].contains(self) }

    /// The format's name in JSON.
    package var name: String {
        switch self {
        case .jpeg: "jpeg"
        case .png: "png"
        case .gif, .animatedGIF: "gif"
        case .webp, .animatedWebP: "webp"
        case .avif: "avif"
        case .heic: "heic"
        case .bmp: "bmp"
        case .tiff: "tiff"
        case .svg: "svg"
        case .mp4: "mp4"
        case .quickTime: "quicktime"
        case .webm: "webm"
        case .matroska: "matroska"
        case .avi: "avi"
        case .mpeg: "mpeg"
        case .transportStream: "transport-stream"
        case .windowsMedia: "windows-media"
        case .raw: "raw"
        case .pnm: "pnm"
        case .qoi: "qoi"
        case .tga: "tga"
        case .ico: "ico"
        }
    }

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
        if let format = Self.sniff(start) {
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
    package static func sniff(_ bytes: [UInt8]) -> MediaFormat? { picture(bytes) ?? VideoSignatures.sniff(bytes) }

    private static func picture(_ bytes: [UInt8]) -> MediaFormat? {
        guard bytes.count >= 2 else { return nil }
        switch bytes[0] {
        case 0xFF: return begins(bytes, [0xFF, 0xD8, 0xFF]) ? .jpeg : nil
        case 0x89: return begins(bytes, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) ? .png : nil
        case UInt8(ascii: "G"): return isGIF(bytes) ? .gif : nil
        case UInt8(ascii: "R"): return webP(bytes)
        case UInt8(ascii: "B"): return isBMP(bytes) ? .bmp : nil
        case UInt8(ascii: "I"):
            if isTIFF(bytes, order: UInt8(ascii: "I")) { return isCR2(bytes) ? .raw : .tiff }
            // Olympus and Panasonic have their own numbers in place of TIFF's.
            return begins(bytes, [UInt8]("IIRO".utf8)) || begins(bytes, [UInt8]("IIRS".utf8))
                || begins(bytes, [UInt8]("IIU\0".utf8)) ? .raw : nil
        case UInt8(ascii: "P"): return PNMHeader.begins(bytes) ? .pnm : nil
        case UInt8(ascii: "q"): return begins(bytes, [UInt8]("qoif".utf8)) ? .qoi : nil
        case UInt8(ascii: "F"): return begins(bytes, [UInt8]("FUJIFILMCCD-RAW ".utf8)) ? .raw : nil
        case UInt8(ascii: "M"): return isTIFF(bytes, order: UInt8(ascii: "M")) ? .tiff : nil
        case 0:
            if ICODirectory.begins(bytes) { return .ico }
            return bytes.count >= 12 && bytes[4..<12].elementsEqual("ftypcrx ".utf8) ? .raw : HEIFProbe.sniff(bytes)
        default: return SVGProbe.root(in: bytes.prefix(signatureByteCount)) == .svg ? .svg : nil
        }
    }

    private static func begins(_ bytes: [UInt8], _ signature: [UInt8]) -> Bool {
        bytes.starts(with: signature)
    }

    private static func isGIF(_ bytes: [UInt8]) -> Bool {
        begins(bytes, [UInt8]("GIF87a".utf8)) || begins(bytes, [UInt8]("GIF89a".utf8))
    }

    private static func webP(_ bytes: [UInt8]) -> MediaFormat? {
        guard bytes.count >= 12, begins(bytes, [UInt8]("RIFF".utf8)), bytes[8..<12].elementsEqual("WEBP".utf8) else {
            return nil
        }
        // RFC 9649 §2.7: a flag of the extended header.
        let isAnimated = bytes.count > 20 && bytes[12..<16].elementsEqual("VP8X".utf8) && bytes[20] & 0x02 != 0
        return isAnimated ? .animatedWebP : .webp
    }

    private static func isCR2(_ bytes: [UInt8]) -> Bool { bytes.count >= 10 && bytes[8..<10].elementsEqual("CR".utf8) }

    /// Checks also for a known header length, since two letters are a weak signature.
    private static func isBMP(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 18, bytes[1] == UInt8(ascii: "M"), bytes[16] == 0, bytes[17] == 0 else { return false }
        return BMPProbe.lengths.contains(Int(bytes[14]) | Int(bytes[15]) << 8)
    }

    /// Recognises TIFF 6.0 §2 (42) and BigTIFF (43), in either byte order.
    private static func isTIFF(_ bytes: [UInt8], order: UInt8) -> Bool {
        guard bytes.count >= 4, bytes[1] == order else { return false }
        let (low, high) = order == UInt8(ascii: "I") ? (bytes[2], bytes[3]) : (bytes[3], bytes[2])
        return high == 0 && (low == 42 || low == 43)
    }

    /// Whether a file name has a picture's or video's extension; unreadable files are reported only if they do.
    package static func isMediaName(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return false }
        let ending = name[name.index(after: dot)...]
        return nameEndings.contains { known in
            known.count == ending.count && zip(known, ending).allSatisfy { $0 == $1 | 0x20 }
        }
    }

    /// Whether the extension is a video's, but as often means something else: `.mts` is TypeScript, too.
    package static func isOftenText(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        name.suffix(4).map { $0 | 0x20 } == [UInt8](".mts".utf8)
    }

    /// Extensions of pictures and videos.
    ///
    /// Lower-case letters only, so that setting bit 5 of a name's bytes ignores case.
    package static let nameEndings = families.flatMap(\.endings).map { [UInt8]($0.utf8) }
}
