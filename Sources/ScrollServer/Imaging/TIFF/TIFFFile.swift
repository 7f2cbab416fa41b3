// The first picture of a TIFF file, and the overviews (smaller copies) that the file holds (TIFF 6.0, NewSubfileType;
// Adobe's TIFF Tech Note 1 for SubIFDs).

import Metadata
import Pixels

/// An overview: a smaller copy of a picture, in the same file, or its JPEGs decoded smaller.
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
    /// Whether the file does not hold it.
    package var isReduced: Bool { layout.reduction != nil }
}

/// A TIFF file's picture and overviews, from its directories.
///
/// An overview counts only if its directory says so, its size is a power of two smaller, and its samples mean the same
/// as the picture's. Errors in other directories do not affect the picture.
package struct TIFFFile {
    private static let subdirectories = 330
    /// Most directories examined besides the first, and most entries of each: overviews have about thirty.
    private static let (directoryLimit, entryLimit) = (64, 4096)
    /// Most pixels of an overview that can only be decoded from its top.
    private static let sequentialPixelLimit = 1 << 24
    /// Smaller pictures are not reduced: that would save little.
    package static let leastReducedPixels = 1 << 24

    /// Finest first; at most one for each level.
    package let overviews: [TIFFOverview]
    private let fields: TIFFFields
    let layout: TIFFLayout
    /// How samples of a nearly linear curve become 8 bits, in overviews as well.
    private let fine: FineSamples?
    /// The window on the samples, in overviews as well; nil for all of their range.
    private let window: SampleWindow?

    /// Reads the directories of a file, whose samples are shown through a window, if there is one.
    ///
    /// With `sample`, that sample of each pixel is shown, as gray. Pictures with at least `leastReduced` pixels are also
    /// decoded at a half, a quarter and an eighth of their size where no smaller copy is in their place.
    ///
    /// - Throws: `ImageError` where the file is no TIFF, its first directory is damaged, or its format is unsupported.
    package init(
        source: ByteSource, window: SampleWindow? = nil, sample: Int? = nil, leastReduced: Int = leastReducedPixels
    ) throws(ImageError) {
        fields = try TIFFFields(source)
        let stored = try TIFFLayout(fields)
        let copies = Self.overviews(of: stored, fields)
        let picture = TIFFOverview(level: 0, fields: fields, layout: stored)
        overviews = Self.withReduced(copies, of: picture, leastReduced)
        if let sample, sample >= stored.sampleCount {
            throw .damaged("\(stored.sampleCount) samples are too few for its channels", offset: fields.offset)
        }
        layout = sample.map(stored.showing) ?? stored
        self.window = window
        fine =
            layout.canBeFine && window == nil && sample == nil
            ? FineSamples(layout.profile, isGray: layout.colour == .gray(isInverted: false)) : nil
    }

    /// The whole file.
    var source: ByteSource { fields.source }
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

    /// Whether rows can only be decoded in their whole width: those of compressed strips.
    package var hasWholeRows: Bool { !layout.chunks.isTiled && !layout.hasPlainStrips }

    /// Whether the picture is stored in tiles.
    package var isTiled: Bool { layout.chunks.isTiled }
    /// The size of a tile or strip in pixels; a tile may be larger than the picture.
    package var chunkWidth: Int { layout.chunks.width }
    package var chunkHeight: Int { layout.chunks.height }
    /// What the samples are; more than 1 is white if they are floats.
    package var samples: DeepSamples {
        DeepSamples(bits: layout.bits, kind: layout.kind, greatest: layout.sampleValues.greatest)
    }

    /// The levels that the file holds, finest first.
    package var storedLevels: [Int] { layouts.map(\.level) }

    /// The levels of the picture and its stored overviews, and how each is stored.
    var layouts: [(level: Int, layout: TIFFLayout)] {
        [(0, layout)] + overviews.filter { !$0.isReduced }.map { ($0.level, $0.layout) }
    }

    /// Returns the coarsest overview at least as large as a level; nil where only the picture itself is.
    package func overview(for level: Int) -> TIFFOverview? { overviews.last { $0.level <= level } }

    /// Returns the coarsest level in the file that is at least as large as a level.
    package func storedLevel(for level: Int) -> Int { storedLevels.last { $0 <= level } ?? 0 }

    /// Returns a decoder of the picture; throws `ImageError` where it would take too much memory.
    package func decoder() throws(ImageError) -> TIFFDecoder {
        try TIFFDecoder(fields, layout, fine: fine, window: window)
    }

    /// Returns a decoder of an overview; throws as `decoder()` does.
    package func decoder(of overview: TIFFOverview) throws(ImageError) -> TIFFDecoder {
        let own = overview.layout
        return try TIFFDecoder(
            overview.fields, layout.channel.map(own.showing) ?? own, fine: fine, window: window)
    }

    // MARK: Overviews

    private static func overviews(of picture: TIFFLayout, _ first: TIFFFields) -> [TIFFOverview] {
        var overviews: [Int: TIFFOverview] = [:]
        for fields in directories(of: first) {
            guard let level = fields.level(below: first), overviews[level] == nil,
                let layout = try? TIFFLayout(fields, hasProfile: false), layout.isLike(picture),
                layout.supportsRandomAccess || layout.width * layout.height <= sequentialPixelLimit
            else { continue }
            overviews[level] = TIFFOverview(level: level, fields: fields, layout: layout)
        }
        return overviews.values.sorted { $0.level < $1.level }
    }

    /// Adds reduced pictures where the next smaller copy is further away, or there is none.
    private static func withReduced(
        _ copies: [TIFFOverview], of picture: TIFFOverview, _ leastPixels: Int
    ) -> [TIFFOverview] {
        var all = copies
        let ends = copies.map(\.level) + [Int.max]
        for (stored, end) in zip([picture] + copies, ends) {
            for step in 1...3 where stored.level + step < end && stored.width * stored.height >= leastPixels {
                guard let layout = stored.layout.reduced(by: 1 << step) else { continue }
                all.append(TIFFOverview(level: stored.level + step, fields: stored.fields, layout: layout))
            }
        }
        return all.sorted { $0.level < $1.level }
    }

    /// Returns the directories of overviews of the first picture.
    ///
    /// These are its own SubIFDs, and the directories between it and the next picture of full size. Of a picture in tiles
    /// they go on behind pictures in strips, as slide scanners write them.
    private static func directories(of first: TIFFFields) -> [TIFFFields] {
        var found: [TIFFFields] = []
        // Read each directory once, so that chains cannot loop.
        var seen: Set<Int> = [first.offset]
        func directory(_ offset: Int) -> TIFFFields? {
            guard seen.count <= directoryLimit, seen.insert(offset).inserted else { return nil }
            return try? TIFFFields(at: offset, in: first, entryLimit: entryLimit)
        }
        if let offsets = first.numbers(subdirectories) {
            for index in 0..<min(offsets.count, directoryLimit) {
                if let offset = offsets[index], let fields = directory(offset), fields.isReduced, !fields.isMask {
                    found.append(fields)
                }
            }
        }
        var next = first.next
        var isBehindPage = false
        while let offset = next, let fields = directory(offset) {
            next = fields.next
            if fields.isUndeclaredCopy(of: first) {
                found.append(fields)
            } else if fields.isPage {
                // The next page is followed by overviews of its own.
                guard first.isTiled, !fields.isTiled else { break }
                isBehindPage = true
            } else if !isBehindPage, fields.isReduced, !fields.isMask, !fields.isOfSlide {
                found.append(fields)
            }
        }
        return found
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
