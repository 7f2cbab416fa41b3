// Paints cells of less than two pixels: each pixel is the average of what it covers.

import Tiling

/// Averages cells over pixels, weighting each cell by the area of it that lies in the pixel.
///
/// So the average over any rectangle of a tile is that of the cells in it. Cells in the same row of pixels are first
/// summed column by column, without weights if several rows lie completely in it; then the columns are added to the
/// pixels. Cost: about 1 ns per cell, and 3 ns per pixel.
struct SmallCellPainter {
    /// The integer weight of a row that fills a pixel; sums of samples with it are less than 2²³, and exact in a Float.
    private static let whole = 32_768.0

    /// The position of a row's cells on the tile's pixels; shared by all rows that begin at the same x.
    private struct Columns {
        let x: Double
        /// The number of cells in the row, visible or not.
        let count: Int
        /// The visible cells, counted from the row's first.
        let cells: Range<Int>
        /// For each of them its first pixel, and its parts in that pixel and the next two.
        let pixels: [Int32]
        let parts: [SIMD4<Float>]
        /// If every pixel contains the same number of whole cells: that number, and the index of the first in `cells`;
        /// else nil.
        let even: (count: Int, first: Int)?

        init(x: Double, count: Int, scene: MosaicScene) {
            (self.x, self.count) = (x, count)
            let width = Double(scene.size.width)
            let first = min(max(0, ((-x - scene.side) / scene.pitch).rounded(.down)), Double(count))
            let last = min(max(first, ((width - x) / scene.pitch).rounded(.up)), Double(count))
            cells = Int(clamping: first)..<Int(clamping: last)
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
                pixels.append(Int32(clamping: pixel))
                parts.append(SIMD4(Float(first), Float(second), Float(max(0, end - pixel - 2)), 0))
            }
            (self.pixels, self.parts) = (pixels, parts)
            even = Self.even(pixels, parts, side: Float(scene.side))
        }

