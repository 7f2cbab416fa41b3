// Paints one tile of a mosaic.

import Pixels
import Tiling

/// The source of the colours of a mosaic's cells.
enum MosaicSource {
    case known(MosaicItems, Atlas)
    /// A function from the index to 0xRRGGBB, and optionally one that draws the item's picture.
    case computed((Int) -> UInt32, (@Sendable (_ index: Int, _ side: Int) -> PixelBuffer)?)
}

/// Paints the pixels of a tile: cells of two pixels or more are aligned to pixels, and gaps are transparent.
package struct MosaicPainter {
    /// Cells with a smaller side, in pixels, are averaged over pixels; larger ones are pictures on whole pixels.
    static let pictureSide = 2.0
    /// Larger cells, which clients never request, have one colour, so that no memory is needed for large pictures.
    private static let largestSide = 512.0
    /// Smaller computed pictures are not drawn: drawing thousands for a tile takes too long.
    package static let drawnSide = 16.0
    /// The maximum number of computed colours that are sampled along a pixel's side.
    private static let samplesPerPixel = 2

    let scene: MosaicScene
    let source: MosaicSource
    /// Called with the index and the picture number of each damaged picture.
    let forgetCell: (Int, UInt32) -> Void

    /// Paints the tile, in `rgb` if no pixel is transparent, else in `rgba`.
    ///
    /// `ground` is the colour where there is no cell, 0xRRGGBB; nil for transparent. `unknown` stands for unknown
    /// items, 0xRRGGBB, if cells are pictures.
    func paint(on ground: UInt32? = nil, unknown: UInt32 = TinyPicture.neutral) -> PixelBuffer {
        var canvas = MosaicCanvas(width: scene.size.width, height: scene.size.height, on: ground)
        guard scene.pitch > 0, scene.side > 0, scene.pitch.isFinite, scene.side.isFinite else { return canvas.buffer }
        if scene.side < Self.pictureSide {
            paintAverages(into: &canvas)
        } else if paintPictures(into: &canvas, unknown, isCautious: false) {
            // Pages that could not be read were painted wrongly: paint again, verifying the checksum of each picture.
            canvas = MosaicCanvas(width: scene.size.width, height: scene.size.height, on: ground)
            _ = paintPictures(into: &canvas, unknown, isCautious: true)
        }
        return canvas.buffer
    }

    // MARK: Small cells

    private func paintAverages(into canvas: inout MosaicCanvas) {
        switch source {
        case .known(let items, _) where scene.side == 1 && scene.pitch == 1 && scene.rows.allSatisfy(Self.isOnPixels):
            // One pixel per cell, so nothing has to be averaged.
            for row in scene.rows {
                for part in items.parts(of: row.items) {
                    canvas.set(
                        part.colours.span, x: Int(clamping: row.x) + part.items.lowerBound - row.items.lowerBound,
                        row: Int(clamping: row.y))
                }
            }
        case .known(let items, _):
            var painter = SmallCellPainter(scene)
            painter.paint(add: { Self.add(items, $0, $1, &$2) }, emit: { canvas.set(row: $0, $1) })
        case .computed(let colour, _): paintSamples(of: colour, into: &canvas)
        }
    }

    /// Returns whether a row begins at whole pixels, and near enough to the tile for Int arithmetic.
    private static func isOnPixels(_ row: MosaicRow) -> Bool {
        row.x == row.x.rounded() && row.y == row.y.rounded() && abs(row.x) < 1e9 && abs(row.y) < 1e9
    }

    /// Paints computed cells from a sample of at most two by two per pixel, so a pixel averages four items.
    ///
    /// Each sample has the colour of the first item in its place. Cells that are large enough are all painted.
    private func paintSamples(of colour: (Int) -> UInt32, into canvas: inout MosaicCanvas) {
        let step = Int(
            clamping:
                min(max(1, (1 / (scene.pitch * Double(Self.samplesPerPixel))).rounded(.down)), 1e6))
        var sampled = scene
        (sampled.side, sampled.pitch) = (scene.side * Double(step), scene.pitch * Double(step))
        let rows = stride(from: 0, to: scene.rows.count, by: step).map { scene.rows[$0] }
        // The samples of a row are numbered from the row's number times this.
        let rowCount = 1 << 40
        sampled.rows = rows.enumerated().map { number, row in
            let count = (row.items.count + step - 1) / step
            return MosaicRow(items: number * rowCount..<number * rowCount + count, x: row.x, y: row.y)
        }
        var painter = SmallCellPainter(sampled)
        painter.paint(
            add: { samples, weight, sums in
                let first = rows[samples.lowerBound / rowCount].items.lowerBound
                let start = first &+ samples.lowerBound % rowCount &* step
                let weight = UInt32(weight ?? 1)
                for index in 0..<samples.count {
                    let colour = SIMD4(rgb: colour(start &+ index &* step))
                    sums[index] &+= SIMD4<UInt32>(widening: colour) &* weight
                }
            }, emit: { canvas.set(row: $0, $1) })
    }

    /// Adds the colours of items to `sums`, which must have room for all of `range`.
    private static func add(
        _ items: MosaicItems, _ range: Range<Int>, _ weight: UInt16?, _ sums: inout MutableSpan<SIMD4<UInt32>>
    ) {
        for part in items.parts(of: range) {
            let colours = part.colours.span
            let first = part.items.lowerBound - range.lowerBound
            var sums = sums._mutatingExtracting(first..<first + colours.count)
            guard let weight else {
                for index in colours.indices { sums[index] &+= SIMD4<UInt32>(widening: colours[index]) }
                continue
            }
            let parts = SIMD4<UInt32>(repeating: UInt32(weight))
            for index in colours.indices { sums[index] &+= SIMD4<UInt32>(widening: colours[index]) &* parts }
        }
    }

    // MARK: Pictures

    /// The pixels covered by the cells of a row; shared by all rows that begin at the same x.
    private struct Columns {
        let x: Double
        /// The number of cells in the row, visible or not.
        let count: Int
        /// The first cell that is partly visible, counted from the row's first.
        let first: Int
        /// The first pixel and the number of pixels of each cell from there on.
        let pixels: [(left: Int, count: Int)]

        init(x: Double, count: Int, scene: MosaicScene) {
            (self.x, self.count) = (x, count)
            first = max(0, Int(clamping: ((-x - scene.side) / scene.pitch).rounded(.down)))
            var pixels: [(left: Int, count: Int)] = []
            for cell in min(first, count)..<count {
                let start = x + Double(cell) * scene.pitch
                let left = MosaicPainter.edge(start)
                if left >= scene.size.width { break }
                pixels.append((left, MosaicPainter.edge(start + scene.side) - left))
            }
            self.pixels = pixels
        }
    }

    /// Paints cells as pictures.
    ///
    /// - Returns: whether some of what was painted could not be read.
    private func paintPictures(into canvas: inout MosaicCanvas, _ unknown: UInt32, isCautious: Bool) -> Bool {
        let longest = Int(clamping: scene.side.rounded(.up))
        let level = [2, 4, 8].first { $0 >= longest } ?? TinyPicture.side
        var pictures = MosaicPictures(side: level, isCautious: isCautious)
        if case .known(_, let atlas) = source { pictures.use(atlas) }
        var known: Columns?
        let area = canvas.area
        var samples = canvas.samples.mutableSpan
        for row in scene.rows {
            let (top, bottom) = (Self.edge(row.y), Self.edge(row.y + scene.side))
            guard bottom > 0, top < scene.size.height, bottom > top else { continue }
            let columns: Columns
            if let known, known.x == row.x, known.count >= row.items.count {
                columns = known
            } else {
                columns = Columns(x: row.x, count: row.items.count, scene: scene)
                known = columns
            }
            let shown = row.items.dropFirst(columns.first).prefix(columns.pixels.count)
            guard !shown.isEmpty else { continue }
            func frame(_ item: Int) -> PixelRect {
                let (left, count) = columns.pixels[item &- shown.startIndex]
                return PixelRect(x: left, y: top, width: count, height: bottom &- top)
            }
            switch source {
            case .computed(_, let picture?) where scene.side >= Self.drawnSide && scene.side <= Self.largestSide:
                for item in shown {
                    let tiny = TinyPicture(of: picture(item, TinyPicture.side))
                    pictures.draw(tiny, frame(item), area, &samples)
                }
            case .computed(let colour, _):
                for item in shown { area.fill(frame(item), SIMD4(rgb: colour(item)), &samples) }
            case .known(let items, _):
                for part in items.parts(of: shown.startIndex..<shown.endIndex) {
                    let colours = part.colours.span
                    let pictureNumbers = part.pictureNumbers.span
                    for index in pictureNumbers.indices {
                        let (item, pictureNumber) = (part.items.lowerBound &+ index, pictureNumbers[index])
                        let outcome =
                            pictureNumber < MosaicItems.unread && scene.side <= Self.largestSide
                            ? pictures.draw(pictureNumber, frame(item), area, &samples) : .absent
                        if outcome == .drawn { continue }
                        if outcome == .damaged { forgetCell(item, pictureNumber) }
                        let isKnown = outcome != .damaged && colours[index] != MosaicItems.neutral
                        area.fill(frame(item), isKnown ? colours[index] : SIMD4(rgb: unknown), &samples)
                    }
                }
            }
        }
        return pictures.dropDamaged()
    }

    /// Rounds a coordinate to the nearest pixel edge.
    ///
    /// An edge shared by two cells may be computed in two ways, on a half pixel or just below; both must round alike.
    private static func edge(_ position: Double) -> Int {
        Int(clamping: (min(max(position, -1e6), 1e6) + 1e-6).rounded())
    }
}
