// The tiles of a TIFF as JPEG files of their own, without decoding (Adobe's TIFF Tech Note 2).

import Metadata
import Pixels
import Tiling

/// Where the tiles of a TIFF's picture and overviews lie, and what each lacks to be a JPEG file.
///
/// Browsers show such a tile as our decoder does: its samples are gray or Y′CbCr, or RGB with Adobe's marker. A profile
/// is not part of it; the caller gives one to each tile.
package struct TIFFTileJPEGs: Sendable {
    private struct Level: Sendable {
        /// In pixels.
        let width: Int
        let height: Int
        let side: Int
        let sampleCount: Int
        let offsets: TIFFNumberTable
        let byteCounts: TIFFNumberTable
        /// Tiles side by side, the last one possibly beyond the edge.
        let across: Int
        /// The shared tables, without the markers around them.
        let tables: [UInt8]
        let isRGB: Bool
    }

    /// Bytes of a JFIF segment (ITU-T T.871 §10.1) and of Adobe's (T.872 §6.5.3), which says that three samples are RGB.
    private static let jfif: [UInt8] = [
        0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
    ]
    private static let adobeRGB: [UInt8] = [0xFF, 0xEE, 0, 14, 0x41, 0x64, 0x6F, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0]

    /// The start of a JPEG file: its marker, what its samples are, and a profile of at most 60,000 bytes.
    fileprivate static func head(isRGB: Bool, profile: [UInt8]?) -> [UInt8] {
        var bytes = [0xFF, JPEGMarker.startOfImage] + (isRGB ? adobeRGB : jfif)
        if let profile { JPEGEncoder.append(profile: profile, to: &bytes) }
        return bytes
    }
    /// Longest JPEG, in bytes, that is sent as it is.
    private static let byteLimit = 4 << 20

    private let levels: [Int: Level]

    /// Finds the levels of `file` with such tiles; nil where there are none.
    package init?(_ file: TIFFFile) {
        levels = Dictionary(
            uniqueKeysWithValues: file.layouts.compactMap { level, layout in Self.level(layout).map { (level, $0) } })
        if levels.isEmpty { return nil }
    }

    private static func level(_ layout: TIFFLayout) -> Level? {
        let isRGB = layout.colour == .rgb
        guard layout.isOfPlainJPEGs, layout.chunks.isTiled, layout.chunks.width == layout.chunks.height,
            let places = layout.chunks.tables, let tables = layout.plainTables
        else { return nil }
        return Level(
            width: layout.width, height: layout.height, side: layout.chunks.width, sampleCount: layout.sampleCount,
            offsets: places.offsets, byteCounts: places.byteCounts, across: layout.chunks.across, tables: tables,
            isRGB: isRGB)
    }

    /// Whether a tile of a level lies in the picture as a whole and is stored.
    ///
    /// `side` is the side of the pyramid's tiles of that level, in pixels. O(1).
    package func contains(level: Int, column: Int, row: Int, side: Int) -> Bool {
        guard let level = levels[level], level.side == side, column >= 0, row >= 0 else { return false }
        return column < level.width / side && row < level.height / side
    }

    /// Returns a tile as a JPEG file; nil where there is none, or one of another kind than the directory says.
    ///
    /// `profile`, an ICC profile of at most 60,000 bytes, is put into it. Reads the tile and its place in `source`, which
    /// is the file.
    package func jpeg(
        level: Int, column: Int, row: Int, side: Int, profile: [UInt8]?, from source: ByteSource
    ) -> [UInt8]? {
        guard contains(level: level, column: column, row: row, side: side), let level = levels[level],
            let offset = level.offsets.number(at: row * level.across + column, from: source),
            let byteCount = level.byteCounts.number(at: row * level.across + column, from: source),
            offset > 0, (1...Self.byteLimit).contains(byteCount)
        else { return nil }
        let stored = source.bytes(at: offset, count: byteCount)
        guard stored.count == byteCount, let segments = JPEGSegmentList(stored, upTo: JPEGMarker.startOfScan),
            segments.width == side, segments.height == side, segments.componentCount == level.sampleCount
        else { return nil }
        var bytes = Self.head(isRGB: level.isRGB, profile: profile)
        bytes.reserveCapacity(bytes.count + stored.count + level.tables.count)
        bytes += level.tables
        bytes += segments.kept
        bytes += stored[segments.end...]
        return bytes
    }
}

