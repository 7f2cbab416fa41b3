// Where the strips or tiles of a TIFF are (TIFF 6.0 §8 and §15).

/// The strips or tiles ("chunks") of a picture: a strip is a tile as wide as the picture.
struct TIFFChunks {
    let isTiled: Bool
    /// Of a chunk, in pixels. The last strip is shorter, tiles are not.
    let width: Int
    let height: Int
    /// Chunks side by side.
    let across: Int
    /// Chunks of one plane, from the top down.
    let down: Int

    private let pictureHeight: Int
    private let offsets: TIFFNumbers
    private let byteCounts: TIFFNumbers?
    private let source: ByteSource
    private let chunkCount: Int

    init(_ fields: TIFFFields, width: Int, height: Int, planeCount: Int) throws(ImageError) {
        source = fields.source
        pictureHeight = height
        isTiled = fields.has(322) || fields.has(324)
        let (offsetTag, countTag) = isTiled ? (324, 325) : (273, 279)
        // Some writers of tiles use the tags of strips.
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
        // No overflow: all are of 32 bits.
        across = (width + self.width - 1) / self.width
        down = (height + self.height - 1) / self.height
        let (perPlane, isTooMuch) = across.multipliedReportingOverflow(by: down)
        let (all, isTooMuchInAll) = perPlane.multipliedReportingOverflow(by: planeCount)
        guard !isTooMuch, !isTooMuchInAll else {
            throw .tooLarge("\(across) × \(down) tiles are too many")
        }
        chunkCount = all
    }

    /// Rows of the chunks that are the `row`th from the top.
    func rowCount(ofRow row: Int) -> Int { isTiled ? height : min(height, pictureHeight - row * height) }

    /// What the file has of a chunk.
    enum Place {
        /// The bytes, which may end beyond the file's end.
        case bytes(Range<Int>)
        /// No bytes were written for it, which means that all of its samples are 0.
        case sparse
    }

    /// Where a chunk is; nil where its offset is missing or lies beyond the file's end.
    ///
    /// - Parameter neededByteCount: how many bytes it has if it is not compressed; nil otherwise.
    func place(plane: Int, row: Int, column: Int, neededByteCount: Int?) -> Place? {
        let index = (plane * down + row) * across + column
        guard let offset = offsets[index] else { return nil }
        let byteCount = byteCounts?[index]
        if offset == 0, byteCount == 0 { return .sparse }
        guard offset > 0, offset < source.count else { return nil }
        let rest = source.count - offset
        if let neededByteCount { return .bytes(offset..<offset + min(neededByteCount, rest)) }
        // Writers that did not know the length left it out, or wrote 0.
        guard let byteCount, byteCount > 0 else {
            let next = chunkCount > 1 ? offsets[index + 1] ?? 0 : 0
            return .bytes(offset..<(next > offset ? min(next, source.count) : source.count))
        }
        return .bytes(offset..<offset + min(byteCount, rest))
    }
}
