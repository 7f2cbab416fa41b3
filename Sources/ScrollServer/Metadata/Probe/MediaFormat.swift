// The listed formats of pictures and videos.

import Pixels

/// A format that a browser may show, or that belongs among the pictures even where none can.
///
/// Raw values are stored in caches: a new case comes last.
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
    /// OpenEXR.
    case openEXR
    /// PSD, and PSB for large pictures.
    case photoshop
    /// JP2 and bare codestreams.
    case jpeg2000
    /// In a container or bare.
    case jpegXL
    case dds
    case pcx
    /// GIMP's own.
    case xcf
    /// Radiance HDR, also called RGBE.
    case radiance
    case fits
    /// Portable float maps.
    case pfm
    /// Apple's icons.
    case icns
    case dicom
    /// ANI.
    case animatedCursor
    /// OS/2's arrays of icons, pointers and bitmaps.
    case os2Icons
    case wbmp
    /// An SVG in gzip.
    case svgz
    case jpegXR
    case jpegLS
    case djvu
    case pdf
    /// A PNG with several frames, as the WebP and the GIF above.
    case animatedPNG

    /// What is known of the format.
    var traits: FormatTraits {
        switch self {
        case .jpeg: .jpeg
        case .png, .animatedPNG: .png
        case .gif, .animatedGIF: .gif
        case .webp, .animatedWebP: .webP
        case .avif: .avif
        case .heic: .heic
        case .bmp: .bmp
        case .tiff: .tiff
        case .svg: .svg
        case .mp4: .mp4
        case .quickTime: .quickTime
        case .webm: .webm
        case .matroska: .matroska
        case .avi: .avi
        case .mpeg: .mpeg
        case .transportStream: .transportStream
        case .windowsMedia: .windowsMedia
        case .raw: .raw
        case .pnm: .pnm
        case .qoi: .qoi
        case .tga: .tga
        case .ico: .ico
        case .openEXR: .openEXR
        case .photoshop: .photoshop
        case .jpeg2000: .jpeg2000
        case .jpegXL: .jpegXL
        case .dds: .dds
        case .pcx: .pcx
        case .xcf: .xcf
        case .radiance: .radiance
        case .fits: .fits
        case .pfm: .pfm
        case .icns: .icns
        case .dicom: .dicom
        case .animatedCursor: .animatedCursor
        case .os2Icons: .os2Icons
        case .wbmp: .wbmp
        case .svgz: .svgz
        case .jpegXR: .jpegXR
        case .jpegLS: .jpegLS
        case .djvu: .djvu
        case .pdf: .pdf
        }
    }

    /// The format's name in JSON.
    package var name: String { traits.name }

    /// The media type, as registered with IANA where it is.
    ///
    /// Pages draw a PNG's pixels by themselves, but only an element plays several frames.
    package var mimeType: String { self == .animatedPNG ? "image/apng" : traits.mimeType }

    /// Whether it is a video rather than a picture.
    package var isVideo: Bool { Self.videos.contains(self) }

    /// Whether the server decodes its pixels; otherwise only the original can be fetched.
    package var isDecoded: Bool { Self.decodedFormats.contains(self) }

    private static let videos = FormatSet { $0.mimeType.hasPrefix("video/") }
    private static let decodedFormats = FormatSet { [.inParts, .fromTop].contains($0.decoding) }

    /// A bit for each format, since plans ask for every tile; a description would be copied each time.
    private struct FormatSet: Sendable {
        private let bits: UInt64

        init(_ isMember: (FormatTraits) -> Bool) {
            bits = allCases.reduce(0) { bits, format in isMember(format.traits) ? bits | format.bit : bits }
        }

        func contains(_ format: MediaFormat) -> Bool { bits & format.bit != 0 }
    }

    /// 0 from the 65th format on; a test counts them.
    private var bit: UInt64 { 1 << UInt64(rawValue) }

    /// Why no picture is made of any file of the format; nil for formats that are shown.
    package var refusal: ImageError? {
        traits.decoding == .never ? .notDecoded("no picture is made of files in \(traits.title) format") : nil
    }

    /// Whether no picture is made of it: it is listed by name, and only the original can be fetched.
    package var isOriginalOnly: Bool { isVideo }

    /// Whether it is an animated picture; a still one is shown in cells.
    package var isAnimated: Bool { [.animatedGIF, .animatedPNG, .animatedWebP].contains(self) }

    /// The format of the decoded pixels: of an animation the still format, of a raw file JPEG.
    package var decoded: MediaFormat {
        switch self {
        case .animatedGIF: .gif
        case .animatedPNG: .png
        case .animatedWebP: .webp
        case .raw: .jpeg
        default: self
        }
    }

    /// Whether files of this format may have several pages.
    package var mayHavePages: Bool { [.jpeg, .tiff].contains(self) }

    /// Whether cameras write films in, or beside, files of this format, which belong to the picture.
    package var mayBeLive: Bool { [.jpeg, .heic].contains(self) }

    /// Whether files of this format may contain a preview picture that is shown instead.
    package var mayHavePoster: Bool { [.heic, .mp4, .quickTime, .matroska].contains(self) }
}
