// Paints cells of less than two pixels: each pixel is the average of what it covers.

import Tiling

/// Averages the colours of cells over pixels, in linear light, each cell weighted by the area of it that lies in the pixel:
/// so the average over any rectangle of a tile is that of the cells in it.
///
/// Rows of cells are summed column by column first, as far as they lie in one row of pixels, then the columns along it. Cost:
/// about 1 ns a cell, and 3 ns a pixel.
struct MosaicLightPainter {
    /// Weights of rows are whole numbers: that of a full pixel. With it, sums fit in 31 bits.
    private static let whole = 32_768.0

    /// How the cells of a row lie on the pixels of a tile: the same for all rows that begin at one place.
    private struct Columns {
        let x: Double
        /// The cells that are on the tile, counted from the row's first.
        let cells: Range<Int>
        /// For each of them its first pixel, and the parts of it in that pixel, the next and the one after.
        let pixels: [Int32]
        let parts: [SIMD4<Float>]

        init(x: Double, count: Int, scene: MosaicScene) {
            self.x = x
            let width = Double(scene.size.width)
            let first = min(max(0, ((-x - scene.side) / scene.pitch).rounded(.down)), Double(count))
            let last = min(max(first, ((width - x) / scene.pitch).rounded(.up)), Double(count))
            cells = Int(first)..<Int(last)
            var pixels: [Int32] = []
            var parts: [SIMD4<Float>] = []
            pixels.reserveCapacity(cells.count)
            parts.reserveCapacity(cells.count)
            for cell in cells {
                let start = min(max(0, x + Double(cell) * scene.pitch), width)
                let end = min(max(start, x + Double(cell) * scene.pitch + scene.side), width)
                let pixel = start.rounded(.down)
                let first = min(end, pixel + 1) - start
                let second = min(max(0, end - pixel - 1), 1)
                pixels.append(Int32(pixel))
                parts.append(SIMD4(Float(first), Float(second), Float(max(0, end - pixel - 2)), 0))
            }
            (self.pixels, self.parts) = (pixels, parts)
        }
    }

    private let scene: MosaicScene
    private var sums: [SIMD4<UInt32>] = []
    private var columns: Columns?
    private var isSummed = false
    /// Light of a row of pixels, and how much of each is covered; some room behind the last.
    private var line: [SIMD4<Float>]

    init(_ scene: MosaicScene) {
        self.scene = scene
        line = [SIMD4<Float>](repeating: .zero, count: scene.size.width + 3)
    }

    /// Paints a tile.
    ///
    /// - Parameters:
    ///   - add: adds the lights of a run of items, times a weight of up to 32,768, to sums.
    ///   - emit: takes the light of each row of pixels: red, green and blue, 0 … 65,535 for all of it, and how much is
    ///     covered, in the same measure.
    mutating func paint(
        add: (Range<Int>, UInt16, UnsafeMutablePointer<SIMD4<UInt32>>) -> Void,
        emit: (Int, UnsafeBufferPointer<SIMD4<Float>>) -> Void
    ) {
        var first = 0
        for y in 0..<scene.size.height {
            let (top, bottom) = (Double(y), Double(y + 1))
            while first < scene.rows.count, scene.rows[first].y + scene.side <= top { first += 1 }
            line.withUnsafeMutableBufferPointer { $0.update(repeating: .zero) }
            var place = first
            while place < scene.rows.count, scene.rows[place].y < bottom {
                let row = scene.rows[place]
                let start = (max(0, row.y - top) * Self.whole).rounded()
                let end = (min(1, row.y + scene.side - top) * Self.whole).rounded()
                if end > start { self.add(row, UInt16(end - start), add) }
                place += 1
            }
            flush()
            line.withUnsafeBufferPointer {
                emit(y, UnsafeBufferPointer(rebasing: $0[..<scene.size.width]))
            }
        }
    }

    private mutating func add(
        _ row: MosaicRow, _ weight: UInt16,
        _ add: (Range<Int>, UInt16, UnsafeMutablePointer<SIMD4<UInt32>>) -> Void
    ) {
        if columns?.x != row.x || (columns?.cells.count ?? 0) > row.items.count
            || (columns?.cells.upperBound ?? 0) > row.items.count
        {
            // A shorter row is a part of the columns there are; a row that begins elsewhere has its own.
            if columns?.x != row.x {
                flush()
                columns = Columns(x: row.x, count: row.items.count, scene: scene)
            }
        } else if let known = columns, known.cells.upperBound < row.items.count {
            let wider = Columns(x: row.x, count: row.items.count, scene: scene)
            if wider.cells.count > known.cells.count {
                flush()
                columns = wider
            }
        }
        guard let columns else { return }
        let cells = columns.cells.clamped(to: 0..<row.items.count)
        guard !cells.isEmpty, cells.lowerBound == columns.cells.lowerBound else { return }
        if !isSummed {
            sums = [SIMD4<UInt32>](repeating: .zero, count: columns.cells.count)
            isSummed = true
        }
        let items = row.items.lowerBound + cells.lowerBound..<row.items.lowerBound + cells.upperBound
        sums.withUnsafeMutableBufferPointer { sums in
            // The items are at most as many as the columns.
            if let base = sums.baseAddress { add(items, weight, base) }
        }
    }

    /// Adds the sums of columns to the pixels.
    private mutating func flush() {
        guard isSummed, let columns else { return }
        isSummed = false
        // Eight of the 31 bits go, so that the rest are exact as numbers with a point.
        let scale = Float(256 / Self.whole)
        // Bounds: a cell's first pixel is at most the width, and `line` has three more.
        line.withUnsafeMutableBufferPointer { line in
            sums.withUnsafeBufferPointer { sums in
                columns.pixels.withUnsafeBufferPointer { pixels in
                    columns.parts.withUnsafeBufferPointer { parts in
                        for place in 0..<min(sums.count, pixels.count) {
                            let light = SIMD4<Float>(small: sums[place] &>> 8) * scale
                            let pixel = Int(pixels[place])
                            let part = parts[place]
                            line[pixel] += light * part.x
                            line[pixel &+ 1] += light * part.y
                            if part.z > 0 { line[pixel &+ 2] += light * part.z }
                        }
                    }
                }
            }
        }
    }
}