extension TIFFFile {
    /// Most bytes of a JPEG before its first scan.
    private static let headLimit = 1 << 16

    /// The picture as a JPEG file, where it is a single strip without smaller copies; nil for others.
    ///
    /// So slide scanners of some makers store all of a level, with restart markers. Reads the start of the strip.
    package var onlyStrip: ByteSource? {
        let chunks = layout.chunks
        guard layout.isOfPlainJPEGs, !chunks.isTiled, chunks.down == 1, layouts.count == 1,
            profile.map({ $0.count <= 60_000 }) ?? true, let tables = layout.plainTables,
            case .bytes(let range)? = chunks.location(plane: 0, row: 0, column: 0, neededByteCount: nil)
        else { return nil }
        let start = source.bytes(at: range.lowerBound, count: min(range.count, Self.headLimit))
        guard let segments = JPEGSegmentList(start, upTo: JPEGMarker.startOfScan), segments.width == width,
            segments.height == height, segments.componentCount == layout.sampleCount
        else { return nil }
        let head = TIFFTileJPEGs.head(isRGB: layout.colour == .rgb, profile: profile)
        return source.part(
            range.lowerBound + segments.end..<range.upperBound, behind: head + tables + segments.kept)
    }
}

extension TIFFLayout {
    /// Whether strips or tiles are JPEGs of the new kind which decoders show as the picture's colours, but for a marker.
    fileprivate var isOfPlainJPEGs: Bool {
        compression == .jpeg && oldJPEG == nil && bits == 8 && !isPlanar && alpha == nil
            && sampleCount == colour.sampleCount
            && (colour == .rgb || colour == .yCbCr || colour == .gray(isInverted: false))
    }

    /// The tables that strips or tiles share, without the markers around them; nil where these are no JPEG.
    fileprivate var plainTables: [UInt8]? {
        guard let jpegTables, jpegTables.count > 4 else { return [] }
        return JPEGSegmentList(jpegTables, upTo: JPEGMarker.endOfImage)?.kept
    }
}

/// The segments of a JPEG before its first scan, without what applications add.
private struct JPEGSegmentList {
    /// Segments that a decoder needs, with their markers.
    private(set) var kept: [UInt8] = []
    /// In pixels; 0 without a frame.
    private(set) var width = 0
    private(set) var height = 0
    private(set) var componentCount = 0
    /// The offset of the last marker, which is not in `kept`.
    private(set) var end = 0

    /// Reads segments up to a marker; nil where the bytes are no JPEG that browsers show, or end before it.
    init?(_ bytes: [UInt8], upTo last: UInt8) {
        guard bytes.starts(with: [0xFF, JPEGMarker.startOfImage]) else { return nil }
        var offset = 2
        while true {
            while offset + 1 < bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] == 0xFF { offset += 1 }
            guard offset + 1 < bytes.count, bytes[offset] == 0xFF else {
                // Tables may lack their end marker.
                guard last == JPEGMarker.endOfImage, offset == bytes.count else { return nil }
                end = offset
                return
            }
            let code = bytes[offset + 1]
            if code == last {
                end = offset
                return
            }
            guard !JPEGMarker.isStandalone(code), offset + 3 < bytes.count else { return nil }
            let count = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
            let next = offset + 2 + count
            guard count >= 2, next <= bytes.count else { return nil }
            switch code {
            case JPEGMarker.baseline, JPEGMarker.progressive:
                guard count >= 8, bytes[offset + 4] == 8 else { return nil }
                height = Int(bytes[offset + 5]) << 8 | Int(bytes[offset + 6])
                width = Int(bytes[offset + 7]) << 8 | Int(bytes[offset + 8])
                componentCount = Int(bytes[offset + 9])
                kept += bytes[offset..<next]
            case JPEGMarker.huffmanTables, JPEGMarker.quantisationTables, JPEGMarker.restartInterval:
                kept += bytes[offset..<next]
            case 0xE0...0xEF, 0xFE: break
            // Browsers do not decode other kinds of frames.
            default: return nil
            }
            offset = next
        }
    }
}
