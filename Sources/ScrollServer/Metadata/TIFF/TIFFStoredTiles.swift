// Which tiles of a TIFF are JPEGs that browsers show as they are, and which of its directories are smaller copies.

import Pixels
import Tiling

extension StoredTiles {
    /// The tiles as one byte; see `init(code:)`.
    package var code: UInt8 { UInt8(clamping: side / 16 | step << 6) }

    /// Reads `code`; nil for 0, which stands for no tiles, and for what is no code.
    package init?(code: UInt8) { self.init(side: Int(code & 63) * 16, step: Int(code >> 6)) }
}

extension TIFFFields {
    /// Tags of TIFF 6.0 that tell how tiles are stored.
    private enum Tag {
        static let (width, height, compression, photometric, sampleCount) = (256, 257, 259, 262, 277)
        static let (orientation, planarConfiguration, tileWidth, tileHeight) = (274, 284, 322, 323)
        static let (subdirectories, extraSamples, profile) = (330, 338, 34_675)
    }

    /// Most directories that are searched for smaller copies.
    private static let searchLimit = 16
    /// Longest profile, in bytes, that may turn out to be that of sRGB or short enough for each tile.
    private static let profileLimit = 4096
    /// Shortest side, in pixels, of a copy that may be a pixel too short.
    private static let roundedSideLimit = 32
    /// Most levels between a picture and a copy: no side is longer than 2³².
    private static let levelLimit = 32

    /// The tiles of the directory's picture and of its smaller copies that can be sent as they are stored.
    ///
    /// They are JPEGs of TIFF's new kind (Adobe's TIFF Tech Note 2), gray or of three samples, upright. nil for others.
    /// Reads some directories more.
    package var storedTiles: StoredTiles? {
        guard number(Tag.compression) == 7, number(Tag.planarConfiguration) != 2, !has(Tag.extraSamples),
            number(Tag.orientation) ?? 1 == 1, let side = number(Tag.tileWidth), side == number(Tag.tileHeight),
            side != Pyramid.tileSize,
            [1: [1], 2: [3], 6: [3]][number(Tag.photometric) ?? -1]?.contains(number(Tag.sampleCount) ?? 1) == true,
            !has(Tag.profile) || bytes(Tag.profile, limit: Self.profileLimit) != nil
        else { return nil }
        return StoredTiles(side: side, step: copyLevels.min().flatMap { $0 <= 3 ? $0 : nil } ?? 0)
    }

    /// The levels of the smaller copies with the same tiles.
    private var copyLevels: [Int] {
        var levels: [Int] = []
        func note(_ offset: Int) -> TIFFFields? {
            guard let fields = try? TIFFFields(at: offset, in: self, entryLimit: 4096) else { return nil }
            if fields.hasTiles(of: self), let level = fields.level(below: self) { levels.append(level) }
            return fields
        }
        if let offsets = numbers(Tag.subdirectories) {
            for index in 0..<min(offsets.count, Self.searchLimit) { _ = offsets[index].flatMap(note) }
        }
        var next = next
        for _ in 0..<Self.searchLimit {
            guard let offset = next, let fields = note(offset) else { break }
            next = fields.next
        }
        return levels
    }

    /// Whether the directory is a smaller copy of another one's picture although it does not say so.
    ///
    /// Slide scanners write such copies, in tiles like the picture's.
    package func isUndeclaredCopy(of picture: TIFFFields) -> Bool {
        isPage && hasTiles(of: picture) && level(below: picture) != nil
    }

    /// Whether the directory's picture is stored in tiles.
    package var isTiled: Bool { has(Tag.tileWidth) }

    private func hasTiles(of picture: TIFFFields) -> Bool {
        guard isTiled, picture.isTiled else { return false }
        return [Tag.tileWidth, Tag.tileHeight, Tag.compression, Tag.photometric, Tag.sampleCount].allSatisfy {
            number($0) == picture.number($0)
        }
    }

    /// Returns how often a picture was halved to the size of this directory's; nil for another size.
    ///
    /// A side may be a pixel shorter: some programs round up, others down.
    package func level(below picture: TIFFFields) -> Int? {
        guard let width = number(Tag.width), let height = number(Tag.height),
            let fullWidth = picture.number(Tag.width), let fullHeight = picture.number(Tag.height)
        else { return nil }
        func fits(_ length: Int, _ whole: Int, _ level: Int) -> Bool {
            let roundedUp = (whole - 1) >> level + 1
            return length == roundedUp || length >= Self.roundedSideLimit && length == whole >> level
        }
        return (1...Self.levelLimit).first { fits(width, fullWidth, $0) && fits(height, fullHeight, $0) }
    }
}
