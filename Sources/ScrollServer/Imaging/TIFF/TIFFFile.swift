// The first picture of a TIFF file, and the overviews (smaller copies) that the file holds (TIFF 6.0, NewSubfileType;
// Adobe's TIFF Tech Note 1 for SubIFDs).

import Metadata
import Pixels

/// An overview: a smaller copy of a picture, in the same file.
package struct TIFFOverview {
    /// log₂ of the reduction of both sides; at least 1.
    ///
    /// A side may be a pixel shorter: some programs round up, others down.
    package let level: Int
    fileprivate let fields: TIFFFields
    fileprivate let layout: TIFFLayout

    /// In pixels.
    package var width: Int { layout.width }
    /// In pixels.
    package var height: Int { layout.height }
}

/// A TIFF file's picture and overviews, from its directories.
///
/// An overview counts only if its directory says so, its size is a power of two smaller, and its samples mean the same
/// as the picture's. Errors in other directories do not affect the picture.
package struct TIFFFile {
    private enum Tag {
        static let width = 256
        static let height = 257
        static let subdirectories = 330
    }

    /// Most directories examined besides the first, and most entries of each: overviews have about thirty.
    private static let (directoryLimit, entryLimit) = (64, 4096)
    /// Most levels between the picture and an overview: no side is longer than 2³².
    private static let levelLimit = 32
    /// Shortest side, in pixels, that may be a pixel too short.
    private static let roundedSideLimit = 32
    /// Most pixels of an overview that can only be decoded from its top.
    private static let sequentialPixelLimit = 1 << 24

    /// Finest first; at most one for each level.
    package let overviews: [TIFFOverview]
    private let fields: TIFFFields
    private let layout: TIFFLayout
    /// How samples of a nearly linear curve become 8 bits, in overviews as well.
    private let fine: FineSamples?

    /// Reads the directories of a file.
    ///
    /// - Throws: `ImageError` where the file is no TIFF, its first directory is damaged, or its format is unsupported.
    package init(source: ByteSource) throws(ImageError) {
        fields = try TIFFFields(source)
        layout = try TIFFLayout(fields)
        overviews = Self.overviews(of: layout, fields)
        fine =
            layout.canBeFine
            ? FineSamples(layout.profile, isGray: layout.colour == .gray(isInverted: false)) : nil
    }

    /// In pixels.
    package var width: Int { layout.width }
    /// In pixels.
    package var height: Int { layout.height }
    /// ICC profile of all pictures of the file; nil for sRGB.
    package var profile: [UInt8]? { fine == nil ? layout.profile : fine?.profile }
    /// Colour space of the samples in the file.
    package var profileSpace: ColourProfile.Space { layout.colour.profileSpace }
    /// Whether a few rows can be decoded without most of those above.
    package var supportsRandomAccess: Bool { layout.supportsRandomAccess }

    /// Returns the coarsest overview at least as large as a level; nil where only the picture itself is.
    package func overview(for level: Int) -> TIFFOverview? { overviews.last { $0.level <= level } }

    /// Returns a decoder of the picture; throws `ImageError` where it would take too much memory.
    package func decoder() throws(ImageError) -> TIFFDecoder { try TIFFDecoder(fields, layout, fine: fine) }

    /// Returns a decoder of an overview; throws as `decoder()` does.
    package func decoder(of overview: TIFFOverview) throws(ImageError) -> TIFFDecoder {
        try TIFFDecoder(overview.fields, overview.layout, fine: fine)
    }

    // MARK: Overviews

    private static func overviews(of picture: TIFFLayout, _ fields: TIFFFields) -> [TIFFOverview] {
        var overviews: [Int: TIFFOverview] = [:]
        for fields in directories(of: fields) {
            guard let width = fields.number(Tag.width), let height = fields.number(Tag.height),
                let level = level(width, height, of: picture), overviews[level] == nil,
                let layout = try? TIFFLayout(fields, hasProfile: false), layout.isLike(picture),
                layout.supportsRandomAccess || width * height <= sequentialPixelLimit
            else { continue }
            overviews[level] = TIFFOverview(level: level, fields: fields, layout: layout)
        }
        return overviews.values.sorted { $0.level < $1.level }
    }

    /// Returns the directories of overviews of the first picture.
    ///
    /// These are its own SubIFDs, and the directories between it and the next picture of full size.
    private static func directories(of first: TIFFFields) -> [TIFFFields] {
        var found: [TIFFFields] = []
        // Read each directory once, so that chains cannot loop.
        var seen: Set<Int> = [first.offset]
        func directory(_ offset: Int) -> TIFFFields? {
            guard seen.count <= directoryLimit, seen.insert(offset).inserted else { return nil }
            return try? TIFFFields(at: offset, in: first, entryLimit: entryLimit)
        }
        if let offsets = first.numbers(Tag.subdirectories) {
            for index in 0..<min(offsets.count, directoryLimit) {
                if let offset = offsets[index], let fields = directory(offset) { found.append(fields) }
            }
        }
        var next = first.next
        while let offset = next, let fields = directory(offset) {
            // Masks stand between the overviews; the next page is followed by overviews of its own.
            if fields.isPage { break }
            found.append(fields)
            next = fields.next
        }
        return found.filter { $0.isReduced && !$0.isMask }
    }

    /// Returns how often a picture was halved to this size; nil for another size.
    private static func level(_ width: Int, _ height: Int, of picture: TIFFLayout) -> Int? {
        func fits(_ length: Int, _ whole: Int, _ level: Int) -> Bool {
            let roundedUp = (whole - 1) >> level + 1
            return length == roundedUp || length >= roundedSideLimit && length == whole >> level
        }
        return (1...levelLimit).first { fits(width, picture.width, $0) && fits(height, picture.height, $0) }
    }
}

extension TIFFLayout {
    /// Whether the samples of both mean the same.
    fileprivate func isLike(_ other: TIFFLayout) -> Bool {
        let isSameColour =
            switch (colour, other.colour) {
            // Each has its own map.
            case (.palette, .palette): true
            default: colour == other.colour
            }
        return isSameColour && bits == other.bits && kind == other.kind
            && alpha?.isAssociated == other.alpha?.isAssociated
    }
}
