// Paints cells of less than two pixels: each pixel is the average of what it covers.

import Tiling

/// Averages the colours of cells over pixels, in linear light, each cell weighted by the area of it that lies in the pixel:
/// so the average over any rectangle of a tile is that of the cells in it.
///
/// Rows of cells are summed column by column first, as far as they lie in one row of pixels, then the columns along it. A row
/// that is less than a pixel high counts whole, without a weight, in the pixels in which it ends; what of it lies in those
/// above is taken from these and given to those. Cost: about 0.5 ns a cell, and 3 ns for each cell of a row of pixels.
struct MosaicLightPainter {
    /// Weights of rows are whole numbers: that of a full pixel. With it, sums fit in 31 bits.
    private static let whole = 32_768.0

    /// How the cells of a row lie on the pixels of a tile: the same for all rows that begin at one place.
    private struct Columns {
        let x: Double
        /// Cells of the row, on the tile or not.
        let count: Int
        /// The cells that are on the tile, counted from the row's first.
        let cells: Range<Int>
        /// For each of them its first pixel, and the parts of it in that pixel, the next and the one after.
        let pixels: [Int32]
        let parts: [SIMD4<Float>]
        /// Where as many cells lie whole in each pixel, how many, and which of `cells` is the first; nil elsewhere.
        let even: (count: Int, first: Int)?

        init(x: Double, count: Int, scene: MosaicScene) {
            (self.x, self.count) = (x, count)
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
            even = Self.even(pixels, parts, side: Float(scene.side))
        }

        private static func even(
            _ pixels: [Int32], _ parts: [SIMD4<Float>], side: Float
        ) -> (count: Int, first: Int)? {
            // What ends where the tile begins is no part of it.
            guard let first = parts.firstIndex(where: { $0.x > 0 }),
                parts[first...].allSatisfy({ $0 == SIMD4(side, 0, 0, 0) }),
                let count = pixels[first...].firstIndex(where: { $0 != pixels[first] }).map({ $0 - first }), count > 1
            else { return nil }
            for place in first..<pixels.count where Int(pixels[place] - pixels[first]) != (place - first) / count {
                return nil
            }
            return (count, first)
        }
    }

    /// As many rows can be summed without weights.
    private static let mostRows = 65_000

    private let scene: MosaicScene
    /// Of rows of a pixel's height or more, with weights.
    private var sums: [SIMD4<UInt32>] = []
    /// Of lower rows that end in the row of pixels, without weights, and how many these are.
    private var wholeSums: [SIMD4<UInt32>] = []
    private var wholeCount = 0
    /// The lights of a row that goes on in the next row of pixels, and how much of it lies in this one; 0 for no such row.
    private var crossing: [SIMD4<UInt16>] = []
    private var crossingPart: Float = 0
    /// What of such a row lies in the row of pixels before, the row's number, and whether it is to be taken away.
    private var before: [SIMD4<Float>] = []
    private var beforeRow: Int?
    private var hasBefore = false
    /// What lies in the row of pixels of each column.
    private var columnLights: [SIMD4<Float>] = []
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
    ///   - add: adds the lights of a run of items to sums, times a weight of up to 32,768, or as they are.
    ///   - copy: copies the lights of a run of items.
    ///   - emit: takes the light of each row of pixels: red, green and blue, 0 … 65,535 for all of it, and how much is
    ///     covered, in the same measure.
    mutating func paint(
        add: (Range<Int>, UInt16?, UnsafeMutablePointer<SIMD4<UInt32>>) -> Void,
        copy: (Range<Int>, UnsafeMutablePointer<SIMD4<UInt16>>) -> Void,
        emit: (Int, UnsafeBufferPointer<SIMD4<Float>>) -> Void
    ) {
        var first = 0
        let isLow = scene.side < 1
        for y in 0..<scene.size.height {
            let (top, bottom) = (Double(y), Double(y + 1))
            while first < scene.rows.count, scene.rows[first].y + scene.side <= top { first += 1 }
            line.withUnsafeMutableBufferPointer { $0.update(repeating: .zero) }
            var place = first
            while place < scene.rows.count, scene.rows[place].y < bottom {
                if isLow {
                    addLow(place, top, add, copy)
                } else {
                    let row = scene.rows[place]
                    let start = (max(0, row.y - top) * Self.whole).rounded()
                    let end = (min(1, row.y + scene.side - top) * Self.whole).rounded()
                    if end > start { self.add(row, UInt16(end - start), add) }
                }
                place += 1
            }
            flush()
            line.withUnsafeBufferPointer {
                emit(y, UnsafeBufferPointer(rebasing: $0[..<scene.size.width]))
            }
        }
    }

