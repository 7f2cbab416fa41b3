// Cuts the stored rows of one level into upright tiles.

import Metadata
import Pixels
import Tiling

/// Takes the stored rows of a level from the top, and emits its tiles rotated upright.
///
/// A band holds the stored rows of one row of upright tiles, or of one column if the orientation swaps the axes.
/// Memory: one band, at most 512 rows, and of these only the columns of tiles that are made.
struct LevelCutter {
    private struct Band {
        let rows: Range<Int>
        /// The row of upright tiles in the band, or the column if the axes are swapped.
        let line: Int
    }

    private let pyramid: Pyramid
    private let level: Int
    private let orientation: Orientation
    private let format: PixelFormat
    private let encoder: TileEncoder
    private let storedSize: PixelSize
    /// The bytes of a row as it is pushed, and of the columns left of it that are not.
    private var rowByteCount: Int
    private var skippedByteCount = 0
    /// The rows of upright tiles (or columns, if the axes are swapped) not cut yet.
    ///
    /// Their bands are not listed, since a file can claim millions.
    private var lines: Range<Int>
    private var buffer: [UInt8] = []
    /// The number of rows received of the first band, its tiles to make, and the bytes of each row that they need.
    private var rowsTaken = 0
    private var chosen: [TilePosition] = []
    private var isChosen = false
    private var span = 0..<0
    /// The maximum distance from a wanted tile, within its band, of the tiles that are made; nil for all.
    private let reach: Int?
    /// Receives the pixels of a level that is one tile.
    private let pictureRequest: PictureRequest?

    /// Prepares to cut a level of a picture.
    ///
    /// With `line`, a row of upright tiles (or column, if the axes are swapped), only that band is cut, and its first
    /// row is pushed first. With `reach`, only tiles at most that far from wanted ones in their band are made.
    /// `pictureRequest` receives the whole level if it is one tile with enough pixels.
    init(
        _ pyramid: Pyramid, level: Int, orientation: Orientation, format: PixelFormat, encoder: TileEncoder,
        line: Int? = nil, reach: Int? = nil, pictureRequest: PictureRequest? = nil
    ) {
        self.reach = reach
        self.pyramid = pyramid
        let own = pyramid.size(of: level)
        let hasEnough = level == 0 || min(own.width, own.height) >= TinyPicture.side
        self.pictureRequest = hasEnough && pyramid.tileCounts(of: level) == (1, 1) ? pictureRequest : nil
        self.level = level
        self.orientation = orientation
        self.format = format
        self.encoder = encoder
        storedSize = orientation.oriented(pyramid.size(of: level))
        rowByteCount = storedSize.width * format.channelCount
        let counts = pyramid.tileCounts(of: level)
        let count = orientation.swapsAxes ? counts.columns : counts.rows
        lines = line.map { max(0, min($0, count - 1))..<max(0, min($0, count - 1)) + 1 } ?? 0..<count
    }

    /// The next band in stored order; nil when all are cut.
    private var band: Band? {
        guard let line = orientation.isFromBottom ? lines.last : lines.first else { return nil }
        let first = orientation.swapsAxes ? (column: line, row: 0) : (column: 0, row: line)
        guard let region = pyramid.region(level: level, column: first.column, row: first.row) else { return nil }
        let rect = orientation.storedRect(
            of: region, storedWidth: storedSize.width, storedHeight: storedSize.height)
        return Band(rows: rect.y..<rect.y + rect.height, line: line)
    }

    private mutating func takeNext() {
        lines = orientation.isFromBottom ? lines.dropLast() : lines.dropFirst()
        isChosen = false
        buffer.removeAll(keepingCapacity: true)
        rowsTaken = 0
    }

    /// The stored rows of the level that the next band needs; nil when all are cut.
    var nextRows: Range<Int>? { band?.rows }

    /// Chooses the tiles of the next band now instead of when its first row arrives.
    ///
    /// - Returns: the stored columns that they need, at this level; nil when all bands are cut.
    mutating func chooseColumns(for output: TileOutput) -> Range<Int>? {
        guard let band else { return nil }
        if rowsTaken == 0 { begin(chosen(of: band, output), of: band) }
        return span.lowerBound / format.channelCount..<span.upperBound / format.channelCount
    }

    /// Expects only some columns of each row, at this level; those of the chosen tiles must be among them.
    mutating func narrow(to columns: Range<Int>) {
        (skippedByteCount, rowByteCount) = (
            columns.lowerBound * format.channelCount, columns.count * format.channelCount
        )
    }

