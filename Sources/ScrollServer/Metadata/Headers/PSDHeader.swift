// The parts of a PSD or PSB before its composite (Adobe Photoshop File Formats Specification).

import Pixels

extension FormatTraits {
    static let photoshop = FormatTraits(
        "psd", "image/vnd.adobe.photoshop", endings: ["psd", "psb", "psdt"], decoding: .fromTop,
        header: PSDHeader.read
    ) { $0.starts(with: "8BPS\0\u{1}".utf8) || $0.starts(with: "8BPS\0\u{2}".utf8) ? .photoshop : nil }
}

/// A Photoshop document's size, kind of colours, and where its parts are.
package struct PSDHeader: SizedHeader, Equatable, Sendable {
    /// What the channels mean.
    package enum Mode: Int, Sendable {
        case bitmap = 0
        case gray, indexed, rgb, cmyk
        case multichannel = 7
        case duotone, lab
    }

    /// Most channels of a document.
    private static let channelLimit = 56
    private static let resourceLimit = 512
    private static let profileByteLimit = 1 << 22

    /// Whether it is a PSB, whose lengths have more bits.
    package let isLarge: Bool
    /// In pixels, at least 1.
    package let width: Int
    package let height: Int
    package let channelCount: Int
    /// Bits of a sample: 1, 8, 16 or 32.
    package let bits: Int
    package let mode: Mode
    /// Whether the first channel after the colours is the composite's alpha.
    package let hasAlpha: Bool
    /// Offsets of the palette, and of the composite.
    package let paletteOffset: Int
    package let compositeOffset: Int
    /// The bytes of the ICC profile; nil for none.
    package private(set) var profile: Range<Int>?
    /// Whether the composite shows the layers; some programs leave that out, and store a white one.
    package private(set) var hasRealComposite = true
    /// The index of a palette's transparent colour.
    package private(set) var transparentIndex: Int?
    private(set) var blocks = MetadataBlocks.Places()

    /// Reads the header and the directory of resources; throws `ImageError` where it is damaged.
    package init(_ reader: inout HeaderReader) throws(ImageError) {
        guard try reader.matches("8BPS", at: 0), case let version = try reader.uint16(4), version == 1 || version == 2
        else { throw .notAnImage("the file is not a PSD") }
        isLarge = version == 2
        channelCount = try reader.uint16(12)
        (height, width) = (try reader.uint32(14), try reader.uint32(18))
        bits = try reader.uint16(22)
        try ImageError.checkSize(width, height, offset: 14)
        guard (1...Self.channelLimit).contains(channelCount) else {
            throw .damaged("\(channelCount) channels", offset: 12)
        }
        guard [1, 8, 16, 32].contains(bits) else { throw .damaged("samples of \(bits) bits", offset: 22) }
        guard let mode = Mode(rawValue: try reader.uint16(24)) else {
            throw .damaged("an unknown kind of colours", offset: 24)
        }
        self.mode = mode
        paletteOffset = 30
        var offset = 30 + (try reader.uint32(26))
        let resources = offset + 4..<offset + 4 + (try reader.uint32(offset))
        offset = resources.upperBound
        let layers = isLarge ? try reader.uint64(offset) : try reader.uint32(offset)
        offset += isLarge ? 8 : 4
        guard layers <= reader.count - offset else {
            throw .damaged("layers of \(layers) bytes", offset: offset)
        }
        // A negative number of layers says that the composite has alpha.
        let countOffset = offset + (isLarge ? 8 : 4)
        let hasLayers = layers > (isLarge ? 10 : 6)
        hasAlpha = hasLayers ? try reader.uint16(countOffset) >= 0x8000 : false
        compositeOffset = offset + layers
        try readResources(resources, &reader)
    }

    /// Notes the resources that are needed (chapter "Image Resources Section").
    private mutating func readResources(_ range: Range<Int>, _ reader: inout HeaderReader) throws(ImageError) {
        var offset = range.lowerBound
        for _ in 0..<Self.resourceLimit where offset + 12 <= range.upperBound {
            guard try reader.matches("8BIM", at: offset) else { return }
            let identifier = try reader.uint16(offset + 4)
            // A name, padded to an even length with the byte of its own.
            let sizeOffset = offset + 6 + ((try reader.byte(offset + 6)) + 2) & ~1
            let byteCount = try reader.uint32(sizeOffset)
            let data = sizeOffset + 4..<sizeOffset + 4 + byteCount
            guard data.upperBound <= range.upperBound else { return }
            switch identifier {
            case 0x040F: if byteCount <= Self.profileByteLimit { profile = data }
            case 0x0421: if byteCount >= 5 { hasRealComposite = try reader.byte(data.lowerBound + 4) != 0 }
            case 0x0417: transparentIndex = try reader.uint16(data.lowerBound)
            case 0x0404: blocks.iptc = data
            case 0x0422: blocks.exif = data
            case 0x0424: blocks.xmp = data
            default: break
            }
            offset = data.upperBound + byteCount & 1
        }
    }

    /// Whether the samples are gray or RGB of more than 8 bits, and not mixed with white by alpha.
    package var hasDeepSamples: Bool { bits > 8 && [.gray, .duotone, .rgb].contains(mode) && !hasAlpha }

    /// Reads the size and the facts.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        let header = try PSDHeader(&reader)
        var blocks = MetadataBlocks()
        blocks.add(header.blocks, &reader)
        let facts = blocks.facts
        var found = ImageHeader(
            format: .photoshop, width: header.width, height: header.height, taken: facts?.taken, facts: facts)
        found.hasDeepSamples = header.hasDeepSamples
        return found
    }
}

extension MetadataBlocks {
    /// Where a container has its blocks; nil for those that it has not.
    struct Places: Equatable, Sendable {
        var exif: Range<Int>?
        var iptc: Range<Int>?
        var xmp: Range<Int>?
    }

    /// Reads the blocks in their places.
    mutating func add(_ places: Places, _ reader: inout HeaderReader) {
        if let range = places.exif { add(exif: EXIF(&reader, at: range.lowerBound, end: range.upperBound)) }
        if let range = places.iptc,
            let block = try? reader.bytes(at: range.lowerBound, limit: min(range.count, Self.longest))
        {
            add(iptc: block[...])
        }
        if let range = places.xmp { add(xmp: range, &reader) }
    }
}
