// The rows of a tiled picture, halved while its tiles are decoded.

import Pixels
import Tiling

/// Returns a level's rows at a fraction of their size, from one tile of the file after the other.
///
/// The pixels are those of halving whole rows. Memory: a tile, and a row of tiles at the fraction of its size.
package struct TIFFHalvedRows: TIFFRows {
    /// Most bytes of a tile, and of a row of tiles at the fraction of its size.
    private static let (tileByteLimit, bandByteLimit) = (1 << 22, 1 << 24)

    package let width: Int
    package let height: Int
    package let halvings: Int
    package private(set) var row = 0
    private var source: TIFFLevelRows
    /// In pixels.
    private let tileWidth: Int
    private let tileHeight: Int
    private var isEnded = false

    /// Halves the sides of `rows`, of which none was read, up to `halvings` times; nil where that would not be exact.
    ///
    /// It is exact where each tile begins at a pixel of the result. Also nil where tiles would take too much memory.
    package init?(_ rows: TIFFLevelRows, halvings: Int) {
        guard let tile = rows.tileSize else { return nil }
        let halvings = min(halvings, tile.width.trailingZeroBitCount, tile.height.trailingZeroBitCount)
        guard halvings > 0 else { return nil }
        (self.halvings, source) = (halvings, rows)
        (tileWidth, tileHeight) = (tile.width, tile.height)
        let scale = 1 << halvings
        // No overflow: all have at most 32 bits.
        (width, height) = ((rows.width + scale - 1) / scale, (rows.height + scale - 1) / scale)
        guard tileHeight <= Self.tileByteLimit / tileWidth / format.channelCount,
            tileHeight / scale <= Self.bandByteLimit / width / format.channelCount
        else { return nil }
    }

    package var format: PixelFormat { source.format }
    package var columns: Range<Int> { 0..<width }
    package var isSound: Bool { source.isSound }
    package var fillPixel: [UInt8]? { nil }

    /// Does nothing: rows are read from the top, in their whole width.
    package mutating func begin(at first: Int, columns: Range<Int>) {}

    package mutating func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        guard row < height, !isEnded else { return 0 }
        let first = row << halvings
        let storedCount = min(tileHeight, source.height - first)
        let (rowByteCount, start) = (width * format.channelCount, rows.count)
        let scale = 1 << halvings
        var count = (storedCount + scale - 1) / scale
        rows.append(contentsOf: repeatElement(0, count: count * rowByteCount))
        for left in stride(from: 0, to: source.width, by: tileWidth) where count > 0 {
            let tileColumns = left..<min(left + tileWidth, source.width)
            let (tile, tileRowCount) = try halvedTile(at: first, rowCount: storedCount, tileColumns)
            if tileRowCount < count { (count, isEnded) = (tileRowCount, true) }
            let lineByteCount = (tileColumns.count + scale - 1) / scale * format.channelCount
            var output = rows.mutableSpan
            for line in 0..<count {
                let place = start + line * rowByteCount + (left >> halvings) * format.channelCount
                output.copy(tile.span, line * lineByteCount..<(line + 1) * lineByteCount, to: place)
            }
        }
        rows.removeLast(rows.count - start - count * rowByteCount)
        row += count
        return count
    }

    /// Reads the rows of a tile, and halves them.
    private mutating func halvedTile(
        at first: Int, rowCount: Int, _ columns: Range<Int>
    ) throws(ImageError) -> (bytes: [UInt8], rowCount: Int) {
        source.begin(at: first, columns: columns)
        var (width, height) = (columns.count, rowCount)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * format.channelCount)
        var done = 0
        while done < rowCount {
            let count = try source.readRows(into: &bytes)
            if count == 0 { break }
            done += count
        }
        // Of damaged rows only those count whose mean is complete.
        if done < rowCount { height = (done >> halvings) << halvings }
        guard height > 0 else { return ([], 0) }
        bytes.removeLast(bytes.count - width * height * format.channelCount)
        for _ in 0..<halvings {
            var halved: [UInt8] = []
            halved.reserveCapacity((width + 1) / 2 * ((height + 1) / 2) * format.channelCount)
            var reducer = HalvingReducer(sourceWidth: width, sourceHeight: height, format: format)
            _ = reducer.push(rows: bytes, into: &halved)
            (bytes, width, height) = (halved, (width + 1) / 2, (height + 1) / 2)
        }
        return (bytes, height)
    }
}
