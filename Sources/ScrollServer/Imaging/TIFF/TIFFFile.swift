// The first picture of a TIFF file, and the smaller copies of it that the file holds (TIFF 6.0, NewSubfileType; Adobe's TIFF
// Tech Note 1 for SubIFDs).

/// A smaller copy of a picture, in the same file.
package struct TIFFOverview {
    /// The picture's sides are divided by 2 to the power of this; at least 1. A side may be up to a pixel shorter: some programs
    /// round up, others down.
    package let level: Int
    fileprivate let fields: TIFFFields
    fileprivate let layout: TIFFLayout

    /// In pixels.
    package var width: Int { layout.width }
    /// In pixels.
    package var height: Int { layout.height }
}

/// What is known of a TIFF once its directories are read.
///
/// An overview counts only if its directory says so, its size is a power of two smaller, and its samples mean the same as the
/// picture's. What is wrong with others does no harm to the picture.
package struct TIFFFile {
    private enum Tag {
        static let width = 256
        static let height = 257
        static let subdirectories = 330
    }

    /// The most directories that are looked at besides the first, and the most entries of each: overviews have some thirty.
    private static let (directoryLimit, entryLimit) = (64, 4096)
    /// The most levels between the picture and an overview: no side is longer than 2³².
    private static let levelLimit = 32
    /// The shortest side in pixels that may be a pixel too short.
    private static let roundedSideLimit = 32
    /// The most pixels of an overview that can only be decoded from its top.
    private static let unenterableLimit = 1 << 24

    /// Finer ones first; at most one for each level.
    package let overviews: [TIFFOverview]
    private let fields: TIFFFields
    private let layout: TIFFLayout

    /// - Throws: `ImageError` where the file is no TIFF, its first directory is damaged, or the picture is stored in a way that
    ///   is not decoded.
    package init(source: ByteSource) throws(ImageError) {
        fields = try TIFFFields(source)
        layout = try TIFFLayout(fields)
        overviews = Self.overviews(of: layout, fields)
    }

    /// In pixels.
    package var width: Int { layout.width }
    /// In pixels.
    package var height: Int { layout.height }
    /// What the colours of all of the file's pictures are: an ICC profile; nil for sRGB.
    package var profile: [UInt8]? { layout.profile }
    /// What the samples in the file are.
    package var profileSpace: ColourProfile.Space { layout.colour.profileSpace }
    /// Whether a few rows can be decoded without most of those above.
    package var supportsRandomAccess: Bool { layout.supportsRandomAccess }

    /// The coarsest overview that is at least as large as a level; nil where only the picture itself is.
    package func overview(for level: Int) -> TIFFOverview? { overviews.last { $0.level <= level } }

    /// - Throws: `ImageError` where the decoder would take too much memory.
    package func decoder() throws(ImageError) -> TIFFDecoder { try TIFFDecoder(fields, layout) }

    /// - Throws: `ImageError` as `decoder()`.
    package func decoder(of overview: TIFFOverview) throws(ImageError) -> TIFFDecoder {
        try TIFFDecoder(overview.fields, overview.layout)
    }

    // MARK: Overviews

    private static func overviews(of picture: TIFFLayout, _ fields: TIFFFields) -> [TIFFOverview] {
        var overviews: [Int: TIFFOverview] = [:]
        for fields in directories(of: fields) {
            guard let width = fields.number(Tag.width), let height = fields.number(Tag.height),
                let level = level(width, height, of: picture), overviews[level] == nil,
                let layout = try? TIFFLayout(fields, hasProfile: false), layout.isLike(picture),
                layout.supportsRandomAccess || width * height <= unenterableLimit
            else { continue }
            overviews[level] = TIFFOverview(level: level, fields: fields, layout: layout)
        }
        return overviews.values.sorted { $0.level < $1.level }
    }

    /// The directories of smaller copies of the first picture: those it names itself, and those between it and the next picture
    /// of full size.
    private static func directories(of first: TIFFFields) -> [TIFFFields] {
        var found: [TIFFFields] = []
        // Each directory is read once, so that no chain goes on for ever.
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
            // Masks stand between the overviews; the next page has overviews of its own behind it.
            if fields.isPage { break }
            found.append(fields)
            next = fields.next
        }
        return found.filter { $0.isReduced && !$0.isMask }
    }

    /// How often a picture was halved to have this size; nil for another size.
    private static func level(_ width: Int, _ height: Int, of picture: TIFFLayout) -> Int? {
        func fits(_ length: Int, _ whole: Int, _ level: Int) -> Bool {
            let roundedUp = (whole - 1) >> level + 1
            return length == roundedUp || length >= roundedSideLimit && length == whole >> level
        }
        return (1...levelLimit).first { fits(width, picture.width, $0) && fits(height, picture.height, $0) }
    }
}

extension TIFFLayout {
    /// Whether samples of both mean the same.
    fileprivate func isLike(_ other: TIFFLayout) -> Bool {
        let isSameColour =
            switch (colour, other.colour) {
            // Each has a map of its own.
            case (.palette, .palette): true
            default: colour == other.colour
            }
        return isSameColour && bits == other.bits && kind == other.kind
            && alpha?.isAssociated == other.alpha?.isAssociated
    }
}
