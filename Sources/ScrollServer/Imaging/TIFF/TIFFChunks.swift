// Locates the strips or tiles of a TIFF (TIFF 6.0 §8 and §15).

import Metadata
import Pixels

/// The strips or tiles ("chunks") of a picture; a strip is treated as a tile as wide as the picture.
struct TIFFChunks {
    let isTiled: Bool
    /// Width and height of a chunk in pixels; the last strip may be shorter, tiles are not.
    private(set) var width: Int
    private(set) var height: Int
    /// Number of chunks side by side.
    let across: Int
    /// Number of chunks of one plane from top to bottom.
    let down: Int

    private var pictureHeight: Int
    private let offsets: TIFFNumbers
    private let byteCounts: TIFFNumbers?
    private let source: ByteSource
    private let chunkCount: Int

    init(_ fields: TIFFFields, width: Int, height: Int, planeCount: Int) throws(ImageError) {
        source = fields.source
        pictureHeight = height
        isTiled = fields.has(322) || fields.has(324)
        let (offsetTag, countTag) = isTiled ? (324, 325) : (273, 279)
        // Some writers store tiles under the tags of strips.
        guard let offsets = fields.numbers(offsetTag) ?? (isTiled ? fields.numbers(273) : nil) else {
            throw .damaged("a directory without \(isTiled ? "tiles" : "strips")", offset: fields.offset)
        }
        self.offsets = offsets
        byteCounts = fields.numbers(countTag) ?? (isTiled ? fields.numbers(279) : nil)
        if isTiled {
            guard let tileWidth = fields.number(322), let tileHeight = fields.number(323), tileWidth > 0,
                tileHeight > 0, tileWidth <= 1 << 21, tileHeight <= Int(UInt32.max)
            else { throw .damaged("tiles without a size", offset: fields.offset) }
            (self.width, self.height) = (tileWidth, tileHeight)
        } else {
            let rows = fields.number(278) ?? height
            (self.width, self.height) = (width, rows == 0 ? height : min(rows, height))
        }
        // No overflow: all operands have at most 32 bits.
        across = (width + self.width - 1) / self.width
        down = (height + self.height - 1) / self.height
        let (perPlane, isTooMuch) = across.multipliedReportingOverflow(by: down)
        let (all, isTooMuchInAll) = perPlane.multipliedReportingOverflow(by: planeCount)
        guard !isTooMuch, !isTooMuchInAll else {
            throw .tooLarge("\(across) × \(down) tiles are too many")
        }
        chunkCount = all
    }

    /// Returns the same chunks at a fraction of their sides; nil where their pixels would not begin with those of others.
    func reduced(by factor: Int) -> TIFFChunks? {
        guard isTiled || across == 1, !isTiled || width % factor == 0, down == 1 || height % factor == 0 else {
            return nil
        }
        var chunks = self
        chunks.width = (width + factor - 1) / factor
        chunks.height = (height + factor - 1) / factor
        chunks.pictureHeight = (pictureHeight + factor - 1) / factor
        return chunks
    }

    /// Where the offsets and lengths of the chunks lie in the file; nil where lengths are missing.
    var tables: (offsets: TIFFNumberTable, byteCounts: TIFFNumberTable)? {
        byteCounts.map { (offsets.table, $0.table) }
    }

    /// Returns the rows in each chunk of chunk row `row`.
    func rowCount(ofRow row: Int) -> Int { isTiled ? height : min(height, pictureHeight - row * height) }

    /// What the file stores for a chunk.
    enum Location {
        /// The bytes, possibly ending beyond the file's end.
        case bytes(Range<Int>)
        /// No bytes: all of its samples are 0.
        case sparse
    }

    /// Returns where a chunk is; nil where its offset is missing or lies beyond the file's end.
    ///
    /// `neededByteCount` is the size of an uncompressed chunk; nil if compressed.
    func location(plane: Int, row: Int, column: Int, neededByteCount: Int?) -> Location? {
        let index = (plane * down + row) * across + column
        guard let offset = offsets[index] else { return nil }
        let byteCount = byteCounts?[index]
        if offset == 0, byteCount == 0 { return .sparse }
        guard offset > 0, offset < source.count else { return nil }
        let rest = source.count - offset
        if let neededByteCount { return .bytes(offset..<offset + min(neededByteCount, rest)) }
        // Writers that did not know the length omitted it or wrote 0.
        guard let byteCount, byteCount > 0 else {
            let next = chunkCount > 1 ? offsets[index + 1] ?? 0 : 0
            return .bytes(offset..<(next > offset ? min(next, source.count) : source.count))
        }
        return .bytes(offset..<offset + min(byteCount, rest))
    }
}
