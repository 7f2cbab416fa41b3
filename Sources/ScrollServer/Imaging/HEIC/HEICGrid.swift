// Pictures that are made of equal tiles, as those of phones are.

import Metadata
import Pixels
import Platform

/// A grid of pictures (ISO/IEC 23008-12 §6.6.2.3): row by row, cut at the right and at the bottom.
struct HEICGrid {
    /// Most bytes of a row of tiles.
    private static let bandByteLimit = 1 << 28
    /// Most tiles that are decoded at once.
    private static let laneLimit = 4

    let width: Int
    let height: Int
    let tileWidth: Int
    let tileHeight: Int
    private let across: Int
    private let tiles: [Int]

    /// Reads the grid's own data.
    ///
    /// - Throws: `ImageError` where it contradicts the item, or claims more than the file holds.
    init(_ item: HEIFItem, _ pictures: inout HEICPictures) throws(ImageError) {
        let bytes = try pictures.file.bytes(of: item)
        let place = item.extents.first?.lowerBound ?? 0
        guard bytes.count >= 8, bytes[0] == 0, case let isWide = bytes[1] & 1 == 1, bytes.count >= (isWide ? 12 : 8)
        else { throw .damaged("a grid without its size", offset: place) }
        func number(_ index: Int) -> Int {
            let start = 4 + index * (isWide ? 4 : 2)
            return bytes[start..<start + (isWide ? 4 : 2)].reduce(0) { $0 << 8 | Int($1) }
        }
        across = Int(bytes[3]) + 1
        let down = Int(bytes[2]) + 1
        (width, height) = item.properties.whole
        tiles = item.inputs
        guard number(0) == width, number(1) == height, tiles.count == across * down else {
            throw .damaged("a grid of \(across) × \(down) with \(tiles.count) tiles", offset: place)
        }
        let first = try pictures.file.item(tiles[0]).properties
        let size = (Orientation(rawValue: first.orientation) ?? .up)
            .orientedSize(width: first.area.width, height: first.area.height)
        try HEICPictures.check(size)
        (tileWidth, tileHeight) = size
        // No overflow: a grid has at most 256 tiles across and down, and each side has at most 32 bits.
        guard width > 0, height > 0, width <= across * tileWidth, width > (across - 1) * tileWidth,
            height <= down * tileHeight, height > (down - 1) * tileHeight
        else { throw .damaged("tiles of \(tileWidth) × \(tileHeight) pixels in a grid of another size", offset: place) }
        try ClaimedSize.checkRow(width, "HEIC")
        guard tileHeight <= Self.bandByteLimit / 4 / width else {
            throw .tooLarge("a HEIC with rows of tiles of \(width) × \(tileHeight) pixels is too large")
        }
        guard Set(tiles).count == tiles.count || width * height <= HEICPictures.pixelLimit else {
            throw .damaged("a large grid of few tiles", offset: place)
        }
        try ClaimedSize.check(
            width, height, fileByteCount: pictures.file.source.count, pixelsPerByte: 1 << 15, offset: place)
    }

    /// Appends a row of tiles; of those that hold none of `columns`, and of damaged ones, grey.
    ///
    /// - Returns: what is wrong with the first damaged tile; nil where none is damaged.
    /// - Throws: `ImageError` where a tile uses what is not decoded, or all tiles of the first row are damaged.
    func read(
        _ line: Int, _ columns: Range<Int>, _ format: PixelFormat, _ codePoints: HEIFColour.CodePoints?,
        _ pictures: inout HEICPictures, depth: Int, idleCount: (@Sendable () -> Int)?, into rows: inout [UInt8]
    ) throws(ImageError) -> ImageError? {
        let rowCount = min(tileHeight, height - line * tileHeight)
        let start = rows.count
        let rowByteCount = width * format.channelCount
        rows.append(contentsOf: repeatElement(128, count: rowCount * rowByteCount))
        guard !columns.isEmpty else { return nil }
        let needed = columns.lowerBound / tileWidth..<(columns.upperBound - 1) / tileWidth + 1
        let idle = needed.count > 1 ? idleCount?() ?? 0 : 0
        let lanes = max(1, min(1 + max(0, idle), Self.laneLimit, needed.count))
        var failures: [ImageError] = []
        for first in stride(from: needed.lowerBound, to: needed.upperBound, by: lanes) {
            let group = first..<min(first + lanes, needed.upperBound)
            let found = decode(group.map { tiles[line * across + $0] }, format, codePoints, pictures, depth: depth)
            for (column, result) in zip(group, found) {
                do throws(ImageError) {
                    let pixels = try result.get()
                    paste(pixels, at: column * tileWidth, rowCount, to: &rows, from: start, format)
                } catch {
                    if case .unsupported = error { throw error }
                    failures.append(error)
                }
            }
        }
        if line == 0, columns.count == width, failures.count == needed.count { throw failures[0] }
        return failures.first
    }

    /// Decodes tiles side by side.
    private func decode(
        _ tiles: [Int], _ format: PixelFormat, _ codePoints: HEIFColour.CodePoints?, _ pictures: HEICPictures,
        depth: Int
    ) -> [Result<PixelBuffer, ImageError>] {
        @Sendable func decoded(_ index: Int) -> Result<PixelBuffer, ImageError> {
            var pictures = pictures
            do throws(ImageError) {
                let item = try pictures.file.item(tiles[index])
                let pixels = try pictures.pixels(of: item, codePoints, hasAlpha: false, depth: depth + 1)
                return .success(pixels)
            } catch { return .failure(error) }
        }
        return Parallel.map(tiles.count, minimumRun: 1) { decoded($0.lowerBound) }
    }

    /// Copies what a tile has of its place.
    private func paste(
        _ pixels: PixelBuffer, at left: Int, _ rowCount: Int, to rows: inout [UInt8], from start: Int,
        _ format: PixelFormat
    ) {
        let tile = pixels.converted(to: format)
        let step = format.channelCount
        let count = min(tile.width, tileWidth, width - left) * step
        var output = rows.mutableSpan
        let input = tile.bytes.span
        for row in 0..<min(rowCount, tile.height) {
            output.copy(
                input, row * tile.rowByteCount..<row * tile.rowByteCount + count,
                to: start + (row * width + left) * step)
        }
    }
}

extension PixelBuffer {
    /// Returns the same picture with other samples: grey becomes three equal colours, colours become the red one.
    ///
    /// Missing alpha is 255.
    func converted(to format: PixelFormat) -> PixelBuffer {
        guard self.format != format else { return self }
        let (from, step) = (self.format, format.channelCount)
        var result = PixelBuffer(width: width, height: height, format: format, repeating: 255)
        for pixel in 0..<width * height {
            let source = pixel * from.channelCount
            for channel in 0..<(format.isGray ? 1 : 3) {
                result.bytes[pixel * step + channel] = bytes[source + (from.isGray ? 0 : channel)]
            }
            if format.hasAlpha, from.hasAlpha {
                result.bytes[pixel * step + step - 1] = bytes[source + from.channelCount - 1]
            }
        }
        return result
    }
}
