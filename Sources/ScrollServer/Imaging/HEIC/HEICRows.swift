// The rows of a picture in a HEIF file before it is cropped and turned.

import HEVC
import Metadata
import Pixels
import Tiling

/// Decodes an item some rows at a time: a grid by rows of its tiles, others in one piece.
struct HEICRows {
    private enum Content {
        case coded(HEVCPicture?)
        case grid(HEICGrid)
        /// Made of other pictures.
        case made(PixelBuffer?)
    }

    /// Rows of a picture in one piece that are returned at once.
    private static let bandRowCount = 64

    let width: Int
    let height: Int
    let format: PixelFormat
    /// What is wrong with the first damaged tile of a grid so far; nil where none is damaged.
    private(set) var damage: ImageError?
    var isPartial: Bool { damage != nil }
    /// The next row.
    private(set) var row = 0
    /// Returns how many further processors may be used.
    var idleCount: (@Sendable () -> Int)?

    private var pictures: HEICPictures
    private let item: HEIFItem
    private let codePoints: HEIFColour.CodePoints?
    private let toneMapping: ToneMapping?
    private let depth: Int
    private var content: Content
    private var columns: Range<Int>

    /// Prepares an item.
    ///
    /// - Parameters:
    ///   - item: the item.
    ///   - pictures: the file's items.
    ///   - codePoints: the colours of the picture that is made of the item, which count before its own.
    ///   - hasAlpha: whether pictures that it is made of may be transparent.
    ///   - depth: how many pictures are made of it.
    /// - Throws: `ImageError` where the item is damaged or of a kind that is not decoded.
    init(
        _ item: HEIFItem, _ pictures: HEICPictures, _ codePoints: HEIFColour.CodePoints?, hasAlpha: Bool, depth: Int
    ) throws(ImageError) {
        guard depth <= HEICPictures.depthLimit else {
            throw .damaged("pictures that are made of each other", offset: item.extents.first?.lowerBound ?? 0)
        }
        (self.item, self.pictures, self.depth) = (item, pictures, depth)
        let points = codePoints ?? item.colour.codePoints
        (self.codePoints, toneMapping) = (points, points?.toneMapping)
        (width, height) = item.properties.whole
        columns = 0..<width
        try ClaimedSize.checkRow(width, "HEIC")
        let base: PixelFormat = try self.pictures.isGray(item) ? .gray : .rgb
        switch item.kind {
        case .hevc:
            try HEICPictures.check((width, height))
            (format, content) = (base, .coded(nil))
        case .grid:
            if depth > 0 { try pictures.charge((width, height)) }
            (format, content) = (base, .grid(try HEICGrid(item, &self.pictures)))
        case .identity:
            try HEICPictures.check((width, height))
            guard item.inputs.count == 1 else {
                throw .damaged("a picture that is the same as \(item.inputs.count) others", offset: 0)
            }
            // Its format is known once it is decoded.
            let pixels = try self.pictures.pixels(
                of: self.pictures.file.item(item.inputs[0]), self.codePoints, hasAlpha: hasAlpha, depth: depth + 1)
            (format, content) = (pixels.format, .made(pixels))
            guard pixels.width == width, pixels.height == height else {
                throw .damaged("a picture that has another size than what it is made of", offset: 0)
            }
        case .overlay:
            try pictures.charge((width, height))
            let pixels = try HEICOverlay.pixels(of: item, &self.pictures, self.codePoints, hasAlpha, depth: depth)
            (format, content) = (pixels.format, .made(pixels))
        case .other(let name):
            throw .unsupported("a picture coded as \(name) in a HEIF file")
        }
    }

    /// Whether high dynamic range is shown as less.
    var isToned: Bool { toneMapping != nil }

    /// Whether parts can be decoded without the others.
    var isGrid: Bool { if case .grid = content { true } else { false } }

    /// Begins in the middle, before the first rows are read.
    ///
    /// - Parameters:
    ///   - first: the first row needed.
    ///   - columns: the pixels needed of each row; all others are undefined.
    mutating func begin(at first: Int, columns: Range<Int>) {
        self.columns = columns.clamped(to: 0..<width)
        row = max(0, min(first, height - 1))
        if case .grid(let grid) = content { row = row / grid.tileHeight * grid.tileHeight }
    }

    /// Appends the next rows.
    ///
    /// - Returns: the number of rows; 0 at the end.
    mutating func read(into rows: inout [UInt8]) throws(ImageError) -> Int {
        guard row < height else { return 0 }
        var count = min(Self.bandRowCount, height - row)
        switch content {
        case .coded(let known):
            let picture: HEVCPicture
            if let known {
                picture = known
            } else {
                picture = try pictures.decode(item)
                content = .coded(picture)
            }
            HEICColour(picture, codePoints, toneMapping).append(row..<row + count, to: &rows, format)
        case .grid(let grid):
            count = min(grid.tileHeight - row % grid.tileHeight, height - row)
            let failure = try grid.read(
                row / grid.tileHeight, columns, format, codePoints, &pictures, depth: depth, idleCount: idleCount,
                into: &rows)
            damage = damage ?? failure
        case .made(let pixels):
            guard let pixels else { return 0 }
            rows += pixels.bytes[row * pixels.rowByteCount..<(row + count) * pixels.rowByteCount]
        }
        row += count
        if row == height { content = .made(nil) }
        return count
    }
}
