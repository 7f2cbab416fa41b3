// A picture in a HEIF file: what it is made of.

import Pixels

/// An item that is a picture, or the first sample of a track of pictures.
package struct HEIFItem: Sendable {
    /// How the item becomes pixels.
    package enum Kind: Sendable, Equatable {
        /// Coded as HEVC.
        case hevc
        /// Made of equal tiles, of another picture, or of pictures on a canvas (ISO/IEC 23008-12 §6.6.2).
        case grid, identity, overlay
        /// What is not decoded here: the name of a codec or of a kind of item.
        case other(String)
    }

    package let kind: Kind
    /// Where the item's bytes lie in the file, in their order; empty where they are damaged or elsewhere.
    package let extents: [Range<Int>]
    /// Its size before turns and crops, and these.
    package let properties: HEIFProperties
    /// Where the decoder's configuration lies; nil where it has none.
    package let configuration: Range<Int>?
    package let colour: HEIFColour
    /// The items of which it is made, in their order.
    package let inputs: [Int]
    /// The picture of its alpha, and whether the colours are multiplied by it.
    package let alpha: (item: Int, isPremultiplied: Bool)?
    /// Smaller copies of it.
    package let thumbnails: [Int]

    /// Names of four-character codes that readers know better by others.
    private static let names = [
        "av01": "AV1", "jpeg": "JPEG", "avc1": "H.264", "vvc1": "VVC", "j2k1": "JPEG 2000", "unci": "uncompressed",
        "tili": "tiled", "mski": "mask", "lhv1": "layered HEVC",
    ]

    /// Returns the kind of the item of a four-character code.
    static func kind(_ code: UInt32) -> Kind {
        switch code {
        case ISOBox.code("hvc1"), ISOBox.code("hev1"): return .hevc
        case ISOBox.code("grid"): return .grid
        case ISOBox.code("iden"): return .identity
        case ISOBox.code("iovl"): return .overlay
        default:
            let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> UInt32($0)) }
            let name = String(decoding: letters.map { (0x20..<0x7F).contains($0) ? $0 : 0x3F }, as: UTF8.self)
            return .other(names[name] ?? "'\(name)'")
        }
    }
}

/// What a HEIF file says of an item's colours (`colr`, ISO/IEC 14496-12 §12.1.5).
package struct HEIFColour: Sendable {
    /// Code points of ITU-T H.273, and whether samples use their whole range.
    package struct CodePoints: Sendable, Equatable {
        package var primaries: Int
        package var transfer: Int
        package var matrix: Int
        package var isFullRange: Bool
        /// The greatest light of the picture, or of the display it was made on, in cd/m²; nil where it is not told.
        package var peak: Double?

        /// Samples that mean no colours, such as alpha's: all of their range is used.
        package static let full = CodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: true)
    }

    /// Where an ICC profile lies in the file.
    package private(set) var icc: Range<Int>?
    package private(set) var codePoints: CodePoints?

    /// Reads the first profile and the first code points among properties, and how bright these become (`clli`, `mdcv`).
    init(_ properties: [ISOBox], _ reader: inout HeaderReader) throws(ImageError) {
        for box in properties where box.type == ISOBox.code("colr") && box.end - box.start >= 4 {
            let type = UInt32(truncatingIfNeeded: try reader.uint32(box.start))
            if type == ISOBox.code("nclx"), codePoints == nil, box.end - box.start >= 11 {
                codePoints = CodePoints(
                    primaries: try reader.uint16(box.start + 4), transfer: try reader.uint16(box.start + 6),
                    matrix: try reader.uint16(box.start + 8), isFullRange: try reader.byte(box.start + 10) & 0x80 != 0)
            } else if type == ISOBox.code("prof") || type == ISOBox.code("rICC"), icc == nil {
                icc = box.start + 4..<box.end
            }
        }
        guard codePoints != nil else { return }
        for box in properties {
            if box.type == ISOBox.code("clli"), box.end - box.start >= 4 {
                let light = try reader.uint16(box.start)
                if light > 0 { codePoints?.peak = Double(light) }
            } else if box.type == ISOBox.code("mdcv"), box.end - box.start >= 24, codePoints?.peak == nil {
                let light = try reader.uint32(box.start + 16)
                if light > 0 { codePoints?.peak = Double(light) / 10_000 }
            }
        }
    }
}