    /// Takes whole stored rows, and emits each chosen tile when its last row has arrived.
    ///
    /// Chosen are all tiles, or those within reach of one that is wanted when the band's first row arrives.
    mutating func push(_ rows: ArraySlice<UInt8>, to output: TileOutput) {
        var rest = rows
        while !rest.isEmpty, let band {
            if rowsTaken == 0, !isChosen { begin(self.chosen(of: band, output), of: band) }
            let count = min(band.rows.count - rowsTaken, rest.count / rowByteCount)
            guard count > 0 else { return }
            if span.count == rowByteCount {
                buffer.append(contentsOf: rest.prefix(count * rowByteCount))
            } else if !span.isEmpty {
                for row in 0..<count {
                    let start = rest.startIndex + row * rowByteCount - skippedByteCount
                    buffer.append(contentsOf: rest[start + span.lowerBound..<start + span.upperBound])
                }
            }
            rest = rest.dropFirst(count * rowByteCount)
            rowsTaken += count
            if rowsTaken == band.rows.count { end(band, to: output) }
        }
    }

    /// Emits the remaining tiles of a truncated file, with missing rows filled with `pixel`.
    ///
    /// Without one they are gray, or transparent if the format has alpha. Tiles without any row are emitted only if
    /// wanted, since a file can claim millions.
    mutating func finish(with pixel: [UInt8]? = nil, to output: TileOutput) {
        let pixel = pixel ?? [UInt8](repeating: format.hasAlpha ? 0 : 128, count: format.channelCount)
        while let band {
            if rowsTaken == 0 {
                // Most bands of a file that claims millions have no wanted tile: they cost no memory.
                let wanted = positions(of: band).filter(output.isWanted)
                guard !wanted.isEmpty else {
                    takeNext()
                    continue
                }
                begin(wanted, of: band)
            }
            let missing = band.rows.count * span.count - buffer.count
            for _ in 0..<missing / pixel.count { buffer.append(contentsOf: pixel) }
            end(band, to: output)
        }
    }

    private mutating func begin(_ chosen: [TilePosition], of band: Band) {
        self.chosen = chosen
        isChosen = true
        let spans = chosen.compactMap { rect(of: $0) }.map { $0.x..<$0.x + $0.width }
        let first = spans.map(\.lowerBound).min() ?? 0
        let end = spans.map(\.upperBound).max() ?? 0
        span = first * format.channelCount..<end * format.channelCount
    }

    private mutating func end(_ band: Band, to output: TileOutput) {
        for position in chosen {
            guard let rect = rect(of: position) else { continue }
            let upright = orientation.apply(to: pixels(of: rect, in: band))
            pictureRequest?.fulfil(encoder.colours.shown(upright))
            output.emit(position, encoder.encode(upright))
        }
        takeNext()
    }

    /// Returns a tile's rectangle among the level's stored pixels; nil if there is no such tile.
    private func rect(of position: TilePosition) -> PixelRect? {
        pyramid.region(level: level, column: position.column, row: position.row).map {
            orientation.storedRect(of: $0, storedWidth: storedSize.width, storedHeight: storedSize.height)
        }
    }

    /// Returns the tiles of a band to make: all, or those within reach of a wanted one.
    private func chosen(of band: Band, _ output: TileOutput) -> [TilePosition] {
        let all = positions(of: band)
        guard let reach else { return all }
        let wanted = all.indices.filter { output.isWanted(all[$0]) }
        var next = 0
        return wanted.reduce(into: []) { chosen, position in
            let first = max(next, position - reach)
            next = min(all.count, position + reach + 1)
            if first < next { chosen += all[first..<next] }
        }
    }

    private func positions(of band: Band) -> [TilePosition] {
        let counts = pyramid.tileCounts(of: level)
        return (0..<(orientation.swapsAxes ? counts.rows : counts.columns)).map { position in
            orientation.swapsAxes
                ? TilePosition(level: level, column: band.line, row: position)
                : TilePosition(level: level, column: position, row: band.line)
        }
    }

    private func pixels(of rect: PixelRect, in band: Band) -> PixelBuffer {
        let channelCount = format.channelCount
        let lineByteCount = rect.width * channelCount
        var bytes: [UInt8] = []
        bytes.reserveCapacity(lineByteCount * rect.height)
        for row in rect.y..<rect.y + rect.height {
            let start = (row - band.rows.lowerBound) * span.count + rect.x * channelCount - span.lowerBound
            bytes.append(contentsOf: buffer[start..<start + lineByteCount])
        }
        return PixelBuffer(width: rect.width, height: rect.height, format: format, bytes: bytes)
    }
}
