// What a JPEG file's segments before its first scan declare.

import Metadata
import Pixels

/// Size, kind and colour of a JPEG, read without decoding anything.
package struct JPEGHeader: Sendable, Equatable {
    /// One segment of an ICC profile (ICC.1:2022 §B.4).
    struct ProfilePart: Sendable, Equatable {
        /// The part's number, from 1, and the number of parts.
        var number: UInt8
        var count: UInt8
        /// The part's bytes in the file.
        var range: Range<Int>
    }

    /// How samples become RGB.
    enum Colour: Sendable, Equatable {
        case gray, yCbCr, rgb, cmyk, ycck
    }

    /// In pixels, 1...65535, before any orientation.
    package var width = 0
    /// In pixels, 1...65535; taken from the DNL segment when the frame header says 0.
    package var height = 0
    /// Bits of a sample: 8 or 12; 2...16 where `isLossless`.
    var precision = 8
    package var components: [JPEGFrameHeader.Component] = []
    var isProgressive = false
    /// Whether the entropy coding is arithmetic, not by Huffman codes.
    var isArithmetic = false
    /// Whether samples are predicted rather than transformed (T.81 annex H).
    var isLossless = false
    /// In MCUs; 0 when there are no restart markers.
    var restartInterval = 0
    /// The byte range in the file of the EXIF segment's TIFF part (after `Exif\0\0`); nil without an EXIF segment.
    package var exif: Range<Int>?
    /// Parts of the ICC profile in the file, in file order.
    var profileParts: [ProfilePart] = []
    var hasJFIF = false
    /// The transform byte of the Adobe APP14 segment; nil without that segment.
    var adobeTransform: UInt8?

    /// Reads the segments up to the first scan: about a hundred bytes, since the content of unneeded segments is
    /// skipped.
    ///
    /// - Throws: `ImageError` when the file is no JPEG, uses an unsupported process, or ends before its frame header.
    package init(source: ByteSource) throws(ImageError) {
        var segments = try JPEGSegments(source, keepsTables: false)
        do {
            _ = try segments.nextScan()
        } catch {
            // A file cut after its frame header still has a size.
            guard segments.header.width > 0, case .damaged = error else { throw error }
        }
        guard segments.header.width > 0 else {
            throw .damaged("there is no frame header", offset: segments.input.offset)
        }
        self = segments.header
    }

    /// Creates an empty header, to be filled in while the segments are read.
    init() {}

    /// Reads the ICC profile; nil where there is none or a part is missing.
    package func profile(in source: ByteSource) -> [UInt8]? {
        let parts = profileParts.sorted { $0.number < $1.number }
        guard let count = parts.first?.count, parts.map(\.number) == (1...max(1, count)).map(\.self),
            parts.allSatisfy({ $0.count == count }),
            parts.reduce(0, { $0 + $1.range.count }) <= ColourProfile.byteLimit
        else { return nil }
        let bytes = parts.flatMap { source.bytes(at: $0.range.lowerBound, count: $0.range.count) }
        return bytes.count == parts.reduce(0) { $0 + $1.range.count } ? bytes : nil
    }

    /// The colour model, decided as libjpeg does: by the JFIF segment, else the Adobe segment, else the component
    /// names.
    ///
    /// Lossless pictures are RGB unless the Adobe segment says otherwise: their writers convert no colours.
    var colour: Colour {
        switch components.count {
        case 1: return .gray
        case 4: return adobeTransform.map { $0 == 0 ? .cmyk : .ycck } ?? .cmyk
        default:
            if hasJFIF, !isLossless { return .yCbCr }
            if let adobeTransform { return adobeTransform == 0 ? .rgb : .yCbCr }
            return isLossless || components.map(\.identifier) == Array("RGB".utf8) ? .rgb : .yCbCr
        }
    }
}