    /// Adds what lies in a row of pixels of a row that is less than a pixel high.
    private mutating func addLow(
        _ number: Int, _ top: Double, _ add: (Range<Int>, UInt16?, UnsafeMutablePointer<SIMD4<UInt32>>) -> Void,
        _ copy: (Range<Int>, UnsafeMutablePointer<SIMD4<UInt16>>) -> Void
    ) {
        let row = scene.rows[number]
        guard let items = begin(row) else { return }
        let above = top - row.y
        if above > 0 {
            // Rounding may let a row reach a hair into the next one.
            if hasBefore || crossingPart > 0 { flush(begins: true) }
            if beforeRow != number {
                beforeRow = number
                keep(items, copy)
                before.withUnsafeMutableBufferPointer { before in
                    for place in before.indices {
                        before[place] = SIMD4<Float>(small: SIMD4(truncatingIfNeeded: crossing[place])) * Float(above)
                    }
                }
            }
            hasBefore = true
        }
        if row.y + scene.side > top + 1 {
            if crossingPart > 0 { flush(begins: true) }
            keep(items, copy)
            (crossingPart, beforeRow) = (Float(top + 1 - row.y), number)
        } else {
            wholeSums.withUnsafeMutableBufferPointer { sums in
                if let base = sums.baseAddress { add(items, nil, base) }
            }
            wholeCount += 1
            if wholeCount == Self.mostRows { flush(begins: true) }
        }
    }

    /// Copies the lights of a row; where it has fewer cells than there are columns, the rest have none.
    private mutating func keep(_ items: Range<Int>, _ copy: (Range<Int>, UnsafeMutablePointer<SIMD4<UInt16>>) -> Void) {
        crossing.withUnsafeMutableBufferPointer { crossing in
            guard let base = crossing.baseAddress else { return }
            copy(items, base)
            UnsafeMutableBufferPointer(rebasing: crossing[items.count...]).update(repeating: .zero)
        }
    }

    private mutating func add(
        _ row: MosaicRow, _ weight: UInt16,
        _ add: (Range<Int>, UInt16?, UnsafeMutablePointer<SIMD4<UInt32>>) -> Void
    ) {
        guard let items = begin(row) else { return }
        sums.withUnsafeMutableBufferPointer { sums in
            if let base = sums.baseAddress { add(items, weight, base) }
        }
    }

    /// Sees that there are columns and sums for the cells of a row.
    ///
    /// - Returns: its items on the tile, at most as many as there are columns; nil for none.
    private mutating func begin(_ row: MosaicRow) -> Range<Int>? {
        // A shorter row is a part of the columns there are; one that begins elsewhere, or has more cells on the tile, has its own.
        let isKnown = columns.map { $0.x == row.x && $0.count >= row.items.count } ?? false
        if !isKnown {
            flush()
            columns = Columns(x: row.x, count: row.items.count, scene: scene)
            beforeRow = nil
        }
        guard let columns else { return nil }
        let cells = columns.cells.clamped(to: 0..<row.items.count)
        guard !cells.isEmpty, cells.lowerBound == columns.cells.lowerBound else { return nil }
        if !isSummed { clear(columns.cells.count) }
        return row.items.lowerBound + cells.lowerBound..<row.items.lowerBound + cells.upperBound
    }

    private mutating func clear(_ count: Int) {
        if scene.side < 1 { Self.clear(&wholeSums, count) } else { Self.clear(&sums, count) }
        if columnLights.count != count {
            columnLights = [SIMD4<Float>](repeating: .zero, count: count)
            before = columnLights
            crossing = [SIMD4<UInt16>](repeating: .zero, count: count)
        }
        (isSummed, wholeCount) = (true, 0)
    }