        private static func even(
            _ pixels: [Int32], _ parts: [SIMD4<Float>], side: Float
        ) -> (count: Int, first: Int)? {
            // A cell that ends at the tile's left edge is not part of it.
            guard let first = parts.firstIndex(where: { $0.x > 0 }),
                parts[first...].allSatisfy({ $0 == SIMD4(side, 0, 0, 0) }),
                let count = pixels[first...].firstIndex(where: { $0 != pixels[first] }).map({ $0 - first }), count > 1
            else { return nil }
            for index in first..<pixels.count where Int(pixels[index] - pixels[first]) != (index - first) / count {
                return nil
            }
            return (count, first)
        }
    }

    /// Cells with at most this side have several rows completely within a row of pixels.
    private static let smallSide = 0.5
    /// The maximum number of cells whose samples can be summed without weights.
    private static let mostCells = 32_768

    private let scene: MosaicScene
    private var sums: [SIMD4<UInt32>] = []
    /// Sums of the rows that lie completely in the row of pixels, and the number of these rows.
    private var wholeSums: [SIMD4<UInt32>] = []
    private var wholeCount = 0
    /// Whether there are rows with a weight.
    private var hasParts = false
    private var columns: Columns?
    private var isSummed = false
    /// The samples and the coverage of a row of pixels, plus three more.
    private var line: [SIMD4<Float>]

    init(_ scene: MosaicScene) {
        self.scene = scene
        line = [SIMD4<Float>](repeating: .zero, count: scene.size.width + 3)
    }

    /// Paints a tile, using `add` to sum items and `emit` to deliver rows of pixels.
    ///
    /// - Parameters:
    ///   - add: adds the colours of a run of items to sums, multiplied by a weight of up to 32,768 if there is one.
    ///   - emit: receives each row of pixels: red, green, blue and coverage, each 0 … 255.
    mutating func paint(
        add: (Range<Int>, UInt16?, inout MutableSpan<SIMD4<UInt32>>) -> Void,
        emit: (Int, Span<SIMD4<Float>>) -> Void
    ) {
        var first = 0
        let isSmall = scene.side <= Self.smallSide
        for y in 0..<scene.size.height {
            let (top, bottom) = (Double(y), Double(y + 1))
            while first < scene.rows.count, scene.rows[first].y + scene.side <= top { first += 1 }
            Self.clear(&line, scene.size.width + 3)
            var number = first
            while number < scene.rows.count, scene.rows[number].y < bottom {
                let row = scene.rows[number]
                if isSmall, row.y >= top, row.y + scene.side <= bottom {
                    self.add(row, nil, add)
                    number += 1
                    continue
                }
                let start = (max(0, row.y - top) * Self.whole).rounded()
                let end = (min(1, row.y + scene.side - top) * Self.whole).rounded()
                if end > start { self.add(row, UInt16(clamping: end - start), add) }
                number += 1
            }
            flush()
            emit(y, line.span.extracting(..<scene.size.width))
        }
    }

    private mutating func add(
        _ row: MosaicRow, _ weight: UInt16?,
        _ add: (Range<Int>, UInt16?, inout MutableSpan<SIMD4<UInt32>>) -> Void
    ) {
        // A shorter row uses a part of these columns; a row with another x or with more visible cells needs its own.
        let isKnown = columns.map { $0.x == row.x && $0.count >= row.items.count } ?? false
        if !isKnown {
            flush()
            columns = Columns(x: row.x, count: row.items.count, scene: scene)
        }
        guard let columns else { return }
        let cells = columns.cells.clamped(to: 0..<row.items.count)
        guard !cells.isEmpty, cells.lowerBound == columns.cells.lowerBound else { return }
        if !isSummed {
            Self.clear(&sums, columns.cells.count)
            if scene.side <= Self.smallSide { Self.clear(&wholeSums, columns.cells.count) }
            (isSummed, hasParts, wholeCount) = (true, false, 0)
        }
        let items = row.items.lowerBound + cells.lowerBound..<row.items.lowerBound + cells.upperBound
        if weight != nil {
            hasParts = true
            var sums = sums.mutableSpan
            add(items, weight, &sums)
        } else {
            var sums = wholeSums.mutableSpan
            add(items, nil, &sums)
            wholeCount += 1
            if wholeCount == Self.mostCells { flush() }
        }
    }

    private static func clear<Scalar: Numeric>(_ sums: inout [SIMD4<Scalar>], _ count: Int) {
        if sums.count == count {
            var span = sums.mutableSpan
            span.update(repeating: SIMD4())
        } else {
            sums = [SIMD4<Scalar>](repeating: SIMD4(), count: count)
        }
    }

    /// Adds the sums of columns to the pixels.
    private mutating func flush() {
        guard isSummed, let columns else { return }
        isSummed = false
        let scale = Float(1 / Self.whole)
        let wholeScale = Float(scene.side)
        let (hasParts, hasWhole) = (hasParts, wholeCount > 0)
        if let (count, first) = columns.even, hasWhole, !hasParts, wholeCount * count <= Self.mostCells {
            let scale = Float(scene.side * scene.side)
            let start = Int(columns.pixels[first])
            let wholeSums = wholeSums
            let sums = wholeSums.span.extracting(first...)
            var line = line.mutableSpan
            for (pixel, firstCell) in stride(from: 0, to: sums.count, by: count).enumerated() {
                let cells = sums.extracting(firstCell..<min(firstCell + count, sums.count))
                var sum = SIMD4<UInt32>.zero
                for cell in cells.indices { sum &+= cells[cell] }
                line[start + pixel] += SIMD4<Float>(small: sum) * scale
            }
            return
        }
        // A cell's first pixel is at most the width, and `line` has three more.
        let (sums, wholeSums) = (sums, wholeSums)
        let count = min(sums.count, columns.pixels.count)
        guard count > 0 else { return }
        let pixels = columns.pixels.span.extracting(..<count)
        let parts = columns.parts.span.extracting(..<count)
        let partial = sums.span.extracting(..<count)
        let whole = wholeSums.span
        var line = line.mutableSpan
        // The samples of the current pixel and the next two.
        var pixel = Int(pixels[0])
        var colours = (line[pixel], line[pixel + 1], line[pixel + 2])
        for index in 0..<count {
            while pixel < Int(pixels[index]) {
                line[pixel] = colours.0
                pixel &+= 1
                colours = (colours.1, colours.2, line[pixel &+ 2])
            }
            var sum = SIMD4<Float>.zero
            if hasParts { sum = SIMD4<Float>(small: partial[index]) * scale }
            if hasWhole { sum += SIMD4<Float>(small: whole[index]) * wholeScale }
            let part = parts[index]
            colours.0 += sum * part.x
            colours.1 += sum * part.y
            if part.z > 0 { colours.2 += sum * part.z }
        }
        (line[pixel], line[pixel + 1], line[pixel + 2]) = colours
    }
}