    private static func clear(_ sums: inout [SIMD4<UInt32>], _ count: Int) {
        if sums.count == count {
            sums.withUnsafeMutableBufferPointer { $0.update(repeating: .zero) }
        } else {
            sums = [SIMD4<UInt32>](repeating: .zero, count: count)
        }
    }

    /// Adds the sums of columns to the pixels.
    ///
    /// - Parameter begins: whether new ones are wanted at once.
    private mutating func flush(begins: Bool = false) {
        guard isSummed, let columns else { return }
        defer {
            (isSummed, hasBefore, crossingPart) = (false, false, 0)
            if begins { clear(columns.cells.count) }
        }
        // The sum of so many is exact as a number with a point.
        if let (count, first) = columns.even, wholeCount > 0, !hasBefore, crossingPart == 0, wholeCount * count <= 128 {
            let scale = Float(scene.side * scene.side)
            let start = Int(columns.pixels[first])
            // Bounds: each cell's pixel is below the width.
            line.withUnsafeMutableBufferPointer { line in
                wholeSums.withUnsafeBufferPointer { sums in
                    var (place, pixel) = (first, start)
                    while place < sums.count {
                        var sum = sums[place]
                        for next in place &+ 1..<min(place &+ count, sums.count) { sum &+= sums[next] }
                        line[pixel] += SIMD4<Float>(small: sum) * scale
                        place &+= count
                        pixel &+= 1
                    }
                }
            }
            return
        }
        sumColumns()
        // Bounds: a cell's first pixel is at most the width, and `line` has three more.
        line.withUnsafeMutableBufferPointer { line in
            columnLights.withUnsafeBufferPointer { columnLights in
                columns.pixels.withUnsafeBufferPointer { pixels in
                    columns.parts.withUnsafeBufferPointer { parts in
                        let count = min(columnLights.count, pixels.count)
                        guard count > 0 else { return }
                        // The light of the pixel at hand and of the two behind it.
                        var pixel = Int(pixels[0])
                        var light = (line[pixel], line[pixel + 1], line[pixel + 2])
                        for place in 0..<count {
                            while pixel < Int(pixels[place]) {
                                line[pixel] = light.0
                                pixel &+= 1
                                light = (light.1, light.2, line[pixel &+ 2])
                            }
                            let (sum, part) = (columnLights[place], parts[place])
                            light.0 += sum * part.x
                            light.1 += sum * part.y
                            if part.z > 0 { light.2 += sum * part.z }
                        }
                        (line[pixel], line[pixel + 1], line[pixel + 2]) = light
                    }
                }
            }
        }
    }

    /// Puts together what there is of each column. All arrays are as long as there are columns.
    private mutating func sumColumns() {
        guard scene.side < 1 else {
            // Eight of the 31 bits go, so that the rest are exact as numbers with a point.
            let scale = Float(256 / Self.whole)
            for place in columnLights.indices { columnLights[place] = SIMD4<Float>(small: sums[place] &>> 8) * scale }
            return
        }
        // So, too, of more than 128 rows.
        let shift: UInt32 = wholeCount > 128 ? 9 : 0
        let scale = Float(scene.side) * Float(1 << shift)
        let (hasWhole, hasBefore, part) = (wholeCount > 0, hasBefore, crossingPart)
        columnLights.withUnsafeMutableBufferPointer { lights in
            before.withUnsafeMutableBufferPointer { before in
                wholeSums.withUnsafeBufferPointer { sums in
                    crossing.withUnsafeBufferPointer { crossing in
                        for place in lights.indices {
                            var light = hasWhole ? SIMD4<Float>(small: sums[place] &>> shift) * scale : .zero
                            if hasBefore { light -= before[place] }
                            if part > 0 {
                                let above = SIMD4<Float>(small: SIMD4(truncatingIfNeeded: crossing[place])) * part
                                before[place] = above
                                light += above
                            }
                            // What the shift has cut off may be less than what is taken away.
                            lights[place] = shift > 0 ? pointwiseMax(light, .zero) : light
                        }
                    }
                }
            }
        }
    }
}
